package cmstest_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

var noon = time.Date(2026, 11, 21, 11, 0, 0, 0, time.UTC) // 12:00 in Berlin

func atNoon() cmstest.Option { return cmstest.WithClock(func() time.Time { return noon }) }

// expect compares members of an object; nested ones are named with a dot.
func expect(t *testing.T, what string, a answer, status int, want map[string]any) {
	t.Helper()
	if a.status != status {
		t.Errorf("Response for %s: status %d, body %s, want %d", what, a.status, a.body, status)
		return
	}
	for _, path := range slices.Sorted(maps.Keys(want)) {
		if got := a.field(t, path); got != want[path] {
			t.Errorf("Response for %s: %s is %#v, want %#v", what, path, got, want[path])
		}
	}
}

func TestCreateReturnsTheRecordAndItsAddress(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	a := c.do("admin", "POST", "/posts?context=view", `{"title":"Only a title"}`)
	expect(t, "draft", a, 201, map[string]any{
		"id": 1.0, "status": "draft", "slug": "", "generated_slug": "only-a-title", "link": c.site.URL + "/?p=1",
		"title.raw": "Only a title",
		"date":      "2026-11-21T12:00:00", "date_gmt": "2026-11-21T11:00:00",
		"modified_gmt": "2026-11-21T11:00:00", "author": 1.0,
		"comment_status": "open", "format": "standard",
		"permalink_template": c.site.URL + "/2026/11/%postname%/", "password": "",
		"guid.raw": c.site.URL + "/?p=1",
	})
	if got := a.header.Get("Location"); got != c.root+"/posts/1" {
		t.Errorf("POST of a post: Location %s, want the address of post 1", got)
	}
	a = c.do("editor", "POST", "/pages", `{"title":"Guide","status":"publish"}`)
	expect(t, "page", a, 201, map[string]any{"slug": "guide", "link": c.site.URL + "/guide/", "comment_status": "closed",
		"menu_order": 0.0, "author": 2.0})
	a = c.do("editor", "POST", "/pages", `{"title":"One","status":"publish","parent":2}`)
	expect(t, "child", a, 201, map[string]any{"link": c.site.URL + "/guide/one/",
		"permalink_template": c.site.URL + "/guide/%pagename%/"})
}

func TestCreateRefuses(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, tc := range []struct {
		body   string
		status int
		code   string
		want   map[string]any
	}{
		{`{}`, 400, "empty_content", nil},
		{`{"title":"0"}`, 400, "empty_content", nil},
		{`{"title":5}`, 400, "empty_content", nil},
		{`[1,2]`, 400, "empty_content", nil},
		{`"hello"`, 400, "empty_content", nil},
		{`{"title":`, 400, "rest_invalid_json", map[string]any{"data.json_error_code": 4.0}},
		{"\ufeff{}", 400, "rest_invalid_json", map[string]any{"data.json_error_code": 4.0}},
		{`{"id":5,"title":"x"}`, 400, "rest_post_exists", nil},
		{`{"id":0,"title":"x"}`, 404, "rest_post_invalid_id", nil},
		{`{"title":"x","author":99999}`, 400, "rest_invalid_author", nil},
		{`{"title":"x","password":"p","sticky":true}`, 400, "rest_invalid_field", nil},
		{`{"title":"x","template":"nope.php"}`, 400, "rest_invalid_param",
			map[string]any{"data.details.template.code": "rest_invalid_param"}},
		{`{"title":"x","date":"not a date"}`, 400, "rest_invalid_param",
			map[string]any{"data.details.date.code": "rest_invalid_date"}},
		{`{"title":"x","status":"trash"}`, 400, "rest_invalid_param",
			map[string]any{"data.details.status.code": "rest_not_in_enum"}},
		{`{"title":"x","slug":5}`, 400, "rest_invalid_param", map[string]any{"data.details.slug.code": "rest_invalid_type"}},
		{`{"title":"x","categories":"abc"}`, 400, "rest_invalid_param",
			map[string]any{"data.details.categories.data.param": "categories[0]"}},
		{`{"title":"x","sticky":"yes"}`, 400, "rest_invalid_param",
			map[string]any{"data.details.sticky.code": "rest_invalid_type"}},
		{`{"title":"x","meta":{"footnotes":5}}`, 400, "rest_invalid_type", nil},
	} {
		want := map[string]any{"code": tc.code, "data.status": float64(tc.status)}
		maps.Copy(want, tc.want)
		expect(t, tc.body, c.do("admin", "POST", "/posts", tc.body), tc.status, want)
	}
	// Meta is looked at after the post was stored: that post exists, and no other.
	if a := c.get("admin", "/posts?status=any"); len(a.ids(t)) != 1 {
		t.Errorf("GET of all posts: %s, want only the post with invalid meta", a.body)
	}
	expect(t, "bad parent", c.do("admin", "POST", "/pages", `{"title":"x","parent":999}`), 400,
		map[string]any{"code": "rest_post_invalid_id"})
	expect(t, "empty page", c.do("admin", "POST", "/pages", `{}`), 201, nil)
	expect(t, "no content type", c.do("admin", "POST", "/posts", `{"title":"x"}`, "Content-Type: text/plain"), 400,
		map[string]any{"code": "empty_content"})
}

