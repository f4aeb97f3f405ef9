package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// batchCase is a batch and what must become of each item.
type batchCase struct {
	role     role
	name     string
	strict   bool     // require-all-validate
	items    []string // JSON
	want     string   // of each item the status, the code of an error and the methods in brackets, "-" for one that was not run
	needs    []need
	path     string // of the batch, with a query
	members  []string
	after    func(t *testing.T, s *site, body any)
	envelope bool
}

const (
	allMethods = " [GET, POST, PUT, PATCH, DELETE]"
	both       = " [GET, POST]"
)

func batches(list []batchCase) []scenario {
	var out []exchange
	for _, one := range list {
		validation := "normal"
		if one.strict {
			validation = "require-all-validate"
		}
		k := writing
		if !strings.Contains(one.want, "20") {
			k = failing
		}
		members := one.members
		if strings.Contains(one.want, "-;") || strings.HasSuffix(one.want, "-") {
			members = append(members, `failed="validation"`)
		} else if !one.envelope {
			members = append(members, "!failed")
		}
		status, allow := 207, "POST"
		if one.envelope {
			status, allow = 200, ""
		}
		out = append(out, exchange{
			collection: "batch", kind: k, role: one.role, name: one.name, needs: append(one.needs, need{"/batch/v1", "POST", "requests"}),
			method: "POST", path: "/batch/v1" + one.path, body: fmt.Sprintf(`{"validation":%q,"requests":[%s]}`, validation, strings.Join(one.items, ",")),
			status: status, headers: map[string]string{"Allow": allow}, want: members,
			after: func(t *testing.T, s *site, body any) {
				if one.envelope {
					body, _ = memberOf(body, "body")
				}
				if got := batchBrief(body); got != one.want {
					t.Errorf("the items came to\n\t%s, want\n\t%s", got, one.want)
				}
				if one.after != nil {
					one.after(t, s, body)
				}
			},
		})
	}
	return exchanges(out)
}

func batchBrief(body any) string {
	responses, _ := memberOf(body, "responses")
	list, ok := responses.([]any)
	if !ok {
		return "no responses"
	}
	out := make([]string, len(list))
	for i, one := range list {
		item, ran := one.(map[string]any)
		if !ran {
			out[i] = "-"
			continue
		}
		out[i] = fmt.Sprint(item["status"])
		if inner, _ := item["body"].(map[string]any); inner["code"] != nil {
			out[i] += " " + fmt.Sprint(inner["code"])
		}
		switch headers := item["headers"].(type) {
		case map[string]any:
			if headers["Allow"] != nil {
				out[i] += " [" + fmt.Sprint(headers["Allow"]) + "]"
			}
		case []any: // empty
		default:
			out[i] += " without headers"
		}
	}
	return strings.Join(out, "; ")
}

// madeID is the id of the record that an item of a batch made.
func madeID(t *testing.T, body any, item string) int64 {
	t.Helper()
	id := body
	for _, name := range []string{"responses", item, "body", "id"} {
		next, ok := memberOf(id, name)
		if !ok {
			t.Fatalf("item %s has no id", item)
		}
		id = next
	}
	return record{"id": id}.id()
}

func hasTitle(kind string, id int64, title string) func(*testing.T, *site, any) {
	return func(t *testing.T, s *site, _ any) {
		if got := s.stored(t, kind, id).text("title"); got != title {
			t.Errorf("%s %d has the title %q, want %q", kind, id, got, title)
		}
	}
}

func hasStatus(kind string, id int64, status string) func(*testing.T, *site, any) {
	return func(t *testing.T, s *site, _ any) {
		if got := s.stored(t, kind, id).text("status"); got != status {
			t.Errorf("%s %d has the status %q, want %q", kind, id, got, status)
		}
	}
}

func isGone(kind string, id int64) func(*testing.T, *site, any) {
	return func(t *testing.T, s *site, _ any) {
		if r := s.stored(t, kind, id); r != nil {
			t.Errorf("%s %d is there still", kind, id)
		}
	}
}

