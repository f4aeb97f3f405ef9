//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/store"
)

// trial is workers as processes, which are killed and stalled.
type trial struct {
	*testing.T
	fleet         *fleet
	dir, secrets  string
	wait          time.Duration // after which a silent worker counts as dead
	alone         []string      // flags that take a worker its protections
	mu            sync.Mutex
	workers       []*exec.Cmd
	said          bytes.Buffer
	kills, stalls int
}

// write keeps what the workers say.
func (tr *trial) Write(p []byte) (int, error) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return tr.said.Write(p)
}

var _ io.Writer = (*trial)(nil)

// open starts the engine, and connects to it.
func (tr *trial) open() {
	tr.Helper()
	e, err := engine.Start(engine.Config{Folder: tr.dir})
	if err != nil {
		tr.Fatal(err)
	}
	tr.Cleanup(e.Close)
	if tr.fleet, err = connect(tr.Context(), e.Access(), queue.Config{AckWait: tr.wait}); err != nil {
		tr.Fatal(err)
	}
	tr.Cleanup(tr.fleet.close)
}

// worker starts a worker.
func (tr *trial) worker() *exec.Cmd {
	tr.Helper()
	args := []string{"work", "-dir", tr.dir, "-secrets", tr.secrets, "-c", "4"}
	return tr.start(append(tr.alone, "-fleet", strings.Join(args, "|"))...)
}

// start starts the test binary as another program.
func (tr *trial) start(args ...string) *exec.Cmd {
	tr.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Stdout, c.Stderr = tr, tr
	if err := c.Start(); err != nil {
		tr.Fatal(err)
	}
	return c
}

// end kills a worker that runs or is stalled.
func end(c *exec.Cmd) {
	_ = c.Process.Kill()
	_ = c.Wait()
}

// kill kills a worker, and starts another one.
func (tr *trial) kill(i int) {
	end(tr.workers[i])
	tr.workers[i] = tr.worker()
	tr.kills++
}

// disturb kills and stalls workers at random.
func (tr *trial) disturb(times int) {
	for range times {
		time.Sleep(rand.N(tr.wait))
		if i := rand.IntN(len(tr.workers)); rand.IntN(2) == 0 {
			tr.kill(i)
		} else {
			tr.stall(i)
		}
	}
}

// stall stops a worker until its jobs are given to others.
func (tr *trial) stall(i int) {
	victim := tr.workers[i].Process
	if victim.Signal(syscall.SIGSTOP) != nil {
		return
	}
	tr.stalls++
	time.Sleep(tr.wait + tr.wait/2)
	_ = victim.Signal(syscall.SIGCONT)
}

// writing writes on all sites until stop is called.
func writing(t *testing.T, servers []*cmstest.Server) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			servers[i%len(servers)].Insert("posts", map[string]any{"title": "New"})
			time.Sleep(5 * time.Millisecond)
		}
	})
	return func() { cancel(); running.Wait() }
}

// finish waits until the queue is empty, and ends the workers.
func (tr *trial) finish() {
	tr.Helper()
	patience := time.Minute
	if *soak {
		patience = 20 * time.Minute
	}
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		state, err := tr.fleet.queue.State(tr.Context())
		if err == nil && state == (queue.State{}) {
			break
		}
		if time.Now().After(end) {
			tr.Errorf("not done: %+v, %v", state, err)
			break
		}
	}
	for _, c := range tr.workers {
		end(c)
	}
}

// records is how many records are stored.
func (tr *trial) records() (total int64) {
	tr.Helper()
	standings, err := tr.fleet.store.Standings(tr.Context(), "one")
	if err != nil {
		tr.Fatal(err)
	}
	for _, s := range standings {
		total += s.Total
	}
	return total
}

// count compares what is in the store with what was there throughout.
func (tr *trial) count(want map[string]bool) (lost, doubled []string) {
	tr.Helper()
	times := map[string]int{}
	err := tr.fleet.store.Each(tr.Context(), "one", func(site string, page store.Page) error {
		for _, data := range page.Records {
			var record struct{ ID int64 }
			if err := json.Unmarshal(data, &record); err != nil {
				return err
			}
			if page.Kind == "posts" {
				times[fmt.Sprintf("%s/%d", site, record.ID)]++
			}
		}
		return nil
	})
	if err != nil {
		tr.Fatal(err)
	}
	for name := range want {
		if times[name] == 0 {
			lost = append(lost, name)
		}
	}
	for name, n := range times {
		if n > 1 {
			doubled = append(doubled, name)
		}
	}
	slices.Sort(lost)
	tr.Logf("%d posts, %d written meanwhile; %d kills, %d stalls, %d jobs left to another worker", len(want),
		len(times)-len(want), tr.kills, tr.stalls, strings.Count(tr.said.String(), "left to another worker"))
	tr.Logf("%d lost, %d doubled", len(lost), len(doubled))
	return lost, doubled
}

// check reports what was lost or doubled.
func (tr *trial) check(want map[string]bool) {
	tr.Helper()
	if lost, doubled := tr.count(want); len(lost)+len(doubled) > 0 {
		tr.Errorf("%d lost, %d doubled: %v %v\n%s", len(lost), len(doubled), lost[:min(len(lost), 5)],
			doubled[:min(len(doubled), 5)], tr.said.String())
	}
}
