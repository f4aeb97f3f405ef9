package conformance

import (
	"fmt"
	"strings"
)

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
		r.extra = pick(d, "x[=1", "per_page[=1", "include[]=101&include[]=102", "include=101,102,,103",
			"include[5]=101&include[3]=102", "include[a]=101", "slug[]=aa&slug[", "per_page=5&per_page=3",
			"page[]=2", "order[]=asc",
			"context[]=edit", "context=edit&context=view", "search[]=a", "=1", "&&", "%", "a%5B%5D=1", "include%5B%5D=101",
			"per.page=1", "per_page=%205", "per_page=5x", "per_page=1e1", "per_page=+5", "Per_Page=1",
			"_fields[]=id&_fields[]=title",
			"_fields=id%20title", "_fields=", "_embed[]=author", "page=2#x", "status[]=publish&status[]=draft",
			"status=publish,draft", "orderby=ID", "offset=0", "exclude=", "unknown=1")
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
		for name, value := range map[string]any{"username": pick(d, "lee", "LEE", "a b", "pat.x"),
			"email": pick(d, "lee@site.test", "pat&x@site.test"), "password": "x"} {
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
