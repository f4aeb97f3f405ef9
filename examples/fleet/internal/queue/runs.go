package queue

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
)

// Runs returns the runs that have jobs in the queue, now or later, each with one of its jobs.
func (q *Queue) Runs(ctx context.Context) (map[string]job.Job, error) {
	runs := map[string]job.Job{}
	for _, from := range []struct {
		stream jetstream.Stream
		filter string
	}{{q.jobs, "job.>"}, {q.plans, delayed + ">"}, {q.plans, due + delayed + ">"}} {
		for next := uint64(1); ; {
			message, err := from.stream.GetMsg(ctx, next, jetstream.WithGetMsgSubject(from.filter))
			if errors.Is(err, jetstream.ErrMsgNotFound) {
				break
			}
			if err != nil {
				return nil, err
			}
			if j, err := job.Decode(message.Data); err == nil { // a worker drops another one
				runs[j.Run] = j
			}
			next = message.Sequence + 1
		}
	}
	return runs, nil
}
