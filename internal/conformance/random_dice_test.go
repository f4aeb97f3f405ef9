package conformance

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
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
		if o.Method == "GET" && strings.HasPrefix(o.Path, "/cms/v2/") && strings.Count(o.Path, "/") == 3 { // lists have the most arguments
			d.operations = append(d.operations, o, o, o, o, o)
		}
	}
	integers := &tableArgument{Type: "integer"}
	for _, kind := range []string{"categories", "tags", "menus", "cms_pattern_category"} {
		args := []tableArgument{
			{Name: "per_page", Type: "integer"}, {Name: "page", Type: "integer"}, {Name: "include", Type: "array", Items: integers}, {Name: "exclude", Type: "array", Items: integers},
			{Name: "search", Type: "string"}, {Name: "order", Type: "string", Enum: []any{"asc", "desc"}}, {Name: "orderby", Type: "string", Enum: []any{"id", "include", "name", "slug", "count"}},
			{Name: "hide_empty", Type: "boolean"}, {Name: "post", Type: "integer"}, {Name: "slug", Type: "array", Items: &tableArgument{Type: "string"}}, contextArgument(),
		}
		d.operations = append(d.operations, tableOperation{Group: kind, Method: "GET", Path: "/cms/v2/" + kind, Args: args},
			tableOperation{Group: kind, Method: "GET", Path: "/cms/v2/" + kind + "/{id}", Args: []tableArgument{contextArgument()}})
	}
	d.operations = append(d.operations, tableOperation{Group: "users", Method: "GET", Path: "/cms/v2/users/{id}", Args: []tableArgument{contextArgument()}},
		tableOperation{Group: "users", Method: "GET", Path: "/cms/v2/users/me", Args: []tableArgument{contextArgument()}})
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
	switch {
	case write && d.chance(6):
		return d.batch()
	case write && d.chance(6):
		return d.upload()
	case !write && d.chance(4):
		return d.oembed()
	}
	return d.odd(d.plain(write))
}

func (d *dice) role(write bool) role {
	if write && d.chance(50) {
		return admin
	}
	return pick(d, admin, admin, editor, author, contributor, subscriber, nobody)
}

// plain draws a request for an operation of the table.
func (d *dice) plain(write bool) randomRequest {
	o := pick(d, d.operations...)
	for (o.Method != "GET") != write {
		o = pick(d, d.operations...)
	}
	parts := strings.Split(o.Path, "/")
	kind := parts[3]
	r := randomRequest{method: o.Method, path: o.Path, role: d.role(write)}
	d.address(&r, parts)
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
	for _, a := range o.Args {
		if a.Name == "orderby" && d.chance(35) {
			r.query = append(r.query, [2]any{a.Name, pick(d, a.Enum...)})
		}
	}
	if write && o.Method != "DELETE" {
		d.needed(o, body)
		r.body = body
		r.form = d.chance(8)
	}
	if d.chance(10) {
		fields := pick(d, "id", "id,title", "title.raw,slug", "nothing", "id,_links", "meta", "guid.rendered,link")
		if !strings.Contains(o.Path, "{") {
			fields += ",id" // without it nothing tells that the order of a list is as good as another
		}
		r.query = append(r.query, [2]any{"_fields", fields})
	}
	if d.chance(6) {
		r.query = append(r.query, [2]any{"_embed", pick[any](d, "1", "author", "true")})
	}
	r.query = unique(r.query)
	return r
}

// address draws the ids of the path.
func (d *dice) address(r *randomRequest, parts []string) {
	kind, inner := parts[3], parts[3]
	if len(parts) > 5 {
		inner = parts[5]
	}
	if !strings.Contains(r.path, "{parent}") {
		r.id = d.id(kind)
		return
	}
	r.parent, r.id = d.id(kind), d.id(inner)
	if list := d.documents.kinds[inner]; len(list) > 0 && d.chance(60) {
		one := pick(d, list...)
		r.id, r.parent = one.id(), one.int("parent")
	}
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
