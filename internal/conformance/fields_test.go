package conformance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// fieldCase is a field that is set, alone, and what becomes of it.
type fieldCase[T, P any] struct {
	name  string // as in a body: title="", date=null
	field string // whose absence in an index skips the scenario
	// target is the record that is updated, if it is another than that of all cases.
	target int64
	role   role // who writes; an administrator if empty
	set    func(*P)
	// read is what the field is, in the answer and when the record is read again in the context "edit".
	read func(*T) any
	want any
	// stored are the members of the second opinion that the write sets. An update must leave all others alone.
	stored record
	// touched are members that it may change besides.
	touched []string
	// not excludes one of the verbs: "create" or "update".
	not string
}

// fields makes scenarios of each case: a create of what fill sets and the field, and an update of the field alone by each
// method in turn. The target of the updates is a record of the documents in which the field is not yet what it becomes.
func (c collection[T, P, L]) fields(on targets, fill func(*P), changes []change) []scenario {
	var out []scenario
	methods, turns := []string{"POST", "PUT", "PATCH"}, map[int64]int{}
	for _, one := range c.changing(changes) {
		caller, target := cmp.Or(one.role, admin), cmp.Or(one.target, on.rich)
		turn := turns[target]
		turns[target]++
		if one.not != "create" {
			out = append(out, scenario{
				collection: c.name, kind: writing, role: caller, name: "create " + one.name,
				needs: []need{{c.route(), "POST", one.field}},
				run: func(t *testing.T, s *site, site *cms.Client) {
					var params P
					fill(&params)
					one.set(&params)
					made, err := sendLoosely(t.Context(), site, c.of(site).CreateRequest(&params))
					if err != nil {
						t.Fatal(err)
					}
					c.checkField(t, s, one, made)
				},
			})
		}
		if one.not != "update" {
			method := methods[turn%len(methods)]
			out = append(out, scenario{
				collection: c.name, kind: writing, role: caller, name: fmt.Sprintf("update %s by %s", one.name, method),
				needs: []need{{c.route() + `/(?P<id>[\d]+)`, method, one.field}},
				run: func(t *testing.T, s *site, site *cms.Client) {
					before := s.stored(t, c.name, target)
					var params P
					one.set(&params)
					changed, err := sendLoosely(t.Context(), site, c.of(site).UpdateRequest(target, &params), cms.UpdateMethod(method))
					if err != nil {
						t.Fatal(err)
					}
					c.checkField(t, s, one, changed)
					changes := append(slices.Collect(maps.Keys(one.stored)), append(one.touched, "modified", "modified_gmt", "revisions")...)
					checkUnchanged(t, before, s.stored(t, c.name, target), changes...)
				},
			})
		}
	}
	return out
}

// checkField looks at a field in an answer, in the record as it is read again, and in what is stored.
func (c collection[T, P, L]) checkField(t *testing.T, s *site, one fieldCase[T, P], answer *T) {
	t.Helper()
	if got, want := asJSON(t, one.read(answer)), asJSON(t, one.want); got != want {
		t.Errorf("the answer says %s, want %s", got, want)
	}
	again, err := c.of(s.as(admin)).Get(t.Context(), c.id(answer), cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := asJSON(t, one.read(again)), asJSON(t, one.want); got != want {
		t.Errorf("read again, it is %s, want %s", got, want)
	}
	stored := s.stored(t, c.name, c.id(answer))
	for name, want := range one.stored {
		if got := stored[name]; asJSON(t, got) != asJSON(t, want) {
			t.Errorf("%s is stored as %s, want %s", name, asJSON(t, got), asJSON(t, want))
		}
	}
}

// checkUnchanged compares two opinions on a record, but for some members.
func checkUnchanged(t *testing.T, before, after record, but ...string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if slices.Contains(but, name) {
			continue
		}
		if was, is := asJSON(t, before[name]), asJSON(t, after[name]); was != is {
			t.Errorf("%s was %s and is %s now", name, was, is)
		}
	}
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
