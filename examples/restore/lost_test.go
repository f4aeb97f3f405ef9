package main

import (
	"net/http"
	"strings"
	"testing"
)

func TestWhatTheAPICannotWriteIsNamedBeforeAnythingIsWritten(t *testing.T) {
	t.Parallel()
	from, to := newSite(t), newEmpty(t)
	from.Insert("posts", map[string]any{"id": 150, "title": "Of another zone", "date": "2026-04-01T10:00:00",
		"date_gmt": "2026-04-01T02:00:00"})
	folder := mirrored(t, from)
	dry, err := put(t, folder, to, "-dry-run")
	if err != nil {
		t.Errorf("restore -dry-run: error %v, want none\n%s", err, dry)
	}
	said, err := put(t, folder, to)
	if err != nil {
		t.Errorf("restore: error %v, want none\n%s", err, said)
	}
	for _, line := range []string{
		"not restored, because the REST API does not write it: when records were last changed, custom fields",
		"and when records were moved to the trash; registered custom fields are written also if they are empty",
		"24 posts will be published; WordPress marks each with _encloseme",
		"to prevent _pingme, untick",
		"4 drafts have no date of their own: they get the present one",
	} {
		if !strings.Contains(dry, line) || !strings.Contains(said, line) {
			t.Errorf("restore printed\n%s\nwith -dry-run\n%s\nwant both to have the line %q", said, dry, line)
		}
	}
	line := "posts/150: the site gives it the date 2026-04-01T08:00:00 in UTC, not 2026-04-01T02:00:00"
	if !strings.Contains(said, line) {
		t.Errorf("restore printed\n%s\nwant the line %q", said, line)
	}
	if n := strings.Count(said, "the site gives it the date"); n != 1 {
		t.Errorf("restore named %d records whose date in UTC is another one, want 1:\n%s", n, said)
	}
	if said, err := put(t, folder, to); err != nil || strings.Contains(said, "not restored, because") {
		t.Errorf("a second restore: error %v, want none and nothing that was not restored\n%s", err, said)
	}
}

// A site keeps the slugs and dates that a published record has lost, and leads visitors
// from them to the record.
func TestDraftsHaveNoSlugAndTheDateOfTheirRecord(t *testing.T) {
	t.Parallel()
	from, to := newSite(t), newEmpty(t)
	if said, err := put(t, mirrored(t, from), to); err != nil {
		t.Fatalf("restore: error %v, want none\n%s", err, said)
	}
	drafts := 0
	for _, r := range to.Requests() {
		body := string(r.Body)
		if r.Method != http.MethodPost || !strings.Contains(body, `"title":"restore-`) || strings.Contains(body, "-bench-") {
			continue
		}
		drafts += strings.Count(body, `"title":"restore-`)
		if strings.Contains(body, `"slug":"restore-`) {
			t.Errorf("restore made drafts with slugs of its own, want none: %s", body)
		}
	}
	if drafts < 30 {
		t.Errorf("restore made %d drafts, want at least 30", drafts)
	}
	post := document(t, to)
	for _, record := range post["posts"] {
		if slug, _ := record.(map[string]any)["slug"].(string); strings.HasPrefix(slug, "restore-") {
			t.Errorf("the site has a post with the slug %s, want none", slug)
		}
	}
}
