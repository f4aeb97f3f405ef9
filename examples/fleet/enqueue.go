package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/store"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// order is which job is to be done on which sites.
type order struct {
	file, kind, run string
	args            []string
	perSite         int
	unnamed         bool // check has made the name of the run
}

func orderFlags(flags *flag.FlagSet) *order {
	o := &order{}
	flags.StringVar(&o.file, "sites", "", "file of the sites, with the columns name,site,user,secret,prefix")
	flags.StringVar(&o.kind, "job", "mirror", "the job: "+strings.Join(kinds(), ", "))
	flags.StringVar(&o.run, "run", "", "name of the run (default: the job and the time in UTC)")
	const does = "an argument of the recipe, as in -arg -page -arg visits-{site}.html; may be given several times"
	flags.Func("arg", does, func(arg string) error {
		o.args = append(o.args, arg)
		return nil
	})
	flags.IntVar(&o.perSite, "per-site", 1,
		"how many jobs of different runs a site may have in the queue, waiting or running")
	return o
}

func kinds() []string { return slices.Sorted(maps.Keys(recipe.Kinds())) }

// check returns a mistake if the flags name no job.
func (o *order) check() error {
	if !slices.Contains(kinds(), o.kind) {
		return program.Mistake("-job %q is not one of %s", o.kind, strings.Join(kinds(), ", "))
	}
	if err := recipe.Kinds()[o.kind].Check(o.args); err != nil {
		return program.Mistake("-job %s: %v", o.kind, err)
	}
	if o.perSite < 1 || o.perSite > job.MostPerSite {
		return program.Mistake("-per-site is to be from 1 to %d", job.MostPerSite)
	}
	if o.unnamed = o.run == ""; o.unnamed {
		o.run = o.kind + time.Now().UTC().Format("-20060102T150405")
	}
	if err := job.CheckRun(o.run); err != nil {
		return program.Mistake("-run: %v", err)
	}
	return nil
}

// resume makes the order continue a run that was interrupted, if the flags name no run, and a
// run in the queue does the same job with the same arguments.
func (o *order) resume(queued map[string]job.Job, out io.Writer) {
	if !o.unnamed {
		return
	}
	for _, run := range slices.Sorted(maps.Keys(queued)) {
		if j := queued[run]; j.Kind == o.kind && slices.Equal(j.Args, o.args) {
			o.run = run
			program.Printf(out, "run %s continues, which was interrupted; -run with a new name begins another one\n", run)
			return
		}
	}
}

// queue queues the job for all sites.
func (o *order) queue(ctx context.Context, to *fleet, all []sites.Site, out io.Writer) error {
	err := to.store.Begin(ctx, job.Job{Run: o.run, Kind: o.kind, Args: o.args})
	if errors.Is(err, store.ErrOtherJob) {
		return program.Mistake("-run: %v", err)
	}
	if err != nil {
		return err
	}
	var jobs []job.Job
	for _, site := range all {
		jobs = append(jobs, job.Job{Run: o.run, Kind: o.kind, Args: o.args, Site: site, PerSite: o.perSite})
	}
	refused, err := to.queue.Add(ctx, jobs...)
	if err != nil {
		return err
	}
	program.Printf(out, "run %s: %d sites queued\n", o.run, len(jobs)-len(refused))
	if len(refused) > 0 {
		program.Printf(out, "%d sites have a job in the queue already, which goes on: %s\n", len(refused), named(refused))
	}
	return nil
}

// named are the first sites of some jobs.
func named(jobs []job.Job) string {
	const most = 10
	var names []string
	for _, j := range jobs[:min(len(jobs), most)] {
		names = append(names, j.Site.Name)
	}
	if len(jobs) > most {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

func enqueue(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("fleet enqueue", "Queues one job for each site of -sites.",
		"fleet enqueue -sites sites.csv -job mirror", "")
	place, order := placeFlags(flags), orderFlags(flags)
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if order.file == "" {
		return program.Mistake("-sites is missing")
	}
	if err := order.check(); err != nil {
		return err
	}
	all, err := sites.Read(order.file)
	if err != nil {
		return err
	}
	f, err := place.open(ctx)
	if err != nil {
		return err
	}
	defer f.close()
	return order.queue(ctx, f, all, env.Out)
}
