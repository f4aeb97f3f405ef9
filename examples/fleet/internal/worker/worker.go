// Package worker does the jobs of the queue.
package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/measure"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/secret"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/store"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// Worker does jobs until its context ends.
type Worker struct {
	Queue   *queue.Queue
	Store   *store.Store
	Kinds   map[string]recipe.Kind
	Secrets secret.Store
	// AtOnce is the number of jobs at once.
	AtOnce int
	// Rate is the number of requests a second to one site; 0 is no limit.
	Rate float64
	// Failures is how often a job fails without progress before it waits for a person.
	Failures int
	// Wait is how long a job waits after that many failures.
	Wait func(failures int) time.Duration
	// Now is the clock of this worker. If it stands still, a worker that was replaced notices
	// it only when its next page is refused.
	Now func() time.Time
	// Measures counts what it does; nil counts nothing.
	Measures *measure.Measures
	// Notes takes one line for each job that has ended or failed.
	Notes io.Writer

	notes   sync.Mutex
	jobs    atomic.Int64
	records atomic.Int64
}

// Wait is how long a job waits after that many failures, from 1: 5 s, 1 min, 5 min and
// then 15 min.
func Wait(failures int) time.Duration {
	waits := []time.Duration{5 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute}
	return waits[min(max(failures, 1), len(waits))-1]
}

// Done is the number of jobs and records of this worker.
func (w *Worker) Done() (jobs, records int64) { return w.jobs.Load(), w.records.Load() }

// Run does jobs until ctx ends. A job that runs then stays in the queue.
func (w *Worker) Run(ctx context.Context) {
	var running sync.WaitGroup
	for range w.AtOnce {
		running.Go(func() {
			w.loop(ctx, func() error {
				delivery, err := w.Queue.Next(ctx)
				if delivery != nil {
					err = w.do(ctx, delivery)
				}
				return err
			})
		})
	}
	running.Go(func() {
		w.loop(ctx, func() error {
			_, err := w.Queue.Due(ctx)
			return err
		})
	})
	running.Wait()
}

// loop calls step until ctx ends, and pauses after an error.
func (w *Worker) loop(ctx context.Context, step func() error) {
	const pause = time.Second
	for ctx.Err() == nil {
		err := step()
		if err == nil || ctx.Err() != nil {
			continue
		}
		w.say("queue: %v", err)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// say prints a line.
func (w *Worker) say(format string, args ...any) {
	w.notes.Lock()
	defer w.notes.Unlock()
	program.Println(w.Notes, fmt.Sprintf(format, args...))
}

// do does one job as far as it can. An error means that the queue or the store could not
// be reached: the job is then given out again.
func (w *Worker) do(ctx context.Context, d *queue.Delivery) error {
	if d.Wrong != nil {
		w.say("dropped: %v", d.Wrong)
		return d.End(ctx)
	}
	lease, err := w.Store.Claim(ctx, d.Job.Run, d.Job.Site.Name)
	if errors.Is(err, store.ErrFenced) {
		return nil // another worker has the job
	}
	if err != nil {
		return err
	}
	ctx, alive := w.keepAlive(ctx, d, lease)
	defer alive()
	if !lease.Last().Done {
		if err := w.work(ctx, d.Job, lease); err != nil {
			return w.fail(ctx, d, lease, err)
		}
	}
	last := lease.Last()
	if err := w.Store.End(ctx, store.Result{Job: d.Job, Records: last.Total, Note: last.Note}); err != nil {
		return err
	}
	w.jobs.Add(1)
	w.Measures.Ended(ctx, d.Job.Site.Name, d.Job.Kind, "done", d.Waited(w.Now()))
	note := ""
	if last.Note != "" {
		note = ": " + last.Note
	}
	w.say("%s: done, %d records%s", d.Job.Site.Name, last.Total, note)
	return d.End(ctx)
}

// keepAlive tells the queue that the job is being worked on. If that has not been possible
// for as long as the queue waits, the job may have a new worker. The context ends if it has.
func (w *Worker) keepAlive(ctx context.Context, d *queue.Delivery, lease *store.Lease) (context.Context, func()) {
	wait := w.Queue.AckWait()
	ctx, cancel := context.WithCancelCause(ctx)
	ticks := time.NewTicker(wait / 3)
	go func() {
		defer ticks.Stop()
		last := w.Now()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
			}
			if w.Now().Sub(last) > wait && errors.Is(lease.Check(ctx), store.ErrFenced) {
				cancel(store.ErrFenced)
				return
			}
			if d.Renew() == nil {
				last = w.Now()
			}
		}
	}()
	return ctx, func() { cancel(context.Canceled) }
}
