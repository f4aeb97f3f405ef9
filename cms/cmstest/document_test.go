package cmstest_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

const document = `{
	"version": 1,
	"posts": [
		{"title": "Second", "author": 6, "categories": [3], "tags": [4], "status": "draft", "date_gmt": ""},
		{"id": 40, "title": "First", "content": "<p>a < b</p>", "categories": [3, 1], "sticky": true,
		"meta": {"footnotes": "[]"}},
		{"id": 41, "title": "Gone", "status": "trash", "status_before_trash": "private"}
	],
	"users": [
		{"id": 6, "username": "kim", "role": "editor"},
		{"id": 1, "username": "root", "name": "Root Example", "role": "administrator"}
	],
	"pages": [{"id": 7, "title": "Guide"}, {"title": "Chapter", "parent": 7, "menu_order": 2}],
	"categories": [{"id": 1, "name": "News"}, {"id": 3, "name": "Releases", "parent": 1}],
	"tags": [{"id": 4, "name": "css", "description": "Style \"sheets\""}]
}`

func TestDocumentFillsTheSite(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithDocument([]byte(document)))
	for _, tc := range []struct {
		kind, field string
		id          int64
		want        any
	}{
		{"users", "name", 6, "kim"},
		{"users", "username", 1, "root"},
		{"categories", "slug", 1, "news"},
		{"categories", "parent", 3, int64(1)},
		{"tags", "name", 4, "css"},
		{"posts", "title", 40, "First"},
		{"posts", "title", 42, "Second"}, // after the highest id that was given
		{"posts", "categories", 42, []int64{3}},
		{"posts", "date_gmt", 42, ""},
		{"posts", "slug", 41, "gone__trashed"},
		{"pages", "parent", 43, int64(7)},
	} {
		if got := c.site.Record(tc.kind, tc.id)[tc.field]; !reflect.DeepEqual(got, tc.want) {
			t.Errorf("Record of %s/%d: %s is %v, want %v", tc.kind, tc.id, tc.field, got, tc.want)
		}
	}
	if got := c.get("kim", "/users/me?context=edit").field(t, "email"); got != "kim@site.test" {
		t.Errorf("GET of /users/me as the inserted user: email %v, want kim@site.test", got)
	}
	if got := c.get("admin", "/users/me").status; got != 401 || c.site.AppPassword("root") == "" {
		t.Errorf("GET of /users/me as the replaced user: status %d, want 401 and a password for the new name", got)
	}
	if got := c.do("root", "POST", "/posts/41", `{"status":"draft"}`).field(t, "slug"); got != "gone" {
		t.Errorf("POST of a draft from the trash: slug %v, want gone", got)
	}
}

func TestDocumentRoundTrips(t *testing.T) {
	t.Parallel()
	for name, opt := range map[string]cmstest.Option{"document": cmstest.WithDocument([]byte(document)),
		"sample": cmstest.WithSample()} {
		c := start(t, opt)
		c.create("editor", "/posts", `{"title":"Written","content":"<!-- x -->","status":"publish",`+
			`"date":"2026-05-01T10:00:00"}`)
		c.create("editor", "/posts", `{"title":"Draft","status":"draft"}`)
		first := c.site.Document()
		again := start(t, cmstest.WithDocument(first))
		second := again.site.Document()
		if string(first) != string(second) {
			t.Errorf("Document of a site loaded from the %s:\n%s\nwant the same document", name, firstDifference(first, second))
		}
		const list = "/posts?status=any&per_page=100&context=view&orderby=id"
		a, b := c.get("editor", list), again.get("editor", list)
		mine, theirs := strings.ReplaceAll(a.body, escaped(c.site.URL), ""),
			strings.ReplaceAll(b.body, escaped(again.site.URL), "")
		if mine != theirs {
			t.Errorf("GET of all posts of a site loaded from the %s: %s, want %s", name, theirs, mine)
		}
	}
}

func escaped(address string) string { return strings.ReplaceAll(address, "/", `\/`) }

func firstDifference(a, b []byte) string {
	left, right := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range min(len(left), len(right)) {
		if left[i] != right[i] {
			return left[i] + "\n" + right[i]
		}
	}
	return fmt.Sprint(len(left), " and ", len(right), " lines")
}