func TestUnknownThingsAreDroppedSilently(t *testing.T) {
	t.Parallel()
	c := start(t)
	a := c.do("admin", "POST", "/posts", `{"title":"x","price":5,"meta":{"nope":"1"},"categories":[99],"tags":[99],`+
		`"featured_media":99}`)
	expect(t, "create", a, 201, map[string]any{"meta.footnotes": "", "featured_media": 0.0, "price": nil})
	rec := c.site.Record("posts", 1)
	if len(rec["categories"].([]int64)) != 0 || len(rec["tags"].([]int64)) != 0 {
		t.Errorf("POST of unknown terms: record %v, want no category and no tag", rec)
	}
	// The next save gives a post without category the default one.
	c.do("admin", "POST", "/posts/1", `{"title":"y"}`)
	if got := c.site.Record("posts", 1)["categories"]; !slices.Equal(got.([]int64), []int64{1}) {
		t.Errorf("POST of a post without category: categories %v, want the default one", got)
	}
}

func TestBodyIsReadFromFormQueryAndJSON(t *testing.T) {
	t.Parallel()
	c := start(t)
	form := "Content-Type: application/x-www-form-urlencoded"
	a := c.do("admin", "POST", "/posts?status=private&title=query",
		"title=A+form&categories[]=1&meta[footnotes]=f&sticky=false", form)
	expect(t, "form before query", a, 201,
		map[string]any{"title.raw": "A form", "status": "private", "meta.footnotes": "f", "sticky": false})
	a = c.do("admin", "POST", "/posts?title=query&status=draft", `{"title":"JSON"}`)
	expect(t, "JSON before query", a, 201, map[string]any{"title.raw": "JSON", "status": "draft"})
	a = c.do("admin", "PUT", "/posts/2?title=only+query", "")
	expect(t, "query alone", a, 200, map[string]any{"title.raw": "only query"})
	multipart := "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nParts\r\n--b--\r\n"
	a = c.do("admin", "POST", "/posts", multipart, "Content-Type: multipart/form-data; boundary=b")
	expect(t, "multipart", a, 201, map[string]any{"title.raw": "Parts"})
	a = c.do("admin", "POST", "/posts", `{"title":{"raw":"Object"},"content":{"raw":"c"}}`)
	expect(t, "objects", a, 201, map[string]any{"title.raw": "Object", "content.raw": "c"})
	a = c.do("admin", "POST", "/posts/5", `{"title":{"raw":""},"content":{"raw":""}}`)
	expect(t, "an object clears content, not the title", a, 200, map[string]any{"title.raw": "Object", "content.raw": ""})
}

func TestNullZeroAndEmptyDiffer(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	tag := c.site.Insert("tags", map[string]any{"name": "css"})
	insert := map[string]any{"title": "T", "content": "C", "excerpt": "E", "password": "p", "tags": []int64{tag},
		"format":         "aside",
		"featured_media": 9, "meta": map[string]any{"footnotes": "f"}, "slug": "s", "date": "2026-01-01T00:00:00"}
	for body, want := range map[string]map[string]any{
		`{}`: {"title.raw": "T", "featured_media": 9.0, "password": "p", "slug": "s",
			"meta.footnotes": "f", "status": "publish"},
		`{"title":null,"excerpt":null}`: {"title.raw": "T", "excerpt.raw": "E"},
		`{"excerpt":""}`:                {"excerpt.raw": ""},
		`{"password":null}`:             {"password": ""},
		`{"featured_media":null}`:       {"featured_media": 0.0},
		`{"featured_media":0}`:          {"featured_media": 0.0},
		`{"featured_media":505}`:        {"featured_media": 9.0}, // no record has that id
		`{"meta":{"footnotes":null}}`:   {"meta.footnotes": ""},
		`{"meta":null}`:                 {"meta.footnotes": "f"},
		`{"slug":""}`:                   {"slug": "t"},
		`{"slug":null}`:                 {"slug": "t"},
		`{"status":null}`:               {"status": "draft"},
		`{"format":null}`:               {"format": "aside"},
		`{"date":null}`:                 {"date": "2026-11-21T12:00:00"},
		`{"author":0}`:                  {"author": 1.0},
	} {
		id := c.site.Insert("posts", insert)
		expect(t, body, c.do("admin", "POST", "/posts/"+str(id), body), 200, want)
		c.do("admin", "DELETE", "/posts/"+str(id)+"?force=true", "")
	}
	id := c.site.Insert("posts", insert)
	c.do("admin", "POST", "/posts/"+str(id), `{"tags":[]}`)
	if got := c.site.Record("posts", id)["tags"].([]int64); len(got) != 0 {
		t.Errorf("POST of no tags: tags %v, want none", got)
	}
}

