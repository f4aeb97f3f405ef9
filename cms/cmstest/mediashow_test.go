package cmstest_test

import "testing"

func TestFilesHaveAddressesBelowTheirPost(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"id": 5, "title": "Plain", "date": "2026-05-01T10:00:00"})
	c.site.Insert("posts", map[string]any{"id": 6, "title": "Draft", "status": "draft"})
	c.site.Insert("media", map[string]any{"id": 7, "filename": "a.png", "width": 4, "height": 4, "slug": "alone"})
	for _, tc := range []struct{ body, want string }{
		{`{}`, "/alone/"},
		{`{"post":5}`, "/2026/05/plain/alone/"},
		{`{"slug":"123"}`, "/2026/05/plain/attachment/123/"},
		{`{"slug":"123a"}`, "/2026/05/plain/123a/"},
		{`{"post":6}`, "/?attachment_id=7"},
		{`{"post":99}`, "/?attachment_id=7"},
		{`{"post":0}`, "/123a/"},
	} {
		expect(t, tc.body, c.do("admin", "POST", "/media/7", tc.body), 200, map[string]any{"link": c.site.URL + tc.want})
	}
}
