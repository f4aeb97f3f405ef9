package main

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/killing"
)

// TestSiteOfAKilledRestoreBecomesThatOfAnUndisturbedOne kills a restore at each of its
// requests, or has the site refuse the request, and runs it again. FONTCMS_EVERY_KILL
// tries every request, FONTCMS_FEW_KILLS a quarter of the usual ones.
func TestSiteOfAKilledRestoreBecomesThatOfAnUndisturbedOne(t *testing.T) {
	t.Parallel()
	step := 40
	if os.Getenv("FONTCMS_FEW_KILLS") != "" {
		step *= 4
	}
	if os.Getenv("FONTCMS_EVERY_KILL") != "" {
		step = 1
	}
	from, to := discussed(t)
	folder, front := mirrored(t, from, "-comments"), newFront(t, to.URL)
	journal := filepath.Join(t.TempDir(), "journal")
	restore := func(at int, moment killing.Moment) killing.Run {
		c := restoring(t, front.URL, "admin", to.AppPassword("admin"), "-dir", folder, "-comments", "-journal", journal)
		return front.Run(c, at, moment)
	}
	empty := to.Snapshot()
	whole := restore(0, killing.Never)
	if whole.Err != nil {
		t.Fatalf("restore: error %v, want none\n%s", whole.Err, whole.Output)
	}
	alike(t, folder, to, "-comments")
	records, kills := len(document(t, to)["posts"]), 0
	for at := 1; at <= whole.Seen; at += step {
		to.Restore(empty)
		if err := os.RemoveAll(journal); err != nil {
			t.Fatal(err)
		}
		moment := []killing.Moment{killing.Before, killing.During, killing.After}[at/step%3]
		if got := restore(at, moment); got.Killed {
			kills++
		}
		again := restore(0, killing.Never)
		front.Settle()
		if moment == killing.During { // the request arrived after the next run
			again = restore(0, killing.Never)
		}
		if again.Err != nil {
			t.Errorf("restore after a kill %v request %d of %d: error %v, want none\n%s", moment, at, whole.Seen, again.Err,
				again.Output)
		}
		to.ResetRequests()
		third := restore(0, killing.Never)
		for _, r := range to.Requests() {
			if r.Method != http.MethodGet {
				t.Errorf("a further restore after a kill %v request %d: sent %s %s, want only reads\n%s", moment, at, r.Method,
					r.Path, third.Output)
			}
		}
		alike(t, folder, to, "-comments")
		if _, bench := onSite(t, to); bench != nil {
			t.Errorf("restore after a kill %v request %d: the site has the drafts %q, want none", moment, at, bench)
		}
		if got := len(document(t, to)["posts"]); got != records {
			t.Errorf("restore after a kill %v request %d: the site has %d posts, want %d", moment, at, got, records)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d kills at %d requests", kills, whole.Seen)
}