func TestDateAndDateGMTFollowFromEachOther(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	for body, want := range map[string][3]string{ // date, date_gmt, status
		`{"title":"x","date":"2026-05-01T10:00:00"}`: {"2026-05-01T10:00:00",
			"2026-05-01T08:00:00", "draft"},
		`{"title":"x","date":"2026-05-01T10:00:00Z"}`: {"2026-05-01T12:00:00",
			"2026-05-01T10:00:00", "draft"},
		`{"title":"x","date_gmt":"2026-05-01T10:00:00"}`: {"2026-05-01T12:00:00",
			"2026-05-01T10:00:00", "draft"},
		`{"title":"x","date_gmt":"2026-05-01T10:00:00+05:00"}`: {"2026-05-01T07:00:00",
			"2026-05-01T05:00:00", "draft"},
		`{"title":"x","date":"2026-05-01T10:00:00","date_gmt":"2026-01-01T00:00:00"}`: {"2026-05-01T10:00:00",
			"2026-05-01T08:00:00", "draft"},
		`{"title":"x","date":"2026-02-30T10:00:00"}`: {"2026-03-02T10:00:00",
			"2026-03-02T09:00:00", "draft"},
		`{"title":"x","date":"2026-03-29T02:30:00"}`: {"2026-03-29T03:30:00",
			"2026-03-29T01:30:00", "draft"},
		`{"title":"x","date":null}`: {"2026-11-21T12:00:00",
			"2026-11-21T11:00:00", "draft"},
		`{"title":"x","status":"publish","date":"2033-05-01T10:00:00"}`: {"2033-05-01T10:00:00",
			"2033-05-01T08:00:00", "future"},
		`{"title":"x","status":"future","date":"2020-05-01T10:00:00"}`: {"2020-05-01T10:00:00",
			"2020-05-01T08:00:00", "publish"},
		`{"title":"x","status":"future"}`: {"2026-11-21T12:00:00", "2026-11-21T11:00:00", "publish"},
	} {
		expect(t, body, c.do("admin", "POST", "/posts", body), 201,
			map[string]any{"date": want[0], "date_gmt": want[1], "status": want[2]})
	}
}

func TestDraftsFollowTheClockUntilTheyAreDated(t *testing.T) {
	t.Parallel()
	var hours atomic.Int64
	c := start(t, cmstest.WithClock(func() time.Time { return noon.Add(time.Duration(hours.Load()) * time.Hour) }))
	c.create("admin", "/posts", `{"title":"floating"}`)
	c.create("admin", "/posts", `{"title":"dated","date":"2026-01-01T00:00:00"}`)
	if rec := c.site.Record("posts", 1); rec["date_gmt"] != "" {
		t.Errorf("POST of a draft without date: date_gmt %v, want it empty", rec["date_gmt"])
	}
	hours.Add(48)
	expect(t, "floating", c.do("admin", "POST", "/posts/1", `{"content":"c"}`), 200,
		map[string]any{"date": "2026-11-23T12:00:00", "modified": "2026-11-23T12:00:00"})
	expect(t, "dated", c.do("admin", "POST", "/posts/2", `{"content":"c"}`), 200,
		map[string]any{"date": "2026-01-01T00:00:00", "modified_gmt": "2026-11-23T11:00:00"})
	expect(t, "published", c.do("admin", "POST", "/posts/1", `{"status":"publish"}`), 200,
		map[string]any{"date": "2026-11-23T12:00:00"})
	hours.Add(1)
	expect(t, "no longer floating", c.do("admin", "POST", "/posts/1", `{"status":"draft"}`), 200,
		map[string]any{"date": "2026-11-23T12:00:00", "modified": "2026-11-23T13:00:00"})
}

