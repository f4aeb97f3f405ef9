//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// newSites are sites with least to most posts each, and a delay of each page. want names the
// posts.
func newSites(t *testing.T, sites, least, most int, delay time.Duration) (servers []*cmstest.Server,
	want map[string]bool) {
	t.Helper()
	want = map[string]bool{}
	for i := range sites {
		server := newSite(t)
		for range least + rand.IntN(most-least+1) {
			want[fmt.Sprintf("site%d/%d", i, server.Insert("posts", map[string]any{"title": "Kerning"}))] = true
		}
		server.Fail(cmstest.Fault{Delay: delay, Route: "/cms/v2/posts"})
		servers = append(servers, server)
	}
	return servers, want
}

// newTrial queues a job for sites, and starts workers.
func newTrial(t *testing.T, tr *trial, servers []*cmstest.Server, workers int, job ...string) *trial {
	t.Helper()
	file, secrets := fleetOf(t, servers...)
	tr.T, tr.dir, tr.secrets, tr.began = t, t.TempDir(), secrets, time.Now()
	if *soak {
		tr.openCluster()
	} else {
		tr.open()
	}
	mustDo(t, slices.Concat([]string{"enqueue", "-sites", file, "-run", "one"}, tr.place(), job)...)
	for range workers {
		tr.workers = append(tr.workers, tr.worker())
	}
	return tr
}

// killed copies sites on which others write, and disturbs the workers meanwhile.
func killed(t *testing.T, alone ...string) (tr *trial, want map[string]bool) {
	t.Helper()
	sites, most, disturbances, workers, wait, delay := 6, 300, 5, 2, time.Second, 200*time.Millisecond
	if *soak {
		sites, most, disturbances, workers, wait, delay = 200, 1000, 50, 4, 3*time.Second, time.Second
	}
	servers, want := newSites(t, sites, most/10, most, delay)
	tr = newTrial(t, &trial{wait: wait, alone: alone}, servers, workers)
	stop := writing(t, servers)
	tr.disturb(disturbances)
	tr.finish()
	stop()
	return tr, want
}

func TestKilledAndStalledWorkersLoseAndDoubleNothing(t *testing.T) {
	t.Parallel()
	tr, want := killed(t, "-lossy")
	tr.check(want)
	if !strings.Contains(tr.said.String(), "response lost") {
		t.Error("No response was lost, want one at least, or this proves nothing")
	}
}

// The control of the large run: without the fence it doubles records.
func TestKilledAndStalledWorkersDoubleRecordsWithoutTheFence(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("the small control is TestStalledWorkersDoubleRecordsWithoutTheFence")
	}
	tr, want := killed(t, "-unfenced", "-clock-stopped")
	if _, doubled := tr.count(want); len(doubled) == 0 {
		t.Error("Without the fence nothing was doubled, want some records, or the large run proves nothing")
	}
}

// stalled stalls a worker in the middle of its jobs until another one has done them. Its
// clock stands still, so that it does not notice it. It then goes on with one at least.
func stalled(t *testing.T, alone ...string) (lost, doubled []string) {
	t.Helper()
	servers, want := newSites(t, 3, 500, 500, 200*time.Millisecond)
	tr := newTrial(t, &trial{wait: time.Second, alone: append(alone, "-clock-stopped")}, servers, 1)
	tr.until("a page is stored", func() bool { return tr.records() > 0 })
	victim := tr.workers[0].Process
	if err := victim.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	tr.stalls++
	tr.workers = append(tr.workers, tr.worker())
	tr.until("all jobs are done", tr.idle)
	if err := victim.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	tr.until("the worker has gone on", func() bool {
		return tr.times(": done, ")+tr.times("left to another worker") > len(servers)
	})
	tr.finish()
	return tr.count(want)
}

func TestStalledWorkersThatDoNotNoticeItDoubleNothing(t *testing.T) {
	t.Parallel()
	if lost, doubled := stalled(t); len(lost)+len(doubled) > 0 {
		t.Errorf("Stalled workers lost %d records and doubled %d, want none", len(lost), len(doubled))
	}
}

