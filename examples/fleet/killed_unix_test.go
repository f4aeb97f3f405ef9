//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
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
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// The large run: go test -run Killed -soak -v -timeout 1h .
var (
	soak  = flag.Bool("soak", false, "kill workers of 200 sites, fifty times in a run")
	child = flag.String("fleet", "", "be the program with these arguments, separated by |")
)

// TestMain makes the test binary the program that the tests kill.
func TestMain(m *testing.M) {
	flag.Parse()
	if *child == "" {
		os.Exit(m.Run())
	}
	err := run(context.Background(), strings.Split(*child, "|"), program.Environment{Out: os.Stdout, Err: os.Stderr})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// trial is workers as processes, which are killed and stalled.
type trial struct {
	*testing.T
	fleet         *fleet
	dir, secrets  string
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

// worker starts a worker.
func (tr *trial) worker() *exec.Cmd {
	tr.Helper()
	args := []string{"work", "-dir", tr.dir, "-secrets", tr.secrets, "-c", "4"}
	c := exec.Command(os.Args[0], "-fleet", strings.Join(args, "|"))
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

// disturb kills or stalls one worker at random, and starts another one for a killed one.
func (tr *trial) disturb(dice *rand.Rand, wait time.Duration) {
	i := dice.IntN(len(tr.workers))
	if dice.IntN(2) == 0 {
		end(tr.workers[i])
		tr.workers[i] = tr.worker()
		tr.kills++
		return
	}
	victim := tr.workers[i].Process
	if victim.Signal(syscall.SIGSTOP) != nil {
		return
	}
	tr.stalls++
	time.Sleep(wait + wait/2) // its jobs are given to others
	_ = victim.Signal(syscall.SIGCONT)
}

func TestKilledAndStalledWorkersLoseAndDoubleNothing(t *testing.T) {
	t.Parallel()
	sites, most, disturbances, workers := 6, 300, 5, 2
	wait := time.Second
	if *soak {
		sites, most, disturbances, workers, wait = 200, 1000, 50, 4, 3*time.Second
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	dice := rand.New(rand.NewPCG(seed, 0))
	var servers []*cmstest.Server
	want := map[string]bool{}
	for i := range sites {
		server := newSite(t)
		for range most/10 + dice.IntN(most-most/10) {
			want[fmt.Sprintf("site%d/%d", i, server.Insert("posts", map[string]any{"title": "Kerning"}))] = true
		}
		server.Fail(cmstest.Fault{Delay: 150 * time.Millisecond, Route: "/cms/v2/posts"})
		servers = append(servers, server)
	}
	file, secrets := fleetOf(t, servers...)
	tr := &trial{T: t, dir: t.TempDir(), secrets: secrets}
	e, err := engine.Start(engine.Config{Folder: tr.dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	if tr.fleet, err = connect(t.Context(), e.Access(), queue.Config{AckWait: wait}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tr.fleet.close)
	mustDo(t, "enqueue", "-dir", tr.dir, "-sites", file, "-run", "one")
	for range workers {
		tr.workers = append(tr.workers, tr.worker())
	}
	stop := writing(t, servers)
	for range disturbances {
		time.Sleep(time.Duration(dice.Int64N(int64(wait))))
		tr.disturb(dice, wait)
	}
	tr.finish()
	stop()
	tr.check(want)
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

// check compares what is in the store with what was there throughout.
func (tr *trial) check(want map[string]bool) {
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
	var lost, doubled []string
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
	if len(lost)+len(doubled) > 0 {
		tr.Errorf("%d lost, %d doubled: %v %v\n%s", len(lost), len(doubled), lost[:min(len(lost), 5)],
			doubled[:min(len(doubled), 5)], tr.said.String())
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
	tr := &trial{T: t, dir: dir}
	args := []string{"run", "-sites", file, "-secrets", secrets, "-dir", dir, "-run", "one"}
	for range 2 {
		c := exec.Command(os.Args[0], "-fleet", strings.Join(args, "|"))
		c.Stdout, c.Stderr = tr, tr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(700 * time.Millisecond)
		end(c)
		tr.kills++
	}
	e, err := engine.Start(engine.Config{Folder: dir}) // whose lock is free, though nobody unlocked it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	if tr.fleet, err = connect(t.Context(), e.Access(), queue.Config{AckWait: time.Second}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tr.fleet.close)
	tr.secrets = secrets
	tr.workers = append(tr.workers, tr.worker())
	tr.finish()
	tr.check(want)
}
