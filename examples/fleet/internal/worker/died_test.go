package worker

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine/enginetest"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
)

// dying ends a worker at one of its writes, before or after the write.
type dying struct {
	jetstream.JetStream
	at     func(*nats.Msg) bool
	before bool
	die    func()
	died   *atomic.Bool
}

// PublishMsg writes a message.
func (d dying) PublishMsg(
	ctx context.Context, message *nats.Msg, options ...jetstream.PublishOpt,
) (*jetstream.PubAck, error) {
	if !d.at(message) || !d.died.CompareAndSwap(false, true) {
		return d.JetStream.PublishMsg(ctx, message, options...)
	}
	if !d.before {
		if _, err := d.JetStream.PublishMsg(ctx, message, options...); err != nil {
			return nil, err
		}
	}
	d.die()
	return nil, context.Canceled
}

// The rows of the table in README.md in which a worker dies between two writes.
func TestWorkerThatDiesBetweenTwoStepsIsContinuedByAnother(t *testing.T) {
	t.Parallel()
	of := func(subject string) func(*nats.Msg) bool {
		return func(m *nats.Msg) bool { return strings.HasPrefix(m.Subject, subject) }
	}
	withRecords := func(m *nats.Msg) bool { return of("page.")(m) && len(m.Data) > 0 }
	last := func(m *nats.Msg) bool { return m.Header.Get("Fleet-Done") == "true" }
	for name, d := range map[string]dying{
		"before the site is claimed":     {at: of("page."), before: true},
		"after the site is claimed":      {at: of("page.")},
		"before a page is stored":        {at: withRecords, before: true},
		"after a page is stored":         {at: withRecords},
		"after the last page is stored":  {at: last},
		"after the result is stored":     {at: of("result.")},
		"before the last page is stored": {at: last, before: true},
		"before the result is stored":    {at: of("result."), before: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, j, password := site(t, "blog", 150)
			passwords, config := map[string]string{"FLEET_blog": password}, queue.Config{AckWait: time.Second}
			d.JetStream, d.died = enginetest.Start(t), new(atomic.Bool)
			ctx, die := context.WithCancel(t.Context())
			d.die = die
			first, _ := newWorkerOn(t, d, passwords, config)
			if refused, err := first.Queue.Add(t.Context(), j); err != nil || len(refused) > 0 {
				t.Fatalf("Add of a job: %v refused, error %v, want none of both", refused, err)
			}
			first.Run(ctx) // until it dies
			second, said := newWorkerOn(t, d.JetStream, passwords, queue.Config{})
			drain(t, second)
			checkOnce(t, second, said)
		})
	}
}

// checkOnce checks that the one site of 150 posts is copied, and each post is stored once.
func checkOnce(t *testing.T, w *Worker, said *lines) {
	t.Helper()
	got := copied(t, w, "posts")
	for name, times := range got {
		if times != 1 {
			t.Errorf("The store has %s %d times, want once", name, times)
		}
	}
	counts, err := w.Store.Count(t.Context(), "run")
	if len(got) != 150 || err != nil {
		t.Errorf("The store has %d posts, error %v, want 150\n%s", len(got), err, said)
	} else if counts["run"].Done != 1 {
		t.Errorf("Count of the run: %+v, want 1 done\n%s", counts, said)
	}
}

// A worker that dies after it has delayed its job leaves the job in the queue, too. The
// planner that dies after it has queued a job queues it again.
func TestJobThatExistsTwiceIsDoneOnce(t *testing.T) {
	t.Parallel()
	for name, again := range map[string]func(*Worker, job.Job) error{
		"one is delayed": func(w *Worker, j job.Job) error { return w.Queue.Later(t.Context(), j, 0) },
		"one is done": func(w *Worker, j job.Job) error {
			drain(t, w, j)
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, j, password := site(t, "blog", 150)
			w, said := newWorker(t, map[string]string{"FLEET_blog": password})
			if err := again(w, j); err != nil {
				t.Fatal(err)
			}
			drain(t, w, j)
			checkOnce(t, w, said)
			if jobs, _ := w.Done(); jobs != 2 {
				t.Errorf("%d jobs, want both\n%s", jobs, said)
			}
		})
	}
}