func batchScenarios() []scenario {
	return slices.Concat(
		batches(batchOfKind("posts", 101, 103, "Kerning in practice")), batches(batchOfKind("pages", 201, 204, "Guide")),
		batches(batchRoutes()), batches(batchItems()), batches(batchRoles()), exchanges(batchRefusals()), batchBuilders(),
	)
}

// batchOfKind are batches over a collection, of which two records are published.
func batchOfKind(kind string, first, second int64, title string) []batchCase {
	base := "/cms/v2/" + kind
	at, other := fmt.Sprintf("%s/%d", base, first), fmt.Sprintf("%s/%d", base, second)
	item := func(method, path, body string) string {
		return fmt.Sprintf(`{"method":%q,"path":%q,"body":%s}`, method, path, body)
	}
	named := func(name string) string { return kind + ": " + name }
	return []batchCase{
		{role: admin, name: named("two are made"), items: []string{item("POST", base, `{"title":"One"}`), item("POST", base, `{"title":"Two","status":"publish"}`)},
			want: "201" + both + "; 201" + both, members: []string{"responses>0>headers>Location", `responses>1>body>slug="two"`, `responses>0>body>title>raw="One"`},
			after: func(t *testing.T, s *site, body any) {
				for i, title := range []string{"One", "Two"} {
					hasTitle(kind, madeID(t, body, fmt.Sprint(i)), title)(t, s, body)
				}
			}},
		{role: admin, name: named("the default method is POST"), items: []string{`{"path":"` + at + `","body":{"title":"By default"}}`}, want: "200" + allMethods, after: hasTitle(kind, first, "By default")},
		{role: admin, name: named("updated by PUT"), items: []string{item("PUT", at, `{"title":"By PUT"}`)}, want: "200" + allMethods, after: hasTitle(kind, first, "By PUT")},
		{role: admin, name: named("updated by PATCH"), items: []string{item("PATCH", at, `{"title":"By PATCH"}`)}, want: "200" + allMethods, after: hasTitle(kind, first, "By PATCH")},
		{role: admin, name: named("moved to the trash"), items: []string{item("DELETE", at, `{}`)}, want: "200" + allMethods, members: []string{`responses>0>body>status="trash"`}, after: hasStatus(kind, first, "trash")},
		{role: admin, name: named("deleted by force in the path"), items: []string{`{"method":"DELETE","path":"` + at + `?force=true"}`}, want: "200",
			members: []string{`responses>0>body>deleted=true`, fmt.Sprintf(`responses>0>body>previous>id=%d`, first), "responses>0>headers=[]"}, after: isGone(kind, first)},
		{role: admin, name: named("deleted by force in the body"), items: []string{item("DELETE", at, `{"force":true}`)}, want: "200", after: isGone(kind, first)},
		{role: admin, name: named("fields of an item"), items: []string{item("POST", at+"?_fields=id,title.raw", `{"title":"Few"}`)}, want: "200" + allMethods,
			members: []string{fmt.Sprintf(`responses>0>body={"id":%d,"title":{"raw":"Few"}}`, first)}},
		{role: admin, name: named("trashed twice and brought back"), items: []string{item("DELETE", at, `{}`), item("DELETE", at, `{}`), item("PATCH", at, `{"status":"publish"}`)},
			want: "200" + allMethods + "; 410 rest_already_trashed" + allMethods + "; 200" + allMethods, after: hasStatus(kind, first, "publish")},
		{role: admin, name: named("gone for the next item"), items: []string{item("DELETE", at+"?force=1", `{}`), item("POST", at, `{"title":"x"}`)}, want: "200; 404 rest_post_invalid_id", after: isGone(kind, first)},
		{role: admin, name: named("a name of the item before"), items: []string{item("POST", base+"?_fields=slug", `{"title":"Same","status":"publish"}`), item("POST", base+"?_fields=slug", `{"title":"Same","status":"publish"}`)},
			want: "201" + both + "; 201" + both, members: []string{`responses>0>body>slug="same"`, `responses>1>body>slug="same-2"`}},
		{role: admin, name: named("failures beside successes"), items: []string{item("POST", at, `{"title":"Changed"}`), item("POST", base, `{"title":"b","status":"bogus"}`), item("POST", base+"/999999", `{"title":"c"}`)},
			want: "200" + allMethods + "; 400 rest_invalid_param" + both + "; 404 rest_post_invalid_id", after: hasTitle(kind, first, "Changed")},
		{role: admin, name: named("a success after failures"), items: []string{item("POST", base, `{"title":"b","status":"bogus"}`), item("POST", base+"/999999", `{"title":"c"}`), item("POST", at, `{"title":"Changed"}`)},
			want: "400 rest_invalid_param" + both + "; 404 rest_post_invalid_id; 200" + allMethods, after: hasTitle(kind, first, "Changed")},
		{role: admin, name: named("strict, all valid"), strict: true, items: []string{item("POST", at, `{"title":"Strict"}`), item("PUT", other, `{"title":"Too"}`)}, want: "200" + allMethods + "; 200" + allMethods, after: hasTitle(kind, second, "Too")},
		{role: admin, name: named("strict, one argument is wrong"), strict: true, items: []string{item("POST", at, `{"title":"Never"}`), item("POST", base, `{"status":"bogus"}`), item("POST", other, `{"title":"Never"}`)},
			want: "-; 400 rest_invalid_param; -", members: []string{"responses>1>body>data>params>status"}, after: hasTitle(kind, first, title)},
		{role: admin, name: named("strict, one route is unknown"), strict: true, items: []string{item("POST", at, `{"title":"Never"}`), item("POST", "/cms/v2/nothing", `{}`)}, want: "-; 404 rest_no_route", after: hasTitle(kind, first, title)},
		{role: admin, name: named("strict, one path is none"), strict: true, items: []string{item("POST", at, `{"title":"Never"}`), item("POST", "http:///x", `{}`)}, want: "-; 400 parse_path_failed", after: hasTitle(kind, first, title)},
		{role: admin, name: named("strict, one may not stand in a batch"), strict: true, items: []string{item("POST", at, `{"title":"Never"}`), item("POST", "/batch/v1", `{"requests":[]}`)}, want: "-; 400 rest_batch_not_allowed", after: hasTitle(kind, first, title)},
		{role: admin, name: named("strict, an unknown id shows too late"), strict: true, items: []string{item("POST", at, `{"title":"Changed"}`), item("POST", base+"/999999", `{}`), item("POST", other, `{"title":"Too"}`)},
			want: "200" + allMethods + "; 404 rest_post_invalid_id; 200" + allMethods, after: hasTitle(kind, first, "Changed")},
		{role: author, name: named("strict, a missing right shows too late"), strict: true, items: []string{item("POST", "/cms/v2/posts/103", `{"title":"Mine"}`), item("POST", at, `{"title":"Never"}`)},
			want: "200" + allMethods + "; 403 rest_cannot_edit [GET]", after: hasTitle(kind, first, title)},
	}
}

