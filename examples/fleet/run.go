package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/secret"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func runAll(ctx context.Context, args []string, env program.Environment) (err error) {
	flags := program.Flags("fleet run", "Queues one job for each site of -sites, does all jobs in the queue, and ends.",
		"cd examples/fleet && go run . run", "some jobs wait for a person: fleet dead lists them")
	order, w := orderFlags(flags), workerFlags(flags)
	flags.BoolVar(&w.Secrets.Shared, secret.Flag, false, sharedSecretsUsage)
	dir := flags.String("dir", "",
		"folder of the queue and the records (default: fleet-data; without -sites a temporary one)")
	overall := flags.Int("overall", 64, "jobs at once over all workers")
	memory := flags.Int64("memory", 256, "soft limit of the memory of this program, in MiB")
	sync := flags.Bool("sync", false, "write each message through to the disk: slower, and safe if the power fails")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if err := checkWorker(w); err != nil {
		return err
	}
	if *overall < 1 || *memory < 1 {
		return program.Mistake("-overall and -memory are to be at least 1")
	}
	if err := order.check(); err != nil {
		return err
	}
	if order.file == "" {
		end, err := order.inMemory(w, dir, env)
		if err != nil {
			return err
		}
		defer end()
	}
	all, err := sites.Read(order.file)
	if err != nil {
		return err
	}
	if *dir == "" {
		*dir = usualFolder
	}
	debug.SetMemoryLimit(*memory << 20) // the store keeps what it has written as long as it may
	e, err := start(ctx, engine.Config{Folder: *dir, Sync: *sync})
	if err != nil {
		return err
	}
	defer e.Close()
	f, err := connect(ctx, e.Access(), queue.Config{Replicas: 1, Overall: *overall})
	if err != nil {
		return err
	}
	defer f.close()
	queued, err := f.queue.Runs(ctx)
	if err != nil {
		return err
	}
	order.resume(queued, env.Out)
	if err := order.queue(ctx, f, all, env.Out); err != nil {
		return err
	}
	w.Notes = env.Err
	finish, err := w.measure(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, finish()) }()
	if err := f.drain(ctx, w, e.Failed()); err != nil {
		return err
	}
	delete(queued, order.run)
	return f.summary(ctx, order.run, slices.Sorted(maps.Keys(queued)), env.Out)
}

// inMemory lets an order without a file of sites have ten sites in memory, until end is called.
// They are gone after the run, and so are their records, if dir names no folder for them.
func (o *order) inMemory(w *workFlags, dir *string, env program.Environment) (end func(), err error) {
	const count = 10
	folder, err := os.MkdirTemp("", "fleet")
	if err != nil {
		return nil, err
	}
	d, err := newDemo(folder, count)
	if err != nil {
		_ = os.RemoveAll(folder)
		return nil, err
	}
	o.file, w.Secrets.Folder = d.file, d.secrets
	if *dir == "" {
		*dir = filepath.Join(folder, usualFolder)
	}
	program.Printf(env.Err, "sites: %d servers in memory\n", count)
	return func() { d.end(); _ = os.RemoveAll(folder) }, nil
}

// drain works until the queue is empty, or the store has failed.
func (f *fleet) drain(ctx context.Context, w *workFlags, failed <-chan error) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	var running sync.WaitGroup
	running.Go(func() { f.start(working, w) })
	defer running.Wait()
	defer stop()
	for empty := 0; ; {
		state, err := f.queue.State(ctx)
		select {
		case failure := <-failed: // the reason of err, if there is one
			return failure
		default:
		}
		if err != nil {
			return err
		}
		if state.Waiting+state.Running+state.Later > 0 {
			empty = 0
		} else if empty++; empty == 2 { // a job may have moved between the counts of the first
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// summary prints how a run has ended, and how the other runs have that were in the queue with it.
func (f *fleet) summary(ctx context.Context, run string, others []string, out io.Writer) error {
	waiting, causes := 0, map[string]int{}
	for _, name := range append([]string{run}, others...) {
		standings, err := f.store.Standings(ctx, name)
		if err != nil {
			return err
		}
		counts, err := f.store.Count(ctx, name)
		if err != nil {
			return err
		}
		records, dead, what := int64(0), 0, ""
		for _, s := range standings {
			records += s.Total
		}
		for cause, n := range counts[name].Dead {
			dead += n
			causes[cause] += n
		}
		if name != run {
			what = "run " + name + ", which was in the queue: "
		}
		program.Printf(out, "%s%d sites done, %d wait for a person, %d records\n", what, counts[name].Done, dead, records)
		waiting += dead
	}
	if waiting == 0 {
		return nil
	}
	var list []string
	for _, cause := range slices.Sorted(maps.Keys(causes)) {
		list = append(list, fmt.Sprintf("%d %s", causes[cause], cause))
	}
	err := fmt.Errorf("%d jobs wait for a person (%s): fleet dead says why", waiting, strings.Join(list, ", "))
	return program.Status(err, program.Incomplete)
}
