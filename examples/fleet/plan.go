package main

import (
	"context"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func plan(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("fleet plan",
		"Creates, replaces or removes a plan, which queues one job for each site at fixed times.",
		`fleet plan -name nightly -cron "0 0 3 * * *" -zone Europe/Berlin -sites sites.csv`, "")
	place, order := placeFlags(flags), orderFlags(flags)
	var p queue.Plan
	flags.StringVar(&p.Name, "name", "", "name of the plan; its runs begin with it")
	flags.StringVar(&p.Cron, "cron", "", "second, minute, hour, day, month and weekday")
	flags.StringVar(&p.Zone, "zone", "UTC", "time zone of -cron")
	remove := flags.Bool("remove", false, "remove the plan")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if p.Name == "" || !*remove && (order.file == "" || p.Cron == "") {
		return program.Mistake("a plan needs -name, -cron and -sites; to remove one, -name and -remove")
	}
	if err := order.check(); err != nil {
		return err
	}
	if !*remove {
		if err := p.Check(); err != nil {
			return program.Mistake("%v", err)
		}
	}
	if !*remove {
		var err error
		if p.Sites, err = sites.Read(order.file); err != nil {
			return err
		}
		p.Kind, p.Args, p.PerSite = order.kind, order.args, order.perSite
	}
	f, err := place.open(ctx)
	if err != nil {
		return err
	}
	defer f.close()
	if *remove {
		return f.queue.Unplan(ctx, p.Name)
	}
	if err := f.queue.Plan(ctx, p); err != nil {
		return err
	}
	program.Printf(env.Out, "plan %s: job %s on %d sites\n", p.Name, p.Kind, len(p.Sites))
	return nil
}
