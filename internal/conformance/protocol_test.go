package conformance

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// protocolScenarios are about what all routes have in common: errors, headers, envelopes, fields, and what is embedded.
func protocolScenarios() []scenario {
	var out []exchange
	for _, list := range [][]exchange{bodyErrors(), pathForms(), envelopes(), fieldForms(), embedForms(), headerRules()} {
		out = append(out, list...)
	}
	for i := range out {
		out[i].collection = "interface"
		out[i].harmless = out[i].method != "POST" && out[i].method != "DELETE"
	}
	return append(exchanges(out), embedCalls()...)
}

// bodyErrors are bodies that cannot be read, on routes that do not look at them too.
func bodyErrors() []exchange {
	var out []exchange
	for _, one := range []struct {
		name, body string
		code       int
	}{
		{"cut off", `{"title":`, 4}, {"one brace", `{`, 4}, {"no quotes", `{title:"x"}`, 4}, {"single quotes", `{'title':'x'}`, 4}, {"a comma at the end", `{"title":"x",}`, 4},
		{"something after it", `{"title":"x"} x`, 4}, {"blanks alone", "  ", 4}, {"a byte order mark", "\ufeff{\"title\":\"x\"}", 4}, {"not UTF-8", "{\"title\":\"\xff\"}", 5},
	} {
		for _, r := range []role{admin, nobody} {
			out = append(out, exchange{kind: failing, role: r, name: "no JSON, to create: " + one.name, method: "POST", path: "/cms/v2/posts", body: one.body, status: 400,
				want: []string{`code="rest_invalid_json"`, "data>status=400", fmt.Sprintf("data>json_error_code=%d", one.code), "data>json_error_message"}})
		}
		out = append(out, exchange{kind: failing, role: editor, name: "no JSON, to update: " + one.name, method: "POST", path: "/cms/v2/pages/201", body: one.body, status: 400,
			want: []string{`code="rest_invalid_json"`}, after: hasTitle("pages", 201, "Guide")})
	}
	for name, body := range map[string]string{"null": "null", "a number": "5", "a text": `"text"`, "a list": `["title"]`, "an empty list": "[]", "true": "true", "an empty object": "{}"} {
		out = append(out, exchange{kind: failing, role: admin, name: "empty post of " + name, method: "POST", path: "/cms/v2/posts", body: body, status: 400, want: []string{`code="empty_content"`, "data>status=400"}})
	}
	return append(out,
		exchange{kind: failing, role: admin, name: "no JSON, to read", path: "/cms/v2/posts", body: "{", status: 400, want: []string{`code="rest_invalid_json"`}},
		exchange{kind: failing, role: admin, name: "no JSON for no route", method: "POST", path: "/cms/v2/nothing", body: "{", status: 404, want: []string{`code="rest_no_route"`}},
		exchange{kind: failing, role: admin, name: "JSON that is not called so", method: "POST", path: "/cms/v2/posts", body: `{"title":"x"}`, header: map[string]string{"Content-Type": "text/plain"}, status: 400, want: []string{`code="empty_content"`}},
		exchange{kind: writing, role: admin, name: "a form", method: "POST", path: "/cms/v2/posts/101", body: "title=From+a+form", header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, want: []string{`title>raw="From a form"`}, after: hasTitle("posts", 101, "From a form")},
		exchange{kind: writing, role: admin, name: "JSON with a charset", method: "POST", path: "/cms/v2/posts/101", body: `{"title":"Charset"}`, header: map[string]string{"Content-Type": "application/json; charset=utf-8"}, after: hasTitle("posts", 101, "Charset")},
		exchange{kind: writing, role: admin, name: "JSON of another name", method: "POST", path: "/cms/v2/posts/101", body: `{"title":"Vendor"}`, header: map[string]string{"Content-Type": "application/vnd.fonts+json"}, after: hasTitle("posts", 101, "Vendor")},
		exchange{kind: writing, role: admin, name: "the query writes too", method: "POST", path: "/cms/v2/posts/101?title=From+the+query", after: hasTitle("posts", 101, "From the query")},
		exchange{kind: writing, role: admin, name: "the body wins over the query", method: "POST", path: "/cms/v2/posts/101?title=Query", body: `{"title":"Body"}`, after: hasTitle("posts", 101, "Body")},
		exchange{kind: writing, role: admin, name: "the id of the body wins over the path", method: "POST", path: "/cms/v2/posts/101", body: `{"id":102,"title":"Other"}`, want: []string{"id=102"}, after: hasTitle("posts", 101, "Kerning in practice")},
		exchange{kind: writing, role: admin, name: "the id of the query wins over the path", method: "POST", path: "/cms/v2/posts/101?id=102&title=Other", want: []string{"id=102"}, after: hasTitle("posts", 102, "Other")},
		exchange{kind: writing, role: admin, name: "another method in a header", method: "POST", path: "/cms/v2/posts/101", header: map[string]string{"X-HTTP-Method-Override": "DELETE"}, want: []string{`status="trash"`}, after: hasStatus("posts", 101, "trash")},
		exchange{kind: writing, role: admin, name: "another method in the query", method: "POST", path: "/cms/v2/posts/101?_method=DELETE", want: []string{`status="trash"`}, after: hasStatus("posts", 101, "trash")},
	)
}