// batchRoutes are items of all kinds of routes.
func batchRoutes() []batchCase {
	refused := func(name, method, route, path, allow string, role role) batchCase {
		return batchCase{role: role, name: "refused in a batch: " + name, needs: []need{{route, method, ""}},
			items: []string{fmt.Sprintf(`{"method":%q,"path":%q}`, method, path), `{"path":"/cms/v2/posts/101","body":{"title":"After"}}`},
			want:  "400 rest_batch_not_allowed [" + allow + "]; 200" + allMethods, after: hasTitle("posts", 101, "After")}
	}
	one := `{"path":"/cms/v2/posts/101","body":{"title":"After"}}`
	return []batchCase{
		refused("a batch", "POST", "/batch/v1", "/batch/v1", "POST", admin),
		refused("a new medium", "POST", "/cms/v2/media", "/cms/v2/media", "GET, POST", admin),
		refused("a revision", "DELETE", `/cms/v2/posts/(?P<parent>[\d]+)/revisions/(?P<id>[\d]+)`, "/cms/v2/posts/101/revisions/1?force=true", "GET", admin),
		refused("an autosave", "POST", `/cms/v2/posts/(?P<id>[\d]+)/autosaves`, "/cms/v2/posts/101/autosaves", "GET, POST", admin),
		refused("an autosave of a page", "POST", `/cms/v2/pages/(?P<id>[\d]+)/autosaves`, "/cms/v2/pages/201/autosaves", "GET, POST", admin),
		refused("a snippet", "POST", "/code-snippets/v1/snippets", "/code-snippets/v1/snippets", "GET, POST", admin),
		{role: admin, name: "no route: unknown", items: []string{`{"path":"/cms/v2/nothing"}`, one}, want: "404 rest_no_route; 200" + allMethods},
		{role: admin, name: "no route: the method", items: []string{`{"path":"/cms/v2/posts","method":"DELETE"}`, one}, want: "404 rest_no_route; 200" + allMethods},
		{role: admin, name: "no route: reading alone", items: []string{`{"path":"/oembed/1.0/embed"}`, one}, want: "404 rest_no_route; 200" + allMethods},
		{role: admin, name: "no route: no number", items: []string{`{"path":"/cms/v2/posts/first"}`, one}, want: "404 rest_no_route; 200" + allMethods},
		{role: admin, name: "no route: with the root", items: []string{`{"path":"/cms-json/cms/v2/posts"}`, one}, want: "404 rest_no_route; 200" + allMethods},
		{role: admin, name: "no route: without a slash", items: []string{`{"path":"cms/v2/posts"}`, one}, want: "404 rest_no_route; 200" + allMethods},
		{role: admin, name: "no route: a slash too many", items: []string{`{"path":"/cms/v2/posts/"}`, one}, want: "404 rest_no_route; 200" + allMethods},
		{role: admin, name: "no route: no path", items: []string{`{"path":""}`, `{"path":"?_fields=id"}`, one}, want: "404 rest_no_route; 404 rest_no_route; 200" + allMethods},
		{role: admin, name: "no path at all", items: []string{`{"path":"http:///x"}`, `{"path":"//"}`, one}, want: "400 parse_path_failed; 400 parse_path_failed; 200" + allMethods},
		{role: admin, name: "a path in capitals", items: []string{`{"path":"/cms/v2/Posts/101","body":{"title":"Loud"}}`}, want: "200" + allMethods, after: hasTitle("posts", 101, "Loud")},
		{role: admin, name: "a path with a host", items: []string{`{"path":"https://elsewhere.example/cms/v2/posts/101?_fields=id","body":{"title":"Host"}}`}, want: "200" + allMethods, after: hasTitle("posts", 101, "Host")},
		{role: admin, name: "a path with a fragment", items: []string{`{"path":"/cms/v2/posts/101#top","body":{"title":"Top"}}`}, want: "200" + allMethods, after: hasTitle("posts", 101, "Top")},
		{role: admin, name: "categories are made", needs: []need{{"/cms/v2/categories", "POST", "name"}}, items: []string{`{"path":"/cms/v2/categories","body":{"name":"Batch"}}`, `{"path":"/cms/v2/categories","body":{"name":"Batch","parent":2}}`},
			want: "201" + both + "; 201" + both, members: []string{`responses>0>body>slug="batch"`, `responses>1>body>slug="batch-typography"`}},
		{role: admin, name: "tags are made", needs: []need{{"/cms/v2/tags", "POST", "name"}}, items: []string{`{"path":"/cms/v2/tags","body":{"name":"Batch"}}`, `{"path":"/cms/v2/tags","body":{"name":"css"}}`},
			want: "201" + both + "; 400 term_exists" + both},
		{role: admin, name: "a category is changed and deleted", needs: []need{{`/cms/v2/categories/(?P<id>[\d]+)`, "DELETE", "force"}}, items: []string{`{"path":"/cms/v2/categories/5","body":{"name":"News"}}`, `{"path":"/cms/v2/categories/5?force=true","method":"DELETE"}`},
			want: "200" + allMethods + "; 200", after: isGone("categories", 5)},
		{role: admin, name: "a category needs a name", needs: []need{{"/cms/v2/categories", "POST", "name"}}, strict: true, items: []string{`{"path":"/cms/v2/posts/101","body":{"title":"Never"}}`, `{"path":"/cms/v2/categories","body":{}}`},
			want: "-; 400 rest_missing_callback_param", after: hasTitle("posts", 101, "Kerning in practice")},
		{role: admin, name: "blocks are made", needs: []need{{"/cms/v2/blocks", "POST", "title"}}, items: []string{`{"path":"/cms/v2/blocks","body":{"title":"Call","content":"x","status":"publish"}}`, `{"path":"/cms/v2/blocks/999999","body":{}}`},
			want: "201" + both + "; 404 rest_post_invalid_id", members: []string{`responses>0>body>title>raw="Call"`}},
		{role: admin, name: "menu items are made", needs: []need{{"/cms/v2/menu-items", "POST", "title"}}, items: []string{`{"path":"/cms/v2/menu-items","body":{"title":"Home","url":"https://example.com/","status":"publish"}}`, `{"path":"/cms/v2/menu-items","body":{"title":"No url"}}`},
			want: "201" + both + "; 400 rest_url_required" + both, members: []string{`responses>0>body>url="https://example.com/"`}},
		{role: admin, name: "a menu item has no trash", needs: []need{{"/cms/v2/menu-items", "POST", "title"}}, items: []string{`{"path":"/cms/v2/menu-items?_fields=id","body":{"title":"Home","url":"https://example.com/"}}`, `{"path":"/cms/v2/menu-items/999999","method":"DELETE"}`},
			want: "201" + both + "; 404 rest_post_invalid_id"},
	}
}

