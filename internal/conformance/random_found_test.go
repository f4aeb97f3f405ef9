package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// foundScenarios are what TestRandomRequestsGetTheSameAnswers found, once each.
func foundScenarios() []scenario {
	list := append(foundTexts(), foundReading()...)
	return exchanges(append(list, foundWriting()...))
}

// foundTexts are texts with what they become as the content, the excerpt and the title of a post.
func foundTexts() []exchange {
	paragraph := func(text string) [3]string { return [3]string{"<p>" + text + "</p>\n", "<p>" + text + "</p>\n", text} }
	texts := map[string][3]string{
		"  spaces  ":                         {"<p>  spaces  </p>\n", "<p>  spaces  </p>\n", "spaces"},
		"one\ntwo":                           {"<p>one<br />\ntwo</p>\n", "<p>one<br />\ntwo</p>\n", "one\ntwo"},
		"one\n\n two \nthree":                {"<p>one</p>\n<p> two<br />\nthree</p>\n", "<p>one</p>\n<p> two<br />\nthree</p>\n", "one\n\n two \nthree"},
		"x <p>Hi</p> y":                      {"<p>x </p>\n<p>Hi</p>\n<p> y</p>\n", "<p>x </p>\n<p>Hi</p>\n<p> y</p>\n", "x <p>Hi</p> y"},
		"<h2>x</h2>\ny":                      {"<h2>x</h2>\n<p>y</p>\n", "<h2>x</h2>\n<p>y</p>\n", "<h2>x</h2>\ny"},
		"<div>\na\n</div>":                   {"<div>\na\n</div>\n", "<div>\na\n</div>\n", "<div>\na\n</div>"},
		"<ul>\n<li>a</li>\n</ul>\nb":         {"<ul>\n<li>a</li>\n</ul>\n<p>b</p>\n", "<ul>\n<li>a</li>\n</ul>\n<p>b</p>\n", "<ul>\n<li>a</li>\n</ul>\nb"},
		"<blockquote>a\n\nb</blockquote>":    {"<blockquote><p>a</p>\n<p>b</p></blockquote>\n", "<blockquote><p>a</p>\n<p>b</p></blockquote>\n", "<blockquote>a\n\nb</blockquote>"},
		"<pre>a\n\nb</pre>c":                 {"<pre>a\n\nb</pre>\n<p>c</p>\n", "<pre>a\n\nb</pre>\n<p>c</p>\n", "<pre>a\n\nb</pre>c"},
		"a<br>b":                             {"<p>a<br />b</p>\n", "<p>a<br />b</p>\n", "a<br>b"},
		"a -- b --- c--d - e":                paragraph("a &#8212; b &#8212; c&#8211;d &#8211; e"),
		`<b>"a"</b> <code>"b"</code>`:        paragraph(`<b>&#8220;a&#8221;</b> <code>"b"</code>`),
		"'a' don't the '90s ``b'' 3x4 xn--c": paragraph("&#8216;a&#8217; don&#8217;t the &#8217;90s &#8220;b&#8221; 3&#215;4 xn--c"),
		"<!-- wp:paragraph --><p>Hi</p><!-- /wp:paragraph -->": {
			`<p class="wp-block-paragraph">Hi</p>`, "<p><!-- wp:paragraph --></p>\n<p>Hi</p>\n<p><!-- /wp:paragraph --></p>\n", "<!-- wp:paragraph --><p>Hi</p><!-- /wp:paragraph -->",
		},
	}
	var out []exchange
	for _, text := range slices.Sorted(maps.Keys(texts)) {
		html := texts[text]
		out = append(out, exchange{
			collection: "found", kind: writing, role: admin, name: fmt.Sprintf("rendered %q", text), method: "POST", path: "/cms/v2/posts", status: 201,
			body: quoted(map[string]any{"content": text, "excerpt": text, "title": text, "status": "publish"}),
			want: []string{"content>rendered=" + quoted(html[0]), "excerpt>rendered=" + quoted(html[1]), "title>rendered=" + quoted(html[2])},
		})
	}
	return out
}

