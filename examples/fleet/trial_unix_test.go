//go:build unix

package main

import (
	"bytes"
	"context"
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
	"github.com/fontcms/fontcms-go/examples/fleet/internal/store/storetest"
)

// trial is workers as processes, which are killed and stalled.
type trial struct {
	*testing.T
	fleet         *fleet
	dir, secrets  string
	wait          time.Duration // after which a silent worker counts as dead
	alone         []string      // flags that take a worker its protections
	cluster       *cluster      // absent if the engine is in this process
	mu            sync.Mutex
	workers       []*exec.Cmd
	said          bytes.Buffer
	kills, stalls int
	began         time.Time
}

// write keeps what the workers say.
func (tr *trial) Write(p []byte) (int, error) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return tr.said.Write(p)
}

var _ io.Writer = (*trial)(nil)

// open starts the engine, and connects to it.
func (tr *trial) open() *engine.Engine {
	tr.Helper()
	e, err := engine.Start(engine.Config{Folder: tr.dir})
	if err != nil {
		tr.Fatal(err)
	}
	tr.Cleanup(e.Close)
	tr.connect(e.Access(), 1)
	return e
}

// openCluster starts three nodes, and connects to them.
func (tr *trial) openCluster() {
	tr.Helper()
	tr.cluster = newCluster(tr)
	// A busy machine may need longer than a command waits.
	tr.until("all nodes are ready", func() bool { return tr.times("ready at") >= len(tr.cluster.nodes) })
	p := &place{address: tr.place()[1], tokenFile: tr.cluster.token}
	access, err := p.access()
	if err != nil {
		tr.Fatal(err)
	}
	tr.connect(access, 0)
}

// times is how often the workers and nodes have said a text.
func (tr *trial) times(text string) int {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return strings.Count(tr.said.String(), text)
}

// until waits until something is the case.
func (tr *trial) until(what string, is func() bool) {
	tr.Helper()
	patience := 5 * time.Minute // of a busy machine
	if *soak {
		patience = 20 * time.Minute
	}
	for end := time.Now().Add(patience); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			tr.Fatalf("After %v it is not so that %s, want it sooner\n%s", patience, what, tr.said.String())
		}
	}
}

// idle reports whether the queue is empty.
func (tr *trial) idle() bool {
	state, err := tr.fleet.queue.State(tr.Context())
	return err == nil && state == (queue.State{})
}

func (tr *trial) connect(access engine.Access, replicas int) {
	tr.Helper()
	f, err := connect(tr.Context(), access, queue.Config{Replicas: replicas, AckWait: tr.wait})
	if err != nil {
		tr.Fatal(err)
	}
	tr.fleet = f
	tr.Cleanup(f.close)
}

// place are the flags of a program that uses the fleet.
func (tr *trial) place() []string {
	if tr.cluster != nil {
		return tr.cluster.place()
	}
	return []string{"-dir", tr.dir}
}

// worker starts a worker.
func (tr *trial) worker() *exec.Cmd {
	tr.Helper()
	// Two at once, so that a run takes as long as the disturbances.
	args := append([]string{"work", "-secrets", tr.secrets, "-c", "2"}, tr.place()...)
	return tr.start(append(tr.alone, "-fleet", strings.Join(args, "|"))...)
}

// start starts the test binary as another program, which ends with the test.
func (tr *trial) start(args ...string) *exec.Cmd {
	tr.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Stdout, c.Stderr = tr, tr
	if err := c.Start(); err != nil {
		tr.Fatal(err)
	}
	tr.Cleanup(func() { end(c) })
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

// disturb kills and stalls workers and nodes at random, while there is work.
func (tr *trial) disturb(times int) {
	for range times {
		time.Sleep(rand.N(tr.wait))
		if tr.idle() {
			return
		}
		if tr.cluster != nil && rand.IntN(4) == 0 {
			tr.cluster.disturb()
		} else if i := rand.IntN(len(tr.workers)); rand.IntN(2) == 0 {
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
	tr.until("all jobs are done", tr.idle)
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
	times, err := storetest.Times(tr.Context(), tr.fleet.store, "one", "posts")
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
	tr.Logf("%d posts, %d written meanwhile; %s", len(want), len(times)-len(want), tr.disturbed())
	tr.Logf("%d lost, %d doubled", len(lost), len(doubled))
	return lost, doubled
}

// disturbed is what was done to the workers and nodes.
func (tr *trial) disturbed() string {
	said := tr.said.String()
	text := fmt.Sprintf("%d kills, %d stalls, %d jobs left to another worker, %d responses lost", tr.kills, tr.stalls,
		strings.Count(said, "left to another worker"), strings.Count(said, "response lost"))
	if c := tr.cluster; c != nil {
		text += fmt.Sprintf("; of nodes %d kills, %d stalls, %d of leaders", c.killed, c.stalled, c.leaders)
	}
	return text + fmt.Sprintf("; %.0f s", time.Since(tr.began).Seconds())
}

// check reports what was lost or doubled.
func (tr *trial) check(want map[string]bool) {
	tr.Helper()
	if lost, doubled := tr.count(want); len(lost)+len(doubled) > 0 {
		tr.Errorf("The run lost %d records and doubled %d, want none: %v %v\n%s",
			len(lost), len(doubled), lost[:min(len(lost), 5)], doubled[:min(len(doubled), 5)], tr.said.String())
	}
}
