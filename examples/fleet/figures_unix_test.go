//go:build unix

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/worker"
)

// gauge measures this process since its last figure.
type gauge struct {
	*testing.T
	dir  string
	wall time.Time
	cpu  time.Duration
}

// spent is the CPU time of this process.
func spent() time.Duration {
	var use syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &use)
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

func (g *gauge) begin() { g.wall, g.cpu = time.Now(), spent() }

// say prints a figure: seconds, CPU, memory and disk.
func (g *gauge) say(what string) {
	wall, cpu := time.Since(g.wall), spent()-g.cpu
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	var disk int64
	err := filepath.WalkDir(g.dir, func(_ string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // the engine replaces files
			return nil
		}
		if err != nil || entry.IsDir() {
			return err
		}
		if info, err := entry.Info(); err == nil {
			disk += info.Size()
		}
		return nil
	})
	if err != nil {
		g.Error(err)
	}
	g.Logf("%-32s %7.2f s, %6.2f s of CPU, %4d MiB of memory, %6.1f MB of disk", what, wall.Seconds(), cpu.Seconds(),
		(memory.Sys-memory.HeapReleased)>>20, float64(disk)/1e6)
	g.begin()
}

// stored prints how many messages the engine holds, and their bytes before compression.
func (g *gauge) stored(f *fleet) {
	g.Helper()
	js, err := jetstream.New(f.conn)
	if err != nil {
		g.Fatal(err)
	}
	var messages, bytes uint64
	list := js.ListStreams(g.Context())
	for info := range list.Info() {
		messages, bytes = messages+info.State.Msgs, bytes+info.State.Bytes
	}
	g.Logf("%d messages, %.1f MB, %v", messages, float64(bytes)/1e6, list.Err())
}

// open starts the engine.
func (g *gauge) open() (*fleet, func()) {
	g.Helper()
	e, err := engine.Start(engine.Config{Folder: g.dir})
	if err != nil {
		g.Fatal(err)
	}
	f, err := connect(g.Context(), e.Access(), queue.Config{Replicas: 1})
	if err != nil {
		g.Fatal(err)
	}
	return f, func() { f.close(); e.Close() }
}

// TestFigures prints what many sites and small jobs cost:
//
//	go test -run Figures -figures 10000 -v .
func TestFigures(t *testing.T) { //nolint:paralleltest // it measures the process
	if *figures == 0 {
		t.Skip("it measures, and checks little: -figures 10000")
	}
	debug.SetMemoryLimit(256 << 20) // as run does
	g := &gauge{T: t, dir: t.TempDir()}
	g.begin()
	f, end := g.open()
	g.say("an empty engine")
	var jobs []job.Job
	for i := range *figures {
		jobs = append(jobs, job.Job{Run: "one", Kind: "small", Site: sites.Site{
			Name: fmt.Sprint("site", i), Address: fmt.Sprintf("https://site%d.example.org", i), Prefix: "wp",
		}})
	}
	if refused, err := f.queue.Add(t.Context(), jobs...); err != nil || len(refused) > 0 {
		t.Fatalf("Add of %d jobs: %d refused, error %v, want none of both", len(jobs), len(refused), err)
	}
	g.say(fmt.Sprint(*figures, " sites queued"))
	end()
	g.begin()
	f, end = g.open()
	defer func() { end() }()
	g.say("start with them")
	time.Sleep(10 * time.Second)
	g.say("10 s at rest")
	w := &worker.Worker{
		Queue: f.queue, Store: f.store, AtOnce: 16, Failures: 1, Now: time.Now, Wait: worker.Wait, Notes: io.Discard,
		Kinds: map[string]recipe.Kind{"small": {Do: func(_ context.Context, task recipe.Task) (string, error) {
			return "", task.Commit("posts", 2, []json.RawMessage{[]byte(`{"id":1}`), []byte(`{"id":2}`)})
		}}},
	}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { w.Run(ctx) })
	for done := int64(0); done < int64(*figures); done, _ = w.Done() {
		time.Sleep(100 * time.Millisecond)
	}
	g.say("all done, 2 records each")
	stop()
	running.Wait()
	g.stored(f)
	g.begin()
	if _, err := f.store.Standings(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	g.say("how far each site has come")
	if counts, err := f.store.Count(t.Context(), "one"); err != nil || counts["one"].Done != *figures {
		t.Errorf("Count of the run: %+v, error %v, want %d done", counts, err, *figures)
	}
}
