package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/store"
)

// work does a job from its last position to its end.
func (w *Worker) work(ctx context.Context, j job.Job, lease *store.Lease) error {
	kind, known := w.Kinds[j.Kind]
	if !known {
		return fmt.Errorf("%w: this worker knows no job %q", recipe.ErrArguments, j.Kind)
	}
	if err := kind.Check(j.Args); err != nil {
		return err
	}
	options := kind.Options
	if kind.Writes {
		options = append(slices.Clip(options), cms.WithMiddleware(guard(lease)))
	}
	site, err := w.connect(ctx, j, options...)
	if err != nil {
		return err
	}
	note, err := kind.Do(ctx, recipe.Task{
		Site: site, Name: j.Site.Name, User: j.Site.User, Args: args(j), From: lease.Last().Position,
		Commit: func(kind string, position any, records []json.RawMessage) error {
			data, err := json.Marshal(position)
			if err != nil {
				return err
			}
			counted := 0
			if recipe.Counts(kind) {
				counted = len(records)
			}
			err = lease.Commit(ctx, store.Page{
				Kind: kind, Position: data, Records: records, Total: lease.Last().Total + int64(counted),
			})
			if err == nil {
				w.records.Add(int64(counted))
				w.Measures.Page(ctx, j.Site.Name, counted, size(records))
			}
			return err
		},
	})
	if err != nil {
		return err
	}
	last := lease.Last()
	last.Records, last.Failures, last.Done, last.Note = nil, 0, true, cms.Line(note, longestLine)
	return lease.Commit(ctx, last)
}

func size(records []json.RawMessage) (bytes int) {
	for _, record := range records {
		bytes += len(record)
	}
	return bytes
}

// args are the arguments of a job, with the name of its site for {site}.
func args(j job.Job) []string {
	var all []string
	for _, arg := range j.Args {
		all = append(all, strings.ReplaceAll(arg, "{site}", j.Site.Name))
	}
	return all
}

// fail decides what becomes of a job that has failed.
func (w *Worker) fail(ctx context.Context, d *queue.Delivery, lease *store.Lease, failed error) error {
	if errors.Is(failed, store.ErrFenced) || errors.Is(context.Cause(ctx), store.ErrFenced) {
		w.say("%s: left to another worker", d.Job.Site.Name)
		return nil // ending or delaying it would affect the job of the other worker
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	v := judge(failed)
	w.Measures.Failed(ctx, d.Job.Site.Name, v.cause)
	if v.after > longest {
		w.say("%s: the site asks to wait for %v", d.Job.Site.Name, v.after)
		return w.later(ctx, d, v.after)
	}
	last := lease.Last()
	last.Records, last.Failures = nil, last.Failures+1
	if v.final || last.Failures >= w.Failures {
		last.Failures = 0 // for when a person queues it again
	}
	if err := lease.Commit(ctx, last); err != nil {
		if errors.Is(err, store.ErrFenced) {
			return nil
		}
		return err
	}
	if last.Failures == 0 {
		return w.bury(ctx, d, lease, v.cause, failed)
	}
	wait := w.Wait(last.Failures)
	w.say("%s: failed %d times, again in %v: %s", d.Job.Site.Name, last.Failures, wait, reason(failed))
	if wait <= longest {
		return d.Again(wait)
	}
	return w.later(ctx, d, wait)
}

// later takes the job out of the queue and puts it back after a while. After a crash
// between the two steps both exist; the second finds the site queued or done.
func (w *Worker) later(ctx context.Context, d *queue.Delivery, after time.Duration) error {
	if err := w.Queue.Later(ctx, d.Job, after); err != nil {
		return err
	}
	return d.End(ctx)
}

// bury stores why the job waits for a person, and takes it out of the queue.
func (w *Worker) bury(ctx context.Context, d *queue.Delivery, lease *store.Lease, cause string, failed error) error {
	result := store.Result{Job: d.Job, Records: lease.Last().Total, Cause: cause, Reason: reason(failed)}
	result.Advice = w.advise(ctx, d.Job)
	if err := w.Store.End(ctx, result); err != nil {
		return err
	}
	w.Measures.Ended(ctx, d.Job.Site.Name, d.Job.Kind, cause, d.Waited(w.Now()))
	w.say("%s: waits for a person: %s", d.Job.Site.Name, result.Reason)
	return d.End(ctx)
}

// longestLine is the limit of what sites say in results, in bytes.
const longestLine = 500

// reason is an error in one line without control characters: sites write into it.
func reason(err error) string { return cms.Line(sites.Explain(err), longestLine) }

// advise diagnoses a site. Its text is empty if there is nothing to say.
func (w *Worker) advise(ctx context.Context, j job.Job) string {
	const patience = 15 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	site, err := w.connect(ctx, j)
	if err != nil {
		var options []cms.Option
		if j.Site.Prefix != "" {
			options = append(options, cms.WithPrefix(j.Site.Prefix))
		}
		if site, err = cms.New(j.Site.Address, options...); err != nil {
			return ""
		}
	}
	diagnosis, err := connect.Diagnose(ctx, site)
	if err != nil || len(diagnosis.Findings) == 0 {
		return ""
	}
	first := diagnosis.Findings[0]
	return cms.Line(first.Detail+": "+sites.Remedy(first), longestLine)
}