// pathForms are ways to write a path, and methods that a route does not have.
func pathForms() []exchange {
	const query = "?include=101&_fields=id"
	found := []string{`=[{"id":101}]`}
	out := []exchange{
		{name: "a slash at the end", path: "/cms/v2/posts/" + query, want: found},
		{name: "capitals in a path", path: "/cms/v2/POSTS" + query, want: found},
		{name: "rest_route", path: "SITE/?rest_route=/cms/v2/posts&include=101&_fields=id", want: found},
		{name: "rest_route of index.php", path: "SITE/index.php?rest_route=/cms/v2/posts&include=101&_fields=id", want: found},
		{name: "below index.php", path: "SITE/index.php/cms-json/cms/v2/posts" + query, want: found},
		{name: "the id of the query wins over the path, to read", path: "/cms/v2/posts/101?id=102&_fields=id", want: []string{`={"id":102}`}},
		{name: "an id with zeros before", path: "/cms/v2/posts/0101?_fields=id", want: []string{`={"id":101}`}},
		{kind: failing, name: "an id of too many digits", path: "/cms/v2/posts/99999999999999999999", status: 404, want: []string{`code="rest_post_invalid_id"`}},
		{kind: failing, name: "the id 0", path: "/cms/v2/posts/0", status: 404, want: []string{`code="rest_post_invalid_id"`}},
		{kind: failing, name: "the id of another kind", path: "/cms/v2/posts/201", status: 404, want: []string{`code="rest_post_invalid_id"`}},
	}
	for _, one := range [][2]string{{"PUT", "/cms/v2/posts"}, {"PATCH", "/cms/v2/posts"}, {"DELETE", "/cms/v2/posts"}, {"PUT", "/cms/v2/pages"}, {"PATCH", "/cms/v2/pages"}, {"DELETE", "/cms/v2/pages"}} {
		out = append(out, exchange{kind: failing, role: admin, name: "no route: " + one[0] + " of " + strings.ReplaceAll(one[1], "/", ":"), method: one[0], path: one[1], body: `{"title":"x"}`, status: 404, want: []string{`code="rest_no_route"`, `data={"status":404}`}, headers: map[string]string{"Allow": ""}})
	}
	return out
}