// foundReading are requests that change nothing.
func foundReading() []exchange {
	get := func(r role, path string, want ...string) exchange {
		return exchange{collection: "found", role: r, name: path, path: path, want: want}
	}
	refused := func(status int, one exchange) exchange {
		one.status = status
		return one
	}
	later := func(kind string, one exchange) exchange { // 6.1 answers otherwise
		one.needs = []need{modern(kind)}
		return one
	}
	return []exchange{
		later("posts", shows(get(nobody, "/cms/v2/media/314"), ` alt="" /></a></p>`)), // no srcset
		shows(get(nobody, "/cms/v2/media/308"), `<audio class="cms-audio-shortcode" id="audio-308-1" preload="none" style="width: 100%;" controls="controls"><source type="audio/mpeg" src="`),
		refused(400, get(contributor, "/cms/v2/posts?status[a]=none", `data>details>status>code="rest_not_in_enum"`)),
		refused(400, get(contributor, "/cms/v2/pages?status[a]=draft", `data>details>status>code="rest_forbidden_status"`)),
		get(admin, "/cms/v2/posts?status[a]=trash&include=135&_fields=id", `=[{"id":135}]`),
		get(nobody, "/cms/v2/posts?include=-101&_fields=id", `=[{"id":101}]`),
		get(nobody, "/cms/v2/posts?categories=-1&tags_exclude=-11&_fields=id", `0>id`),
		get(nobody, "/cms/v2/tags?include=-11&_fields=id", `=[{"id":11}]`),
		get(nobody, "/cms/v2/tags?orderby=include&include=13,12,14&order=desc&_fields=id", `=[{"id":14},{"id":12},{"id":13}]`),
		get(nobody, "/cms/v2/tags?orderby=include_slugs&slug=opentype,css&_fields=id", `=[{"id":16},{"id":11}]`),
		get(nobody, "/cms/v2/tags?orderby=include&_fields=slug", `0>slug="css"`),
		get(nobody, "/cms/v2/tags?search=%C3%BF&_fields=id", `=[{"id":14},{"id":16}]`),
		get(nobody, "/cms/v2/tags?include=11&exclude=11&_fields=id", `=[{"id":11}]`),
		get(nobody, "/cms/v2/tags?search=0&per_page=1&_fields=slug", `0>slug="css"`),
		refused(400, get(nobody, "/cms/v2/tags?post=987654", `code="rest_post_invalid_id"`)),
		refused(401, get(nobody, "/cms/v2/tags?post=129", `code="rest_forbidden_context"`)),
		refused(403, get(admin, "/cms/v2/menus?post=101", `code="rest_forbidden_context"`)),
		get(editor, "/cms/v2/menus?post=501&_fields=id", `=[{"id":31}]`),
		get(nobody, "/cms/v2/posts/106?_embed=author", `_embedded>author>0>url="SITE"`),
		get(author, "/cms/v2/pages/205?_embed=replies", `_embedded>replies>0>code="rest_cannot_read_post"`),
		get(admin, "/cms/v2/pages/205?_embed=replies", `!_embedded`),
		allows(get(editor, "/cms/v2/posts?categories[terms]=3&categories[include_children]=false"), "GET"),
		get(nobody, "/oembed/1.0/embed?url=SITE/?p=204&maxwidth=200", "thumbnail_width=200", "thumbnail_height=250"),
		get(nobody, "/oembed/1.0/embed?url=SITE/?p=204", "thumbnail_width=400", "thumbnail_height=500"),
		later("blocks", get(admin, "/cms/v2/blocks/408?excerpt_length=-1&_fields=excerpt", `excerpt>rendered="<p>A block, number [&hellip;]</p>\n"`)),
		get(admin, "/cms/v2/media/316?_fields=link", `link="SITE/?attachment_id=316"`),
	}
}

