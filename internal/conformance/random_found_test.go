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
		"a < b":                              {"<p>a < b\n</p>\n", "<p>a < b\n</p>\n", "a < b"},
		"<p></p>":                            {"</p>\n", "</p>\n", "<p></p>"},
		"x<p></p>":                           {"<p>x</p>\n", "<p>x</p>\n", "x<p></p>"},
		"<p>a</p><p></p>b":                   {"<p>a</p>\n</p>\n<p>b</p>\n", "<p>a</p>\n</p>\n<p>b</p>\n", "<p>a</p><p></p>b"},
		"<br/>a":                             {"<p>a</p>\n", "<p>a</p>\n", "<br/>a"},
		"<a\nhref=\"?a=1&b=2\">x</a>\ny":     {"<p><a\nhref=\"?a=1&#038;b=2\">x</a><br />\ny</p>\n", "<p><a\nhref=\"?a=1&#038;b=2\">x</a><br />\ny</p>\n", "<a\nhref=\"?a=1&#038;b=2\">x</a>\ny"},
		"<style>a\nb</style>":                {"<style>a\nb</style>\n", "<style>a\nb</style>\n", "<style>a\nb</style>"},
		"<code>a & b</code>":                 {"<p><code>a & b</code></p>\n", "<p><code>a &#038; b</code></p>\n", "<code>a &#038; b</code>"},
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
		get(nobody, "/cms/v2/posts?sticky=true&exclude=141,110&_fields=id&orderby=id&order=asc", `=[{"id":104},{"id":110},{"id":141}]`),
		get(nobody, "/cms/v2/media?search=table.csv&search_columns=post_excerpt&_fields=id", `=[{"id":312}]`),
		get(nobody, "/cms/v2/posts?categories[terms]=2,4&categories[operator]=AND&categories[include_children]=true&_fields=id", `=[]`),
		get(editor, "/cms/v2/menus?post=501&_fields=id", `=[{"id":31}]`),
		get(nobody, "/cms/v2/posts/106?_embed=author", `_embedded>author>0>url="SITE"`),
		get(author, "/cms/v2/pages/205?_embed=replies", `_embedded>replies>0>code="rest_cannot_read_post"`),
		get(admin, "/cms/v2/pages/205?_embed=replies", `!_embedded`),
		allows(get(editor, "/cms/v2/posts?categories[terms]=3&categories[include_children]=false"), "GET"),
		get(nobody, "/oembed/1.0/embed?url=SITE/?p=204&maxwidth=200", "thumbnail_width=200", "thumbnail_height=250"),
		get(nobody, "/oembed/1.0/embed?url=SITE/?p=204", "thumbnail_width=400", "thumbnail_height=500"),
		later("blocks", get(admin, "/cms/v2/blocks/408?excerpt_length=-1&_fields=excerpt", `excerpt>rendered="<p>A block, number [&hellip;]</p>\n"`)),
		get(admin, "/cms/v2/media/316?_fields=link", `link="SITE/?attachment_id=316"`),
		since68(allows(refused(400, get(admin, "/cms/v2/blocks?per_page=101&cms_pattern_category[]=420&cms_pattern_category[]=0", `code="rest_invalid_param"`)), "GET")),
		allows(refused(400, get(contributor, "/cms/v2/taxonomies?type[a]=1&context=edit", `code="rest_invalid_param"`)), ""),
		allows(latest(get(author, "/cms/v2/comments/812?context=edit&_fields=id", "id=812")), "GET, POST, PUT, PATCH, DELETE"),
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
		made(post(admin, "/cms/v2/posts", `{"title":"a < b > c","status":"publish"}`, `slug="a-b-c"`)),
		made(post(admin, "/cms/v2/posts", `{"title":"a & b &amp; c","status":"publish"}`, `slug="a-c"`)),
		made(post(admin, "/cms/v2/menu-items", `{"id":0,"title":"x","url":"/a"}`, `title>raw="x"`)),
		made(post(author, "/cms/v2/blocks", `{"content":"x","meta":{"footnotes":"unsynced"}}`, `meta>footnotes=""`)),
		made(post(author, "/cms/v2/posts", `{"title":"x","meta":{"footnotes":"[{\"id\":\"A b/é\",\"content\":\"<script>x</script> <b>é</b> a < b\"},{\"id\":\"0\",\"content\":\"b\"}]"}}`,
			`meta>footnotes=`+quoted(`[{"id":"ab","content":"x <b>\u00e9<\/b> a &lt; b"}]`))),
		made(post(admin, "/cms/v2/posts", `{"title":"x","meta":{"footnotes":"unsynced"}}`, `meta>footnotes="unsynced"`)),
		made(post(admin, "/cms/v2/posts", `{"title":"x","date":"2025-01-01T10:00:00\n"}`, `date="2025-01-01T10:00:00"`)),
		made(post(admin, "/cms/v2/posts", `{"title":"x","date_gmt":"2025-01-01T10:00:00\n"}`, `date="2025-01-01T11:00:00"`)),
		made(post(admin, "/cms/v2/posts", `{"content":"a < b"}`, `excerpt>rendered="<p>a < b\n</p>\n"`)),
		made(post(admin, "/cms/v2/posts", `{"content":"<script>x</script>a<b>b</b>"}`, `excerpt>rendered="<p>ab</p>\n"`)),
		made(post(admin, "/cms/v2/posts", `{"title":"%e2%80%93 x","status":"publish"}`, `slug="x"`)),
		made(post(admin, "/cms/v2/tags", `{"name":"a < b & <b>c</b>"}`, `name="a &lt; b &amp; c"`)),
		post(admin, "/cms/v2/media/302", `{"alt_text":"a < b <script>c</script> 50% %20"}`, `alt_text="a &lt; b 50%"`),
		post(admin, "/cms/v2/menu-items/513", `{"xfn":["a","é"],"classes":["é","b"]}`, `xfn=["a",""]`, `classes=["","b"]`),
		post(admin, "/cms/v2/media/302", `{"alt_text":"a < b > c"}`, `alt_text="a < b > c"`),
		shows(post(admin, "/cms/v2/media/302", `{"alt_text":"a < b's"}`), ` alt="a &lt; b&#039;s"`),
		refused(403, post(contributor, "/cms/v2/media/308", `{"status":"publish"}`, `code="rest_cannot_publish"`)),
		refused(400, post(admin, "/cms/v2/media/306/finalize", `{"sub_sizes":""}`, `data>details>sub_sizes>data=null`)),
		refused(400, post(admin, "/cms/v2/comments", `{"author_email":"none","parent":"x"}`, `data>details>parent>code="rest_invalid_type"`, "!data>params>author_email")),
		refused(400, post(admin, "/cms/v2/comments", `{"author_email":"none","post":1}`, `data>details>author_email>code="rest_invalid_email"`)),
		post(admin, "/cms/v2/navigation/603", `{"template":[]}`, `template="Array"`),
		post(admin, "/cms/v2/comments/801", `{"author":1}`, `content>raw="First &amp; <b>bold</b>.\n\nA \"quoted\" text, see https://type.example/a."`),
		made(post(admin, "/cms/v2/posts", `{"title":"x","date":"2025-04-17T09:30:00","date_gmt":null}`, `status="draft"`)),
		made(post(admin, "/cms/v2/menu-items", `{"type":"post_type_archive","object":"post","object_id":134}`, "object_id=134")),
		made(post(admin, "/cms/v2/blocks", `{"title":"x","slug":"fresh","status":"pending"}`, `slug="fresh"`)),
		made(post(contributor, "/cms/v2/tags", `{"name":"made up"}`, `slug="made-up"`)),
		since68(made(post(author, "/cms/v2/cms_pattern_category", `{"name":"made up"}`, `slug="made-up"`))),
		made(post(author, "/cms/v2/posts", `{"title":"<p><b>b</b></p> & c","content":"<p onclick=\"x\" id=a>a & b</p><script>c</script> <!-- d --> &hellip;"}`,
			`title>raw="<b>b</b> &amp; c"`, `content>raw="<p id=\"a\">a &amp; b</p>c <!-- d --> &hellip;"`)),
		made(post(editor, "/cms/v2/posts", `{"title":"<p>b</p> & c","content":"<script>c</script>"}`, `title>raw="<p>b</p> & c"`, `content>raw="<script>c</script>"`)),
		refused(403, post(author, "/cms/v2/categories", `{"name":"made up"}`, `code="rest_cannot_create"`)),
		refused(403, post(subscriber, "/cms/v2/tags", `{"name":"made up"}`, `code="rest_cannot_create"`)),
		post(admin, "/cms/v2/blocks/481", `{"password":"","status":"private"}`, `link="SITE/?p=481"`, "!_links>self>0>targetHints"),
		refused(403, post(admin, "/cms/v2/blocks/418", `{"status":"private","meta":{"cms_pattern_sync_status":"unsynced"}}`, `code="rest_cannot_update"`, `data={"key":"cms_pattern_sync_status","status":403}`)),
		post(admin, "/cms/v2/pages/203?_embed=up", `{"parent":205}`, `_embedded>up>0>excerpt>rendered="<p>Page 5 about measure.</p>\n"`),
		post(admin, "/cms/v2/menu-items/514/autosaves", `{"title":"Another","url":"/another"}`, "id=514", `title>raw="Draft of a link"`, "!content", `preview_link=""`),
		written(post(admin, "/cms/v2/pages/206/autosaves", `{"meta":{"cms_pattern_sync_status":"[]"}}`), "2026-04-22T09:00:00"),
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

// written wants another date than the one that an autosave had.
func written(one exchange, before string) exchange {
	one.after = func(t *testing.T, _ *site, body any) {
		if date, _ := memberOf(body, "date"); date == before {
			t.Errorf("the autosave is still that of %s", before)
		}
	}
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
