//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// newTrial queues a copy of sites, with least to most posts each, and starts workers.
func newTrial(t *testing.T, sites, least, most, workers int, wait time.Duration, alone ...string) (
	tr *trial, servers []*cmstest.Server, want map[string]bool,
) {
	t.Helper()
	want = map[string]bool{}
	for i := range sites {
		server := newSite(t)
		for range least + rand.IntN(most-least+1) {
			want[fmt.Sprintf("site%d/%d", i, server.Insert("posts", map[string]any{"title": "Kerning"}))] = true
		}
		server.Fail(cmstest.Fault{Delay: 150 * time.Millisecond, Route: "/cms/v2/posts"})
		servers = append(servers, server)
	}
	file, secrets := fleetOf(t, servers...)
	tr = &trial{T: t, dir: t.TempDir(), secrets: secrets, wait: wait, alone: alone}
	tr.open()
	mustDo(t, "enqueue", "-dir", tr.dir, "-sites", file, "-run", "one")
	for range workers {
		tr.workers = append(tr.workers, tr.worker())
	}
	return tr, servers, want
}

func TestKilledAndStalledWorkersLoseAndDoubleNothing(t *testing.T) {
	t.Parallel()
	sites, most, disturbances, workers, wait := 6, 300, 5, 2, time.Second
	if *soak {
		sites, most, disturbances, workers, wait = 200, 1000, 50, 4, 3*time.Second
	}
	tr, servers, want := newTrial(t, sites, most/10, most, workers, wait)
	stop := writing(t, servers)
	for range disturbances {
		time.Sleep(rand.N(wait))
		if i := rand.IntN(workers); rand.IntN(2) == 0 {
			tr.kill(i)
		} else {
			tr.stall(i)
		}
	}
	tr.finish()
	stop()
	tr.check(want)
}

// stalled stalls a worker in the middle of its jobs until another one does them. Its clock
// stands still, so that it does not notice it.
func stalled(t *testing.T, alone ...string) (lost, doubled []string) {
	t.Helper()
	tr, _, want := newTrial(t, 3, 1000, 1000, 1, time.Second, append(alone, "-clock-stopped")...)
	for tr.records() == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	tr.workers = append(tr.workers, tr.worker())
	tr.stall(0)
	tr.finish()
	return tr.count(want)
}

func TestStalledWorkersThatDoNotNoticeItDoubleNothing(t *testing.T) {
	t.Parallel()
	if lost, doubled := stalled(t); len(lost)+len(doubled) > 0 {
		t.Errorf("%d lost, %d doubled", len(lost), len(doubled))
	}
}

// The control: only the fence keeps these workers from doubling records.
func TestStalledWorkersDoubleRecordsWithoutTheFence(t *testing.T) {
	t.Parallel()
	if _, doubled := stalled(t, "-unfenced"); len(doubled) == 0 {
		t.Error("nothing was doubled, so that the tests of the fence prove nothing")
	}
}

// One process with the engine in it is killed, and run again until it ends.
func TestKilledRunGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	server := newSite(t)
	want := map[string]bool{}
	for range 450 {
		want[fmt.Sprintf("site0/%d", server.Insert("posts", map[string]any{"title": "Kerning"}))] = true
	}
	server.Fail(cmstest.Fault{Delay: 100 * time.Millisecond, Route: "/cms/v2/posts"})
	file, secrets := fleetOf(t, server)
	dir := filepath.Join(t.TempDir(), "data")
	tr := &trial{T: t, dir: dir, secrets: secrets, wait: time.Second}
	args := []string{"run", "-sites", file, "-secrets", secrets, "-dir", dir, "-run", "one"}
	for range 2 {
		c := tr.start("-fleet", strings.Join(args, "|"))
		time.Sleep(700 * time.Millisecond)
		end(c)
		tr.kills++
	}
	tr.open() // the lock of the folder is free, though nobody unlocked it
	tr.workers = append(tr.workers, tr.worker())
	tr.finish()
	tr.check(want)
}
