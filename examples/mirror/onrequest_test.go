package main

import (
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
)

func newDiscussion(t *testing.T) *cmstest.Server {
	t.Helper()
	server := newSite(t)
	archivetest.Discuss(server)
	return server
}

func TestCommentsOfEveryStatusAreMirrored(t *testing.T) {
	t.Parallel()
	server, folder := newDiscussion(t), t.TempDir()
	server.Insert("comments", map[string]any{"id": 901, "post": 101, "author_name": "Pinger", "content": "[...] a ping",
		"type": "pingback"})
	mustTake(t, server, folder, "-comments")
	files := content(t, folder)
	for name, text := range map[string]string{
		"comments/801.json": `"status": "approved"`, "comments/803.json": `"status": "hold"`,
		"comments/805.json": `"status": "spam"`,
		"comments/806.json": `"status": "trash"`, "comments/807.json": `"raw": "On a draft"`,
		"comments/802.json": `"author_email": "802@reader.example"`,
		"comments/901.json": `"type": "pingback"`, "users/1.json": `"slug": "admin"`,
	} {
		if !strings.Contains(files[name], text) {
			t.Errorf("mirror -comments wrote %s as\n%s\nwant %s in it", name, files[name], text)
		}
	}
	if strings.Contains(files["comments/801.json"], "avatar") {
		t.Errorf("mirror -comments wrote the avatars of a comment, want none: %s", files["comments/801.json"])
	}
	all := comments.New(client(t, server))
	if _, err := all.Approve(t.Context(), archivetest.Spam); err != nil {
		t.Fatal(err)
	}
	if _, err := all.Delete(t.Context(), archivetest.Binned); err != nil {
		t.Fatal(err)
	}
	said := mustTake(t, server, folder, "-comments", "-v")
	for _, line := range []string{"changed comments/805", "deleted comments/806",
		"comments:            0 added, 1 changed, 1 deleted, 10 unchanged,"} {
		if !strings.Contains(said, line) {
			t.Errorf("The later mirror -comments printed\n%s\nwant %q", said, line)
		}
	}
}

func TestWithoutTheirFlagsCommentsAndSettingsStayAsTheyWere(t *testing.T) {
	t.Parallel()
	server, folder := newDiscussion(t), t.TempDir()
	mustTake(t, server, folder)
	for name := range content(t, folder) {
		if strings.HasPrefix(name, "comments/") || strings.HasPrefix(name, "settings/") {
			t.Errorf("mirror without the flags wrote %s, want no comments and no settings", name)
		}
	}
	mustTake(t, server, folder, "-comments", "-settings")
	before := content(t, folder)
	if before["comments/801.json"] == "" || !strings.Contains(before["settings/1.json"], `"posts_per_page": 10`) {
		t.Fatalf("mirror with the flags wrote the settings %q, want 10 posts on a page, and comment 801",
			before["settings/1.json"])
	}
	if _, err := comments.New(client(t, server)).Delete(t.Context(), archivetest.Comment); err != nil {
		t.Fatal(err)
	}
	server.ResetRequests()
	mustTake(t, server, folder)
	if !maps.Equal(before, content(t, folder)) {
		t.Error("mirror without the flags changed the folder, want the same files")
	}
	for _, r := range server.Requests() {
		if strings.HasSuffix(r.Path, "/comments") || strings.HasSuffix(r.Path, "/settings") {
			t.Errorf("mirror without the flags asked for %s, want no such request", r.Path)
		}
	}
}

func TestUnclearResponseDeletesNoComment(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault cmstest.Fault
		says  string
	}{
		"they are refused": {cmstest.Fault{Method: "GET", Status: 403, Code: "rest_forbidden_context"},
			"comments: nothing was deleted"},
		"they fell to zero": {total(0, "[]"), "comments: nothing was deleted: the site says that it has none"},
		"some are hidden": {total(12, `[{"id":801,"post":101,"status":"approved","type":"comment"}]`),
			"comments: nothing was deleted"},
		"the answer is short": {cmstest.Fault{Method: "GET", Truncate: 20}, "comments: nothing was deleted"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, folder := newDiscussion(t), t.TempDir()
			mustTake(t, server, folder, "-comments")
			before := content(t, folder)
			c.fault.Route = "/cms/v2/comments"
			remove := server.Fail(c.fault)
			said, err := take(t, server, folder, "-comments")
			if err == nil || !strings.Contains(said, c.says) {
				t.Errorf("mirror -comments where %s: error %v, want one, and %q in\n%s", name, err, c.says, said)
			}
			after := content(t, folder)
			for name := range before {
				if after[name] == "" {
					t.Errorf("mirror -comments deleted %s, want it kept", name)
				}
			}
			if remove() == 0 {
				t.Error("The fault did not strike, want it once or more")
			}
			mustTake(t, server, folder, "-comments")
			if !maps.Equal(before, content(t, folder)) {
				t.Error("The mirror after the fault left another folder, want the same files as before")
			}
		})
	}
}

func TestSettingsNeedTheRightToReadThem(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	server.Fail(cmstest.Fault{Route: "/cms/v2/settings", Status: http.StatusForbidden, Code: "rest_forbidden"})
	if said, err := take(t, server, folder, "-settings"); err == nil ||
		!strings.Contains(said, "settings: nothing was deleted") {
		t.Errorf("mirror -settings without the right: error %v, want that nothing was deleted\n%s", err, said)
	}
	if _, err := os.Stat(filepath.Join(folder, "settings/1.json")); err == nil {
		t.Error("mirror -settings without the right wrote settings, want none")
	}
}

func TestSettingsThatAreAnEmptyListAreAnError(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	server.Fail(cmstest.Fault{Route: "/cms/v2/settings", Body: []byte("[]")})
	if said, err := take(t, server, folder, "-settings"); err == nil ||
		!strings.Contains(said, "settings: nothing was deleted: the site sent no settings") {
		t.Errorf("mirror of settings that are an empty list: error %v, want that the site sent none\n%s", err, said)
	}
}