func TestInvalidDocumentStoresNothing(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"id": 9, "title": "There"})
	before := string(c.site.Document())
	for document, want := range map[string]string{
		`[]`:                           "cannot unmarshal array",
		`{}`:                           `version is "", not 1`,
		`{"version":2}`:                `version is "2", not 1`,
		`{"version":"1"}`:              `not 1`,
		`{"version":1} {}`:             "something after",
		`{"version":1,"fonts":[]}`:     `there is no kind "fonts"`,
		`{"version":1,"posts":{}}`:     "posts: json: cannot unmarshal object",
		`{"version":1,"posts":[null]}`: "posts[0] is null",
		`{"version":1,"tags":[{"name":"x"}],"posts":[{},{"title":5}]}`: "posts[1]: title is a number, not a string",
		`{"version":1,"posts":[{"colour":"red"}]}`:                     `posts[0]: there is no field "colour"`,
		`{"version":1,"posts":[{"author":1.5}]}`:                       "posts[0]: author is 1.5, not an integer",
		`{"version":1,"posts":[{"categories":[1,"2"]}]}`: "posts[0]: categories[1] is a string, " +
			"not an integer",
		`{"version":1,"posts":[{"sticky":1}]}`:                   "posts[0]: sticky is a number, not a bool",
		`{"version":1,"posts":[{"date":"today"}]}`:               `posts[0]: date is "today"`,
		`{"version":1,"posts":[{"meta":[]}]}`:                    "posts[0]: meta is a list, not a map",
		`{"version":1,"posts":[{"id":9}]}`:                       "posts[0]: id 9 is taken",
		`{"version":1,"posts":[{"id":-1}]}`:                      "posts[0]: id is -1",
		`{"version":1,"posts":[{"id":9223372036854775807}]}`:     "posts[0]: id is 9223372036854775807",
		`{"version":1,"tags":[{"id":1,"name":"x"}]}`:             "tags[0]: id 1 is taken",
		`{"version":1,"tags":[{"name":null}]}`:                   "tags[0]: name is null, not a string",
		`{"version":1,"users":[{"name":"x"}]}`:                   "users[0]: a user needs a username",
		`{"version":1,"users":[{"username":"x","role":"king"}]}`: `users[0]: there is no role "king"`,
		`{"version":1,"users":[{"username":"Admin"}]}`:           "users[0]: user 1 has that username",
	} {
		err := c.site.Load([]byte(document))
		if err == nil {
			t.Errorf("Load of %s: no error, want %s", document, want)
		} else if !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "cmstest: Load: ") {
			t.Errorf("Load of %s: error %v, want %s", document, err, want)
		}
	}
	if after := string(c.site.Document()); after != before {
		t.Errorf("Document after invalid documents:\n%s\nwant it unchanged", after)
	}
	if id := c.site.Insert("posts", map[string]any{}); id != 10 {
		t.Errorf("Insert after invalid documents: id %d, want 10", id)
	}
}

func TestInsertTakesEveryIntegerType(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"id": uint8(3), "author": float64(2), "categories": []int32{1},
		"tags": []any{int64(4), 5}})
	if r := c.site.Record("posts", 3); r["author"] != int64(2) || !reflect.DeepEqual(r["categories"], []int64{1}) {
		t.Errorf("Insert of other integer types: %v, want author 2 and category 1", r)
	} else if !reflect.DeepEqual(r["tags"], []int64{4, 5}) {
		t.Errorf("Insert of other integer types: %v, want the tags 4 and 5", r)
	}
	defer func() {
		if why := fmt.Sprint(recover()); why != `cmstest: Insert of posts: author is a string, not an integer` {
			t.Errorf("Insert of a post with a string as author: panic %s, want the name of the field and its type", why)
		}
	}()
	c.site.Insert("posts", map[string]any{"author": "2"})
}

func TestNewServerPanicsOnAnInvalidDocument(t *testing.T) {
	t.Parallel()
	defer func() {
		if why := fmt.Sprint(recover()); !strings.Contains(why, `version is "2", not 1`) {
			t.Errorf(`NewServer with a document of version "2": panic %s, want the wrong version named`, why)
		}
	}()
	cmstest.NewServer(cmstest.WithDocument([]byte(`{"version":2}`))).Close()
}

func ExampleServer_Load() {
	site := cmstest.NewServer()
	defer site.Close()

	err := site.Load([]byte(`{
		"version": 1,
		"users": [{"id": 6, "username": "kim", "role": "editor"}],
		"posts": [{"id": 12, "title": "Kerning", "author": 6, "status": "draft"}]
	}`))
	fmt.Println(err, site.Record("posts", 12)["title"], len(site.AppPassword("kim")))
	fmt.Println(site.Load([]byte(`{"version": 1, "pages": [{"title": "Guide"}, {"title": 7}]}`)))
	// Output:
	// <nil> Kerning 29
	// cmstest: Load: pages[1]: title is a number, not a string
}