func envelopes() []exchange {
	for_ := func(name, path string, want ...string) exchange {
		return exchange{name: "envelope of " + name, path: path, want: want, headers: map[string]string{"X-CMS-Total": "", "Allow": ""}}
	}
	return []exchange{
		for_("a list", "/cms/v2/posts?include=101,102&_fields=id&order=asc&orderby=id&_envelope=1", `body=[{"id":101},{"id":102}]`, "status=200", "headers>X-CMS-Total=2", "headers>X-CMS-TotalPages=1", `headers>Allow="GET"`),
		for_("an empty list", "/cms/v2/posts?include=999999&_envelope", "body=[]", "headers>X-CMS-Total=0", "headers>X-CMS-TotalPages=0"),
		for_("a page of a list", "/cms/v2/posts?per_page=2&page=2&_fields=id&_envelope=1", "headers>Link", "body>1", "!body>2"),
		for_("a record", "/cms/v2/posts/101?_fields=id,slug&_envelope=1", `body={"id":101,"slug":"aa-kerning"}`, "status=200", `headers>Link="<SITE/2025/01/aa-kerning/>; rel=\"alternate\"; type=text/html"`),
		for_("an error", "/cms/v2/posts/999999?_envelope=1", "status=404", `body>code="rest_post_invalid_id"`, "headers=[]"),
		for_("no route", "/cms/v2/nothing?_envelope=1", "status=404", `body>code="rest_no_route"`, "headers=[]"),
		for_("a wrong argument", "/cms/v2/posts?per_page=0&_envelope=1", "status=400", `body>code="rest_invalid_param"`, `headers>Allow="GET"`),
		for_("what is for others", "/cms/v2/posts/127?_envelope=1", "status=401", `body>code="rest_forbidden"`, "headers=[]"),
		for_("nothing is true", "/cms/v2/posts/101?_fields=id&_envelope=0", `body={"id":101}`),
	}
}

// fieldForms are ways to ask for some of the fields.
func fieldForms() []exchange {
	one := func(name, fields string, want ...string) exchange {
		return exchange{name: "fields: " + name, path: "/cms/v2/posts/101?" + fields, want: want}
	}
	many := func(name, fields string, want ...string) exchange {
		return exchange{name: "fields of a list: " + name, path: "/cms/v2/posts?include=101,102&orderby=id&order=asc&" + fields, want: want}
	}
	return []exchange{
		one("two", "_fields=id,slug", `={"id":101,"slug":"aa-kerning"}`),
		one("two, as a list", "_fields[]=id&_fields[]=slug", `={"id":101,"slug":"aa-kerning"}`),
		one("with spaces", "_fields=id,%20slug", `={"id":101,"slug":"aa-kerning"}`),
		one("below another", "_fields=title.rendered", `={"title":{"rendered":"Kerning in practice"}}`),
		one("a whole and its part", "_fields=title,title.rendered", `={"title":{"rendered":"Kerning in practice"}}`),
		one("two below another", "_fields=content.protected,guid.rendered", "content={\"protected\":false}", "guid>rendered", "!id"),
		one("none of that name", "_fields=nothing", "=[]"),
		one("none of that name below one", "_fields=title.nothing,id", `={"id":101,"title":[]}`),
		one("raw, which is not shown", "_fields=title.raw", `={"title":[]}`),
		one("empty", "_fields=", "id", "title", "_links"),
		one("links", "_fields=_links", "_links>self", "_links>author", "!id"),
		one("a link", "_fields=_links.author", "_links>author", "!id"),
		one("below a number", "_fields=id.x", "id=101"),
		one("the same twice", "_fields=id,id", `={"id":101}`),
		one("meta", "_fields=meta", `={"meta":{"footnotes":""}}`),
		one("a key of meta", "_fields=meta.footnotes", `={"meta":{"footnotes":""}}`),
		many("two", "_fields=id,slug", `=[{"id":101,"slug":"aa-kerning"},{"id":102,"slug":"ff-hinting"}]`),
		many("none of that name", "_fields=nothing", "=[[],[]]"),
		many("links", "_fields=id,_links", "0>_links>self", "1>_links>collection", "0>id=101", "!0>slug"),
		many("a link", "_fields=id,_links.self", "0>_links>self", "!0>_links>collection"),
		{kind: failing, name: "fields of an error are all there", path: "/cms/v2/posts/999999?_fields=id", status: 404, want: []string{`code="rest_post_invalid_id"`, "message", "data>status=404"}},
		{role: admin, kind: writing, name: "fields of a write", method: "POST", path: "/cms/v2/posts/101?_fields=title.raw", body: `{"title":"Few"}`, want: []string{`={"title":{"raw":"Few"}}`}, after: hasTitle("posts", 101, "Few")},
		{role: admin, kind: writing, name: "fields of a new record", method: "POST", path: "/cms/v2/pages?_fields=title.raw,status", body: `{"title":"Few"}`, status: 201, want: []string{`={"title":{"raw":"Few"},"status":"draft"}`}},
		{role: admin, kind: writing, name: "fields of what is deleted", method: "DELETE", path: "/cms/v2/posts/101?force=true&_fields=deleted", want: []string{`={"deleted":true}`}, after: isGone("posts", 101)},
		{role: admin, kind: writing, name: "fields of what was deleted", method: "DELETE", path: "/cms/v2/posts/101?force=true&_fields=previous.id", want: []string{`={"previous":{"id":101}}`}, after: isGone("posts", 101)},
	}
}

