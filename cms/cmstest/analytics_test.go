package cmstest_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestSinceAcceptsRelativeTimes(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 31, 22, 30, 0, 0, time.UTC) // in Berlin it is April already
	c := start(t, cmstest.WithClock(func() time.Time { return now }))
	empty := c.site.Snapshot()
	for since, want := range map[string]string{
		"now": "2026-04-01T00:30:00", " NOW ": "2026-04-01T00:30:00",
		"today": "2026-04-01T00:00:00", "midnight": "2026-04-01T00:00:00", "yesterday": "2026-03-31T00:00:00",
		"5 seconds ago": "2026-04-01T00:29:55", "3 secs ago": "2026-04-01T00:29:57", "-5 sec": "2026-04-01T00:29:55",
		"+1 second": "2026-04-01T00:30:01", "5 seconds": "2026-04-01T00:30:05",
		"10 minutes ago": "2026-04-01T00:20:00", "-10 min": "2026-04-01T00:20:00", "-10 mins": "2026-04-01T00:20:00",
		"1 minute":    "2026-04-01T00:31:00",
		"2 hours ago": "2026-03-31T22:30:00", "-1 hour": "2026-03-31T23:30:00",
		"-1 day": "2026-03-31T00:30:00", "2 Days ago": "2026-03-30T00:30:00",
		"-1 week": "2026-03-25T00:30:00", "3 weeks ago": "2026-03-11T00:30:00",
		"-1 month": "2026-03-01T00:30:00", "2 months ago": "2026-02-01T00:30:00",
		"-1 year": "2025-04-01T00:30:00", "1 year ago": "2025-04-01T00:30:00",
		"2026-03-31": "2026-03-31T00:00:00", "2026-03-31 23:50": "2026-03-31T23:50:00",
		"2026-03-31 23:50:07": "2026-03-31T23:50:07", "2026-03-31t23:50:07": "2026-03-31T23:50:07",
		"2026-03-31T23:50:07+01:00": "2026-04-01T00:50:07", "@1774995007": "2026-04-01T00:10:07",
	} {
		at, err := time.Parse("2006-01-02T15:04:05", want)
		if err != nil {
			t.Fatal(err)
		}
		c.site.Restore(empty)
		c.site.Insert("analytics", map[string]any{"path": "/a/", "date": want})
		c.site.Insert("analytics", map[string]any{"path": "/a/", "date": at.Add(-time.Second).Format("2006-01-02T15:04:05"),
			"pageviews": 1000})
		if a := c.get("admin", c.at("analytics/v1/realtime?since="+url.QueryEscape(since))); a.body != "1" {
			t.Errorf("since %s: %d %s, want what came at %s and later", since, a.status, a.body, want)
		}
	}
	c.site.Restore(empty)
	for date, views := range map[string]int{"2026-03-31T23:29:59": 100, "2026-03-31T23:30:00": 1,
		"2026-04-01T00:30:00": 1} {
		c.site.Insert("analytics", map[string]any{"path": "/a/", "date": date, "pageviews": views})
	}
	if a := c.get("admin", c.at("analytics/v1/realtime")); a.body != "2" {
		t.Errorf("GET of realtime without since: status %d, body %s, want 2, the views of the last hour", a.status, a.body)
	}
	for _, since := range []string{"2 moons", "1 ago", "five seconds ago", "@", "@1.5", "2026-13-01", "25:00"} {
		if a := c.get("admin", c.at("analytics/v1/realtime?since="+url.QueryEscape(since))); a.status != 400 ||
			a.code(t) != "rest_invalid_param" {
			t.Errorf("GET of realtime since %s: status %d, body %s, want 400 rest_invalid_param", since, a.status, a.body)
		}
	}
}

func TestPageStatisticsNameTheirPost(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"id": 5, "title": "Kerning"})
	c.site.Insert("pages", map[string]any{"id": 6, "title": "Page", "slug": "page"})
	c.site.Insert("pages", map[string]any{"id": 7, "title": "Kept", "slug": "kept"})
	for _, record := range []map[string]any{
		{"path": "/old/", "post_id": 5, "pageviews": 4}, {"path": "/gone/", "post_id": 99, "pageviews": 3},
		{"path": "/", "post_id": 0, "pageviews": 2}, {"path": "/none/"},
		{"path": "/page/", "post_id": 0}, {"path": "/kept/"},
	} {
		record["date"] = "2026-05-01"
		c.site.Insert("analytics", record)
	}
	want := `[{"path":"\/old\/","post_id":5,"post_title":"Kerning"},{"path":"\/gone\/","post_id":99,` +
		`"post_title":"\/gone\/"},` +
		`{"path":"\/","post_id":0,"post_title":"\/"},` +
		`{"path":"\/kept\/","post_id":7,"post_title":"Kept"},{"path":"\/none\/","post_id":0,"post_title":"\/none\/"},` +
		`{"path":"\/page\/","post_id":0,"post_title":"\/page\/"}]`
	a := c.get("admin",
		c.at("analytics/v1/posts?start_date=2026-05-01&end_date=2026-05-01&_fields=path,post_id,post_title"))
	if a.body != want {
		t.Errorf("GET of the report of posts: %s, want %s", a.body, want)
	}
	if first, again := c.site.Document(),
		start(t, cmstest.WithDocument(c.site.Document())).site.Document(); string(again) != string(first) {
		t.Errorf("Document of a site that was loaded from a document: %s, want the same document",
			firstDifference(first, again))
	}
}
