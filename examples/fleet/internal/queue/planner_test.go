package queue

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
)

// dying ends a planner before it queues its next job, or after it has queued its last one.
type dying struct {
	jetstream.JetStream
	left int // jobs that it queues before
	last bool
	die  func()
}

// Publish queues a job.
func (d *dying) Publish(
	ctx context.Context, subject string, data []byte, options ...jetstream.PublishOpt,
) (*jetstream.PubAck, error) {
	if d.left == 0 {
		d.die()
		return nil, context.Canceled
	}
	ack, err := d.JetStream.Publish(ctx, subject, data, options...)
	if d.left--; d.left == 0 && d.last {
		d.die()
	}
	return ack, err
}

func TestAnotherPlannerContinuesAndQueuesEachJobOnce(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]*dying{
		"before it queues the first job":                            {},
		"between two jobs":                                          {left: 1},
		"after it has queued all, before the plan is marked queued": {left: 3, last: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := open(t, Config{})
			plan, err := json.Marshal(Plan{Name: "nightly", Kind: "mirror", Sites: []sites.Site{
				of("a").Site, of("b").Site, of("c").Site,
			}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := q.js.Publish(t.Context(), due+planned+"nightly", plan); err != nil {
				t.Fatal(err)
			}
			patient(t, q, 500*time.Millisecond)
			ctx, die := context.WithCancel(t.Context())
			d.JetStream, d.die = q.js, die
			first, err := Open(t.Context(), d, Config{})
			if err != nil {
				t.Fatal(err)
			}
			if came, err := first.Due(ctx); !came || !errors.Is(err, context.Canceled) {
				t.Fatalf("Due of a planner that dies: came %t, error %v, want true and context.Canceled", came, err)
			}
			checkQueuedOnce(t, q)
		})
	}
}

// patient sets after how long a silent planner counts as dead.
func patient(t *testing.T, q *Queue, wait time.Duration) {
	t.Helper()
	config := q.planner.CachedInfo().Config
	config.AckWait = wait
	if _, err := q.plans.UpdateConsumer(t.Context(), config); err != nil {
		t.Fatal(err)
	}
}

// checkQueuedOnce lets another planner do what the first has left, and checks that the three
// sites of the plan have a job each, in one run.
func checkQueuedOnce(t *testing.T, q *Queue) {
	t.Helper()
	for tries := 0; ; tries++ {
		came, err := q.Due(t.Context())
		if err != nil || tries == 30 {
			t.Fatalf("Due of the second planner after %d tries: nothing came, error %v, want the plan", tries, err)
		}
		if came {
			break
		}
	}
	times, runs := map[string]int{}, map[string]bool{}
	for range 3 {
		d := take(t, q)
		if d == nil {
			break
		}
		times[d.Job.Site.Name]++
		runs[d.Job.Run] = true
		if err := d.End(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if times["a"] != 1 || times["b"] != 1 {
		t.Errorf("The planners queued %v, want a and b once", times)
	}
	if times["c"] != 1 || len(runs) != 1 {
		t.Errorf("The planners queued %v in the runs %v, want c once, and one run", times, runs)
	}
	if came, err := q.Due(t.Context()); came || err != nil {
		t.Errorf("Due after the plan was queued: came %t, error %v, want neither", came, err)
	}
	if state, err := q.State(t.Context()); err != nil || state != (State{}) {
		t.Errorf("State of the queue: %+v, error %v, want it empty", state, err)
	}
}