// embedForms are ways to ask for what is linked.
func embedForms() []exchange {
	one := func(name, query string, want ...string) exchange {
		return exchange{name: "embed: " + name, path: query, want: want}
	}
	const post, page = "/cms/v2/posts/102?", "/cms/v2/pages/203?"
	return []exchange{
		one("not asked for", post, "!_embedded"),
		one("all", post+"_embed", "_embedded>author>0>id=2", "_embedded>cms:term>0>0>id=2", "_embedded>cms:term>1>0>id=11"),
		one("1", post+"_embed=1", "_embedded>author"),
		one("true", post+"_embed=true", "_embedded>author"),
		one("0", post+"_embed=0", "_embedded>author"),
		one("false", post+"_embed=false", "!_embedded"),
		one("the author", post+"_embed=author", "_embedded>author>0>id=2", `_embedded>author>0>slug="editor"`, "!_embedded>cms:term"),
		one("the terms", post+"_embed=cms:term", `_embedded>cms:term>0>0>taxonomy="category"`, `_embedded>cms:term>1>0>slug="css"`, "!_embedded>author"),
		one("two relations", post+"_embed=author,cms:term", "_embedded>author", "_embedded>cms:term"),
		one("two relations, as a list", post+"_embed[]=author&_embed[]=cms:term", "_embedded>author", "_embedded>cms:term"),
		one("no such relation", post+"_embed=nothing", "!_embedded"),
		one("a relation that cannot be", post+"_embed=collection", "!_embedded"),
		one("what stands above", page+"_embed=up", "_embedded>up>0>id=201", `_embedded>up>0>title>rendered="Guide"`, "!_embedded>up>0>content"),
		one("what stands above nothing", "/cms/v2/pages/201?_embed=up", "!_embedded"),
		one("a category in the shape of embed", post+"_embed=cms:term", "!_embedded>cms:term>0>0>count", "_embedded>cms:term>0>0>link", "!_embedded>cms:term>0>0>meta"),
		one("an author in the shape of embed", post+"_embed=author", "!_embedded>author>0>meta", "_embedded>author>0>avatar_urls"),
		one("fields without links", post+"_embed&_fields=id", `={"id":102}`),
		one("fields with what is embedded", post+"_embed=author&_fields=id,_links,_embedded", "_embedded>author>0>id=2", "id=102", "!slug"),
		one("a list", "/cms/v2/posts?include=101,102&orderby=id&order=asc&_embed=author", "0>_embedded>author>0>id=1", "1>_embedded>author>0>id=2"),
		one("a list with fields", "/cms/v2/posts?include=101,102&orderby=id&order=asc&_embed=author&_fields=id,_links,_embedded", "0>_embedded>author>0>id=1", "1>id=102"),
		one("a list with fields, without links", "/cms/v2/posts?include=101&_embed=author&_fields=id", `=[{"id":101}]`),
		{name: "embed: in the envelope", path: post + "_embed=author&_envelope=1", want: []string{"body>_embedded>author>0>id=2"}},
		{role: admin, name: "embed: in the context edit", path: post + "context=edit&_embed=author", want: []string{"_embedded>author>0>id=2", "!_embedded>author>0>roles", "title>raw"}},
		{name: "embed: in the context embed", path: post + "context=embed&_embed=author", want: []string{"_embedded>author>0>id=2", "!content"}},
		{role: admin, kind: writing, name: "embed: what was written", method: "POST", path: post + "_embed=author", body: `{"author":3}`, want: []string{"_embedded>author>0>id=3"}},
		{name: "embed: the image", path: "/cms/v2/posts/141?_embed=cms:featuredmedia", needs: []need{{"/cms/v2/media", "GET", ""}}, want: []string{"_embedded>cms:featuredmedia>0>id=301", "_embedded>cms:featuredmedia>0>source_url", "!_embedded>cms:featuredmedia>0>description"}},
		{kind: failing, name: "embed: nothing in an error", path: "/cms/v2/posts/999999?_embed", status: 404, want: []string{"!_embedded", `code="rest_post_invalid_id"`}},
	}
}

