package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
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
		"fleet status", "")
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
		return encoder.Encode(o)
	}
	o.print(env.Out)
	return nil
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

// print prints the overview for people, and returns the number of lines.
func (o overview) print(out io.Writer) (lines int) {
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
	return 1 + len(o.Runs) + len(o.Workers)
}

// watch prints the overview again each second, in the place of the last one.
func (f *fleet) watch(ctx context.Context, run string, env program.Environment) error {
	for lines := 0; ; {
		o, err := f.overview(ctx, run)
		if err != nil {
			return err
		}
		if lines > 0 {
			_, _ = io.WriteString(env.Out, "\x1b["+strconv.Itoa(lines)+"A\x1b[J") // up, and clear to the end
		}
		lines = o.print(env.Out)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
	}
}
