package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
	"github.com/fontcms/fontcms-go/examples/internal/killing"
)

// talk is what a server holds of comments, without their ids.
func talk(t *testing.T, server *cmstest.Server) string {
	t.Helper()
	all, bench := onSite(t, server)
	texts := map[any]any{0.0: ""}
	for _, c := range all {
		texts[c["id"]] = c["content"]
	}
	lines := make([]string, len(all))
	for i, c := range all {
		c["parent"] = texts[c["parent"]]
		delete(c, "id")
		line, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		lines[i] = string(line)
	}
	slices.Sort(lines)
	return strings.Join(slices.Concat(lines, bench), "\n")
}

// The program is killed at each request from the first that writes a comment to the
// last, in each of three moments of its life. The next run ends well.
func TestKillAtAnyRequestDoublesAndLosesNoComment(t *testing.T) {
	t.Parallel()
	from, to := discussed(t)
	for id := range int64(5) { // the other six are enough: a thread, spam and what is in the trash
		if _, err := comments.New(client(t, from)).Delete(t.Context(), archivetest.OnDraft+id); err != nil {
			t.Fatal(err)
		}
	}
	folder := mirrored(t, from, "-comments")
	front := newFront(t, to.URL)
	journal := filepath.Join(t.TempDir(), "journal")
	restore := func(at int, moment killing.Moment, more ...string) killing.Run {
		args := append([]string{"-dir", folder, "-journal", journal}, more...)
		return front.Run(restoring(t, front.URL, "admin", to.AppPassword("admin"), args...), at, moment)
	}
	if got := restore(0, killing.Never); got.Err != nil {
		t.Fatalf("restore without comments: error %v, want none\n%s", got.Err, got.Output)
	}
	before := to.Snapshot()
	journalBefore, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	to.ResetRequests()
	whole := restore(0, killing.Never, "-comments")
	want := talk(t, to)
	if whole.Err != nil || strings.Count(want, "\n") != 5 {
		t.Fatalf("restore -comments: error %v, want none, and six lines of comments\n%s\n%s", whole.Err, whole.Output, want)
	}
	first := slices.IndexFunc(to.Requests(), func(r cmstest.Request) bool { return r.Method != http.MethodGet })
	kills := 0
	for at := first; at <= whole.Seen; at++ { // from the one before
		moments := []killing.Moment{killing.Before, killing.During, killing.After}
		if os.Getenv("FONTCMS_SOAK") == "" {
			moments = moments[at%3:][:1]
		}
		for _, moment := range moments {
			to.Restore(before)
			if err := os.WriteFile(journal, journalBefore, 0o600); err != nil {
				t.Fatal(err)
			}
			if got := restore(at, moment, "-comments"); got.Killed {
				kills++
			} else if got.Err != nil {
				t.Fatalf("restore ended by itself, with the kill %v request %d: error %v, want none\n%s",
					moment, at, got.Err, got.Output)
			}
			again := restore(0, killing.Never, "-comments")
			front.Settle()
			if again.Err == nil && moment == killing.During { // what came behind it
				again = restore(0, killing.Never, "-comments")
			}
			if got := talk(t, to); again.Err != nil || got != want {
				t.Errorf("After a kill %v request %d of %d: error %v, comments\n%s\nwant\n%s\nthe run printed\n%s",
					moment, at, whole.Seen, again.Err, got, want, again.Output)
			}
			now, err := os.ReadFile(journal)
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(now, []byte(`"done":true`)); n < 6 {
				t.Errorf("After a kill %v request %d the journal has %d records done, want 6 or more", moment, at, n)
			}
		}
	}
	t.Logf("killed in %d runs, at the requests %d to %d", kills, first, whole.Seen)
}
