package cmstest_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestInsertAcceptsNumbersOfEveryType(t *testing.T) {
	t.Parallel()
	for i, tc := range []struct {
		value any
		want  any // an int64, or the error
	}{
		{7, int64(7)},
		{int8(-7), int64(-7)},
		{int64(math.MaxInt64), int64(math.MaxInt64)},
		{uint8(200), int64(200)},
		{uint64(math.MaxInt64), int64(math.MaxInt64)},
		{uint64(math.MaxInt64) + 1, "author is a number, not an integer"},
		{float64(2), int64(2)},
		{float64(-2), int64(-2)},
		{float64(1 << 53), int64(1 << 53)},
		{float64(1<<53) + 2, "author is 9.007199254740994e+15, not an integer"},
		{float64(-1<<53) - 2, "author is -9.007199254740994e+15, not an integer"},
		{2.5, "author is 2.5, not an integer"},
		{float32(2), "author is a number, not an integer"},
		{json.Number("7"), int64(7)},
		{json.Number("-7"), int64(-7)},
		{json.Number("9223372036854775807"), int64(math.MaxInt64)},
		{json.Number("9223372036854775808"), "author is 9223372036854775808, not an integer"},
		{json.Number("1.5"), "author is 1.5, not an integer"},
		{"7", "author is a string, not an integer"},
		{true, "author is a bool, not an integer"},
		{nil, "author is null, not an integer"},
		{[]int{1}, "author is a list, not an integer"},
		{map[string]any{}, "author is a map, not an integer"},
		{struct{}{}, "author is a struct {}, not an integer"},
	} {
		t.Run(fmt.Sprintf("%d %T", i, tc.value), func(t *testing.T) {
			t.Parallel()
			c := start(t)
			if why := mistake(c, "posts", map[string]any{"id": 3, "author": tc.value}); why != "" {
				if want := fmt.Sprint("cmstest: Insert of posts: ", tc.want); why != want {
					t.Errorf("Insert of a post: panic %s, want %s", why, want)
				}
				return
			}
			if got := c.site.Record("posts", 3)["author"]; got != tc.want {
				t.Errorf("Insert of a post: author %v, want %v", got, tc.want)
			}
		})
	}
}

// mistake is what Insert panics with, "" if it takes the record.
func mistake(c *client, kind string, record map[string]any) (why string) {
	defer func() {
		if found := recover(); found != nil {
			why = fmt.Sprint(found)
		}
	}()
	c.site.Insert(kind, record)
	return ""
}