// The control: only the fence keeps these workers from doubling records. On a busy machine, a worker may be
// stopped after the last page of its job, and doubles nothing then.
func TestStalledWorkersDoubleRecordsWithoutTheFence(t *testing.T) {
	t.Parallel()
	const tries = 5
	for range tries {
		if _, doubled := stalled(t, "-unfenced"); len(doubled) > 0 {
			return
		}
	}
	t.Errorf("Without the fence nothing was doubled in %d runs, want some records, or the fence is not tested",
		tries)
}

func TestFullDiskEndsARunAndLosesNothing(t *testing.T) {
	t.Parallel()
	servers, want := newSites(t, 2, 500, 500, 0)
	file, secrets := fleetOf(t, servers...)
	tr := &trial{T: t, dir: t.TempDir(), secrets: secrets, wait: time.Second, began: time.Now()}
	args := []string{"run", "-sites", file, "-secrets", secrets, "-dir", tr.dir, "-run", "one"}
	full := tr.start("-file-limit", "500000", "-fleet", strings.Join(args, "|"))
	if err := full.Wait(); err == nil || !strings.Contains(tr.said.String(), "free some space and start again") {
		t.Errorf("fleet run on a full disk: error %v, want one with advice to free some space\n%s", err, tr.said.String())
	}
	tr.open()
	if n := tr.records(); n == 0 || n >= int64(len(want)) {
		t.Errorf("fleet run on a full disk stored %d records, want some of the %d and not all", n, len(want))
	}
	tr.workers = append(tr.workers, tr.worker())
	tr.finish()
	tr.check(want)
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
	tr := &trial{T: t, dir: dir, secrets: secrets, wait: time.Second, began: time.Now()}
	e := tr.open() // with a short wait
	tr.fleet.close()
	e.Close()
	args := []string{"run", "-sites", file, "-secrets", secrets, "-dir", dir, "-run", "one"}
	for range 2 {
		server.ResetRequests()
		c := tr.start("-fleet", strings.Join(args, "|"))
		tr.until("a page of posts was read", func() bool {
			pages := slices.DeleteFunc(server.Requests(), func(r cmstest.Request) bool {
				return r.Path != "/cms-json/cms/v2/posts"
			})
			return len(pages) >= 2
		})
		end(c)
		tr.kills++
	}
	tr.open() // the lock of the folder is free, though nobody unlocked it
	tr.workers = append(tr.workers, tr.worker())
	tr.finish()
	tr.check(want)
}

// The queue and the worker end while one of two sites is copied. The next run asks the other site nothing.
func TestRunThatGoesOnAsksNothingOfASiteThatIsDone(t *testing.T) {
	t.Parallel()
	slow, done := newSite(t), newSite(t, cmstest.WithSample())
	slow.Insert("posts", map[string]any{"title": "Kerning"})
	slow.Fail(cmstest.Fault{Delay: time.Hour, Times: 1, Route: "/cms/v2/posts"})
	file, secrets := fleetOf(t, slow, done)
	tr := &trial{T: t, dir: t.TempDir(), secrets: secrets, wait: time.Second, began: time.Now()}
	e := tr.open()
	mustDo(t, append([]string{"enqueue", "-sites", file, "-run", "one", "-job", "mirror"}, tr.place()...)...)
	c := tr.worker()
	tr.until("one site is done", func() bool {
		counts, err := tr.fleet.store.Count(t.Context(), "one")
		return err == nil && counts["one"].Done == 1
	})
	end(c)
	tr.fleet.close()
	e.Close()

	done.ResetRequests()
	said := mustDo(t, "run", "-sites", file, "-secrets", secrets, "-dir", tr.dir, "-run", "one", "-job", "mirror")
	if !strings.Contains(said, "2 sites done, 0 wait for a person") {
		t.Errorf("fleet run after a killed one printed\n%s\nwant 2 sites done, and none that waits", said)
	}
	for _, r := range done.Requests() {
		t.Errorf("fleet run after a killed one sent %s %s to the site that was done, want no request", r.Method, r.Path)
	}
}
