package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
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
		"fleet export -run nightly-20261101T030000 -out records", "")
	out := flags.String("out", "records", "folder to write to, which is new or empty")
	f, run, err := openRun(ctx, flags, args, env)
	if err != nil {
		return err
	}
	defer f.close()
	u, err := unpack.Into(*out)
	if err != nil {
		return err
	}
	if err := errors.Join(f.store.Each(ctx, run, u.Page), u.Close()); err != nil {
		return err
	}
	program.Printf(env.Out, "%d records of %d sites in %s\n", u.Records(), u.Sites(), *out)
	if u.Records() == 0 {
		return fmt.Errorf("the run %s has no records", run)
	}
	return nil
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
