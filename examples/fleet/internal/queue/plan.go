package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
)

// The subjects of the schedules. What is planned under a name comes under "due." and this
// name when its time has come.
const (
	due     = "due."
	planned = "plan.named."
	delayed = "plan.later."
)

// Plan is a set of jobs that are queued at fixed times.
type Plan struct {
	Name  string       `json:"name"`
	Cron  string       `json:"cron"` // six fields, seconds first
	Zone  string       `json:"zone"` // of the times in Cron, such as Europe/Berlin
	Kind  string       `json:"kind"`
	Args  []string     `json:"args,omitempty"`
	Sites []sites.Site `json:"sites"`
	// PerSite is that of the jobs.
	PerSite int `json:"per_site,omitempty"`
}

// Plan makes or replaces a plan.
func (q *Queue) Plan(ctx context.Context, plan Plan) error {
	if err := plan.Check(); err != nil {
		return err
	}
	return q.schedule(ctx, plan)
}

// schedule gives a plan to the engine.
func (q *Queue) schedule(ctx context.Context, plan Plan) error {
	data, err := json.Marshal(plan)
	if err != nil {
		return err
	}
	_, err = q.js.PublishMsg(ctx, &nats.Msg{Subject: planned + plan.Name, Data: data, Header: nats.Header{
		"Nats-Schedule": {plan.Cron}, "Nats-Schedule-Time-Zone": {plan.Zone},
		"Nats-Schedule-Target": {due + planned + plan.Name},
	}})
	if err != nil {
		return fmt.Errorf("the plan was not accepted; check -cron and -zone: %w", err)
	}
	return nil
}

// Unplan removes a plan.
func (q *Queue) Unplan(ctx context.Context, name string) error {
	return q.plans.Purge(ctx, jetstream.WithPurgeSubject(planned+name))
}

// Later queues a job after a while, on the clock of the engine: that of a worker may be
// wrong. The job must leave the queue next.
func (q *Queue) Later(ctx context.Context, j job.Job, after time.Duration) error {
	data, err := j.Encode()
	if err != nil {
		return err
	}
	info, err := q.plans.Info(ctx)
	if err != nil {
		return err
	}
	at := info.TimeStamp.Add(after + time.Second) // the format below has no fractions
	subject := delayed + j.Run + "." + j.Site.Name
	_, err = q.js.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: data, Header: nats.Header{
		"Nats-Schedule": {"@at " + at.UTC().Format(time.RFC3339)}, "Nats-Schedule-Target": {due + subject},
	}})
	return err
}

// Due waits a short while for something whose time has come, and queues it. It reports
// whether there was something. Several workers may call it.
func (q *Queue) Due(ctx context.Context) (bool, error) {
	message, err := next(ctx, q.planner)
	if message == nil {
		return false, err
	}
	jobs, err := jobsOf(message)
	if err != nil {
		return true, errors.Join(fmt.Errorf("%s was dropped: %w", message.Subject(), err), message.DoubleAck(ctx))
	}
	refused, err := q.Add(ctx, jobs...)
	if err != nil {
		return true, err // it comes again
	}
	if len(refused) > 0 && strings.HasPrefix(message.Subject(), due+delayed) {
		return true, message.NakWithDelay(5 * time.Second)
	}
	// The sites of a plan whose last job still runs are left out this time.
	return true, message.DoubleAck(ctx)
}

// jobsOf are the jobs of a message whose time has come. The name of the run is the same
// however often the message is delivered.
func jobsOf(message jetstream.Msg) ([]job.Job, error) {
	if strings.HasPrefix(message.Subject(), due+delayed) {
		j, err := job.Decode(message.Data())
		return []job.Job{j}, err
	}
	var plan Plan
	if err := json.Unmarshal(message.Data(), &plan); err != nil {
		return nil, err
	}
	meta, err := message.Metadata()
	if err != nil {
		return nil, err
	}
	run := plan.Name + meta.Timestamp.UTC().Format("-20060102T150405")
	var jobs []job.Job
	for _, site := range plan.Sites {
		jobs = append(jobs, job.Job{Run: run, Kind: plan.Kind, Args: plan.Args, Site: site, PerSite: plan.PerSite})
	}
	return jobs, nil
}
