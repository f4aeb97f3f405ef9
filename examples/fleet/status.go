package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/presence"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/store"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// overview is what status shows.
type overview struct {
	Queue   queue.State       `json:"queue"`
	Runs    []runOverview     `json:"runs"`
	Workers []presence.Worker `json:"workers"`
}

// runOverview is how far a run has come.
type runOverview struct {
	Run string `json:"run"`
	store.Counts
	Begun   int   `json:"begun"` // sites with a job that has begun and not ended
	Records int64 `json:"records"`
	Failing int   `json:"failing"` // of Begun, those whose last try failed
}

func status(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("fleet status", "Shows how far the jobs have come: live on a terminal, else once.",
		"fleet status", "jobs wait for a person")
	place := placeFlags(flags)
	run := flags.String("run", "", "one run instead of all")
	asJSON := flags.Bool("json", false, "print JSON, once")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	f, err := place.open(ctx)
	if err != nil {
		return err
	}
	defer f.close()
	if env.Width > 0 && !*asJSON {
		return f.watch(ctx, *run, env)
	}
	o, err := f.overview(ctx, *run)
	if err != nil {
		return err
	}
	if *asJSON {
		encoder := json.NewEncoder(env.Out)
		encoder.SetIndent("", "  ")
		return errors.Join(encoder.Encode(o), o.waiting())
	}
	o.print(env.Out)
	return o.waiting()
}

// overview asks the queue and the store.
func (f *fleet) overview(ctx context.Context, run string) (o overview, err error) {
	if o.Queue, err = f.queue.State(ctx); err != nil {
		return o, err
	}
	counts, err := f.store.Count(ctx, run)
	if err != nil {
		return o, err
	}
	standings, err := f.store.Standings(ctx, run)
	if err != nil {
		return o, err
	}
	runs := map[string]*runOverview{}
	of := func(name string) *runOverview {
		if runs[name] == nil {
			runs[name] = &runOverview{Run: name, Counts: counts[name]}
		}
		return runs[name]
	}
	for name := range counts {
		of(name)
	}
	for _, s := range standings {
		r := of(s.Run)
		r.Records += s.Total
		if !s.Done {
			r.Begun++
		}
		if s.Failures > 0 {
			r.Failing++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(runs)) {
		r := runs[name]
		for _, dead := range r.Dead {
			r.Begun -= dead // they have pages, and no last one
		}
		r.Begun = max(r.Begun, 0)
		o.Runs = append(o.Runs, *r)
	}
	o.Workers, err = f.board.Workers(ctx)
	slices.SortFunc(o.Workers, func(a, b presence.Worker) int { return cmp.Compare(a.Name, b.Name) })
	return o, err
}

// print prints the overview for people.
func (o overview) print(out io.Writer) {
	program.Printf(out, "queue: %d waiting, %d running, %d later, %d plans\n",
		o.Queue.Waiting, o.Queue.Running, o.Queue.Later, o.Queue.Plans)
	for _, r := range o.Runs {
		dead := ""
		for _, cause := range slices.Sorted(maps.Keys(r.Dead)) {
			dead += fmt.Sprintf("; %d wait for a person (%s)", r.Dead[cause], cause)
		}
		program.Printf(out, "run %s: %d done, %d begun, %d of them failing, %d records%s\n",
			r.Run, r.Done, r.Begun, r.Failing, r.Records, dead)
	}
	for _, w := range o.Workers {
		program.Printf(out, "worker %s: %d jobs, %d records, %.0f records a second since its start, %d MiB\n",
			w.Name, w.Jobs, w.Records, float64(w.Records)/max(w.Seconds, 1), w.Memory>>20)
	}
}

// waiting returns an error with the status [program.Incomplete] if jobs wait for a person.
func (o overview) waiting() error {
	dead := 0
	for _, r := range o.Runs {
		for _, n := range r.Dead {
			dead += n
		}
	}
	if dead == 0 {
		return nil
	}
	return program.Status(fmt.Errorf("%d jobs wait for a person: fleet dead says why", dead), program.Incomplete)
}

// watch prints the overview again each second, in the place of the last one.
func (f *fleet) watch(ctx context.Context, run string, env program.Environment) error {
	for redraw := program.NewRedraw(env.Out); ; {
		o, err := f.overview(ctx, run)
		if err != nil {
			return err
		}
		var text strings.Builder
		o.print(&text)
		redraw.Show(text.String())
		select {
		case <-ctx.Done():
			return o.waiting()
		case <-time.After(time.Second):
		}
	}
}