func TestSlugsAreMadeOfTitles(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		`Kerning & friends: "quotes" – dash… <em>300</em>`: "kerning-friends-quotes-dash-300",
		"Über Größe, été, łódź, Æsop":                      "uber-grose-ete-lodz-aesop",
		"字体 排版":                                            "%e5%ad%97%e4%bd%93-%e6%8e%92%e7%89%88",
		"a/b.c_d  e--f &amp; g":                            "a-b-c_d-e-f-g",
		"e\u0301te\u0301":                                  "ete",
		"50%20x and 5 % off":                               "50%20x-and-5-off",
		"!!!":                                              "51",
		"feed":                                             "feed-2",
		"12":                                               "12-2",
		"42":                                               "42",
		strings.Repeat("字", 40):                            strings.Repeat("%e5%ad%97", 22),
		strings.Repeat("a", 250):                           strings.Repeat("a", 200),
	} {
		c := start(t)
		c.site.Insert("posts", map[string]any{"id": 50, "title": "Other"})
		if got := c.create("admin", "/posts",
			string(mustJSON(map[string]any{"title": title, "status": "publish"})))["slug"]; got != want {
			t.Errorf("POST of the title %q: slug %v, want %s", title, got, want)
		}
	}
}

func TestSlugsAreUnique(t *testing.T) {
	t.Parallel()
	c := start(t)
	slug := func(path, body, want string) {
		t.Helper()
		if got := c.create("admin", path, body)["slug"]; got != want {
			t.Errorf("POST to %s of %s: slug %v, want %s", path, body, got, want)
		}
	}
	slug("/posts", `{"title":"Same","status":"publish"}`, "same")
	slug("/posts", `{"title":"Same","status":"publish"}`, "same-2")
	slug("/posts", `{"title":"x","slug":"same","status":"draft"}`, "same-3") // a draft by name
	slug("/posts", `{"title":"x","slug":"same"}`, "same")                    // a draft by default keeps the double
	slug("/pages", `{"title":"Same","status":"publish"}`, "same")            // 5: pages have slugs of their own
	slug("/pages", `{"title":"Same","status":"publish"}`, "same-2")
	slug("/pages", `{"title":"Same","status":"publish","parent":5}`, "same") // one for each parent
	slug("/pages", `{"title":"7","status":"publish"}`, "7-2")
	expect(t, "publishing the double", c.do("admin", "POST", "/posts/4", `{"status":"publish"}`), 200,
		map[string]any{"slug": "same-4"})
	expect(t, "its own slug", c.do("admin", "POST", "/posts/1", `{"slug":"same"}`), 200, map[string]any{"slug": "same"})
	expect(t, "of a contributor's pending post",
		c.do("contributor", "POST", "/posts", `{"title":"x","slug":"mine","status":"pending"}`), 201,
		map[string]any{"slug": ""})
}

func TestUpdateIsTheSameByAllMethods(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"title": "Old", "content": "kept"})
	for i, method := range []string{"POST", "PUT", "PATCH"} {
		a := c.do("admin", method, "/posts/1", `{"title":"`+method+`"}`)
		expect(t, method, a, 200, map[string]any{"title.raw": method, "content.raw": "kept", "slug": "old"})
		if got := c.site.Record("posts", 1)["revisions"]; got != i+1 {
			t.Errorf("%s: %v revisions, want %d", method, got, i+1)
		}
	}
	c.do("admin", "POST", "/posts/1", `{"tags":[]}`)
	if got := c.site.Record("posts", 1)["revisions"]; got != 3 {
		t.Errorf("POST without new texts: %v revisions, want still 3", got)
	}
	expect(t, "unknown", c.do("admin", "POST", "/posts/99", `{"title":"x"}`), 404,
		map[string]any{"code": "rest_post_invalid_id"})
	expect(t, "another type", c.do("admin", "POST", "/pages/1", `{"title":"x"}`), 404,
		map[string]any{"code": "rest_post_invalid_id"})
	expect(t, "to trash", c.do("admin", "POST", "/posts/1", `{"status":"trash"}`), 400,
		map[string]any{"code": "rest_invalid_param"})
}