// batchItems are the other parts of an item.
func batchItems() []batchCase {
	return []batchCase{
		{role: admin, name: "nothing", want: "", members: []string{"responses=[]"}},
		{name: "nothing for nobody", role: nobody, want: "", members: []string{"responses=[]"}},
		{role: admin, name: "25 items", items: slices.Repeat([]string{`{"path":"/cms/v2/posts/101?_fields=id","body":{"excerpt":"Again"}}`}, 25), want: strings.TrimSuffix(strings.Repeat("200"+allMethods+"; ", 25), "; ")},
		{role: admin, name: "no body", items: []string{`{"path":"/cms/v2/posts"}`}, want: "400 empty_content" + both},
		{role: admin, name: "an empty list for a body", items: []string{`{"path":"/cms/v2/posts","body":[]}`}, want: "400 empty_content" + both},
		{role: admin, name: "a list for a body", items: []string{`{"path":"/cms/v2/posts","body":["a","b"]}`}, want: "400 empty_content" + both},
		{role: admin, name: "arguments in the path", items: []string{`{"path":"/cms/v2/posts?title=Query&_fields=title.raw"}`}, want: "201" + both, members: []string{`responses>0>body={"title":{"raw":"Query"}}`}},
		{role: admin, name: "the body wins over the path", items: []string{`{"path":"/cms/v2/posts?title=Query&_fields=title.raw","body":{"title":"Body"}}`}, want: "201" + both, members: []string{`responses>0>body={"title":{"raw":"Body"}}`}},
		{role: admin, name: "an argument of the path is wrong", items: []string{`{"path":"/cms/v2/posts?status=bogus","body":{"title":"x"}}`}, want: "400 rest_invalid_param" + both, members: []string{`responses>0>body>data>details>status>code="rest_not_in_enum"`}},
		{role: admin, name: "an id in the body overrides that of the path", items: []string{`{"path":"/cms/v2/posts/101","body":{"id":102,"title":"Other"}}`}, want: "200" + allMethods, after: hasTitle("posts", 102, "Other")},
		{role: admin, name: "further members are ignored", items: []string{`{"path":"/cms/v2/posts/101","body":{"title":"More"},"priority":5}`}, want: "200" + allMethods, after: hasTitle("posts", 101, "More")},
		{role: admin, name: "headers of an item", items: []string{`{"path":"/cms/v2/posts/101","body":{"title":"Headed"},"headers":{"X-One":"a","X-Many":["b","c"],"X-Number":5}}`}, want: "200" + allMethods, after: hasTitle("posts", 101, "Headed")},
		{role: admin, name: "no headers of an item", items: []string{`{"path":"/cms/v2/posts/101","body":{"title":"Bare"},"headers":[]}`}, want: "200" + allMethods, after: hasTitle("posts", 101, "Bare")},
		{role: subscriber, name: "an item brings no other user", items: []string{`{"path":"/cms/v2/posts/101","body":{"title":"x"},"headers":{"Authorization":"Basic YWRtaW46YWRtaW4="}}`}, want: "403 rest_cannot_edit [GET]", after: hasTitle("posts", 101, "Kerning in practice")},
		{role: admin, name: "an item brings no other method", items: []string{`{"path":"/cms/v2/posts/101?_method=DELETE","body":{"title":"Kept"},"headers":{"X-HTTP-Method-Override":"DELETE"}}`}, want: "200" + allMethods, after: hasStatus("posts", 101, "publish")},
		{role: admin, name: "an item has no envelope", items: []string{`{"path":"/cms/v2/posts/101?_envelope=1&_fields=id","body":{}}`}, want: "200" + allMethods, members: []string{`responses>0>body={"id":101}`}},
		{role: admin, name: "an item embeds nothing", items: []string{`{"path":"/cms/v2/posts/101?_embed=author","body":{}}`}, want: "200" + allMethods, members: []string{"responses>0>body>_links>author", "!responses>0>body>_embedded"}},
		{role: admin, name: "an item answers in the context edit", items: []string{`{"path":"/cms/v2/posts/101?context=view","body":{}}`}, want: "200" + allMethods, members: []string{`responses>0>body>title>raw="Kerning in practice"`}},
		{role: admin, name: "an envelope", path: "?_envelope=1", envelope: true, items: []string{`{"path":"/cms/v2/posts/101?_fields=id","body":{}}`}, want: "200" + allMethods, members: []string{"status=207", `headers>Allow="POST"`}},
		{role: admin, name: "fields of the whole", path: "?_fields=responses", items: []string{`{"path":"/cms/v2/posts/101?_fields=id","body":{}}`}, want: "200" + allMethods, members: []string{`responses>0>body={"id":101}`}},
		{role: admin, name: "embedding of the whole", path: "?_embed=1", items: []string{`{"path":"/cms/v2/posts/101?_fields=id","body":{}}`}, want: "200" + allMethods, members: []string{"!_embedded", `responses>0>body={"id":101}`}},
		{role: admin, name: "a wrong kind of meta", items: []string{`{"path":"/cms/v2/posts/101","body":{"meta":5}}`}, want: "400 rest_invalid_param" + allMethods},
		{role: admin, name: "a post that is protected", items: []string{`{"path":"/cms/v2/posts/107?_fields=id,password","body":{}}`}, want: "200" + allMethods, members: []string{`responses>0>body={"id":107,"password":"letmein"}`}},
	}
}