// foundWriting are requests that change one record.
func foundWriting() []exchange {
	post := func(r role, path, body string, want ...string) exchange {
		return exchange{collection: "found", kind: writing, role: r, name: path + " " + body, method: "POST", path: path, body: body, want: want}
	}
	made := func(one exchange) exchange {
		one.status = 201
		return one
	}
	refused := func(status int, one exchange) exchange {
		one.status, one.kind = status, failing
		return one
	}
	return []exchange{
		made(post(admin, "/cms/v2/posts", `{"title":"line\none","status":"publish"}`, `slug="lineone"`)),
		made(post(admin, "/cms/v2/posts", `{"title":"a<b","status":"publish"}`, `slug="a"`)),
		made(post(admin, "/cms/v2/posts", `{"title":"x","date":"2025-04-17T09:30:00","date_gmt":null}`, `status="draft"`)),
		made(post(admin, "/cms/v2/menu-items", `{"type":"post_type_archive","object":"post","object_id":134}`, "object_id=134")),
		made(post(admin, "/cms/v2/blocks", `{"title":"x","slug":"fresh","status":"pending"}`, `slug="fresh"`)),
		made(post(contributor, "/cms/v2/tags", `{"name":"made up"}`, `slug="made-up"`)),
		made(post(author, "/cms/v2/cms_pattern_category", `{"name":"made up"}`, `slug="made-up"`)),
		made(post(author, "/cms/v2/posts", `{"title":"<p><b>b</b></p> & c","content":"<p onclick=\"x\" id=a>a & b</p><script>c</script> <!-- d --> &hellip;"}`,
			`title>raw="<b>b</b> &amp; c"`, `content>raw="<p id=\"a\">a &amp; b</p>c <!-- d --> &hellip;"`)),
		made(post(editor, "/cms/v2/posts", `{"title":"<p>b</p> & c","content":"<script>c</script>"}`, `title>raw="<p>b</p> & c"`, `content>raw="<script>c</script>"`)),
		refused(403, post(author, "/cms/v2/categories", `{"name":"made up"}`, `code="rest_cannot_create"`)),
		refused(403, post(subscriber, "/cms/v2/tags", `{"name":"made up"}`, `code="rest_cannot_create"`)),
		post(admin, "/cms/v2/blocks/481", `{"password":"","status":"private"}`, `link="SITE/?p=481"`, "!_links>self>0>targetHints"),
		refused(403, post(admin, "/cms/v2/blocks/418", `{"status":"private","meta":{"cms_pattern_sync_status":"unsynced"}}`, `code="rest_cannot_update"`, `data={"key":"cms_pattern_sync_status","status":403}`)),
		post(admin, "/cms/v2/pages/203?_embed=up", `{"parent":205}`, `_embedded>up>0>excerpt>rendered="<p>Page 5 about measure.</p>\n"`),
		post(admin, "/cms/v2/menu-items/514/autosaves", `{"title":"Another","url":"/another"}`, "id=514", `title>raw="Draft of a link"`, "!content", `preview_link=""`),
		post(admin, "/cms/v2/media/316", `{"status":"private"}`, `slug="ff-dropped"`, `status="private"`),
		post(admin, "/cms/v2/media/302", `{"alt_text":"a\\b \\\\ c"}`, `alt_text="ab \\ c"`),
		post(admin, "/cms/v2/posts/101", `{"featured_media":-301,"tags":[-11]}`, "featured_media=301", "tags=[11]"),
		refused(400, post(admin, "/cms/v2/media/306/finalize", `{"sub_sizes":null}`, `data>details>sub_sizes>code="rest_invalid_type"`)),
		refused(400, post(admin, "/cms/v2/pages/201", `{"template":-1}`, `data>details>template>code="rest_invalid_param"`)),
		post(admin, "/cms/v2/pages/281", `{"template":0}`, `template=""`),
		post(admin, "/cms/v2/pages/211", `{"slug":"oo-install","parent":201}`, `slug="oo-install-2"`),
		post(admin, "/cms/v2/pages/223", `{"slug":"private-of-author-page"}`, `slug="private-of-author-page-2"`),
		shows(post(admin, "/cms/v2/media/309", `{"featured_media":303}`), ` width="640" height="360" poster="SITE/`, `/tiny.gif" preload="metadata" controls="controls">`),
	}
}

// allows wants a header that says what else the caller may do.
func allows(one exchange, methods string) exchange {
	one.headers = map[string]string{"Allow": methods}
	return one
}

// shows wants parts in the description of a file.
func shows(one exchange, parts ...string) exchange {
	one.after = func(t *testing.T, s *site, body any) {
		description, _ := memberOf(body, "description")
		html, _ := memberOf(description, "rendered")
		for _, part := range parts {
			if text, _ := html.(string); !strings.Contains(text, strings.ReplaceAll(s.spell(part), "cms-audio", s.prefix+"-audio")) {
				t.Errorf("the description is %s, without %s", text, part)
			}
		}
	}
	return one
}

func quoted(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}
