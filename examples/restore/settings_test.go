package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
)

// settled is a site whose settings are not those of a new one.
func settled(t *testing.T) *cmstest.Server {
	t.Helper()
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	server := newSite(t, cmstest.WithLocation(zone))
	server.Insert("settings", map[string]any{
		"title": "Letters &amp; types", "email": "boss@letters.example", "date_format": "Y-m-d", "start_of_week": 0,
		"use_smilies":      false,
		"default_category": 12, "posts_per_page": 7, "show_on_front": "page", "page_on_front": archivetest.Page,
		"page_for_posts":         archivetest.Page + 1,
		"default_comment_status": "closed", "site_logo": archivetest.Image, "site_icon": archivetest.Image,
	})
	return server
}

func TestSettingsAreRestored(t *testing.T) {
	t.Parallel()
	from, to := settled(t), newEmpty(t)
	to.Insert("users", map[string]any{"id": 9, "username": "kim", "role": "author"})
	folder := mirrored(t, from, "-settings")
	if said, err := put(t, folder, to, "-settings"); err != nil {
		t.Fatalf("restore -settings: error %v, want none\n%s", err, said)
	}
	alike(t, folder, to, "-settings")
	got := to.Record("settings", 1)
	if page := to.Record("pages", got["page_on_front"].(int64)); page == nil || page["title"] != "Guide" {
		t.Errorf("restore -settings made %v the front page, want the guide", page)
	}
	if got["email"] == "boss@letters.example" || got["timezone"] != "America/New_York" {
		t.Errorf("restore left the settings %v, want the timezone of the folder, and not its email", got)
	} else if got["title"] != "Letters &amp; types" {
		t.Errorf("restore left the settings %v, want the title of the folder", got)
	}
	writes := 0
	for _, r := range to.Requests() {
		if r.Method == http.MethodGet || !strings.HasSuffix(r.Path, "/settings") {
			continue
		}
		writes++
		var sent map[string]any
		if err := json.Unmarshal(r.Body, &sent); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"url", "email"} {
			if _, ok := sent[name]; ok {
				t.Errorf("restore sent the settings %s, want no %s in them", r.Body, name)
			}
		}
	}
	if writes != 2 {
		t.Errorf("restore wrote settings %d times, want 2", writes)
	}
	to.Insert("settings", map[string]any{"title": "Mine"})
	if said, err := put(t, folder, to, "-settings"); err != nil || to.Record("settings", 1)["title"] != "Mine" {
		t.Errorf("The second restore -settings: error %v, want none, and the title unchanged\n%s", err, said)
	}
}

func TestSettingForAMissingRecordIsNotChanged(t *testing.T) {
	t.Parallel()
	from, to := settled(t), newEmpty(t)
	from.Insert("settings", map[string]any{"page_on_front": 4242, "language": "de_DE"})
	said, err := put(t, mirrored(t, from, "-settings"), to, "-settings")
	if err != nil {
		t.Fatalf("restore of a setting for a missing record: error %v, want none\n%s", err, said)
	}
	for _, line := range []string{"settings/1: page_on_front stays as it is: pages/4242 was not restored",
		"the site did not apply a setting: language"} {
		if !strings.Contains(said, line) {
			t.Errorf("restore printed\n%s\nwant %q", said, line)
		}
	}
	if got := to.Record("settings", 1); got["show_on_front"] != "posts" || got["page_on_front"] != int64(0) {
		t.Errorf("restore left the settings %v, want the posts on the front page", got)
	} else if got["posts_per_page"] != int64(7) {
		t.Errorf("restore left the settings %v, want 7 posts on a page", got)
	}
}

func TestRefusedSettingsStopNothingElse(t *testing.T) {
	t.Parallel()
	to := newEmpty(t)
	front := newGate(t, to, func(r *http.Request, _ string) int {
		if strings.HasSuffix(r.URL.Path, "/settings") && r.Method != http.MethodGet {
			return http.StatusBadRequest
		}
		return 0
	})
	said, err := put(t, mirrored(t, settled(t), "-settings"), to, "-site", front, "-settings")
	if err == nil || !strings.Contains(err.Error(), "refused 2 records") {
		t.Errorf("restore of refused settings: error %v, want 2 refused\n%s", err, said)
	} else if !strings.Contains(string(to.Document()), "An idea") {
		t.Errorf("restore of refused settings made no post \"An idea\", want it\n%s", said)
	}
}

func TestDamagedSettingsStopNothingElse(t *testing.T) {
	t.Parallel()
	folder, to := mirrored(t, settled(t), "-settings"), newEmpty(t)
	if err := os.Truncate(filepath.Join(folder, "settings/1.json"), 20); err != nil {
		t.Fatal(err)
	}
	said, err := put(t, folder, to, "-settings")
	if err == nil || !strings.Contains(err.Error(), "the folder lacks 1") {
		t.Errorf("restore of damaged settings: error %v, want that the folder lacks 1\n%s", err, said)
	} else if !strings.Contains(string(to.Document()), "An idea") {
		t.Errorf("restore of damaged settings made no post \"An idea\", want it\n%s", said)
	}
}
