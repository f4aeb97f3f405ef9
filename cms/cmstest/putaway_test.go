package cmstest_test

import "testing"

// TestTrashingANoteTrashesOnlyItsReplies holds which comments follow another one.
func TestTrashingANoteTrashesOnlyItsReplies(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ kind, answer, status, want string }{
		{"note", "note", "trash", "trash"},
		{"note", "comment", "trash", "approved"},
		{"note", "note", "spam", "approved"},
		{"comment", "comment", "trash", "approved"},
		{"comment", "note", "trash", "approved"},
		{"comment", "note", "spam", "approved"},
	} {
		c := start(t)
		c.site.Insert("posts", map[string]any{"id": 5, "title": "Discussed"})
		c.site.Insert("comments", map[string]any{"id": 7, "post": 5, "author": 1, "content": "a", "type": tc.kind})
		c.site.Insert("comments", map[string]any{"id": 8, "post": 5, "parent": 7, "author": 1, "content": "b",
			"type": tc.answer})
		expect(t, tc.kind, c.do("admin", "POST", "/comments/7", `{"status":"`+tc.status+`"}`), 200,
			map[string]any{"status": tc.status})
		if got := c.site.Record("comments", 8)["status"]; got != tc.want {
			t.Errorf("the %s that answers a %s in %s is %v, want %s", tc.answer, tc.kind, tc.status, got, tc.want)
		}
	}
}
