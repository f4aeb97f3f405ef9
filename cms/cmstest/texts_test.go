package cmstest_test

import (
	"strings"
	"testing"
)

func TestContentsAreMadeHTML(t *testing.T) {
	t.Parallel()
	c := start(t)
	for raw, want := range map[string]string{
		"   ":                 "",
		`<code>x "y`:          "<p><code>x \"y</p>\n",
		`<pre>"x" -- y</pre>`: "<pre>\"x\" -- y</pre>\n",
		`<!-- a "b" -->`:      "<p><!-- a \"b\" --></p>\n",
	} {
		id := c.site.Insert("posts", map[string]any{"content": raw})
		if got := c.get("", "/posts/"+str(id)).field(t, "content.rendered"); got != want {
			t.Errorf("GET of a post with the content %q: %q, want %q", raw, got, want)
		}
	}
}

func TestSlugsAreCutBetweenLetters(t *testing.T) {
	t.Parallel()
	const greek = "%ce%b5%ce%bb%ce%bb%ce%b7%ce%bd%ce%b9%ce%ba%ce%ac"
	xs := func(n int) string { return strings.Repeat("x", n) }
	nihongo := strings.Repeat("%e6%97%a5%e6%9c%ac%e8%aa%9e", 7)
	for _, tc := range []struct{ title, first, second string }{
		{"3×4 grid", "3x4-grid", "3x4-grid-2"},
		{"50% off", "50-off", "50-off-2"},
		{"«Zitat» – Strich", "zitat-strich", "zitat-strich-2"},
		{"a <b>b</b> <c", "a-b", "a-b-2"},
		{"tab\there", "tabhere", "tabhere-2"},
		{"a&nbsp;b&mdash;c", "a-b-c", "a-b-c-2"},
		{strings.Repeat("Ελληνικά ", 15), strings.Repeat(greek+"-", 3) + greek, strings.Repeat(greek+"-", 3) + greek + "-2"},
		{xs(198) + "ä", xs(198) + "a", xs(198) + "-2"},
		{xs(199) + "λ", xs(199), xs(198) + "-2"},
		{strings.Repeat("日本語", 30), nihongo + "%e6%97%a5", nihongo + "%e6%97%a5-2"},
		{xs(250), xs(200), xs(198) + "-2"},
	} {
		c := start(t)
		body := string(mustJSON(map[string]any{"title": tc.title, "status": "publish"}))
		for _, want := range []string{tc.first, tc.second} {
			if got := c.create("admin", "/posts", body)["slug"]; got != want {
				t.Errorf("POST of a post with the title %.20s…: slug %v, want %s", tc.title, got, want)
			}
		}
	}
	c := start(t)
	for _, tc := range []struct{ title, want string }{
		{strings.Repeat("日本語", 30), nihongo + "__trashed"},
		{strings.Repeat("é", 150), strings.Repeat("e", 150) + "__trashed"},
		{xs(200), xs(191) + "__trashed"},
	} {
		made := c.create("admin", "/posts", string(mustJSON(map[string]any{"title": tc.title, "status": "publish"})))
		if got := c.do("admin", "DELETE", "/posts/"+str(int64(made["id"].(float64))), "").field(t, "slug"); got != tc.want {
			t.Errorf("%.20s… in the trash: %v, want %s", tc.title, got, tc.want)
		}
	}
}

func TestRawMembersMayBeNumbers(t *testing.T) {
	t.Parallel()
	c := start(t)
	for body, want := range map[string]string{
		`{"title":{"raw":5}}`:                              "5",
		`{"title":{"raw":1.5}}`:                            "1.5",
		`{"content":"x","title":{"raw":null}}`:             "",
		`{"content":"x","title":{"rendered":"elsewhere"}}`: "",
	} {
		if got := c.do("admin", "POST", "/posts", body).field(t, "title.raw"); got != want {
			t.Errorf("POST of %s: title %v, want %q", body, got, want)
		}
	}
}

func TestDraftWithoutLettersIsPublishedUnderItsID(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"id": 41})
	c.create("admin", "/posts", `{"title":"!!!"}`)
	expect(t, "draft", c.get("admin", "/posts/42"), 200, map[string]any{"slug": ""})
	expect(t, "published", c.do("admin", "POST", "/posts/42", `{"status":"publish"}`), 200, map[string]any{"slug": "42"})
}

func TestControlCharactersAreEscaped(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"title": "a\rb\tc\x1fd\u2028e\x01", "content": "a\rb\r\nc\td"})
	want := `{"title":{"raw":"a\rb\tc\u001fd\u2028e\u0001"},"content":{"raw":"a\rb\r\nc\td"}}`
	if a := c.get("admin", "/posts/1?context=edit&_fields=title.raw,content.raw"); a.body != want {
		t.Errorf("GET of a post: %q, want %q", a.body, want)
	}
}
