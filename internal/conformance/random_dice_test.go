package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
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
	d.operations = append(d.operations, coreOperations(t, "categories", "tags", "menus", "cms_pattern_category", "types", "taxonomies", "statuses", "menu-locations", "search", "settings", "navigation")...)
	d.operations = append(d.operations, peopleOperations()...)
	return d
}

// coreOperations are those of a stock WordPress that the table of the specification does not have, of some groups. What a
// path has for the name of a thing is {id} here.
func coreOperations(t testing.TB, groups ...string) []tableOperation {
	t.Helper()
	raw, err := os.ReadFile("../../cms/cmsgen/testdata/core.json")
	if err != nil {
		t.Fatal(err)
	}
	type property struct {
		Type  []string
		Enum  []any
		Items *struct {
			Type []string
			Enum []any
		}
	}
	var core struct {
		Routes map[string]struct {
			Endpoints []struct {
				Methods []string
				Args    map[string]property
			}
		}
	}
	if err := json.Unmarshal(raw, &core); err != nil {
		t.Fatal(err)
	}
	var out []tableOperation
	for _, path := range slices.Sorted(maps.Keys(core.Routes)) {
		parts := strings.Split(path, "/")
		if len(parts) < 4 || parts[2] != "v2" || !slices.Contains(groups, parts[3]) {
			continue
		}
		for _, e := range core.Routes[path].Endpoints {
			var args []tableArgument
			for _, name := range slices.Sorted(maps.Keys(e.Args)) {
				if name == "url" {
					continue // of a site: without it, it answers nothing any more
				}
				is := e.Args[name]
				a := tableArgument{Name: name, Type: strings.Join(is.Type, "|"), Enum: is.Enum}
				if is.Items != nil {
					a.Items = &tableArgument{Type: strings.Join(is.Items.Type, "|"), Enum: is.Items.Enum}
				}
				args = append(args, a)
			}
			for _, method := range e.Methods {
				out = append(out, tableOperation{Service: "cms", Group: parts[3], Method: method, Path: plainPath(path), Args: args})
			}
		}
	}
	return out
}

// plainPath has {parent} and {id} for all that stands for many.
func plainPath(path string) string {
	return pathVariable.ReplaceAllStringFunc(path, func(found string) string {
		if strings.Contains(found, "parent") {
			return "{parent}"
		}
		return "{id}"
	})
}

var pathVariable = regexp.MustCompile(`\(\?P<\w+>[^()]*\)|\{\w+\}`)

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

// after draws a request that shows what a request has changed, sent by who may see all of it.
func (d *dice) after(r randomRequest, created bool) randomRequest {
	look := randomRequest{method: "GET", role: admin, id: r.id, parent: r.parent, path: strings.TrimSuffix(r.path, "/autosaves")}
	if created && !strings.HasSuffix(r.path, "/autosaves") {
		look.path, look.id = r.path+"/{id}", made(len(d.made)-1)
	}
	if strings.HasSuffix(look.path, "/{id}") && d.chance(40) {
		look.path += pick(d, "/revisions", "/autosaves")
	}
	look.path = strings.Replace(look.path, "{id}/revisions", "{parent}/revisions", 1)
	if strings.Contains(look.path, "{parent}/revisions") {
		look.parent = look.id
	}
	look.query = append(look.query, [2]any{"context", "edit"})
	return look
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
	r.path = strings.Replace(r.path, "{user_id}", fmt.Sprint(pick[any](d, 1, 3, 5, 6, "me", "me", 99)), 1)
	body := map[string]any{}
	arguments := pick(d, 0, 1, 1, 2, 2, 3, 4, 5)
	if write {
		arguments = pick(d, 0, 1, 2, 3, 4, 5, 6, 8)
	}
	for range arguments {
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
		if d.chance(2) {
			body["id"] = pick[any](d, 0, "", "0", false, 5, 101)
		}
		r.body = body
		r.form = d.chance(8)
	}
	if d.chance(10) {
		fields := pick(d, "id", "id,title", "title.raw,slug", "nothing", "id,_links", "meta", "guid.rendered,link")
		if !strings.HasSuffix(o.Path, "{id}") {
			fields += ",id,date,menu_order" // without them nothing tells that the order of a list is as good as another
		}
		r.query = append(r.query, [2]any{"_fields", fields})
	}
	if d.chance(6) {
		r.query = append(r.query, [2]any{"_embed", pick[any](d, "1", "author", "true")})
	}
	r.query = unique(r.query)
	if d.chance(4) {
		r.extra = pick(d, "x[=1", "per_page[=1", "include[]=101&include[]=102", "include=101,102,,103", "include[5]=101&include[3]=102", "include[a]=101", "slug[]=aa&slug[", "per_page=5&per_page=3", "page[]=2", "order[]=asc",
			"context[]=edit", "context=edit&context=view", "search[]=a", "=1", "&&", "%", "a%5B%5D=1", "include%5B%5D=101", "per.page=1", "per_page=%205", "per_page=5x", "per_page=1e1", "per_page=+5", "Per_Page=1", "_fields[]=id&_fields[]=title",
			"_fields=id%20title", "_fields=", "_embed[]=author", "page=2#x", "status[]=publish&status[]=draft", "status=publish,draft", "orderby=ID", "offset=0", "exclude=", "unknown=1")
	}
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
	case "comments":
		if _, ok := body["post"]; !ok {
			body["post"] = pick(d, 110, 119, 124, 107, 128, 301)
		}
		if _, ok := body["content"]; !ok {
			body["content"] = d.word()
		}
	case "users":
		for name, value := range map[string]any{"username": pick(d, "lee", "LEE", "a b", "pat.x"), "email": pick(d, "lee@site.test", "pat&x@site.test"), "password": "x"} {
			if _, ok := body[name]; !ok {
				body[name] = value
			}
		}
	case "categories", "tags", "menus", "cms_pattern_category":
		if _, ok := body["name"]; !ok {
			body["name"] = d.word()
		}
	case "menu-items":
		body["title"], body["url"] = d.word(), "https://example.org/"+d.word()
	}
}

// id draws one of a kind: of a document, of what the sequence made, or one that is none.
func (d *dice) id(kind string) any {
	switch kind { // these have names
	case "types":
		return pick(d, "post", "page", "attachment", "nav_menu_item", "cms_block", "cms_navigation", "revision", "none")
	case "taxonomies":
		return pick(d, "category", "post_tag", "nav_menu", "cms_pattern_category", "post_format", "none")
	case "statuses":
		return pick(d, "publish", "draft", "pending", "private", "trash", "inherit", "none")
	case "menu-locations":
		return "none"
	}
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
