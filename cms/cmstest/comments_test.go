package cmstest_test

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// TestCommentsAreKeptInDocumentsAndSnapshots also holds what a comment returns to.
func TestCommentsAreKeptInDocumentsAndSnapshots(t *testing.T) {
	t.Parallel()
	c := start(t)
	post := c.site.Insert("posts", map[string]any{"title": "Discussed"})
	before := c.site.Snapshot()
	c.site.Insert("comments", map[string]any{"id": 7, "post": post, "author": 5, "content": "By a user",
		"date_gmt": "2026-05-01T10:00:00"})
	c.site.Insert("comments", map[string]any{"post": post, "author_name": "Guest", "content": "Bad", "status": "spam",
		"status_before": "approved", "parent": 7})
	if got := c.site.Record("comments", 7); got["author_name"] != "Subscriber Example" ||
		got["date"] != "2026-05-01T12:00:00" {
		t.Errorf("Insert of a comment of a user: %v, want the name of the user and the local date", got)
	} else if got["status"] != "approved" || got["type"] != "comment" {
		t.Errorf("Insert of a comment of a user: %v, want the status approved and the type comment", got)
	}
	document := c.site.Document()
	again := start(t, cmstest.WithDocument(document))
	if second := again.site.Document(); !bytes.Equal(second, document) {
		t.Errorf("Document of a site that was loaded from a document: %s, want the same document",
			firstDifference(document, second))
	}
	if a := again.do("admin", "POST", "/comments/8", `{"status":"unspam"}`); a.field(t, "status") != "approved" {
		t.Errorf("POST of unspam: status %d, body %s, want the status from before, approved", a.status, a.body)
	}
	c.site.Restore(before)
	if a := c.get("admin", "/comments?status=any"); a.body != "[]" {
		t.Errorf("GET of the comments after Restore: %s, want none", a.body)
	}
	for record, want := range map[string]map[string]any{
		`status is "gone", which no comment has`: {"status": "gone"}, `there is no field "colour"`: {"colour": "red"},
		"post is a string, not an integer": {"post": "1"}, "id 7 is taken": {"id": 7},
		`date is "May", not like 2006-01-02T15:04:05`: {"date": "May"},
	} {
		again.mustPanic(t, record, want)
	}
}

func (c *client) mustPanic(t *testing.T, want string, record map[string]any) {
	t.Helper()
	defer func() {
		if got := recover(); got != "cmstest: Insert of comments: "+want {
			t.Errorf("Insert of a wrong comment: panic %v, want %s", got, want)
		}
	}()
	c.site.Insert("comments", record)
}

// TestCommentsComeFifteenSecondsApart follows the clock of the site.
func TestCommentsComeFifteenSecondsApart(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.May, 1, 10, 0, 0, 0, time.UTC)
	c := start(t, cmstest.WithClock(func() time.Time { return now }))
	c.site.Insert("posts", map[string]any{"id": 1, "title": "Discussed"})
	for i, step := range []struct {
		after  time.Duration
		user   string
		status int
	}{
		{0, "subscriber", http.StatusCreated}, {14 * time.Second, "subscriber", http.StatusBadRequest},
		{time.Second, "subscriber", http.StatusCreated},
		{0, "author", http.StatusCreated}, {0, "editor", http.StatusCreated}, {0, "editor", http.StatusCreated},
	} {
		now = now.Add(step.after)
		body := `{"post":1,"content":"Number ` + string(rune('a'+i)) + `"}`
		if a := c.do(step.user, "POST", "/comments", body); a.status != step.status {
			t.Errorf("POST of comment %d by %s: status %d, body %s, want %d", i, step.user, a.status, a.body, step.status)
		}
	}
}
