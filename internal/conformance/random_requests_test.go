package conformance

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tableOperation is a line of the table of operations.
type tableOperation struct {
	Service, Group, Method, Path string
	Args                         []tableArgument
}

// tableArgument is one of an operation, or a member of another.
type tableArgument struct {
	Name, Type, In string
	Enum           []any
	Items          *tableArgument
	Properties     map[string]tableArgument
	Min, Max       *int
}

// made stands in a path or a value for the id of the record that an earlier request
// of the sequence made.
type made int

// randomRequest is one of a sequence.
type randomRequest struct {
	role   role
	method string
	path   string // with {0} in the place of a made id
	query  [][2]any
	body   map[string]any // nil for none
	form   bool
	id     any // int64 or made, what {0} stands for
	parent any
}

// group is what the request is about: "posts".
func (r randomRequest) group() string { return strings.Split(r.path, "/")[3] }

// String is the request as a reader sees it.
func (r randomRequest) String() string {
	path := strings.NewReplacer("{id}", fmt.Sprint(r.id), "{parent}", fmt.Sprint(r.parent)).Replace(r.path)
	out := fmt.Sprintf("%-11s %s %s", r.role, r.method, path)
	for _, q := range r.query {
		out += fmt.Sprintf(" %s=%v", q[0], q[1])
	}
	if r.body != nil {
		raw, _ := json.Marshal(r.body)
		out += " " + string(raw)
	}
	if r.form {
		out += " (form)"
	}
	return out
}

// ask is the request as it is sent, with the ids that the records made before have there.
func (r randomRequest) ask(s *site, ids []int64) rawRequest {
	id := func(v any) string {
		if m, ok := v.(made); ok {
			v = idOf(ids, m)
		}
		return fmt.Sprint(v)
	}
	ask := rawRequest{method: r.method, path: strings.TrimPrefix(strings.NewReplacer("{id}", id(r.id), "{parent}", id(r.parent)).Replace(r.path), "/")}
	query := url.Values{}
	for _, q := range r.query {
		addQuery(query, q[0].(string), q[1], ids)
	}
	if len(query) > 0 {
		ask.path += "?" + s.spell(query.Encode())
	}
	switch {
	case r.body == nil:
	case r.form:
		form := url.Values{}
		for name, value := range r.body {
			addQuery(form, name, value, ids)
		}
		ask.body, ask.contentType = form.Encode(), "application/x-www-form-urlencoded"
	default:
		raw, _ := json.Marshal(filled(r.body, ids))
		ask.body = string(raw)
	}
	return ask
}

func idOf(ids []int64, m made) int64 {
	if int(m) < len(ids) && ids[m] != 0 {
		return ids[m]
	}
	return 987654
}

