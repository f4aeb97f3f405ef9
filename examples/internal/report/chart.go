package report

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Limits of what a chart can show.
const (
	mostDates    = 6   // labels below the chart
	mostWeekends = 100 // days, beyond which the weekends would be a pattern of stripes
	labelGap     = 9.0 // between the names of the lines, in percent of the height
)

// chart is a drawing whose places are percentages, so that it fits any window while
// its texts keep their size.
type chart struct {
	Visitors, Views         string // points of a polyline, in a square of 100 by 100
	VisitorsRest, ViewsRest string // points up to a day or a month that is not over
	VisitorsEnd, ViewsEnd   string // heights of the names of the lines
	VisitorsLast, ViewsLast string // heights of the last points
	Last                    string // place of the last points
	Points                  []point
	Weekends                []point
	Dates                   []tick
	Heights                 []tick
	Summary                 string
}

// point is a day or a month: the column that it takes, and its figures.
type point struct {
	Left, Width, Centre         string
	VisitorsY, ViewsY           string
	Name, Visitors, Views, Side string
	Current                     bool // the one that the Tab key leads to
}

// tick is a label of an axis.
type tick struct {
	At, Label string
	Minor     bool // left out in a narrow window
}

// chart draws visitors and page views over time, nil if the site counted no days.
func (f *figures) chart() (*chart, error) {
	if len(f.rows) == 0 {
		return nil, nil
	}
	days, err := f.columns()
	if err != nil {
		return nil, err
	}
	most := int64(1)
	for _, row := range f.rows {
		most = max(most, int64(row.Visitors), int64(row.Pageviews))
	}
	step := stepOf(most)
	top := math.Ceil(float64(most)/step) * step
	height := func(n int64) float64 { return 100 - 100*max(0, float64(n))/top }

	c := &chart{}
	for n := 0.0; n <= top; n += step {
		c.Heights = append(c.Heights, tick{At: percent(height(int64(n))), Label: grouped(int64(n))})
	}
	var visitors, views, visitorsRest, viewsRest strings.Builder
	whole := len(f.rows)
	if f.unfinished() {
		whole--
	}
	var last column
	for i, row := range f.rows {
		last = days[i]
		middle, side := last.left+last.width/2, "start"
		if middle > 50 {
			side = "end"
		}
		p := point{
			Left: percent(last.left), Width: percent(last.width), Centre: percent(middle), Side: side,
			VisitorsY: percent(height(int64(row.Visitors))), ViewsY: percent(height(int64(row.Pageviews))),
			Name: f.nameOf(i), Visitors: grouped(int64(row.Visitors)), Views: grouped(int64(row.Pageviews)),
			Current: i == len(f.rows)-1,
		}
		if i < whole {
			fmt.Fprintf(&visitors, "%.2f,%.2f ", middle, height(int64(row.Visitors)))
			fmt.Fprintf(&views, "%.2f,%.2f ", middle, height(int64(row.Pageviews)))
		}
		if whole < len(f.rows) && i >= whole-1 {
			fmt.Fprintf(&visitorsRest, "%.2f,%.2f ", middle, height(int64(row.Visitors)))
			fmt.Fprintf(&viewsRest, "%.2f,%.2f ", middle, height(int64(row.Pageviews)))
		}
		c.Points = append(c.Points, p)
		if w := last.date.Weekday(); (w == time.Saturday || w == time.Sunday) && !f.monthly && len(f.rows) <= mostWeekends {
			c.Weekends = append(c.Weekends, p)
		}
	}
	c.Visitors, c.Views, c.Last = visitors.String(), views.String(), percent(last.left+last.width/2)
	c.VisitorsRest, c.ViewsRest = visitorsRest.String(), viewsRest.String()
	end := f.rows[len(f.rows)-1]
	visitorsEnd, viewsEnd := height(int64(end.Visitors)), height(int64(end.Pageviews))
	c.VisitorsLast, c.ViewsLast = percent(visitorsEnd), percent(viewsEnd)
	visitorsEnd, viewsEnd = apart(visitorsEnd, viewsEnd)
	c.VisitorsEnd, c.ViewsEnd = percent(visitorsEnd), percent(viewsEnd)
	c.Dates = f.dates(days)
	c.Summary = fmt.Sprintf("Visitors and page views from %s to %s. The figures are in the table below.",
		longDate(f.from), longDate(f.to))
	return c, nil
}

// column is the place of a row, in percent of the width.
type column struct {
	date        time.Time
	left, width float64
}

// columns places the rows by their dates, so that a day that the site leaves out is a
// gap.
func (f *figures) columns() ([]column, error) {
	dates := make([]time.Time, len(f.rows))
	for i, row := range f.rows {
		var err error
		if dates[i], err = row.Date.In(time.UTC); err != nil {
			return nil, err
		}
	}
	first, end := dates[0], f.after(dates[len(dates)-1])
	for _, date := range dates {
		if date.Before(first) {
			first = date
		}
		if after := f.after(date); after.After(end) {
			end = after
		}
	}
	hours := func(from, to time.Time) float64 { return float64(to.Unix()-from.Unix()) / 3600 }
	columns := make([]column, len(dates))
	for i, date := range dates {
		scale := 100 / hours(first, end)
		columns[i] = column{date, hours(first, date) * scale, hours(date, f.after(date)) * scale}
	}
	return columns, nil
}

// after is the first day that no longer belongs to the row of a date.
func (f *figures) after(date time.Time) time.Time {
	if f.monthly {
		return date.AddDate(0, 1, 0)
	}
	return date.AddDate(0, 0, 1)
}

// dates labels the first row and then every so many, Mondays where weeks are shown.
func (f *figures) dates(columns []column) []tick {
	every, first, layout := (len(columns)+mostDates-1)/mostDates, 0, "2 Jan"
	switch {
	case f.monthly:
		layout = "Jan 2006"
	case len(columns) > 10:
		every = (every + 6) / 7 * 7
		for first < 6 && columns[first].date.Weekday() != time.Monday {
			first++
		}
	}
	if !f.monthly && len(columns) > 300 {
		layout = "Jan 2006"
	}
	var ticks []tick
	for i := first; i < len(columns); i += every {
		ticks = append(ticks, tick{
			At: percent(columns[i].left + columns[i].width/2), Label: columns[i].date.Format(layout), Minor: len(ticks)%2 == 1,
		})
	}
	return ticks
}

// stepOf is a round number of which two to five reach a number.
func stepOf(most int64) float64 {
	size := math.Pow(10, math.Floor(math.Log10(float64(most))))
	for _, part := range []float64{0.5, 1, 2} {
		if step := size * part; step >= 1 && float64(most)/step <= 5 {
			return step
		}
	}
	return max(1, size*2)
}

// apart moves two heights until both names have room.
func apart(a, b float64) (newA, newB float64) {
	missing := labelGap - math.Abs(a-b)
	if missing <= 0 {
		return a, b
	}
	low, high := a+missing/2, b-missing/2
	if a < b {
		low, high = b+missing/2, a-missing/2
	}
	if over := low - 100; over > 0 {
		low, high = 100, high-over
	}
	if a < b {
		return high, low
	}
	return low, high
}

func percent(p float64) string { return fmt.Sprintf("%.2f%%", p) }
