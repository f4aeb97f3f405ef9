package cmstest_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// keyPaths collects the paths of all members: "_links.self[].href".
func keyPaths(value any, path string, out map[string]bool) {
	switch v := value.(type) {
	case map[string]any:
		for name, e := range v {
			below := strings.TrimPrefix(path+"."+strings.Replace(name, "cms:", "{p}:", 1), ".")
			out[below] = true
			keyPaths(e, below, out)
		}
	case []any:
		for _, e := range v {
			keyPaths(e, path+"[]", out)
		}
	}
}

func TestShapesAreThoseOfTheRealServer(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/keys.json")
	if err != nil {
		t.Fatal(err)
	}
	var recorded map[string][]string
	if err := json.Unmarshal(raw, &recorded); err != nil {
		t.Fatal(err)
	}
	c := start(t)
	category := c.site.Insert("categories", map[string]any{"name": "Typography"})
	tag := c.site.Insert("tags", map[string]any{"name": "css"})
	terms := map[string]any{"categories": []int64{category}, "tags": []int64{tag}}
	insert := func(record map[string]any) { maps.Copy(record, terms); c.site.Insert("posts", record) }
	insert(map[string]any{"id": 1, "title": "One", "date": "2026-01-01T00:00:00"})
	insert(map[string]any{"id": 2, "title": "Two", "status": "draft", "author": 3})
	insert(map[string]any{"id": 3, "title": "Three", "status": "draft"})
	insert(map[string]any{"id": 6, "title": "Pictured", "featured_media": 1})
	c.site.Insert("pages", map[string]any{"id": 4, "title": "Guide"})
	c.site.Insert("pages", map[string]any{"id": 5, "title": "Chapter", "parent": 4})
	root := c.site.URL + "/cms-json/"
	text := `{"title":"x","content":"y","status":"publish","categories":[` + "2" + `],"tags":[3]}`
	for name, a := range map[string]answer{
		"posts_get":                c.get("admin", "/posts/1"),
		"posts_get_edit":           c.get("admin", "/posts/1?context=edit"),
		"posts_get_draft":          c.get("admin", "/posts/3"),
		"posts_list_embed_context": c.get("", "/posts?context=embed"),
		"posts_list_embedded":      c.get("", "/posts?_embed=1&exclude=6"),
		"posts_create_201":         c.do("admin", "POST", "/posts", text),
		"posts_delete_force_200":   c.do("admin", "DELETE", "/posts/3?force=true", ""),
		"pages_get":                c.get("admin", "/pages/5"),
		"pages_get_edit":           c.get("admin", "/pages/5?context=edit"),
		"pages_create_201":         c.do("admin", "POST", "/pages", `{"title":"x","parent":4}`),
		"error_per_page_101_400":   c.get("", "/posts?per_page=101"),
		"error_bad_param_400":      c.get("", "/posts?per_page=ten"),
		"error_malformed_json_400": c.do("admin", "POST", "/posts", `{"title":`),
		"error_empty_create_400":   c.do("admin", "POST", "/posts", `{}`),
		"index_fields_200": c.get("",
			root+"?_fields=name,description,url,home,gmt_offset,timezone_string,page_for_posts,page_on_front,show_on_front,"+
				"namespaces,authentication,site_logo,site_icon,site_icon_url,_links"),
		"posts_list_envelope": c.get("admin", "/posts?per_page=1&_envelope=1&_fields=id,title"),
	} {
		var body any
		if err := json.Unmarshal([]byte(a.body), &body); err != nil {
			t.Errorf("Response of %s: error %v, want JSON", name, err)
			continue
		}
		got := map[string]bool{}
		keyPaths(body, "", got)
		for _, path := range recorded[name] {
			path = strings.Replace(path, "X-WP-", "X-CMS-", 1)
			if !got[path] {
				t.Errorf("Response of %s: no %s, want it as recorded", name, path)
			}
			delete(got, path)
		}
		// A member that depends on the record may be absent from the recording.
		for _, path := range slices.Sorted(maps.Keys(got)) {
			t.Errorf("Response of %s has %s, want only recorded members", name, path)
		}
	}
}