func TestIDInTheBodyOverridesThePath(t *testing.T) {
	t.Parallel()
	c := start(t)
	for range 4 {
		c.site.Insert("posts", map[string]any{"title": "T"})
	}
	expect(t, "update", c.do("admin", "POST", "/posts/1", `{"id":2,"title":"Changed"}`), 200, map[string]any{"id": 2.0})
	expect(t, "trash", c.do("admin", "DELETE", "/posts/1", `{"id":3}`), 200, map[string]any{"id": 3.0, "status": "trash"})
	expect(t, "read", c.get("", "/posts/1?id=4"), 200, map[string]any{"id": 4.0})
	expect(t, "not a number", c.do("admin", "POST", "/posts/1", `{"id":"abc"}`), 400,
		map[string]any{"code": "rest_invalid_param"})
	if c.site.Record("posts", 1)["title"] != "T" || c.site.Record("posts", 2)["title"] != "Changed" {
		t.Error("POST with an id in the body wrote the post of the path, want the post of the body")
	}
}

func TestMethodsCanBeOverridden(t *testing.T) {
	t.Parallel()
	c := start(t)
	for range 4 {
		c.site.Insert("posts", map[string]any{"title": "T"})
	}
	expect(t, "GET in the query", c.do("admin", "POST", "/posts/1?_method=get", ""), 200, map[string]any{"id": 1.0})
	expect(t, "DELETE in a header", c.do("admin", "POST", "/posts/2?force=true", "", "X-HTTP-Method-Override: DELETE"),
		200, map[string]any{"deleted": true})
	expect(t, "a GET that deletes", c.get("admin", "/posts/3?_method=DELETE"), 200, map[string]any{"status": "trash"})
	for _, method := range []string{"PUT", "PATCH", "DELETE"} {
		expect(t, method, c.do("admin", method, "/posts", `{"title":"x"}`), 404, map[string]any{"code": "rest_no_route"})
	}
}

func TestTrashAndBack(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"title": "One", "sticky": true})
	c.create("admin", "/posts", `{"title":"draft"}`)
	expect(t, "trash", c.do("admin", "DELETE", "/posts/1", ""), 200,
		map[string]any{"status": "trash", "slug": "one__trashed", "sticky": false, "link": c.site.URL + "/?p=1"})
	expect(t, "again", c.do("admin", "DELETE", "/posts/1", ""), 410, map[string]any{"code": "rest_already_trashed"})
	expect(t, "status that it has", c.do("admin", "POST", "/posts/1", `{"status":"trash"}`), 200,
		map[string]any{"status": "trash"})
	expect(t, "hidden", c.get("", "/posts/1"), 401, map[string]any{"code": "rest_forbidden"})
	expect(t, "back", c.do("admin", "POST", "/posts/1", `{"status":"publish"}`), 200,
		map[string]any{"status": "publish", "slug": "one"})
	expect(t, "draft", c.do("admin", "DELETE", "/posts/2", ""), 200, map[string]any{"slug": "__trashed"})
	expect(t, "draft back", c.do("admin", "POST", "/posts/2", `{"status":"draft"}`), 200,
		map[string]any{"slug": "__trashed"})
}

func TestForceDeletes(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("pages", map[string]any{"title": "Top"})
	c.site.Insert("pages", map[string]any{"title": "Middle", "parent": 1})
	c.site.Insert("pages", map[string]any{"title": "Leaf", "parent": 2})
	expect(t, "not a boolean", c.do("admin", "DELETE", "/pages/2?force=yes", ""), 400,
		map[string]any{"code": "rest_invalid_param"})
	a := c.do("admin", "DELETE", "/pages/2", `{"force":true}`)
	expect(t, "force", a, 200, map[string]any{"deleted": true, "previous.title.raw": "Middle", "previous._links": nil})
	expect(t, "again", c.do("admin", "DELETE", "/pages/2?force=1", ""), 404,
		map[string]any{"code": "rest_post_invalid_id"})
	if c.site.Record("pages", 2) != nil || c.site.Record("pages", 3)["parent"] != int64(1) {
		t.Errorf("DELETE of a page: child %v, want it moved to the parent of the page", c.site.Record("pages", 3))
	}
}

func TestTreesHaveNoLoops(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("pages", map[string]any{"title": "Top"})
	c.site.Insert("pages", map[string]any{"title": "Leaf", "parent": 1})
	expect(t, "itself", c.do("admin", "POST", "/pages/1", `{"parent":1}`), 200, map[string]any{"parent": 0.0})
	expect(t, "its child", c.do("admin", "POST", "/pages/1", `{"parent":2}`), 200, map[string]any{"parent": 0.0})
}

