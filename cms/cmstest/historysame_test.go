package cmstest_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestRevisionIsMadeForNewLinesButNotForBlanks holds what an update has to change for the history to keep it.
func TestRevisionIsMadeForNewLinesButNotForBlanks(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		before, after string
		kept          bool
	}{
		{"ab", "a\nb", true}, {"a b", "a\nb", true}, {"a b", "ab", true}, {"a\nb", "ab", true},
		{"a\nb", "a\n\n\nb", false}, {"a\nb", "a\r\nb", false}, {"a\nb", "a\rb", false}, {"a b", "a \t\t b", false},
		{"a b", "\n a b \t", false}, {"a b", "a b.", true},
	} {
		c := start(t, atNoon())
		id := c.site.Insert("posts", map[string]any{"title": "One", "content": "first"})
		for _, content := range []string{tc.before, tc.after} {
			c.do("editor", "POST", fmt.Sprintf("/posts/%d", id), fmt.Sprintf(`{"content":%q}`, content))
		}
		if got := c.site.Record("posts", id)["revisions"] == 2; got != tc.kept {
			t.Errorf("%q after %q: kept %v, want %v", tc.after, tc.before, got, tc.kept)
		}
	}
}

func TestHighestIDOfADocumentIsKeptForItsRecord(t *testing.T) {
	t.Parallel()
	c := start(t)
	document := `{"version": 1, "tags": [{"name": "none"}, {"id": 9007199254740992, "name": "highest"}]}`
	if err := c.site.Load([]byte(document)); err != nil {
		t.Fatal(err)
	}
	if got := c.site.Record("tags", 1<<53)["name"]; got != "highest" || c.site.Record("tags", 1<<53+1)["name"] != "none" {
		t.Errorf("Document after Load of the highest id:\n%s\nwant that id kept and the other tag after it",
			c.site.Document())
	}
	err := c.site.Load([]byte(`{"version": 1, "tags": [{"id": 9007199254740993, "name": "too high"}]}`))
	if err == nil || !strings.Contains(err.Error(), "tags[0]: id is 9007199254740993, not from 1 to 9007199254740992") {
		t.Errorf("Load of an id that is too high: error %v, want the id and its limits named", err)
	}
}
