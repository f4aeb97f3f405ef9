package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
)

// Result is how a job has ended.
type Result struct {
	Job     job.Job `json:"job"`
	Records int64   `json:"records"`
	// Note is what a job that is done says.
	Note string `json:"note,omitempty"`
	// Cause is one word; it is empty if the job is done.
	Cause string `json:"cause,omitempty"`
	// Reason is the error of the site.
	Reason string `json:"reason,omitempty"`
	// Advice is what a diagnosis of the site says.
	Advice string `json:"advice,omitempty"`

	seq uint64
}

func (r Result) subject() string {
	if r.Cause == "" {
		return fmt.Sprintf("result.%s.ok.%s", r.Job.Run, r.Job.Site.Name)
	}
	return fmt.Sprintf("result.%s.dead.%s.%s", r.Job.Run, r.Cause, r.Job.Site.Name)
}

// End stores how a job has ended. A result of the same job replaces the earlier one.
func (s *Store) End(ctx context.Context, r Result) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := s.write(ctx, &nats.Msg{Subject: r.subject(), Data: data}); err != nil {
		return fmt.Errorf("the result was not stored: %w", err)
	}
	if r.Cause != "" {
		return nil
	}
	// An earlier attempt may have waited for a person.
	return s.results.Purge(ctx, jetstream.WithPurgeSubject(fmt.Sprintf("result.%s.dead.*.%s", r.Job.Run, r.Job.Site.Name)))
}

// Forget removes a result of [Store.Dead], after its job was queued again. A result that
// the job has had since then stays.
func (s *Store) Forget(ctx context.Context, r Result) error {
	return s.results.Purge(ctx, jetstream.WithPurgeSubject(r.subject()), jetstream.WithPurgeSequence(r.seq+1))
}

// Dead returns the jobs that wait for a person. An empty run stands for all runs.
func (s *Store) Dead(ctx context.Context, run string) ([]Result, error) {
	var results []Result
	err := s.each(ctx, s.results, jetstream.ConsumerConfig{
		FilterSubject: "result." + anyOr(run) + ".dead.>",
	}, func(message jetstream.Msg) error {
		var r Result
		if err := json.Unmarshal(message.Data(), &r); err != nil {
			return fmt.Errorf("the store holds a wrong result: %w", err)
		}
		meta, err := message.Metadata()
		if err != nil {
			return err
		}
		r.seq = meta.Sequence.Stream
		results = append(results, r)
		return nil
	})
	return results, err
}

// Counts are the results of a run.
type Counts struct {
	Done int            `json:"done"`
	Dead map[string]int `json:"dead"` // by cause
}

// Count counts the results of each run. An empty run stands for all runs.
func (s *Store) Count(ctx context.Context, run string) (map[string]Counts, error) {
	info, err := s.results.Info(ctx, jetstream.WithSubjectFilter("result."+anyOr(run)+".>"))
	if err != nil {
		return nil, err
	}
	counts := map[string]Counts{}
	for subject := range info.State.Subjects {
		parts := strings.Split(subject, ".")
		if len(parts) < 4 {
			continue // what the run does
		}
		c := counts[parts[1]]
		if parts[2] == "ok" {
			c.Done++
		} else {
			if c.Dead == nil {
				c.Dead = map[string]int{}
			}
			c.Dead[parts[3]]++
		}
		counts[parts[1]] = c
	}
	return counts, nil
}

// anyOr is a run in a filter.
func anyOr(run string) string {
	if run == "" {
		return "*"
	}
	return run
}