func TestStickyPostsHaveNoPassword(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"title": "Sticky", "sticky": true})
	c.site.Insert("posts", map[string]any{"title": "Protected", "password": "p"})
	expect(t, "password", c.do("admin", "POST", "/posts/1", `{"password":"x"}`), 400,
		map[string]any{"code": "rest_invalid_field"})
	expect(t, "sticky", c.do("admin", "POST", "/posts/2", `{"sticky":true}`), 400,
		map[string]any{"code": "rest_invalid_field"})
	expect(t, "private drops it", c.do("admin", "POST", "/posts/2", `{"status":"private"}`), 200,
		map[string]any{"password": ""})
}

func TestEnvelopeWrapsErrorsToo(t *testing.T) {
	t.Parallel()
	c := start(t)
	expect(t, "error", c.get("", "/posts/9?_envelope"), 200,
		map[string]any{"status": 404.0, "body.code": "rest_post_invalid_id"})
	a := c.do("admin", "POST", "/posts?_envelope=1", `{"title":"x"}`)
	expect(t, "create", a, 200, map[string]any{"status": 201.0, "headers.Location": c.root + "/posts/1"})
	if a.header.Get("Location") != "" {
		t.Errorf("POST with _envelope: Location %q, want it only in the envelope", a.header.Get("Location"))
	}
	expect(t, "list", c.get("", "/posts?_envelope=1"), 200, map[string]any{"headers.X-CMS-Total": 0.0})
}

func TestDatesBeyondTheYearsAreRefused(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"title": "One"})
	for _, date := range []string{"9999-12-31T23:59:59Z", "0000-00-00T00:00:00", "0000-01-01T00:00:00Z"} {
		for _, path := range []string{"/posts", "/posts/1"} {
			if a := c.do("editor", "POST", path, `{"title":"T","date":"`+date+`"}`); a.status != 400 ||
				a.code(t) != "invalid_date" {
				t.Errorf("POST of the date %s to %s: status %d, body %s, want 400 invalid_date", date, path, a.status, a.body)
			}
		}
	}
}

func TestNullStandsForTheDefaultOfAPage(t *testing.T) {
	t.Parallel()
	c := start(t)
	for range 11 {
		c.site.Insert("pages", map[string]any{"title": "T"})
	}
	for body, pages := range map[string]string{`{"per_page":null}`: "2", `{"page":null}`: "2",
		`{"page":null,"per_page":11}`: "1"} {
		if a := c.do("", "GET", "/pages", body); a.status != 200 || a.header.Get("X-CMS-TotalPages") != pages {
			t.Errorf("GET of the pages with %s: status %d, %s pages, want 200 and %s", body, a.status,
				a.header.Get("X-CMS-TotalPages"), pages)
		}
	}
	if a := c.get("", "/pages?page=9223372036854775807"); a.status != 400 || a.code(t) != "rest_post_invalid_page_number" {
		t.Errorf("GET of the highest page number: status %d, body %s, want 400 rest_post_invalid_page_number", a.status,
			a.body)
	}
	if a := c.get("", "/pages?offset=9223372036854775807"); a.status != 200 || a.body != "[]" {
		t.Errorf("GET of the highest offset: status %d, body %s, want 200 []", a.status, a.body)
	}
}

func TestTermWhoseNameLeavesNoSlugIsNamedByItsID(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, route := range []string{"/categories", "/tags"} {
		a := c.do("editor", "POST", route, `{"name":"?!"}`)
		if a.field(t, "slug") != fmt.Sprint(a.field(t, "id")) {
			t.Errorf("POST of a term to %s: status %d, body %s, want its id as slug", route, a.status, a.body)
		}
	}
}

func TestLinkOfTermsInACycleEnds(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("categories", map[string]any{"id": 20, "name": "A", "parent": 21})
	c.site.Insert("categories", map[string]any{"id": 21, "name": "B", "parent": 20})
	link, _ := c.get("", "/categories/20").field(t, "link").(string)
	if strings.Count(link, "b/a/") != 10 {
		t.Errorf("GET of a category in a cycle: link %s, want ten rounds", link)
	}
}

func TestNewTermKeepsItsDescription(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, route := range []string{"/categories", "/tags"} {
		a := c.do("editor", "POST", route, `{"name":"Faces","description":"Of type."}`)
		if got := a.field(t, "description"); a.status != 201 || got != "Of type." {
			t.Errorf("POST of a term to %s: status %d, description %v, want 201 and the description", route, a.status, got)
		}
	}
}