// embedCalls read what is embedded with the client.
func embedCalls() []scenario {
	scene := func(name string, run func(ctx context.Context, t *testing.T, c *cms.Client)) scenario {
		return scenario{collection: "interface", kind: reading, role: nobody, name: "client: " + name, run: func(t *testing.T, _ *site, c *cms.Client) { run(t.Context(), t, c) }}
	}
	type named struct {
		ID   int64  `json:"id"`
		Slug string `json:"slug"`
	}
	return []scenario{
		scene("the author of each post of a list", func(ctx context.Context, t *testing.T, c *cms.Client) {
			page, err := c.Posts.List(ctx, &cms.PostListOptions{Include: []int64{101, 102, 103, 105}, OrderBy: cms.ByID, Order: cms.Ascending}, cms.Embed("author"))
			if err != nil {
				t.Fatal(err)
			}
			var got []int64
			for _, post := range page.Items {
				users, err := cms.EmbeddedAs[named](post.Embedded, "author")
				if err != nil || len(users) != 1 {
					t.Fatalf("post %d: %v, %v", post.ID, users, err)
				}
				got = append(got, users[0].ID)
			}
			if !slices.Equal(got, []int64{1, 2, 3, 4}) {
				t.Errorf("the authors are %v", got)
			}
		}),
		scene("the terms of a post", func(ctx context.Context, t *testing.T, c *cms.Client) {
			post, err := c.Posts.Get(ctx, 108, cms.Embed("cms:term"))
			if err != nil {
				t.Fatal(err)
			}
			terms, err := cms.EmbeddedAs[named](post.Embedded, "cms:term")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, term := range terms {
				got = append(got, term.Slug)
			}
			if slices.Sort(got); !slices.Equal(got, []string{"css", "spacing", "typography"}) {
				t.Errorf("the terms are %v", got)
			}
		}),
		scene("the page above", func(ctx context.Context, t *testing.T, c *cms.Client) {
			page, err := c.Pages.Get(ctx, 206, cms.Embed("up"))
			if err != nil {
				t.Fatal(err)
			}
			above, err := cms.EmbeddedAs[cms.Page](page.Embedded, "up")
			if err != nil || len(above) != 1 || above[0].ID != 203 || above[0].Title.Rendered != "Install" {
				t.Errorf("above stands %v: %v", above, err)
			}
		}),
	}
}

