package conformance

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// step is one of the writes of a course.
type step struct {
	Body   json.RawMessage // of a create, if the course has no target and it is the first; otherwise of an update
	Method string          // POST if empty
	As     role            // that of the course if empty
	Answer record
	Fresh  bool // creates another record, which the following steps are about
}

// course is a number of writes to one record, and what it then is: a row of testdata/tables/courses.json.
type course struct {
	Name   string
	As     role
	Target int64 // 0: the first step creates
	Steps  []step
	Stored record
	// Alone says that an update changes only the members of Stored, and those of Touched.
	Alone   bool
	Touched []string
}

func (c collection[T, P, L]) courses(on targets) []scenario {
	return c.run(table[course]("courses", c.name, on.placeholders(c.name)...))
}

func (c collection[T, P, L]) run(list []course) []scenario {
	var out []scenario
	for _, one := range list {
		caller := cmp.Or(one.As, admin)
		out = append(out, scenario{
			collection: c.name, kind: writing, role: caller, name: one.Name,
			run: func(t *testing.T, s *site, _ *cms.Client) { c.take(t, s, caller, one) },
		})
	}
	return out
}

func (c collection[T, P, L]) take(t *testing.T, s *site, caller role, one course) {
	t.Helper()
	id := one.Target
	var before record
	if id != 0 {
		before = s.stored(t, c.name, id)
	}
	for i, step := range one.Steps {
		who := cmp.Or(step.As, caller)
		params := new(P)
		body, _ := decoded(string(step.Body)).(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(body)) {
			assign(params, name, asJSON(t, body[name]))
		}
		var answer *T
		var err error
		if id == 0 || step.Fresh {
			answer, err = sendLoosely(t.Context(), s.as(who), c.of(s.as(who)).CreateRequest(params))
		} else {
			method := cms.UpdateMethod(cmp.Or(step.Method, "POST"))
			answer, err = sendLoosely(t.Context(), s.as(who), c.of(s.as(who)).UpdateRequest(id, params), method)
		}
		if err != nil {
			t.Fatalf("step %d: %v", i+1, err)
		}
		id = c.id(answer)
		if got, want := asJSON(t, members(answer, step.Answer)), asJSON(t, step.Answer); got != want {
			t.Errorf("step %d answers %s, want %s", i+1, got, want)
		}
	}
	last := one.Steps[len(one.Steps)-1].Answer
	again, err := c.of(s.as(admin)).Get(t.Context(), id, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := asJSON(t, members(again, last)), asJSON(t, last); got != want {
		t.Errorf("read again, it is %s, want %s", got, want)
	}
	after := s.stored(t, c.name, id)
	for name, want := range one.Stored {
		if got := stamp(name, after[name]); asJSON(t, got) != asJSON(t, want) {
			t.Errorf("%s is stored as %s, want %s", name, asJSON(t, got), asJSON(t, want))
		}
	}
	if one.Alone {
		changed := slices.AppendSeq(slices.Clone(one.Touched), maps.Keys(one.Stored))
		checkUnchanged(t, before, after, append(changed, "modified", "modified_gmt", "revisions")...)
	}
}
