package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
)

// discussed is a site with comments, and an empty one with the same users.
func discussed(t *testing.T) (from, to *cmstest.Server) {
	t.Helper()
	from, to = newSite(t), newEmpty(t)
	archivetest.Discuss(from)
	to.Insert("users", map[string]any{"id": 9, "username": "kim", "role": "author"})
	return from, to
}

// onSite are the comments of a server, and what of the bench is left there.
func onSite(t *testing.T, server *cmstest.Server) (all []map[string]any, bench []string) {
	t.Helper()
	var document struct {
		Comments []map[string]any `json:"comments"`
		Posts    []map[string]any `json:"posts"`
	}
	if err := json.Unmarshal(server.Document(), &document); err != nil {
		t.Fatal(err)
	}
	for _, post := range document.Posts {
		if slug := fmt.Sprint(post["slug"]); strings.HasPrefix(slug, "restore-") {
			bench = append(bench, slug)
		}
	}
	return document.Comments, bench
}

// comment is the one comment of a server with a text.
func comment(t *testing.T, server *cmstest.Server, text string) map[string]any {
	t.Helper()
	all, _ := onSite(t, server)
	all = slices.DeleteFunc(all, func(c map[string]any) bool { return !strings.Contains(fmt.Sprint(c["content"]), text) })
	if len(all) != 1 {
		t.Fatalf("The site has %d comments with %q, want 1", len(all), text)
	}
	return all[0]
}

func TestCommentsAreRestored(t *testing.T) {
	t.Parallel()
	from, to := discussed(t)
	folder := mirrored(t, from, "-comments")
	said, err := put(t, folder, to, "-comments")
	if err != nil {
		t.Fatalf("restore -comments: error %v, want none\n%s", err, said)
	}
	alike(t, folder, to, "-comments")
	all, bench := onSite(t, to)
	if len(all) != 11 || bench != nil {
		t.Errorf("restore -comments left %d comments and the benches %v, want 11 and none", len(all), bench)
	}
	first, second, third := comment(t, to, "On <a href"), comment(t, to, "A first reply"), comment(t, to, "A reply to it")
	if second["parent"] != first["id"] || third["parent"] != second["id"] {
		t.Errorf("restore -comments made the thread %v, %v, %v, want each a reply to the one before", first, second, third)
	}
	if text := fmt.Sprint(first["content"]); strings.Contains(text, from.URL) ||
		!strings.Contains(text, to.URL+"/guide/") {
		t.Errorf("restore -comments made the content %s, want the address of the new site only", text)
	}
	for _, r := range to.Requests() { // one that comes late must not bring it back out of the trash
		if r.Method == http.MethodPost && strings.Contains(string(r.Body), `"content":"Away"`) &&
			strings.Contains(string(r.Body), `"status"`) {
			t.Errorf("restore -comments sent %s, want no status with the comment of the trash", r.Body)
		}
	}
	to.ResetRequests()
	if said, err := put(t, folder, to, "-comments"); err != nil {
		t.Errorf("The second restore -comments: error %v, want none\n%s", err, said)
	}
	for _, r := range to.Requests() {
		if r.Method != http.MethodGet {
			t.Errorf("The second restore -comments sent %s %s, want reading requests only", r.Method, r.Path)
		}
	}
}

func TestCommentsOfAnUnknownUserBecomeThoseOfAGuest(t *testing.T) {
	t.Parallel()
	from, to := newSite(t), newEmpty(t)
	archivetest.Discuss(from)
	if said, err := put(t, mirrored(t, from, "-comments"), to, "-comments"); err != nil ||
		!strings.Contains(said, "no kim, whose records become yours, and whose comments become those of a guest") {
		t.Errorf("restore -comments without the user: error %v, want none, and that kim is unknown\n%s", err, said)
	}
	got := comment(t, to, "On what is private")
	if got["author"] != 0.0 || got["author_name"] != "Kim" {
		t.Errorf("restore made the comment %v, want it of the guest Kim", got)
	}
	if got["author_email"] != "808@reader.example" || got["author_ip"] != "10.0.0.8" {
		t.Errorf("restore made the comment %v, want the email and the address of its author", got)
	}
}