func TestInsertSaysWhatIsWrongWithARecord(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	c.site.Insert("posts", map[string]any{"id": 20, "title": "There"})
	c.site.Insert("revisions", map[string]any{"id": 21, "parent": 20})
	c.site.Insert("autosaves", map[string]any{"id": 22, "parent": 20, "author": 2})
	c.site.Insert("menu-items", map[string]any{"id": 23, "title": "x"})
	c.site.Insert("users", map[string]any{"id": 6, "username": "kim"})
	c.site.Insert("analytics", map[string]any{"id": 4})
	c.site.Insert("archiver", map[string]any{"id": 4})
	c.site.Insert("media", map[string]any{"filename": "a.png", "width": 4, "height": 4})
	c.site.Insert("tags", map[string]any{"id": 9, "name": "css"})
	before := string(c.site.Document())
	for _, tc := range []struct {
		kind, record, want string
	}{
		{"posts", `{"categories": 5}`, "categories is a number, not a list of integers"},
		{"posts", `{"tags": ["css"]}`, "tags[0] is a string, not an integer"},
		{"posts", `{"sticky": "yes"}`, "sticky is a string, not a bool"},
		{"posts", `{"date_gmt": "soon"}`, `date_gmt is "soon", not like 2006-01-02T15:04:05`},
		{"posts", `{"modified": ""}`, `modified is "", not like 2006-01-02T15:04:05`},
		{"posts", `{"modified_gmt": 5}`, "modified_gmt is a number, not a string"},
		{"posts", `{"parent_id": 5}`, `there is no field "parent_id"`},
		{"posts", `{"id": 0}`, "id is 0, not from 1 to 9007199254740992"},
		{"posts", `{"id": 9007199254740994}`, "id is 9.007199254740994e+15, not from"},
		{"posts", `{"id": "x"}`, "id is x, not from 1 to 9007199254740992"},
		{"users", `{"username": "lee", "colour": "red"}`, `there is no field "colour"`},
		{"users", `{"username": 5}`, "username is a number, not a string"},
		{"users", `{"username": "lee", "role": null}`, "role is null, not a string"},
		{"users", `{"username": "lee", "email": true}`, "email is a bool, not a string"},
		{"users", `{"username": "lee", "name": []}`, "name is a list, not a string"},
		{"users", `{"username": "lee", "id": 6}`, "id 6 is taken"},
		{"users", `{"username": "lee", "email": "KIM@site.test"}`, "user 6 has that username or email already"},
		{"tags", `{"name": "x", "colour": "red"}`, `there is no field "colour"`},
		{"tags", `{"name": "x", "parent": "y"}`, "parent is a string, not an integer"},
		{"tags", `{"name": "x", "slug": 5}`, "slug is a number, not a string"},
		{"tags", `{"name": "x", "description": 5}`, "description is a number, not a string"},
		{"tags", `{"name": "x", "id": 9}`, "id 9 is taken"},
		{"snippets", `{"tags": "a"}`, "tags is a string, not a list of strings"},
		{"snippets", `{"tags": ["a", 5]}`, "tags[1] is a number, not a string"},
		{"snippets", `{"colour": "red"}`, `there is no field "colour"`},
		{"analytics", `{"visitors": "many"}`, "visitors is a string, not an integer"},
		{"analytics", `{"colour": "red"}`, `there is no field "colour"`},
		{"analytics", `{"date": "2026-02-30"}`, `date is "2026-02-30", neither like 2006-01-02 nor like 2006-01-02T15:04:05`},
		{"analytics", `{"id": 4}`, "id 4 is taken"},
		{"archiver", `{"service": 5}`, "service is a number, not a string"},
		{"archiver", `{"timestamp": "20261301000000"}`, `timestamp is "20261301000000", not like 20060102150405`},
		{"archiver", `{"id": 4}`, "id 4 is taken"},
		{"revisions", `{"parent": 20, "slug": "x"}`, `there is no field "slug"`},
		{"revisions", `{"parent": 20, "title": 5}`, "title is a number, not a string"},
		{"revisions", `{"parent": 99}`, "parent is 99, which has no history"},
		{"revisions", `{"parent": 23}`, "parent is 23, which has no history"},
		{"autosaves", `{"parent": 99}`, "parent is 99, which has no history"},
		{"autosaves", `{"parent": 20, "author": 2}`, "user 2 has an autosave of 20 already"},
		{"revisions", `{"parent": 20, "id": 20}`, "id 20 is taken"},
		{"revisions", `{"parent": 20, "id": 22}`, "id 22 is taken"},
		{"menu-items", `{"title": "x", "content": "y"}`, `there is no field "content"`},
		{"menu-items", `{"title": "x", "menus": "Main"}`, "menus is a string, not an integer"},
		{"menu-items", `{"title": "x", "classes": "a"}`, "classes is a string, not a list of strings"},
		{"menu-items", `{"title": "x", "object_id": "a"}`, "object_id is a string, not an integer"},
		{"media", `{"filename": "2026/11/a.png", "width": 4, "height": 4}`, "filename 2026/11/a.png is taken"},
		{"media", `{"filename": "b.exe"}`, "filename b.exe is not of a type that the site takes"},
		{"media", `{"filename": "b.webp"}`, "there is no file, and none of the type image/webp can be made up"},
		{"media", `{"filename": "b.png", "width": 4}`, "there is neither a file nor a width and a height to make one of"},
		{"media", `{"filename": "b.png", "height": 4}`, "there is neither a file nor a width and a height to make one of"},
		{"media", `{"filename": "b.png", "width": 8193, "height": 8192}`,
			"there is neither a file nor a width and a height to make one of"},
		{"media", `{"filename": 5}`, "filename is a number, not a string"},
		{"media", `{"filename": "b.png", "file": "?"}`, "file is neither bytes nor a text in base64"},
		{"media", `{"filename": "b.png", "alt_text": 5}`, "alt_text is a number, not a string"},
		{"media", `{"filename": "b.png", "width": "4"}`, "width is a string, not an integer"},
		{"media", `{"filename": "b.png", "height": "4"}`, "height is a string, not an integer"},
		{"media", `{"mime_type": 5}`, "mime_type is a number, not a string"},
		{"media", `{"generate_sub_sizes": 1}`, "generate_sub_sizes is a number, not a bool"},
		{"media", `{"filename": "b.png", "width": 4, "height": 4, "colour": "red"}`, `there is no field "colour"`},
	} {
		var record map[string]any
		if err := json.Unmarshal([]byte(tc.record), &record); err != nil {
			t.Fatal(err)
		}
		want := "cmstest: Insert of " + tc.kind + ": " + tc.want
		if why := mistake(c, tc.kind, record); !strings.HasPrefix(why, want) {
			t.Errorf("Insert of %s %s: panic %q, want %q", tc.kind, tc.record, why, want)
		}
	}
	if why := mistake(c, "fonts", nil); why != `cmstest: Insert of "fonts"` {
		t.Errorf("Insert of an unknown kind: panic %s, want its name", why)
	}
	if after := string(c.site.Document()); after != before {
		t.Errorf("Document after invalid inserts:\n%s\nwant it unchanged", firstDifference([]byte(before), []byte(after)))
	}
}

