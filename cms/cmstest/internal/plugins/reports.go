package plugins

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// tally is a sum of visitors and pageviews.
type tally struct{ visitors, pageviews int64 }

func (t *tally) add(v visit) {
	t.visitors += v.visitors
	t.pageviews += v.pageviews
}

// byDay returns the visitors and pageviews of each day: of one path, or of the whole site if path
// is "". The sum of all paths counts a visitor again for each page. So for the whole site, byDay
// uses the visits that have neither path nor referrer: these count for the whole site. If a day has
// no such visits, byDay uses the sum of all paths.
func (s analyticsPlane) byDay(days dayRange, path string) map[string]tally {
	site, paths := map[string]*tally{}, map[string]*tally{}
	count := func(to map[string]*tally, v visit) {
		if to[v.day] == nil {
			to[v.day] = &tally{}
		}
		to[v.day].add(v)
	}
	for _, v := range s.State.visits {
		switch {
		case !days.contains(v.day):
		case v.path == "" && v.referrer == "":
			count(site, v)
		case v.path != "" && (path == "" || v.path == path):
			count(paths, v)
		}
	}
	out := map[string]tally{}
	for day, t := range paths {
		out[day] = *t
	}
	if path == "" {
		for day, t := range site {
			out[day] = *t
		}
	}
	return out
}

// visitStats returns a row for each day or month, including days without visits.
func (s analyticsPlane) visitStats(c *rest.Call, days dayRange) (*rest.Response, *rest.Error) {
	byDay := s.byDay(days, c.Text("page"))
	row := func(day time.Time) string { return day.Format(dayLayout) }
	if monthly := c.Get("monthly"); monthly != nil && monthly != "no" && monthly != "false" && monthly != "0" {
		row = func(day time.Time) string { return day.Format("2006-01") + "-01" }
	}
	rows := []php.Object{}
	sum, date := tally{}, ""
	flush := func() {
		if date != "" {
			rows = append(rows, php.Object{{"date", date}, {"visitors", sum.visitors}, {"pageviews", sum.pageviews}})
		}
	}
	day, _ := time.Parse(dayLayout, days.first)
	for ; day.Format(dayLayout) <= days.last && day.Year() < 10000; day = day.AddDate(0, 0, 1) {
		if name := row(day); name != date {
			flush()
			sum, date = tally{}, name
		}
		t := byDay[day.Format(dayLayout)]
		sum.visitors += t.visitors
		sum.pageviews += t.pageviews
	}
	flush()
	return rest.OK(rows)
}

// visitTotals returns numbers as strings, as the plugin does.
func (s analyticsPlane) visitTotals(c *rest.Call, days dayRange) (*rest.Response, *rest.Error) {
	var sum tally
	for _, t := range s.byDay(days, c.Text("page")) {
		sum.visitors += t.visitors
		sum.pageviews += t.pageviews
	}
	return &rest.Response{Status: 200, Body: php.Object{
		{"visitors", strconv.FormatInt(sum.visitors, 10)}, {"pageviews", strconv.FormatInt(sum.pageviews, 10)},
	}}, nil
}

// ranked returns the keys of the requested rows, and the sums of the visits by key. The key with
// the most pageviews comes first.
func (s analyticsPlane) ranked(c *rest.Call, days dayRange, key func(visit) string) (keys []string,
	sums map[string]*tally) {
	sums = map[string]*tally{}
	for _, v := range s.State.visits {
		k := key(v)
		if k == "" || !days.contains(v.day) {
			continue
		}
		if sums[k] == nil {
			sums[k] = &tally{}
			keys = append(keys, k)
		}
		sums[k].add(v)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(sums[b].pageviews, sums[a].pageviews), cmp.Compare(sums[b].visitors, sums[a].visitors),
			strings.Compare(a, b))
	})
	offset, limit := 0, 10
	if n, ok := php.ToInt(c.Get("offset")); ok && n > 0 {
		offset = int(min(n, int64(len(keys))))
	}
	if n, ok := php.ToInt(c.Get("limit")); ok && n > 0 {
		limit = int(min(n, int64(len(keys))))
	}
	return keys[offset:min(offset+limit, len(keys))], sums
}

func (s analyticsPlane) visitedPaths(c *rest.Call, days dayRange) (*rest.Response, *rest.Error) {
	paths, sums := s.ranked(c, days, func(v visit) string { return v.path })
	rows := make([]php.Object, len(paths))
	for i, path := range paths {
		id, title := s.visited(path)
		rows[i] = php.Object{
			{"path", path}, {"post_id", id}, {"label", title}, {"visitors", sums[path].visitors},
			{"pageviews", sums[path].pageviews},
			{"post_permalink", *s.API.Base + path}, {"post_title", title},
		}
	}
	return rest.OK(rows)
}

// visited returns the id and the title of the record at a path. It finds the record by the
// post_id of a visit. If no visit has a post_id, it finds the record by the path. If there is no
// record, as for the front page, the title is the path.
func (s analyticsPlane) visited(path string) (id int64, title string) {
	id = -1
	for _, v := range s.State.visits {
		if v.path == path && v.post >= 0 {
			id = v.post
		}
	}
	if found, title, ok := s.Post(id, path); ok {
		return found, title
	}
	return max(id, 0), path
}

// visitReferrers returns each number in two fields, and the id as a string. The plugin does the
// same.
func (s analyticsPlane) visitReferrers(c *rest.Call, days dayRange) (*rest.Response, *rest.Error) {
	var known []string // in the order of their first visits
	for _, v := range s.State.visits {
		if v.referrer != "" && !slices.Contains(known, v.referrer) {
			known = append(known, v.referrer)
		}
	}
	places, sums := s.ranked(c, days, func(v visit) string { return v.referrer })
	rows := make([]php.Object, len(places))
	for i, place := range places {
		id := strconv.Itoa(slices.Index(known, place) + 1)
		rows[i] = php.Object{
			{"id", id}, {"value", place}, {"hits", sums[place].pageviews}, {"unique_hits", sums[place].visitors},
			{"url", place}, {"pageviews", sums[place].pageviews}, {"visitors", sums[place].visitors},
		}
	}
	return rest.OK(rows)
}

// visitsLately returns the number of pageviews since the time in the argument since. The default
// is one hour ago. The response is only a JSON number. Only visits with a time of day count.
func (s analyticsPlane) visitsLately(c *rest.Call) (*rest.Response, *rest.Error) {
	since, ok := s.momentOf(c.Text("since"))
	if !ok {
		since = s.Clock.Now().Add(-time.Hour)
	}
	var pageviews int64
	for _, v := range s.State.visits {
		if !v.moment.IsZero() && !v.moment.Before(since) {
			pageviews += v.pageviews
		}
	}
	return rest.OK(pageviews)
}
