// Package report prints the visits of a site as tables, and writes them as a page. The
// programs report and fleet use it.
//
// [Run] reads the flags, and takes three steps: figures.go reads the visits and prints the
// tables, chart.go draws the chart, and page.go writes the page. sample.go has the visits of
// the site in memory.
package report

import (
	"cmp"
	"context"
	"time"

	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/examples/internal/files"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// Run prints the report of the site that the arguments name.
func Run(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("report", "Prints the visits of a site, and writes them as a page with a chart.",
		"go run ./examples/report -page visits.html", "")
	target := program.SiteFlags(flags)
	var w wanted
	flags.Func("from", "first day, as in 2026-10-01; 29 days before the last if empty", w.from.set)
	flags.Func("to", "last day; today on the clock of the site if empty", w.to.set)
	flags.BoolVar(&w.monthly, "monthly", false, "a row for each month instead of each day")
	flags.IntVar(&w.top, "top", 10, "how many pages and referrers to list")
	path := flags.String("page", "", "file to write the report into, as an HTML page with a chart")
	namespace := flags.String("namespace", "",
		"namespace of the statistics; analytics/v1, or that of Koko Analytics on a WordPress site")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}

	defer sampleSite(target, &env)()
	site, end, err := target.Connect(ctx, env)
	if err != nil {
		return err
	}
	defer end()
	if *namespace == "" && site.Prefix() == "wp" {
		*namespace = analytics.KokoNamespace
	}
	figures, err := read(ctx, site, cmp.Or(*namespace, "analytics/v1"), w)
	if err != nil {
		return err
	}
	if err := figures.print(env.Out); err != nil {
		return err
	}
	if *path == "" {
		return nil
	}
	page, err := figures.page()
	if err != nil {
		return err
	}
	if err := files.Write(*path, page, 0o644); err != nil {
		return err
	}
	program.Printf(env.Out, "\npage: %s\n", *path)
	return nil
}

// day is a flag that is a date.
type day struct{ analytics.Day }

func (d *day) set(text string) (err error) {
	d.Day, err = analytics.ParseDay(text)
	return err
}

// wanted is what the report is about.
type wanted struct {
	from, to day
	monthly  bool
	top      int
}

// days returns the range, in which now says what is left open.
func (w wanted) days(now time.Time) (from, to analytics.Day, err error) {
	to = cmp.Or(w.to.Day, analytics.DayOf(now))
	last, err := to.In(time.UTC)
	if err != nil {
		return "", "", err
	}
	return cmp.Or(w.from.Day, analytics.DayOf(last.AddDate(0, 0, -29))), to, nil
}