func TestRecordIsNilForEachKindWithoutTheID(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"id": 20, "title": "There"})
	c.site.Insert("revisions", map[string]any{"id": 21, "parent": 20})
	for kind, id := range map[string]int64{
		"users": 99, "posts": 21, "pages": 20, "categories": 99, "tags": 1, "media": 20, "revisions": 20, "autosaves": 21,
		"menu-items": 20, "menus": 1,
		"snippets": 1, "analytics": 1, "block-visibility": 2, "archiver": 1, "fonts": 1,
	} {
		if r := c.site.Record(kind, id); r != nil {
			t.Errorf("Record of %s/%d: %v, want nil", kind, id, r)
		}
	}
}

func TestInsertCompletesTheRecord(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithClock(func() time.Time { return noon }))
	for _, tc := range []struct {
		kind         string
		record, want map[string]any
	}{
		{"posts", map[string]any{}, map[string]any{"date": "2026-11-21T12:00:00", "date_gmt": "2026-11-21T11:00:00",
			"modified": "2026-11-21T12:00:00", "modified_gmt": "2026-11-21T11:00:00"}},
		{"posts", map[string]any{"date_gmt": "2026-07-01T10:00:00"},
			map[string]any{"date": "2026-07-01T12:00:00", "date_gmt": "2026-07-01T10:00:00",
				"modified_gmt": "2026-07-01T10:00:00"}},
		{"posts", map[string]any{"date": "2026-07-01T10:00:00"},
			map[string]any{"date_gmt": "2026-07-01T08:00:00", "modified": "2026-07-01T10:00:00"}},
		{"posts", map[string]any{"date_gmt": "", "status": "draft"},
			map[string]any{"date": "2026-11-21T12:00:00", "date_gmt": "", "modified_gmt": ""}},
		{"posts", map[string]any{"modified": "2026-07-01T10:00:00"}, map[string]any{"modified_gmt": "2026-07-01T08:00:00"}},
		{"posts", map[string]any{"modified": "2026-07-01T10:00:00", "modified_gmt": ""}, map[string]any{"modified_gmt": ""}},
		{"posts", map[string]any{"tags": []uint16{2, 3}},
			map[string]any{"tags": []int64{2, 3}, "categories": []int64{1}, "author": int64(1), "status": "publish"}},
		{"revisions", map[string]any{"parent": 1},
			map[string]any{"date": "2026-11-21T12:00:00", "date_gmt": "2026-11-21T11:00:00", "author": int64(1),
				"slug": "1-revision-v1"}},
		{"revisions", map[string]any{"parent": 1, "date_gmt": "2026-07-01T10:00:00"},
			map[string]any{"date": "2026-07-01T12:00:00", "modified_gmt": "2026-07-01T10:00:00"}},
		{"autosaves", map[string]any{"parent": 1, "date": "2026-07-01T10:00:00"},
			map[string]any{"date_gmt": "2026-07-01T08:00:00", "slug": "1-autosave-v1"}},
		{"users", map[string]any{"username": "kim"},
			map[string]any{"id": int64(6), "name": "kim", "role": "subscriber", "email": "kim@site.test"}},
		{"users", map[string]any{"username": "lee", "id": 9}, map[string]any{"id": int64(9)}},
		{"users", map[string]any{"username": "pat", "id": 8}, map[string]any{"id": int64(8)}},
		{"users", map[string]any{"username": "sam"}, map[string]any{"id": int64(10)}},
		{"tags", map[string]any{"name": "Style Sheets"}, map[string]any{"slug": "style-sheets", "parent": int64(0)}},
		{"snippets", map[string]any{"tags": []string{"a", "b"}}, map[string]any{"tags": []string{"a", "b"}}},
		{"analytics", map[string]any{"path": "/a/"},
			map[string]any{"date": "2026-11-21T12:00:00", "visitors": int64(1), "pageviews": int64(1), "post_id": nil}},
		{"analytics", map[string]any{"path": "/a/", "post_id": 0}, map[string]any{"post_id": int64(0)}},
		{"analytics", map[string]any{"path": "/a/", "post_id": 5, "date": "2026-05-01"},
			map[string]any{"post_id": int64(5), "date": "2026-05-01"}},
		{"archiver", map[string]any{"url": "https://site.test/"},
			map[string]any{"timestamp": "20261121110000", "service": "wayback"}},
		{"media", map[string]any{"slug": "gone__trashed", "width": 4, "height": 4},
			map[string]any{"filename": "2026/11/gone.png"}},
		{"media", map[string]any{"slug": "left__trashed-2", "width": 4, "height": 4},
			map[string]any{"filename": "2026/11/left.png"}},
		{"media", map[string]any{"title": "A photo", "mime_type": "image/jpeg", "width": 4, "height": 4},
			map[string]any{"filename": "2026/11/a-photo.jpg", "mime_type": "image/jpeg"}},
		{"media", map[string]any{"filename": "notes.txt"},
			map[string]any{"filename": "2026/11/notes.txt", "mime_type": "text/plain", "title": "notes", "width": int64(0),
				"status": "inherit"}},
		{"media", map[string]any{"filename": "b.gif", "date": "2025-02-01T10:00:00", "width": 8192, "height": 1},
			map[string]any{"filename": "2025/02/b-scaled.gif", "width": int64(2560)}},
		{"media", map[string]any{"filename": "old/c.txt", "file": base64.StdEncoding.EncodeToString([]byte("text"))},
			map[string]any{"filename": "old/c.txt"}},
	} {
		got := c.site.Record(tc.kind, c.site.Insert(tc.kind, tc.record))
		for name, want := range tc.want {
			if !reflect.DeepEqual(got[name], want) {
				t.Errorf("Insert of %s %v: %s is %#v, want %#v", tc.kind, tc.record, name, got[name], want)
			}
		}
	}
	moved := c.site.Insert("media", map[string]any{"filename": "g.txt", "guid": "/old/g.txt"})
	if guid := c.get("", fmt.Sprint("/media/", moved)).field(t, "guid.rendered"); guid != c.site.URL+"/old/g.txt" {
		t.Errorf("GET of the inserted file: guid %v, want the address under /old", guid)
	}
	if content, _, status := fetch(t, c.site.URL+"/cms-content/uploads/old/c.txt"); status != 200 ||
		string(content) != "text" {
		t.Errorf("GET of the inserted file: status %d, content %q, want 200 text", status, content)
	}
}

func TestMenuItemKeepsTheParentOfItsObjectInADocument(t *testing.T) {
	t.Parallel()
	c := startMenus(t)
	c.site.Insert("pages", map[string]any{"id": 11, "title": "Guide"})
	c.site.Insert("pages", map[string]any{"id": 12, "title": "Chapter", "parent": 11})
	c.create("admin", "/menu-items", `{"type":"post_type","object":"page","object_id":12,"menus":2}`)
	c.create("admin", "/menu-items", `{"type":"post_type","object":"page","object_id":11,"menus":2}`)
	first := c.site.Document()
	if n := strings.Count(string(first), `"post_parent":11`); n != 1 {
		t.Errorf("Document has %d items that name the parent, want 1:\n%s", n, first)
	}
	if second := start(t, cmstest.WithDocument(first)).site.Document(); string(second) != string(first) {
		t.Errorf("Document of a site that was loaded from a document: %s, want the same document",
			firstDifference(first, second))
	}
}