func TestFieldsArgumentSelectsFields(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"title": "One & two"})
	for query, want := range map[string]string{
		"_fields=id,slug":               `[{"id":1,"slug":"one-two"}]`,
		"_fields[]=id&_fields[]=sticky": `[{"id":1,"sticky":false}]`,
		"_fields=id,title.rendered":     `[{"id":1,"title":{"rendered":"One &#038; two"}}]`,
		"_fields=title.raw":             `[{"title":[]}]`,
		"_fields=nope":                  `[[]]`,
	} {
		if a := c.get("", "/posts?"+query); a.body != want {
			t.Errorf("GET of the posts with %s: %s, want %s", query, a.body, want)
		}
	}
	if a := c.do("admin", "POST", "/posts?_fields=id,status", `{"title":"x"}`); a.body != `{"id":2,"status":"draft"}` {
		t.Errorf("POST of a post with _fields: %s, want its id and status alone", a.body)
	}
	if a := c.get("", "/posts?_fields=id&_embed=1"); a.body != `[{"id":1}]` {
		t.Errorf("GET of the posts with _fields and _embed: %s, want no embedded records without _links", a.body)
	}
}

func TestEmbeddingShowsErrorsInPlaceOfRecords(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"title": "One", "author": 4242, "featured_media": 777})
	a := c.get("", "/posts/1?_embed")
	embedded, _ := a.field(t, "_embedded").(map[string]any)
	list, _ := embedded["author"].([]any)
	if len(list) != 1 || list[0].(map[string]any)["code"] != "rest_user_invalid_id" {
		t.Errorf("the author is %v, want an error", list)
	}
	if _, ok := embedded["cms:featuredmedia"]; ok {
		t.Error("GET of a post with _embed: the deleted image is embedded, want it absent")
	}
	a = c.get("", "/posts/1?_embed=cms:term")
	if embedded, _ := a.field(t, "_embedded").(map[string]any); len(embedded) != 1 {
		t.Errorf("GET of a post with _embed=cms:term: %v, want only the terms", embedded)
	}
	lists, _ := a.object(t)["_embedded"].(map[string]any)["cms:term"].([]any)
	if len(lists) != 2 || len(lists[0].([]any)) != 1 {
		t.Errorf("GET of a post with _embed=cms:term: %v, want a list for each taxonomy, one category", lists)
	} else if len(lists[1].([]any)) != 0 {
		t.Errorf("GET of a post with _embed=cms:term: %v, want no tag", lists)
	}
}

func TestRenderedTexts(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, tc := range []struct{ field, raw, want string }{
		{"title", `Kerning & "care" – it's…`, "Kerning &#038; &#8220;care&#8221; – it&#8217;s…"},
		{"title", "AT&amp;T ... <em>x</em>", "AT&amp;T &#8230; <em>x</em>"},
		{"content", "<!-- wp:paragraph -->\n<p>One.</p>\n<!-- /wp:paragraph -->",
			"\n<p class=\"wp-block-paragraph\">One.</p>\n"},
		{"content", "one\n\ntwo\nthree\n\n<h2>four</h2>\n\nfive & six",
			"<p>one</p>\n<p>two<br />\nthree</p>\n<h2>four</h2>\n<p>five &#038; six</p>\n"},
		{"excerpt", "Short.", "<p>Short.</p>\n"},
	} {
		id := c.site.Insert("posts", map[string]any{tc.field: tc.raw})
		rec := c.site.Record("posts", id)
		if rec[tc.field] != tc.raw {
			t.Errorf("Record of a post: %s %q, want %q", tc.field, rec[tc.field], tc.raw)
		}
		if got := c.get("", "/posts?_fields="+tc.field+".rendered&include="+str(id)); got.body != jsonText(`[{"`+tc.field+
			`":{"rendered":`, tc.want, `}}]`) {
			t.Errorf("GET of a post with %s %q: %s, want %q", tc.field, tc.raw, got.body, tc.want)
		}
	}
	long := c.site.Insert("posts", map[string]any{"content": strings.Repeat("word ", 60)})
	if got := c.get("", "/posts/"+str(long)).field(t, "excerpt.rendered"); got != "<p>"+strings.Repeat("word ", 54)+
		"word [&hellip;]</p>\n" {
		t.Errorf("GET of a post without excerpt: %v, want 55 words of its content", got)
	}
	if got := c.get("", "/posts/"+str(long)+"?excerpt_length=2").field(t,
		"excerpt.rendered"); got != "<p>word word [&hellip;]</p>\n" {
		t.Errorf("GET of a post with excerpt_length=2: %v, want 2 words of its content", got)
	}
}

