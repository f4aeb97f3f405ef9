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
			name: one.Field + "=" + value, field: listed, target: one.Target, role: one.As, not: one.Not, stored: stored, touched: one.Touched,
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
			answer, err = sendLoosely(t.Context(), s.as(who), c.of(s.as(who)).UpdateRequest(id, params), cms.UpdateMethod(cmp.Or(step.Method, "POST")))
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
		checkUnchanged(t, before, after, append(slices.Collect(maps.Keys(one.Stored)), append(one.Touched, "modified", "modified_gmt", "revisions")...)...)
	}
}