func TestWithoutTheFlagCommentsAndSettingsAreLeftAlone(t *testing.T) {
	t.Parallel()
	from, to := discussed(t)
	folder := mirrored(t, from, "-comments", "-settings")
	said, err := put(t, folder, to)
	if err != nil || !strings.Contains(said, "comments: 11 are not restored; -comments restores them") {
		t.Errorf("restore without the flags: error %v, want none, and 11 comments not restored\n%s", err, said)
	} else if !strings.Contains(said, "settings: 1 are not restored; -settings restores them") {
		t.Errorf("restore without the flags printed\n%s\nwant that the settings are not restored", said)
	}
	for _, r := range to.Requests() {
		if strings.Contains(r.Path, "comments") || strings.Contains(r.Path, "settings") {
			t.Errorf("restore without the flags sent %s %s, want nothing of comments and settings", r.Method, r.Path)
		}
	}
	if said, err := put(t, mirrored(t, from), newEmpty(t), "-comments"); err == nil ||
		!strings.Contains(err.Error(), "holds no comments") {
		t.Errorf("restore -comments of a folder without comments: error %v, want one that says so\n%s", err, said)
	}
}

func TestPingbacksAndOrphanCommentsAreLeftOut(t *testing.T) {
	t.Parallel()
	from, to := discussed(t)
	from.Insert("comments", map[string]any{"id": 901, "post": 101, "author_name": "Pinger", "content": "[...] a ping",
		"type": "pingback"})
	from.Insert("comments", map[string]any{"id": 902, "post": 101, "parent": 901, "author_name": "Reader",
		"content": "On the ping"})
	from.Insert("comments", map[string]any{"id": 903, "post": 7777, "author_name": "Reader", "content": "On nothing"})
	folder := mirrored(t, from, "-comments")
	for range 2 {
		said, err := put(t, folder, to, "-comments")
		if err == nil || !strings.Contains(err.Error(), "refused 0 records, 2 were left out") {
			t.Errorf("restore of a pingback and an orphan: error %v, want 2 left out\n%s", err, said)
		}
		if !strings.Contains(said, "comments/901: left out") || !strings.Contains(said, "comments/903: left out") {
			t.Errorf("restore of a pingback and an orphan printed\n%s\nwant comments/901 and comments/903", said)
		}
	}
	if got := comment(t, to, "On the ping"); got["parent"] != 0.0 {
		t.Errorf("restore made the reply to the pingback %v, want it without a parent", got)
	}
}

// One comment is refused. Those below it wait for it above where it belongs.
func TestOneRefusedCommentStopsNoOthers(t *testing.T) {
	t.Parallel()
	from, to := discussed(t)
	folder := mirrored(t, from, "-comments")
	refuse := true
	front := newGate(t, to, func(r *http.Request, body string) int {
		if refuse && strings.Contains(r.URL.Path, "/comments/") && strings.Contains(body, `"A first reply"`) {
			return http.StatusBadRequest
		}
		return 0
	})
	args := []string{"-site", front, "-comments"}
	said, err := put(t, folder, to, args...)
	if err == nil || !strings.Contains(err.Error(), "refused 1 records, 0 were left out") {
		t.Errorf("restore with one comment refused: error %v, want 1 refused\n%s", err, said)
	} else if !strings.Contains(said, "comments/802: ") {
		t.Errorf("restore with one comment refused printed\n%s\nwant comments/802", said)
	}
	all, bench := onSite(t, to)
	if len(all) != 10 {
		t.Errorf("after one refusal the site has %d comments, want 10", len(all))
	}
	if len(bench) != 1 {
		t.Errorf("while a reply waits for its parent the site has the benches %q, want one that names the reply", bench)
	}
	if first, third := comment(t, to, "On <a href"), comment(t, to, "A reply to it"); third["parent"] != first["id"] {
		t.Errorf("restore with one comment refused made the third %v, want it a reply to the first, %v", third, first["id"])
	}
	refuse = false
	if said, err := put(t, folder, to, args...); err != nil {
		t.Errorf("The restore after the refusal: error %v, want none\n%s", err, said)
	}
	alike(t, folder, to, "-comments")
	if _, bench := onSite(t, to); bench != nil {
		t.Errorf("when all is restored the site has the benches %q, want none", bench)
	}
}