func TestEncodingIsThatOfTheSite(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"title": "a/b – 😀 \\ \"q\"", "slug": "x"})
	want := `{"title":{"raw":"a\/b \u2013 \ud83d\ude00 \\ \"q\""}}`
	if a := c.get("admin", "/posts/1?context=edit&_fields=title.raw"); a.body != want {
		t.Errorf("GET of a post: %s, want %s", a.body, want)
	}
}

func TestProtectedPostsHideTheirTexts(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"title": "T", "content": "secret", "excerpt": "hush", "password": "letmein"})
	for _, tc := range []struct {
		user, query string
		status      int
		content     any
	}{
		{"", "", 200, ""},
		{"admin", "", 200, ""},
		{"admin", "?context=edit", 200, "<p>secret</p>\n"},
		{"", "?password=letmein", 200, "<p>secret</p>\n"},
		{"", "?password=", 200, ""},
		{"", "?password=wrong", 403, nil},
	} {
		a := c.get(tc.user, "/posts/1"+tc.query)
		if a.status != tc.status || a.field(t, "content.rendered") != tc.content {
			t.Errorf("GET of a protected post by %q%s: status %d, content %v, want %d %v", tc.user, tc.query, a.status,
				a.field(t, "content.rendered"), tc.status, tc.content)
		}
	}
	if a := c.get("", "/posts/1?password=wrong"); a.code(t) != "rest_post_incorrect_password" {
		t.Errorf("GET with a wrong password: %s, want rest_post_incorrect_password", a.body)
	}
}

func TestOptionsListsMethodsAndArguments(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithSample())
	a := c.do("admin", "OPTIONS", "/posts/1", "")
	if a.status != 200 || a.field(t, "namespace") != "cms/v2" {
		t.Errorf("OPTIONS of a post: status %d, headers %v, body %s, want 200 and the namespace cms/v2", a.status, a.header,
			a.body)
	} else if a.header.Get("Allow") == "" {
		t.Errorf("OPTIONS of a post: no Allow in %v, want it", a.header)
	}
	if got, _ := a.field(t, "endpoints").([]any); len(got) != 3 {
		t.Errorf("OPTIONS of a post: %d endpoints, want 3", len(got))
	}
}

func TestFieldsBelowAScalarReturnTheScalar(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"id": 7, "title": "One", "tags": []int{}})
	for fields, want := range map[string]string{
		"_links.self.href": `[{"_links":{"self":[]}}]`,
		"title.rendered.x": `[{"title":{"rendered":"One"}}]`,
		"id.x":             `[{"id":7}]`,
		"tags.x":           `[{"tags":[]}]`,
		"_embedded":        `[[]]`,
	} {
		if a := c.get("", "/posts?_fields="+fields); a.body != want {
			t.Errorf("GET of the posts with the fields %s: %s, want %s", fields, a.body, want)
		}
	}
}
