package cmstest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestSettingsAreSeededAndTold(t *testing.T) {
	t.Parallel()
	if fresh := start(t).site; strings.Contains(string(fresh.Document()), "settings") ||
		fresh.Record("settings", 2) != nil {
		t.Errorf("Document and Record of a new site: %s, want no settings", fresh.Document())
	}
	c := start(t, cmstest.WithDocument([]byte(`{"version":1,
		"settings": [{"id": 1, "title": "Type <b>", "posts_per_page": 3, "use_smilies": false, "timezone": "Asia/Tokyo",
		"email": null}],
		"posts": [{"id": 5, "title": "One", "date": "2026-05-01T10:00:00"}]
	}`)))
	first := c.site.Document()
	again := start(t, cmstest.WithDocument(first))
	if second := again.site.Document(); string(second) != string(first) {
		t.Errorf("Document of a site loaded from a document:\n%s\nbecame\n%s\nwant the same", first, second)
	}
	for name, site := range map[string]*client{"of the document": c, "of its own": again} {
		for field, want := range map[string]any{"title": "Type <b>", "posts_per_page": int64(3), "use_smilies": false,
			"timezone": "Asia/Tokyo", "email": nil, "id": int64(1)} {
			if got, ok := site.site.Record("settings", 1)[field]; !ok || got != want {
				t.Errorf("Record of the settings %s: %s is %#v, want %#v", name, field, got, want)
			}
		}
		if _, ok := site.site.Record("settings", 1)["url"]; ok {
			t.Errorf("Record of the settings %s has an url, want none since each site has its own", name)
		}
		expect(t, name, site.get("admin", "/settings"), 200,
			map[string]any{"title": "Type <b>", "posts_per_page": 3.0, "timezone": "Asia/Tokyo", "email": nil,
				"url": site.site.URL})
		expect(t, name, site.get("", "/posts/5"), 200, map[string]any{"date_gmt": "2026-05-01T01:00:00"})
	}
	for _, bad := range []string{`{"id":2}`, `{"id":"1"}`, `{"title":5}`, `{"posts_per_page":"3"}`, `{"use_smilies":"no"}`,
		`{"colour":"red"}`, `{"url":"https://site.test"}`} {
		if err := start(t).site.Load([]byte(`{"version":1,"settings":[` + bad + `]}`)); err == nil {
			t.Errorf("Load of the settings %s succeeded, want an error", bad)
		}
	}
}

func TestSiteWithoutATimeZoneUsesUTC(t *testing.T) {
	t.Parallel()
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	for _, zone := range []string{`""`, `null`} {
		c := start(t, cmstest.WithLocation(tokyo))
		seeded := start(t, cmstest.WithLocation(tokyo),
			cmstest.WithDocument([]byte(`{"version":1,"settings":[{"timezone":`+zone+`}]}`)))
		c.do("admin", "POST", "/settings", `{"timezone":`+zone+`}`)
		for _, site := range []*client{c, seeded} {
			expect(t, zone, site.do("admin", "POST", "/posts", `{"title":"x","date":"2026-05-01T10:00:00"}`), 201,
				map[string]any{"date_gmt": "2026-05-01T10:00:00"})
		}
	}
}

// TestDateFormatsLoseOnlyTheirTags has the answers of WordPress 7.1.
func TestDateFormatsLoseOnlyTheirTags(t *testing.T) {
	t.Parallel()
	c := start(t)
	for sent, want := range map[string]string{
		" a  b\tc\n d ": " a  b\tc\n d ", "x <b>y</b> z": "x y z", "a %20 b": "a %20 b", "a <script>q</script> c": "a q c",
		"a & b &copy;": "a &amp; b &copy;", "a < b": "a &lt; b", "a > b </b x": "a &gt; b ", "a <b": "a ",
		`it's "q"`: `it's "q"`,
	} {
		a := c.do("admin", "POST", "/settings", string(mustJSON(map[string]any{"time_format": sent})))
		expect(t, sent, a, 200, map[string]any{"time_format": want})
	}
}
