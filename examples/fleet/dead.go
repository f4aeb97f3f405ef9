package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/store"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func dead(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("fleet dead", "Lists the jobs that wait for a person, with the reason.",
		"fleet dead", "jobs wait for a person, or were not queued again because their site has another job")
	place := placeFlags(flags)
	run := flags.String("run", "", "one run instead of all")
	cause := flags.String("cause", "", "one cause instead of all")
	requeue := flags.Bool("requeue", false,
		"queue these jobs again; mirror continues where it stopped, other jobs start again")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	f, err := place.open(ctx)
	if err != nil {
		return err
	}
	defer f.close()
	results, err := f.store.Dead(ctx, *run)
	if err != nil {
		return err
	}
	results = slices.DeleteFunc(results, func(r store.Result) bool { return *cause != "" && r.Cause != *cause })
	slices.SortFunc(results, func(a, b store.Result) int {
		return cmp.Or(cmp.Compare(a.Cause, b.Cause), cmp.Compare(a.Job.Run, b.Job.Run),
			cmp.Compare(a.Job.Site.Name, b.Job.Site.Name))
	})
	for _, r := range results {
		program.Printf(env.Out, "%s: %s (run %s, job %s): %s\n", r.Cause, r.Job.Site.Name, r.Job.Run, r.Job.Kind, r.Reason)
		if r.Advice != "" {
			program.Printf(env.Out, "  %s\n", r.Advice)
		}
	}
	program.Printf(env.Out, "%d jobs wait for a person\n", len(results))
	if *requeue {
		return f.requeue(ctx, results, env)
	}
	if len(results) > 0 {
		err := errors.New("mend what the reasons name, and then give -requeue")
		return program.Status(err, program.Incomplete)
	}
	return nil
}

// requeue queues jobs again, and then removes their results.
func (f *fleet) requeue(ctx context.Context, results []store.Result, env program.Environment) error {
	left := 0
	for _, r := range results {
		refused, err := f.queue.Add(ctx, r.Job)
		if err != nil {
			return err
		}
		if len(refused) > 0 {
			left++
			continue
		}
		if err := f.store.Forget(ctx, r); err != nil {
			return err
		}
	}
	program.Printf(env.Out, "%d jobs queued again\n", len(results)-left)
	if left > 0 {
		return program.Status(fmt.Errorf("%d sites have another job in the queue", left), program.Incomplete)
	}
	return nil
}