// Each request that writes loses its answer, though the site has acted on it.
func TestLostResponseDoublesNoComment(t *testing.T) {
	t.Parallel()
	from, to := discussed(t)
	folder := mirrored(t, from, "-comments")
	for _, c := range []struct {
		method, route string
		times         int
	}{{http.MethodPost, "/cms/v2/posts", 1}, {http.MethodPost, "/cms/v2/comments", 4},
		{http.MethodPost, "/cms/v2/comments/{id}", 4}, {http.MethodDelete, "/cms/v2/comments/{id}", 1}} {
		for skip := range c.times {
			to.Fail(cmstest.Fault{Method: c.method, Route: c.route, Skip: 2 * skip, Times: 1, Processed: true,
				Cut: cmstest.CutAnswer})
		}
	}
	if said, err := put(t, folder, to, "-comments"); err != nil {
		t.Errorf("restore with lost responses: error %v, want none\n%s", err, said)
	}
	if all, bench := onSite(t, to); len(all) != 11 || bench != nil {
		t.Errorf("restore with lost responses left %d comments and the benches %v, want 11 and none", len(all), bench)
	}
	alike(t, folder, to, "-comments")
}

func TestFoldersWithOtherCommentsOrSettingsDiffer(t *testing.T) {
	t.Parallel()
	server := newSite(t)
	archivetest.Discuss(server)
	one := open(t, mirrored(t, server, "-comments", "-settings"))
	if _, err := comments.New(client(t, server)).Trash(t.Context(), archivetest.Comment+1); err != nil {
		t.Fatal(err)
	}
	server.Insert("settings", map[string]any{"posts_per_page": 3, "email": "other@letters.example"})
	two := open(t, mirrored(t, server, "-comments", "-settings"))
	differences, _, err := archive.Compare(one, two)
	if err != nil || len(differences) != 2 {
		t.Errorf("Compare of two folders: error %v, differences %q, want two", err, differences)
	} else if !strings.Contains(differences[0], `status is "approved" in one and "trash"`) ||
		!strings.Contains(differences[1], `posts_per_page is "10"`) {
		t.Errorf("Compare of two folders: differences %q, want the status, and posts_per_page", differences)
	}
	if differences, _, err = archive.Compare(one, open(t, mirrored(t, server))); err != nil || differences != nil {
		t.Errorf("Compare with a folder without comments and settings: error %v, differences %q, want none of both",
			err, differences)
	}
}

func TestRestoreRefusesAnIncompleteCopyOfComments(t *testing.T) {
	t.Parallel()
	from, folder := newSite(t), t.TempDir()
	archivetest.Discuss(from)
	from.Fail(cmstest.Fault{Route: "/cms/v2/comments", Status: http.StatusForbidden, Code: "rest_forbidden_context"})
	c := mirroring(t.Context(), t, from.URL, "admin", from.AppPassword("admin"), "-dir", folder, "-comments")
	if out, err := c.CombinedOutput(); err == nil {
		t.Fatalf("mirror of comments that are refused: no error, want one\n%s", out)
	}
	if _, err := put(t, folder, newEmpty(t), "-comments"); err == nil ||
		!strings.Contains(err.Error(), "has never held all comments") {
		t.Errorf("restore -comments of that folder: error %v, want that it has never held all comments", err)
	}
	if said, err := put(t, folder, newEmpty(t)); err != nil {
		t.Errorf("restore without the flag: error %v, want none\n%s", err, said)
	}
}
