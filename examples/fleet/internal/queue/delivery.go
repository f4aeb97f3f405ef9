package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
)

// Delivery is a job that was given to this worker.
//
// It proves nothing: the queue gives the job to another worker if this one is silent for
// too long, and accepts the end of the job from both.
type Delivery struct {
	Job job.Job
	// Wrong is why the message is no job.
	Wrong error

	message jetstream.Msg
}

// Next waits a short while for a job. It returns nil if there is none.
func (q *Queue) Next(ctx context.Context) (*Delivery, error) {
	message, err := next(ctx, q.workers)
	if message == nil {
		return nil, err
	}
	d := &Delivery{message: message}
	d.Job, d.Wrong = job.Decode(message.Data())
	if d.Wrong == nil && !strings.HasPrefix(message.Subject(), places(d.Job.Site.Name)) {
		d.Wrong = fmt.Errorf("the queue holds a job of %s under %s", d.Job.Site.Name, message.Subject())
	}
	return d, nil
}

// next takes one message. A worker never holds messages that it does not work on: their
// time would run out.
func next(ctx context.Context, from jetstream.Consumer) (jetstream.Msg, error) {
	const patience = 2 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	message, err := from.Next(jetstream.FetchContext(ctx))
	switch {
	case err == nil:
		return message, nil
	case errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled):
		return nil, nil
	}
	return nil, err
}

// Waited is how long ago the job was queued, as of now.
func (d *Delivery) Waited(now time.Time) time.Duration {
	meta, err := d.message.Metadata()
	if err != nil {
		return 0
	}
	return max(now.Sub(meta.Timestamp), 0)
}

// Renew tells the queue that the worker is alive.
func (d *Delivery) Renew() error { return d.message.InProgress() }

// End removes the job from the queue.
func (d *Delivery) End(ctx context.Context) error { return d.message.DoubleAck(ctx) }

// Again gives the job out again after some seconds. It keeps its place in the overall
// limit: for longer waits see [Queue.Later].
func (d *Delivery) Again(after time.Duration) error { return d.message.NakWithDelay(after) }