// filled is a value with the ids of what was made.
func filled(v any, ids []int64) any {
	switch v := v.(type) {
	case made:
		return idOf(ids, v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = filled(v[i], ids)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for name, value := range v {
			out[name] = filled(value, ids)
		}
		return out
	}
	return v
}

// addQuery writes a value as the arguments of an address do.
func addQuery(q url.Values, name string, v any, ids []int64) {
	switch v := filled(v, ids).(type) {
	case []any:
		for _, e := range v {
			addQuery(q, name+"[]", e, ids)
		}
	case map[string]any:
		for member, value := range v {
			addQuery(q, name+"["+member+"]", value, ids)
		}
	case nil:
		q.Set(name, "")
	default:
		q.Add(name, fmt.Sprint(v))
	}
}

// dice draws requests from the table of operations and from the documents.
type dice struct {
	*rand.Rand

	operations []tableOperation
	documents  *documents
	made       []string // the kinds of what the sequence made, by the number of the request; "" for nothing
}

// newDice reads the operations of the content interface, and what cmstest has beyond them.
func newDice(t testing.TB, docs *documents, seed uint64) *dice {
	t.Helper()
	raw, err := os.ReadFile("../ledger/testdata/operations.json")
	if err != nil {
		t.Fatal(err)
	}
	var table struct{ Operations []tableOperation }
	if err := json.Unmarshal(raw, &table); err != nil {
		t.Fatal(err)
	}
	d := &dice{Rand: rand.New(rand.NewPCG(seed, 1)), documents: docs}
	for _, o := range table.Operations {
		if strings.HasPrefix(o.Path, "/cms/v2/") && !strings.HasSuffix(o.Path, "/sideload") {
			d.operations = append(d.operations, o)
		}
	}
	for _, kind := range []string{"categories", "tags"} {
		args := []tableArgument{{Name: "per_page", Type: "integer"}, {Name: "page", Type: "integer"}, {Name: "include", Type: "array", Items: &tableArgument{Type: "integer"}},
			{Name: "search", Type: "string"}, {Name: "order", Type: "string", Enum: []any{"asc", "desc"}}, {Name: "slug", Type: "array", Items: &tableArgument{Type: "string"}}, contextArgument()}
		d.operations = append(d.operations, tableOperation{Group: kind, Method: "GET", Path: "/cms/v2/" + kind, Args: args},
			tableOperation{Group: kind, Method: "GET", Path: "/cms/v2/" + kind + "/{id}", Args: []tableArgument{contextArgument()}})
	}
	return d
}

func contextArgument() tableArgument {
	return tableArgument{Name: "context", Type: "string", In: "query", Enum: []any{"view", "embed", "edit"}}
}

func pick[T any](d *dice, list ...T) T { return list[d.IntN(len(list))] }

// chance is true in so many of a hundred cases.
func (d *dice) chance(percent int) bool { return d.IntN(100) < percent }

// next draws a request. write says that it may change something.
func (d *dice) next(write bool) randomRequest {
	o := pick(d, d.operations...)
	for (o.Method != "GET") != write {
		o = pick(d, d.operations...)
	}
	parts := strings.Split(o.Path, "/")
	kind := parts[3]
	r := randomRequest{method: o.Method, path: o.Path, role: pick(d, admin, admin, editor, author, contributor, subscriber, nobody)}
	if write && d.chance(50) {
		r.role = admin
	}
	inner := kind
	if len(parts) > 5 {
		inner = parts[5]
	}
	if strings.Contains(o.Path, "{parent}") {
		r.parent, r.id = d.id(kind), d.id(inner)
		if list := d.documents.kinds[inner]; len(list) > 0 && d.chance(60) {
			one := pick(d, list...)
			r.id, r.parent = one.id(), one.int("parent")
		}
	} else {
		r.id = d.id(kind)
	}
	body := map[string]any{}
	for range pick(d, 0, 1, 1, 2, 2, 3, 4, 5) {
		if len(o.Args) == 0 {
			break
		}
		a := pick(d, o.Args...)
		v := d.value(kind, a)
		if o.Method == "GET" || a.In == "query" || o.Method == "DELETE" {
			r.query = append(r.query, [2]any{a.Name, v})
			continue
		}
		body[a.Name] = v
	}
	if write && o.Method != "DELETE" {
		d.needed(o, body)
		r.body = body
		r.form = d.chance(8)
	}
	if d.chance(10) {
		r.query = append(r.query, [2]any{"_fields", pick(d, "id", "id,title", "title.raw,slug", "nothing", "id,_links", "meta", "guid.rendered,link")})
	}
	if d.chance(6) {
		r.query = append(r.query, [2]any{"_embed", pick[any](d, "1", "author", "true")})
	}
	r.query = unique(r.query)
	return r
}

func unique(query [][2]any) [][2]any {
	seen := map[any]bool{}
	return slices.DeleteFunc(query, func(q [2]any) bool {
		again := seen[q[0]]
		seen[q[0]] = true
		return again
	})
}

// needed fills in, mostly, what a creation is refused without.
func (d *dice) needed(o tableOperation, body map[string]any) {
	if o.Method != "POST" || strings.Contains(o.Path, "{") || !d.chance(80) {
		return
	}
	switch o.Group {
	case "posts", "pages", "blocks":
		if _, ok := body["title"]; !ok {
			body["title"] = d.word()
		}
	case "menu-items":
		body["title"], body["url"] = d.word(), "https://example.org/"+d.word()
	}
}

// id draws one of a kind: of a document, of what the sequence made, or one that is none.
func (d *dice) id(kind string) any {
	if d.chance(35) {
		var mine []int
		for i, k := range d.made {
			if k == kind {
				mine = append(mine, i)
			}
		}
		if len(mine) > 0 {
			return made(pick(d, mine...))
		}
	}
	if list := d.documents.kinds[kind]; len(list) > 0 && !d.chance(5) {
		return pick(d, list...).id()
	}
	return pick[int64](d, 0, 1, 181, 987654, 99)
}

func (d *dice) word() string {
	return pick(d, "Alpha", "beta gamma", "Ünïcode – “quotes”", "<b>bold</b> & more", "kk-subsets", "a -- b", "don't", "1234", "x", "<!-- wp:paragraph --><p>Hi</p><!-- /wp:paragraph -->", "line\none", "  spaces  ", "50% off", `back\slash`)
}

// kinds are those that an argument names ids of.
func kindOf(kind, name string) string {
	switch name {
	case "author", "author_exclude":
		return "users"
	case "categories", "categories_exclude":
		return "categories"
	case "tags", "tags_exclude":
		return "tags"
	case "menus", "menus_exclude":
		return "menus"
	case "featured_media":
		return "media"
	case "post", "object_id":
		return "posts"
	}
	return kind
}

// value draws one of an argument, one in ten of which is none.
func (d *dice) value(kind string, a tableArgument) any {
	if d.chance(10) {
		return pick[any](d, "", "none", -1, 0, 1.5, true, nil, []any{}, map[string]any{"a": 1}, "9999999999", []any{"x", 1}, "ÿ")
	}
	if len(a.Enum) > 0 {
		return pick(d, a.Enum...)
	}
	switch a.Type {
	case "integer", "number":
		return d.number(kind, a)
	case "boolean", "boolean|null":
		return pick[any](d, true, false, "true", "0", 1, "yes")
	case "datetime", "datetime|null":
		return d.date()
	case "array":
		return d.array(kind, a)
	case "array|object":
		if d.chance(70) {
			return d.array(kind, a)
		}
		return map[string]any{"terms": d.array(kind, a), "operator": pick(d, "AND", "OR"), "include_children": d.chance(50)}
	case "object", "string|object":
		return d.object(a)
	case "uri":
		return pick(d, "https://example.org/a?b=c&d", "/relative", "mailto:a@b.example", "javascript:alert(1)", "#top", "example.org")
	}
	return d.text(kind, a)
}

func (d *dice) number(kind string, a tableArgument) any {
	switch {
	case a.Name == "per_page":
		return pick(d, 1, 2, 5, 10, 50, 100, 101, 0)
	case a.Name == "page", a.Name == "offset":
		return pick(d, 1, 2, 3, 40)
	case a.Name == "menu_order":
		return pick(d, 0, 1, 2, 7, -3)
	case a.Max != nil:
		return pick(d, 0, 1, *a.Max, *a.Max+1)
	}
	return d.id(kindOf(kind, a.Name))
}

func (d *dice) array(kind string, a tableArgument) any {
	var out []any
	for range pick(d, 1, 1, 2, 3) {
		switch {
		case a.Items != nil && len(a.Items.Enum) > 0:
			out = append(out, pick(d, a.Items.Enum...))
		case a.Items != nil && a.Items.Type == "integer":
			out = append(out, d.id(kindOf(kind, a.Name)))
		default:
			out = append(out, d.text(kind, a))
		}
	}
	return out
}

// text draws a text: often one that the documents hold.
func (d *dice) text(kind string, a tableArgument) string {
	list := d.documents.kinds[kind]
	if len(list) > 0 {
		one := pick(d, list...)
		switch {
		case a.Name == "slug" && d.chance(60):
			return one.text("slug")
		case a.Name == "search":
			words := strings.Fields(one.text("title") + " the")
			return pick(d, words...)
		}
	}
	switch a.Name {
	case "template":
		return pick(d, "", "none.php", "default")
	case "password":
		return pick(d, "", "secret", "horse")
	case "mime_type":
		return pick(d, "image/png", "image/jpeg", "image/*", "text/plain")
	}
	return d.word()
}

func (d *dice) object(a tableArgument) any {
	switch {
	case a.Name == "meta":
		return map[string]any{pick(d, "footnotes", "footnotes", "unknown", "cms_pattern_sync_status"): pick[any](d, "", "[]", `[{"id":"a","content":"b"}]`, "unsynced", 5)}
	case d.chance(50):
		return d.word()
	}
	return map[string]any{pick(d, "raw", "raw", "raw", "rendered"): d.word()}
}

func (d *dice) date() string {
	date := fmt.Sprintf("%s-%02d-%02dT%02d:30:00", strconv.Itoa(pick(d, 2019, 2024, 2025, 2026, 2031)), 1+d.IntN(12), 1+d.IntN(31), d.IntN(24))
	return date + pick(d, "", "", "", "Z", "+02:00")
}