// headerRules are headers that all answers have, or those to some.
func headerRules() []exchange {
	private := "no-cache, must-revalidate, max-age=0, no-store, private"
	var out []exchange
	for _, r := range roles {
		cache, vary, posts := private, "", "GET, POST"
		if r == nobody {
			cache, vary = "", "Origin"
		}
		if !r.edits("posts") {
			posts = "GET"
		}
		for _, path := range []string{"/cms/v2/posts?include=101", "/cms/v2/posts/101", "/?_fields=name"} {
			out = append(out, exchange{role: r, name: "headers of " + strings.ReplaceAll(path, "/", ":"), path: path, headers: map[string]string{
				"Cache-Control": cache, "Vary": vary, "Content-Type": "application/json; charset=UTF-8", "X-Robots-Tag": "noindex", "X-Content-Type-Options": "nosniff",
				"Access-Control-Expose-Headers": "X-CMS-Total, X-CMS-TotalPages, Link",
				"Access-Control-Allow-Headers":  "Authorization, X-CMS-Nonce, Content-Disposition, Content-MD5, Content-Type",
				"ETag":                          "", "Last-Modified": "", "Access-Control-Allow-Origin": "",
			}})
		}
		out = append(out,
			exchange{role: r, name: "methods of the posts", path: "/cms/v2/posts?include=101", headers: map[string]string{"Allow": posts, "X-CMS-Total": "1", "X-CMS-TotalPages": "1"}},
			exchange{role: r, name: "HEAD of the posts", method: "HEAD", path: "/cms/v2/posts?include=101,102&per_page=1", want: []string{`=""`}, headers: map[string]string{"Allow": posts, "X-CMS-Total": "2", "X-CMS-TotalPages": "2"}},
			exchange{role: r, name: "headers for another site", path: "/cms/v2/posts/101?_fields=id", header: map[string]string{"Origin": "https://app.example"}, headers: map[string]string{
				"Access-Control-Allow-Origin": "https://app.example", "Access-Control-Allow-Methods": "OPTIONS, GET, POST, PUT, PATCH, DELETE", "Access-Control-Allow-Credentials": "true", "Vary": "Origin",
			}},
			exchange{role: r, kind: failing, name: "HEAD of no post", method: "HEAD", path: "/cms/v2/posts/999999", status: 404, headers: map[string]string{"Allow": "", "Cache-Control": cache}},
			exchange{role: r, kind: failing, name: "headers of no route", path: "/cms/v2/nothing", status: 404, headers: map[string]string{"Allow": "", "Cache-Control": cache, "Link": `<ROOT/>; rel="https://api.w.org/"`}},
			exchange{role: r, kind: failing, name: "headers of a wrong argument", path: "/cms/v2/posts?per_page=0", status: 400, headers: map[string]string{"Allow": posts, "X-CMS-Total": ""}},
		)
	}
	link := func(name, path, want string) exchange {
		return exchange{name: "links of " + name, path: path, headers: map[string]string{"Link": want}}
	}
	const list = "ROOT/cms/v2/pages?include%5B0%5D=201&include%5B1%5D=202&include%5B2%5D=203&per_page=1&page="
	return append(out,
		link("a record", "/cms/v2/posts/101", `<SITE/2025/01/aa-kerning/>; rel="alternate"; type=text/html`),
		link("the first page", "/cms/v2/pages?include=201,202,203&per_page=1", `<`+list+`2>; rel="next"`),
		link("a page between", "/cms/v2/pages?include=201,202,203&per_page=1&page=2", `<`+list+`1>; rel="prev", <`+list+`3>; rel="next"`),
		link("the last page", "/cms/v2/pages?include=201,202,203&per_page=1&page=3", `<`+list+`2>; rel="prev"`),
		link("the only page", "/cms/v2/pages?include=201,202,203", `<ROOT/>; rel="https://api.w.org/"`),
		exchange{name: "a tag is not asked about", path: "/cms/v2/posts/101?_fields=id", header: map[string]string{"If-None-Match": "*", "If-Modified-Since": "Sat, 01 Jan 2050 00:00:00 GMT"}, want: []string{`={"id":101}`}},
	)
}