// batchRoles is one batch by every role: a new post, another's post, another's page, and a new page.
func batchRoles() []batchCase {
	var out []batchCase
	for _, r := range roles {
		create := "201" + both
		if !r.edits("posts") {
			create = fmt.Sprintf("%d rest_cannot_create [GET]", r.refused())
		}
		page := "201" + both
		if !r.edits("pages") {
			page = fmt.Sprintf("%d rest_cannot_create [GET]", r.refused())
		}
		edit, remove := "200"+allMethods, "200"+allMethods
		if !r.editsOthers() {
			edit, remove = fmt.Sprintf("%d rest_cannot_edit [GET]", r.refused()), fmt.Sprintf("%d rest_cannot_delete [GET]", r.refused())
		}
		if r == author { // 103 is its own
			edit = "200" + allMethods
		}
		for _, strict := range []bool{false, true} {
			name := "what the role may"
			if strict {
				name += ", strict"
			}
			out = append(out, batchCase{role: r, name: name, strict: strict, items: []string{
				`{"path":"/cms/v2/posts?_fields=id","body":{"title":"New"}}`,
				`{"path":"/cms/v2/posts/103?_fields=id","body":{"title":"Changed"}}`,
				`{"path":"/cms/v2/pages/201?_fields=id","method":"DELETE"}`,
				`{"path":"/cms/v2/pages?_fields=id","body":{"title":"New"}}`,
			}, want: strings.Join([]string{create, edit, remove, page}, "; ")})
		}
	}
	return out
}
