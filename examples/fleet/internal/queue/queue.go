// Package queue holds the jobs that are to be done, now or later.
//
// A site has a place for one job in the queue, waiting or running, or for as many as the job
// allows. A place is a subject, and a message stays in the queue until its job has ended.
package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
)

// Config is how a queue is opened. A zero field leaves what the queue has, or takes the
// default of a new queue.
type Config struct {
	Replicas int           // copies of each message, with which the queue is made or changed
	Overall  int           // jobs at once over all workers; default 64
	AckWait  time.Duration // after which a silent worker counts as dead; default 30 s
}

// Queue is the jobs of all runs.
type Queue struct {
	js      jetstream.JetStream
	jobs    jetstream.Stream
	plans   jetstream.Stream
	workers jetstream.Consumer
	planner jetstream.Consumer
}

// Open opens the queue. Without replicas it makes nothing. Errors: [engine.ErrNotReady] if
// the queue is absent.
func Open(ctx context.Context, js jetstream.JetStream, config Config) (*Queue, error) {
	q := &Queue{js: js}
	var err error
	q.jobs, err = engine.Stream(ctx, js, jetstream.StreamConfig{
		Name: "JOBS", Subjects: []string{"job.*.*"}, Retention: jetstream.WorkQueuePolicy, Replicas: config.Replicas,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
	})
	if err != nil {
		return nil, err
	}
	// Schedules and DiscardNew exclude each other in one stream.
	q.plans, err = engine.Stream(ctx, js, jetstream.StreamConfig{
		Name: "SCHED", Subjects: []string{"plan.>", "due.>"}, Retention: jetstream.WorkQueuePolicy,
		Replicas: config.Replicas, MaxMsgsPerSubject: 1, AllowMsgSchedules: true, AllowMsgTTL: true,
	})
	if err != nil {
		return nil, err
	}
	if q.workers, err = workers(ctx, q.jobs, config); err != nil {
		return nil, err
	}
	q.planner, err = planner(ctx, q.plans, config)
	return q, err
}

// planner opens the consumer of what is due. It makes the consumer only if it is absent: a
// cluster that has lost a node may need a minute until it can make one.
func planner(ctx context.Context, plans jetstream.Stream, config Config) (jetstream.Consumer, error) {
	const name = "planner"
	found, err := plans.Consumer(ctx, name)
	if !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return found, err
	}
	if config.Replicas == 0 {
		return nil, engine.ErrNotReady
	}
	return plans.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: name, FilterSubject: "due.>", AckPolicy: jetstream.AckExplicitPolicy, MaxDeliver: -1,
		AckWait: time.Minute,
	})
}

// workers opens the consumer of the workers. It never ends the deliveries of a message by
// itself: such a message would stay in the queue, and nobody would get it.
func workers(ctx context.Context, jobs jetstream.Stream, config Config) (jetstream.Consumer, error) {
	const name, overall, patience = "workers", 64, 30 * time.Second
	wanted := jetstream.ConsumerConfig{
		Durable: name, AckPolicy: jetstream.AckExplicitPolicy, MaxDeliver: -1,
		MaxAckPending: overall, AckWait: patience,
	}
	found, err := jobs.Consumer(ctx, name)
	if err == nil {
		wanted = found.CachedInfo().Config
	} else if !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil, err
	} else if config.Replicas == 0 {
		return nil, engine.ErrNotReady
	}
	wanted.MaxAckPending = cmp.Or(config.Overall, wanted.MaxAckPending)
	wanted.AckWait = cmp.Or(config.AckWait, wanted.AckWait)
	if err == nil {
		is := found.CachedInfo().Config
		if wanted.MaxAckPending == is.MaxAckPending && wanted.AckWait == is.AckWait {
			return found, nil
		}
	}
	return jobs.CreateOrUpdateConsumer(ctx, wanted)
}

// AckWait is the time after which a silent worker counts as dead.
func (q *Queue) AckWait() time.Duration { return q.workers.CachedInfo().Config.AckWait }

// Add queues jobs. It returns those whose site has no place in the queue, or has a job of the
// same run there.
func (q *Queue) Add(ctx context.Context, jobs ...job.Job) (refused []job.Job, err error) {
	if refused, err = q.add(ctx, jobs); len(refused) == 0 || err != nil {
		return refused, err
	}
	// In a cluster a site is not free at once after its last job has ended.
	select {
	case <-ctx.Done():
		return refused, ctx.Err()
	case <-time.After(200 * time.Millisecond):
	}
	return q.add(ctx, refused)
}

func (q *Queue) add(ctx context.Context, jobs []job.Job) (refused []job.Job, err error) {
	for _, j := range jobs {
		placed, err := q.place(ctx, j)
		if err != nil {
			return refused, fmt.Errorf("%s was not queued: %w", j.Site.Name, err)
		}
		if !placed {
			refused = append(refused, j)
		}
	}
	return refused, nil
}

// place puts a job into the first free place of its site.
func (q *Queue) place(ctx context.Context, j job.Job) (placed bool, err error) {
	data, err := j.Encode()
	if err != nil {
		return false, err
	}
	for n := range j.Places() {
		subject := fmt.Sprintf("%s%d", places(j.Site.Name), n)
		if _, err := q.js.Publish(ctx, subject, data); !taken(err) {
			return err == nil, err
		}
		if there, err := q.holds(ctx, subject, j.Run); there || err != nil {
			return false, err
		}
	}
	return false, nil
}

// places is how the subjects of the places of a site begin.
func places(site string) string { return "job." + site + "." }

// holds reports whether a place has a job of a run.
func (q *Queue) holds(ctx context.Context, subject, run string) (bool, error) {
	message, err := q.jobs.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil // it has ended since
	}
	if err != nil {
		return false, err
	}
	there, err := job.Decode(message.Data)
	return err == nil && there.Run == run, nil
}

// taken reports that a subject has a message already. A full disk has the same code,
// so the text is compared as well.
func taken(err error) bool {
	const storeFailed = 10077
	e, ok := errors.AsType[*jetstream.APIError](err)
	return ok && e.ErrorCode == storeFailed && strings.Contains(e.Description, "per subject")
}

// State is what the queue holds. A job that moves from one count to another meanwhile may be in
// both, or in none.
type State struct {
	Waiting int `json:"waiting"` // for a worker
	Running int `json:"running"` // given to a worker, or to be tried again in seconds
	Later   int `json:"later"`   // the site has asked to come back later
	Plans   int `json:"plans"`
}

// State counts what the queue holds.
func (q *Queue) State(ctx context.Context) (State, error) {
	var state State
	info, err := q.workers.Info(ctx)
	if err != nil {
		return state, err
	}
	// The consumer learns of a new message only after it was queued. The stream has it at once,
	// and until its job has ended.
	jobs, err := q.jobs.Info(ctx)
	if err != nil {
		return state, err
	}
	state.Running = min(info.NumAckPending, int(jobs.State.Msgs))
	state.Waiting = int(jobs.State.Msgs) - state.Running
	plans, err := q.plans.Info(ctx, jetstream.WithSubjectFilter(">"))
	if err != nil {
		return state, err
	}
	for subject := range plans.State.Subjects {
		if strings.HasPrefix(subject, planned) {
			state.Plans++
		} else if !strings.HasPrefix(subject, due+planned) {
			state.Later++
		}
	}
	return state, nil
}
