package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"slices"
	"strconv"
	"time"

	"github.com/fontcms/fontcms-go/cms/analytics"
)

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
	//go:embed page.js
	pageJS string
)

// view is what the template shows.
type view struct {
	CSS                template.CSS
	JS                 template.JS
	Policy             string
	Site               string
	From, To, Busiest  string
	Visitors, Views    string
	MostVisitors, Unit string
	Chart              *chart // nil if there is nothing to draw
	Days               []entry
	Tables             []table
}

// table is a list of pages or referrers.
type table struct {
	Title, Column string
	Rows          []entry
}

// entry is a line of a table.
type entry struct {
	Name, Detail    string
	Visitors, Views string
	Share           int // of the first line, in percent
}

// page is the report as an HTML page that needs no other file.
func (f *figures) page() ([]byte, error) {
	drawn, err := f.chart()
	if err != nil {
		return nil, err
	}
	v := view{
		CSS: template.CSS(pageCSS), JS: template.JS(pageJS), Policy: policy(), Chart: drawn,
		Site: f.site, From: longDate(f.from), To: longDate(f.to), Unit: "day",
		Visitors: grouped(int64(f.totals.Visitors)), Views: grouped(int64(f.totals.Pageviews)),
	}
	if f.monthly {
		v.Unit = "month"
	}
	for i := range f.rows {
		row := &f.rows[i]
		v.Days = append(v.Days, entry{
			Name: f.nameOf(i), Visitors: grouped(int64(row.Visitors)), Views: grouped(int64(row.Pageviews)),
		})
	}
	if len(f.rows) > 0 {
		most := slices.MaxFunc(f.rows, func(a, b analytics.Stat) int { return cmp.Compare(a.Visitors, b.Visitors) })
		v.Busiest, v.MostVisitors = f.name(most.Date), grouped(int64(most.Visitors))
	}
	v.Tables = f.tables()
	tmpl, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = tmpl.Execute(&out, v)
	return out.Bytes(), err
}

// policy lets the page run its own script and style, and load nothing.
func policy() string {
	sum := sha256.Sum256([]byte(pageJS))
	script := base64.StdEncoding.EncodeToString(sum[:])
	return "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + script + "'"
}

func (f *figures) tables() []table {
	pages, referrers := table{Title: "Most read", Column: "Page"}, table{Title: "Came from", Column: "Referrer"}
	for _, p := range f.pages {
		e := entry{Name: cmp.Or(p.Title, p.Label, p.Path), Detail: p.Path}
		if e.Name == e.Detail {
			e.Detail = ""
		}
		pages.add(e, int64(p.Visitors), int64(p.Pageviews), int64(f.pages[0].Visitors))
	}
	for _, r := range f.referrers {
		visitors, first := cmp.Or(r.Visitors, r.UniqueHits), cmp.Or(f.referrers[0].Visitors, f.referrers[0].UniqueHits)
		referrers.add(entry{Name: cmp.Or(r.URL, r.Value)}, int64(visitors), int64(cmp.Or(r.Pageviews, r.Hits)), int64(first))
	}
	return []table{pages, referrers}
}

func (t *table) add(e entry, visitors, views, first int64) {
	e.Visitors, e.Views = grouped(visitors), grouped(views)
	if first > 0 {
		e.Share = int(min(1, max(0, float64(visitors)/float64(first))) * 100)
	}
	t.Rows = append(t.Rows, e)
}

// nameOf is the name of a row, which says if the day or the month is not over.
func (f *figures) nameOf(row int) string {
	name := f.name(f.rows[row].Date)
	if row == len(f.rows)-1 && f.unfinished() {
		name += ", so far"
	}
	return name
}

// name is the day or the month of a row, as a person reads it.
func (f *figures) name(date analytics.Day) string {
	at, err := date.In(time.UTC)
	switch {
	case err != nil:
		return string(date)
	case f.monthly:
		return at.Format("January 2006")
	}
	return at.Format("Monday, 2 January 2006")
}

// longDate is a date as a person reads it.
func longDate(date analytics.Day) string {
	at, err := date.In(time.UTC)
	if err != nil {
		return string(date)
	}
	return at.Format("2 January 2006")
}

// grouped writes a number with a thin space between groups of three digits.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(digits) - 3; i > first; i -= 3 {
		digits = digits[:i] + "\u202f" + digits[i:]
	}
	return digits
}
