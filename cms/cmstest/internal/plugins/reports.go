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

// tally is how many came, and what they read.
type tally struct{ visitors, pageviews int64 }

func (t *tally) add(v visit) {
	t.visitors += v.visitors
	t.pageviews += v.pageviews
}

// byDay counts each day of a range: the visits to a path, or those to the site. A site's own count of a day is what
// records without path and referrer say, since a visitor may see several pages; without such, it is the sum of the
// paths.
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

// visitStats has a row for each day, or each month, with visits or without.
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

// visitTotals writes numbers as texts, as the real one does.
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

// ranked sums visits by a key, the most pageviews first, and takes the rows that were asked for.
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

// visited is the record at a path: the one that the visit named, or the one whose address it is. What is none, like
// the front page, is called by its path.
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

// visitReferrers names the counts twice. The id is a text.
func (s analyticsPlane) visitReferrers(c *rest.Call, days dayRange) (*rest.Response, *rest.Error) {
	var known []string // by their first visit
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

// visitsLately counts the pages seen since a moment, an hour ago unless told otherwise. Only records with a time of
// day count. The response is a bare number.
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
