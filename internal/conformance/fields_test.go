package conformance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
	"github.com/fontcms/fontcms-go/media"
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

// fields makes scenarios of each case: a create of what fill sets and the field, and an update of the field alone by
// each method in turn. The target of the updates is a record of the documents in which the field is not yet what it
// becomes.
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
					changes := append(slices.Collect(maps.Keys(one.stored)),
						append(one.touched, "modified", "modified_gmt", "revisions")...)
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
		t.Errorf("the response says %s, want %s", got, want)
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

// change is what a body makes of a field: a row of testdata/tables/fields.
type change struct {
	Target int64 // of the update, if it is another than that of the table
	Field  string
	Value  json.RawMessage
	// Answer are members of the response, nested ones with a dot; the field and its value if it is nil.
	Answer record
	// Stored are those of the second opinion; as Answer if it is nil.
	Stored  record
	Touched []string // members that an update may change besides
	Not     string   // "create" or "update"
	As      role
	// Unlisted fields are not in the index.
	Unlisted bool
}

// fieldRows reads a table of fields.
func fieldRows(name string, placeholders ...string) []change {
	file := "testdata/tables/fields/" + name + ".json"
	return decodeRows[change](file, strings.NewReplacer(placeholders...).Replace(readFile(file)))
}

// changing turns changes into cases of the fields of a collection.
func (c collection[T, P, L]) changing(list []change) []fieldCase[T, P] {
	var out []fieldCase[T, P]
	for _, one := range list {
		value := string(one.Value)
		answer := one.Answer
		if answer == nil {
			answer = record{one.Field: decoded(value)}
		}
		stored := one.Stored
		if stored == nil {
			stored = answer
		}
		listed := one.Field
		if one.Unlisted {
			listed = ""
		}
		out = append(out, fieldCase[T, P]{
			name: one.Field + "=" + value, field: listed, target: one.Target, role: one.As, not: one.Not,
			stored: stored, touched: one.Touched,
			set:  func(p *P) { assign(p, one.Field, value) },
			read: func(record *T) any { return members(record, answer) },
			want: answer,
		})
	}
	return out
}

// assign sets a member of params to a value, as a program does that knows the type, and as an extra one if the type of
// the member does not take the value.
func assign[P any](params *P, name, value string) {
	fresh := new(P)
	body := fmt.Sprintf("{%q:%s}", name, value)
	if err := wire.Unmarshal([]byte(body), fresh); err == nil {
		if again, err := wire.Marshal(fresh); err == nil && canonical(again) == canonical([]byte(body)) {
			if err := wire.Unmarshal([]byte(body), params); err != nil {
				panic(err) // a mistake in a table
			}
			return
		}
	}
	var title, content **string
	var extra *cms.Extra
	switch p := any(params).(type) {
	case *cms.PostParams:
		title, content, extra = &p.Title, &p.Content, &p.Extra
	case *cms.PageParams:
		title, content, extra = &p.Title, &p.Content, &p.Extra
	case *cms.BlockParams:
		title, content, extra = &p.Title, &p.Content, &p.Extra
	case *cms.MenuItemParams:
		title, content, extra = &p.Title, &p.URL, &p.Extra
	case *media.Params:
		title, content, extra = &p.Title, new(*string), &p.Extra
	}
	switch name { // what a create is filled with makes room
	case "title":
		*title = nil
	case "content", "url":
		*content = nil
	}
	if err := extra.Set(name, json.RawMessage(value)); err != nil {
		panic(err)
	}
}
