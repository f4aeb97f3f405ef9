package report

import (
	"cmp"
	"context"
	"fmt"
	"html"
	"io"
	"text/tabwriter"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// figures are what the site counted in a range of days.
type figures struct {
	site      string        // its name
	today     analytics.Day // on the clock of the site
	from, to  analytics.Day
	monthly   bool
	rows      []analytics.Stat
	totals    *analytics.Totals
	pages     []analytics.Post
	referrers []analytics.Referrer
}

// read asks the site for everything in the report.
func read(ctx context.Context, site *cms.Client, namespace string, w wanted) (*figures, error) {
	zone, err := site.Location(ctx)
	if err != nil {
		return nil, err
	}
	index, err := site.Index(ctx)
	if err != nil {
		return nil, err
	}
	now := time.Now().In(zone)
	name := cmp.Or(html.UnescapeString(index.Name), site.Site())
	f := &figures{monthly: w.monthly, site: name, today: analytics.DayOf(now)}
	if f.from, f.to, err = w.days(now); err != nil {
		return nil, err
	}
	visits := analytics.New(site, analytics.WithNamespace(namespace))
	if f.rows, err = visits.Stats(ctx, &analytics.StatsOptions{StartDate: f.from, EndDate: f.to,
		Monthly: w.monthly}); err != nil {
		return nil, err
	}
	if f.totals, err = visits.Totals(ctx, &analytics.TotalsOptions{StartDate: f.from, EndDate: f.to}); err != nil {
		return nil, err
	}
	if w.top < 1 { // 0 would be the site's own number
		return f, nil
	}
	if f.pages, err = visits.Posts(ctx, &analytics.PostsOptions{StartDate: f.from, EndDate: f.to,
		Limit: w.top}); err != nil {
		return nil, err
	}
	f.referrers, err = visits.Referrers(ctx, &analytics.ReferrersOptions{StartDate: f.from, EndDate: f.to, Limit: w.top})
	return f, err
}

// unfinished reports whether the last row is a day or a month that is not over.
func (f *figures) unfinished() bool {
	if len(f.rows) == 0 {
		return false
	}
	last := f.rows[len(f.rows)-1].Date
	if f.monthly {
		const month = len("2006-01")
		return len(last) >= month && len(f.today) >= month && last[:month] == f.today[:month]
	}
	return last == f.today
}

// print writes the tables.
func (f *figures) print(out io.Writer) error {
	program.Printf(out, "Visits of %s from %s to %s\n\n", f.site, f.from, f.to)
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	title, width := "day", len(analytics.Day("2006-01-02"))
	if f.monthly {
		title, width = "month", len("2006-01")
	}
	program.Printf(t, "%s\tvisitors\tpageviews\t\n", title)
	for _, row := range f.rows {
		date := string(row.Date)
		program.Printf(t, "%s\t%d\t%d\t\n", date[:min(len(date), width)], row.Visitors, row.Pageviews)
	}
	program.Printf(t, "total\t%d\t%d\t\n", f.totals.Visitors, f.totals.Pageviews)
	if f.unfinished() {
		program.Printf(t, "\nThe last %s is not over: its figures are those until now.\n", title)
	}
	if len(f.pages) > 0 {
		fmt.Fprint(t, "\nMost read\n\nvisitors\tpageviews\t  page\n")
	}
	for _, p := range f.pages {
		name := p.Path
		if title := cmp.Or(p.Title, p.Label); title != "" && title != p.Path {
			name += "  " + title
		}
		program.Printf(t, "%d\t%d\t  %s\n", p.Visitors, p.Pageviews, name)
	}
	if len(f.referrers) > 0 {
		fmt.Fprint(t, "\nCame from\n\nvisitors\tpageviews\t  place\n")
	}
	for _, r := range f.referrers {
		program.Printf(t, "%d\t%d\t  %s\n", cmp.Or(r.Visitors, r.UniqueHits), cmp.Or(r.Pageviews, r.Hits),
			cmp.Or(r.URL, r.Value))
	}
	return t.Flush()
}
