package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/store"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/unpack"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// openRun parses the flags of a command on one run, and connects.
func openRun(ctx context.Context, flags *flag.FlagSet, args []string, env program.Environment) (
	f *fleet, run string, err error,
) {
	place := placeFlags(flags)
	flags.StringVar(&run, "run", "", "the run")
	if err := program.Parse(flags, args, env); err != nil {
		return nil, "", err
	}
	if err := job.CheckRun(run); err != nil {
		return nil, "", program.Mistake("-run: %v", err)
	}
	f, err = place.open(ctx)
	return f, run, err
}

func export(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("fleet export",
		"Writes the records of a run into a folder for each site. The recipe restore reads the folder of a mirror.",
		"fleet export -run nightly-20261101T030000 -out records",
		"the jobs of some sites had not finished: export them later into another folder")
	out := flags.String("out", "records", "folder to write to: new, empty, or with an interrupted export of the same run")
	f, run, err := openRun(ctx, flags, args, env)
	if err != nil {
		return err
	}
	defer f.close()
	standings, err := f.store.Standings(ctx, run)
	if err != nil {
		return err
	}
	if len(standings) == 0 {
		return fmt.Errorf("the run %s has no records", run)
	}
	u, err := unpack.Into(*out, run)
	if err != nil {
		return err
	}
	var total int64
	for _, standing := range standings {
		total += standing.Total
	}
	meter := program.Count(env.Err, "records", total)
	err = u.Close(f.store.Each(ctx, run, func(site string, page store.Page) error {
		err := u.Page(site, page)
		if err == nil && recipe.Counts(page.Kind) {
			meter.Add(int64(len(page.Records)))
		}
		return err
	}))
	meter.Done()
	if err != nil {
		return err
	}
	program.Printf(env.Out, "%d records of %d sites in %s\n", u.Records(), u.Sites(), *out)
	return partial(env.Out, standings)
}

// partial names the sites whose jobs had not finished before an export.
func partial(out io.Writer, standings []store.Standing) error {
	left := 0
	for _, standing := range standings {
		if !standing.Done {
			left++
			program.Printf(out, "%s is partial: its job has not finished\n", standing.Site)
		}
	}
	if left == 0 {
		return nil
	}
	err := fmt.Errorf("%d sites are partial: export into another folder after their jobs have finished", left)
	return program.Status(err, program.Incomplete)
}

func forget(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("fleet forget",
		"Deletes the records and results of a run. Its jobs that are still queued start from the beginning.",
		"fleet forget -run nightly-20261101T030000", "")
	f, run, err := openRun(ctx, flags, args, env)
	if err != nil {
		return err
	}
	defer f.close()
	return f.store.Drop(ctx, run)
}
