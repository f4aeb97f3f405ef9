package conformance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
	"github.com/fontcms/fontcms-go/media"
)

// change is what a body makes of a field, for collections whose records resemble each other. Values are JSON.
type change struct {
	field, value string
	// answer are members of the answer, nested ones with a dot; {field: value} if it is nil.
	answer record
	// stored are those of the second opinion; as answer if it is nil.
	stored  record
	touched []string // members that an update may change besides
	not     string   // "create" or "update"
	role    role
	// unlisted fields are not in the index.
	unlisted bool
}

// changing turns changes into cases of the fields of a collection.
func (c collection[T, P, L]) changing(list []change) []fieldCase[T, P] {
	var out []fieldCase[T, P]
	for _, one := range list {
		answer := one.answer
		if answer == nil {
			answer = record{one.field: decoded(one.value)}
		}
		stored := one.stored
		if stored == nil {
			stored = answer
		}
		listed := one.field
		if one.unlisted {
			listed = ""
		}
		out = append(out, fieldCase[T, P]{
			name: one.field + "=" + one.value, field: listed, role: one.role, not: one.not, stored: stored, touched: one.touched,
			set:  func(p *P) { assign(p, one.field, one.value) },
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

func canonical(body []byte) string {
	out, err := json.Marshal(decoded(string(body)))
	if err != nil {
		panic(err)
	}
	return string(out)
}

func decoded(value string) any {
	var v any
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		panic(fmt.Sprintf("%s: %v", value, err)) // a mistake in a table
	}
	return v
}

// members are those of a record of the client that are wanted, under the names they have on the wire.
func members(v any, wanted record) record {
	raw, err := wire.Marshal(v)
	if err != nil {
		panic(err)
	}
	all, _ := decoded(string(raw)).(map[string]any)
	out := record{}
	for path := range wanted {
		out[path] = member(all, path)
	}
	return out
}

func member(all map[string]any, path string) any {
	var at any = all
	for name := range strings.SplitSeq(path, ".") {
		object, _ := at.(map[string]any)
		at = object[name]
	}
	return stamp(path, at)
}

// soon stands for a moment that is that of the request.
const soon = "now"

// stamp replaces a date by soon if it is that of the request.
func stamp(name string, value any) any {
	text, _ := value.(string)
	zone := time.UTC
	if !strings.HasSuffix(name, "_gmt") {
		zone = berlin
	}
	if at, err := time.ParseInLocation("2006-01-02T15:04:05", text, zone); err == nil && time.Since(at).Abs() < 2*time.Minute {
		return soon
	}
	return value
}

// berlin is the zone of the site.
var berlin = func() *time.Location {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	return zone
}()

// step is one of the writes of a course.
type step struct {
	body   string // of a create, if the course has no target and it is the first; otherwise of an update
	method string // POST if empty
	role   role   // that of the course if empty
	answer record
	fresh  bool // creates another record, which the following steps are about
}

// course is a number of writes to one record, and what it then is.
type course struct {
	name   string
	role   role
	target int64 // 0: the first step creates
	needs  []need
	steps  []step
	stored record
	// alone says that an update changes only the members of stored, and those of touched.
	alone   bool
	touched []string
}

func (c collection[T, P, L]) courses(list []course) []scenario {
	var out []scenario
	for _, one := range list {
		caller := cmp.Or(one.role, admin)
		out = append(out, scenario{
			collection: c.name, kind: writing, role: caller, name: one.name, needs: one.needs,
			run: func(t *testing.T, s *site, _ *cms.Client) { c.take(t, s, caller, one) },
		})
	}
	return out
}

func (c collection[T, P, L]) take(t *testing.T, s *site, caller role, one course) {
	t.Helper()
	id := one.target
	var before record
	if id != 0 {
		before = s.stored(t, c.name, id)
	}
	for i, step := range one.steps {
		who := cmp.Or(step.role, caller)
		params := new(P)
		body, _ := decoded(step.body).(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(body)) {
			assign(params, name, asJSON(t, body[name]))
		}
		var answer *T
		var err error
		if id == 0 || step.fresh {
			answer, err = sendLoosely(t.Context(), s.as(who), c.of(s.as(who)).CreateRequest(params))
		} else {
			answer, err = sendLoosely(t.Context(), s.as(who), c.of(s.as(who)).UpdateRequest(id, params), cms.UpdateMethod(cmp.Or(step.method, "POST")))
		}
		if err != nil {
			t.Fatalf("step %d: %v", i+1, err)
		}
		id = c.id(answer)
		if got, want := asJSON(t, members(answer, step.answer)), asJSON(t, step.answer); got != want {
			t.Errorf("step %d answers %s, want %s", i+1, got, want)
		}
	}
	last := one.steps[len(one.steps)-1].answer
	again, err := c.of(s.as(admin)).Get(t.Context(), id, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := asJSON(t, members(again, last)), asJSON(t, last); got != want {
		t.Errorf("read again, it is %s, want %s", got, want)
	}
	after := s.stored(t, c.name, id)
	for name, want := range one.stored {
		if got := stamp(name, after[name]); asJSON(t, got) != asJSON(t, want) {
			t.Errorf("%s is stored as %s, want %s", name, asJSON(t, got), asJSON(t, want))
		}
	}
	if one.alone {
		checkUnchanged(t, before, after, append(slices.Collect(maps.Keys(one.stored)), append(one.touched, "modified", "modified_gmt", "revisions")...)...)
	}
}
