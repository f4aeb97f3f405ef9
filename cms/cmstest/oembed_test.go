package cmstest_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestOEmbedShowsWhatEveryoneSees(t *testing.T) {
	t.Parallel()
	c := start(t)
	page := c.site.Insert("pages", map[string]any{"title": "Guide", "slug": "guide"})
	c.site.Insert("pages", map[string]any{"title": "Part & “more”", "slug": "part", "parent": page, "author": 3})
	c.site.Insert("media", map[string]any{"id": 50, "filename": "photo.png", "width": 4, "height": 4})
	c.site.Insert("media", map[string]any{"id": 51, "filename": "mine.png", "width": 4, "height": 4, "status": "private"})
	untitled := c.site.Insert("pages", map[string]any{"content": "c"})
	draft := c.site.Insert("posts", map[string]any{"title": "Draft", "status": "draft"})
	private := c.site.Insert("posts", map[string]any{"title": "Private", "status": "private"})
	at := func(route, address, more string) string {
		return c.site.URL + "/cms-json/oembed/1.0/" + route + "?url=" + url.QueryEscape(address) + more
	}
	for name, tc := range map[string]struct {
		user, route, address, more string
		status                     int
		want                       string
	}{
		"by path": {"", "embed", "BASE/guide/", "&_fields=title,width,height", 200,
			`{"title":"Guide","width":600,"height":338}`},
		"below another": {"", "embed", "BASE/guide/part", "&_fields=author_url", 200,
			`{"author_url":"BASE/author/author/"}`},
		"by id": {"", "embed", fmt.Sprintf("BASE/?p=%d", page), "&maxwidth=300&_fields=width,height", 200,
			`{"width":300,"height":200}`},
		"too narrow": {"", "embed", "BASE/guide/", "&maxwidth=abc&_fields=width", 200, `{"width":200}`},
		"minus":      {"", "embed", "BASE/guide/", "&maxwidth=-300&_fields=width", 200, `{"width":300}`},
		"plus":       {"", "embed", "BASE/guide/", "&maxwidth=%2B300&_fields=width", 200, `{"width":300}`},
		"a list":     {"", "embed", "BASE/guide/", "&maxwidth[]=300&_fields=width", 200, `{"width":200}`},
		"members":    {"", "embed", "BASE/guide/", "&maxwidth[a]=300&_fields=width", 200, `{"width":200}`},
		"no width":   {"", "embed", "BASE/guide/", "&maxwidth=&_fields=width", 200, `{"width":200}`},
		"a file": {"", "embed", "BASE/?attachment_id=50", "&_fields=title,width,thumbnail_width", 200,
			`{"title":"photo","width":600,"thumbnail_width":4}`},
		"a private file":         {"admin", "embed", "BASE/?attachment_id=51", "", 404, `"oembed_invalid_url"`},
		"draft":                  {"admin", "embed", fmt.Sprintf("BASE/?p=%d", draft), "", 404, `"oembed_invalid_url"`},
		"private":                {"admin", "embed", fmt.Sprintf("BASE/?p=%d", private), "", 404, `"oembed_invalid_url"`},
		"another site":           {"", "embed", "https://other.example/guide/", "", 404, `"oembed_invalid_url"`},
		"home":                   {"", "embed", "BASE/", "", 404, `"oembed_invalid_url"`},
		"proxy for nobody":       {"", "proxy", "BASE/guide/", "", 401, `"rest_forbidden"`},
		"proxy for a subscriber": {"subscriber", "proxy", "BASE/guide/", "", 403, `"rest_forbidden"`},
		"proxy has no xml": {"contributor", "proxy", "BASE/guide/", "&format=xml&maxwidth=300", 200,
			`"title":"Guide","type":"rich","width":300`},
		"proxy of another site": {"contributor", "proxy", "https://other.example/x", "", 404, `"oembed_invalid_url"`},
		"proxy of no format":    {"contributor", "proxy", "BASE/guide/", "&format=bogus", 400, `"rest_invalid_param"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := c.do(tc.user, "GET", at(tc.route,
				strings.NewReplacer("BASE", c.site.URL, "UNTITLED", fmt.Sprint(untitled)).Replace(tc.address), tc.more), "")
			body := strings.ReplaceAll(strings.ReplaceAll(a.body, `\/`, "/"), c.site.URL, "BASE")
			if a.status != tc.status || !strings.Contains(body, tc.want) {
				t.Errorf("GET of oEmbed data: status %d, body %s, want %d with %s", a.status, body, tc.status, tc.want)
			}
		})
	}
}

// The documents were compared with WordPress 7.1.
func TestOEmbedIsWrittenInXML(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("pages", map[string]any{"title": "Guide", "slug": "guide", "author": 3})
	c.site.Insert("pages", map[string]any{"title": "A & B <i>x</i> “q” é 😀 &amp;lt; &copy; &bogus;", "slug": "odd"})
	c.site.Insert("pages", map[string]any{"slug": "untitled", "content": "c"})
	const head = "<?xml version=\"1.0\"?>\n<oembed>"
	for name, tc := range map[string]struct {
		method, query string
		status        int
		mediaType     string
		want          string
	}{
		"an embed": {"GET", "url=BASE/guide/&format=xml", 200, "text/xml; charset=UTF-8", head + "<version>1.0</version>" +
			"<provider_name>Type Docs</provider_name><provider_url>BASE</provider_url><author_name>"},
		"its frame": {"GET", "url=BASE/guide/&format=xml", 200, "text/xml; charset=UTF-8",
			"<width>600</width><height>338</height><html>&lt;blockquote class=\"cms-embedded-content\" data-secret=\""},
		"some fields": {"GET", "url=BASE/guide/&format=xml&_fields=title,width", 200, "text/xml; charset=UTF-8",
			head + "<title>Guide</title><width>600</width></oembed>\n"},
		"odd characters": {"GET", "url=BASE/odd/&format=xml&_fields=title", 200, "text/xml; charset=UTF-8", head +
			"<title>A &amp; B &lt;i&gt;x&lt;/i&gt; &#x201C;q&#x201D; &#xE9; &#x1F600; &amp;lt; &copy; " +
			"&amp;bogus;</title></oembed>\n"},
		"an empty text": {"GET", "url=BASE/untitled/&format=xml&_fields=title", 200, "text/xml; charset=UTF-8",
			head + "<title/></oembed>\n"},
		"an envelope": {"GET", "url=BASE/guide/&format=xml&_envelope&_fields=title", 200, "text/xml; charset=UTF-8",
			head + "<body><title>Guide</title></body><status>200</status><headers><Allow>GET</Allow></headers></oembed>\n"},
		"no fields": {"GET", "url=BASE/guide/&format=xml&_fields=foo", 501, "application/json; charset=UTF-8",
			"Not Implemented"},
		"an unknown page": {"GET", "url=BASE/x/&format=xml", 404, "text/xml; charset=UTF-8",
			head + "<code>oembed_invalid_url</code><message>"},
		"no page": {"GET", "format=xml", 400, "text/xml; charset=UTF-8",
			"<data><status>400</status><params><oembed>url</oembed></params></data></oembed>\n"},
		"another spelling": {"GET", "url=BASE/guide/&format=XML&_fields=title", 200, "application/json; charset=UTF-8",
			`{"title":"Guide"}`},
		"a list": {"GET", "url=BASE/guide/&format[]=xml&_fields=title", 200, "application/json; charset=UTF-8",
			`{"title":"Guide"}`},
		"the headers": {"HEAD", "url=BASE/guide/&format=xml", 200, "application/json; charset=UTF-8", ""},
	} {
		address := c.site.URL + "/cms-json/oembed/1.0/embed?" + strings.ReplaceAll(tc.query, "BASE", c.site.URL)
		a := c.do("", tc.method, address, "")
		body := strings.ReplaceAll(a.body, c.site.URL, "BASE")
		if a.status != tc.status || !strings.Contains(body, tc.want) {
			t.Errorf("Sent %[2]s with %[3]s for %[1]s: status %[4]d, body %[5]s, want %[6]d with %[7]s", name, tc.method,
				tc.query, a.status, body, tc.status, tc.want)
		}
		if got := a.header.Get("Content-Type"); got != tc.mediaType {
			t.Errorf("%s: %s %s: Content-Type %q, want %q", name, tc.method, tc.query, got, tc.mediaType)
		}
	}
}

func TestIndexDependsOnWhoAsksAndHow(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithName("Fonts & more", "About fonts"))
	plain := c.do("author", "GET", c.site.URL+"/cms-json/", "").object(t)
	local := c.do("author", "GET", strings.Replace(c.site.URL, "127.0.0.1", "localhost", 1)+"/cms-json/", "").object(t)
	nobody := c.do("", "GET", strings.Replace(c.site.URL, "127.0.0.1", "localhost", 1)+"/cms-json/", "").object(t)
	if plain["name"] != "Fonts & more" || plain["description"] != "About fonts" {
		t.Errorf("GET of the index: name %v, description %v, want those of WithName", plain["name"], plain["description"])
	}
	for _, name := range []string{"image_sizes", "image_size_threshold", "image_strip_meta", "image_max_bit_depth"} {
		if plain[name] != nil || nobody[name] != nil {
			t.Errorf("GET of the index: %s is %v on an address without trust, %v for nobody, want it absent", name, plain[name],
				nobody[name])
		} else if local[name] == nil {
			t.Errorf("GET of the index: %s is %v for an author on localhost, want it", name, local[name])
		}
	}
	theme := func(index map[string]any) bool { return index["_links"].(map[string]any)["cms:active-theme"] != nil }
	if !theme(plain) || theme(nobody) {
		t.Errorf("GET of the index: theme named to an author: %t, to nobody: %t, want true and false", theme(plain),
			theme(nobody))
	}
}

func TestWithoutApplicationPasswordsEveryoneIsAnonymous(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithoutApplicationPasswords())
	if a := c.do("admin", "GET", c.site.URL+"/cms-json/?_fields=authentication", ""); a.body != `{"authentication":[]}` ||
		a.header.Get("Cache-Control") != "" {
		t.Errorf("GET of authentication: %s, Cache-Control %q, want an empty list and no such header", a.body,
			a.header.Get("Cache-Control"))
	}
	if a := c.get("admin", "/users/me"); a.status != 401 || a.code(t) != "rest_not_logged_in" {
		t.Errorf("GET of /users/me: status %d, body %s, want 401 rest_not_logged_in", a.status, a.body)
	}
}

func TestMaxWidthIsConvertedFromAnyType(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("pages", map[string]any{"title": "Guide"})
	address := c.site.URL + "/cms-json/oembed/1.0/embed?_method=GET&url=" + url.QueryEscape(c.site.URL+"/guide/")
	for value, want := range map[string]float64{"300": 300, "-300": 300, "300.9": 300, "true": 200, "[]": 200,
		`{"a":1}`: 200, "null": 200} {
		expect(t, value, c.do("", "POST", address, `{"maxwidth":`+value+`}`), 200, map[string]any{"width": want})
	}
}
