package plugins

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

const dayLayout = time.DateOnly

// analyticsNamespace returns the namespace of the plugin: koko-analytics/v1 with the
// prefix "wp", analytics/v1 with any other prefix.
func (s analyticsPlane) analyticsNamespace() string {
	if s.API.Prefix == "wp" {
		return "koko-analytics/v1"
	}
	return "analytics/v1"
}

func (s analyticsPlane) insertVisit(record map[string]any) (int64, error) {
	v := visit{post: -1, visitors: 1, pageviews: 1}
	date := s.Clock.Now().In(s.Clock.Zone()).Format(php.StampLayout)
	fields := v.places()
	fields["date"] = &date
	err := seed.Fields(record, fields)
	if err != nil {
		return 0, err
	}
	v.day = date
	if !validDay(date) {
		if v.moment, err = time.ParseInLocation(php.StampLayout, date, s.Clock.Zone()); err != nil {
			return 0, fmt.Errorf("date is %q, neither like %s nor like %s", date, dayLayout, php.StampLayout)
		}
		v.day = v.moment.Format(dayLayout)
	}
	if v.id, err = seed.PlaceID(&s.State.nextVisit, v.id, s.visitRecord(v.id) != nil); err != nil {
		return 0, err
	}
	s.State.visits = append(s.State.visits, v)
	return v.id, nil
}

func (s analyticsPlane) visitRecord(id int64) map[string]any {
	i := slices.IndexFunc(s.State.visits, func(v visit) bool { return v.id == id })
	if i < 0 {
		return nil
	}
	v := s.State.visits[i]
	out := v.places().Record()
	if out["date"] = v.day; !v.moment.IsZero() {
		out["date"] = v.moment.Format(php.StampLayout)
	}
	if v.post < 0 {
		delete(out, "post_id")
	}
	return out
}

func (v *visit) places() seed.Places {
	return seed.Places{"id": &v.id, "path": &v.path, "referrer": &v.referrer, "post_id": &v.post,
		"visitors": &v.visitors, "pageviews": &v.pageviews}
}

func (s analyticsPlane) maySeeVisits(c *rest.Call) *rest.Error {
	if s.Public {
		return nil
	}
	return administrators(c)
}

// invalidArgument returns the error of the plugin for every invalid argument. It has no code and no
// details.
func invalidArgument() *rest.Problem { return &rest.Problem{Message: "This is not valid."} }

func checkDay(_ *rest.Call, _ *rest.Param, value any) *rest.Problem {
	if text, ok := value.(string); !ok || !validDay(text) {
		return invalidArgument()
	}
	return nil
}

func validDay(text string) bool {
	_, err := time.Parse(dayLayout, text)
	return err == nil
}

func (s analyticsPlane) checkSince(_ *rest.Call, _ *rest.Param, value any) *rest.Problem {
	text, _ := value.(string)
	if _, ok := s.momentOf(text); !ok {
		return invalidArgument()
	}
	return nil
}

type dayRange struct{ first, last string }

func (r dayRange) contains(day string) bool { return r.first <= day && day <= r.last }

// publicDays is the maximum number of days in a request of a user who is not an administrator.
const publicDays = 5*365 + 2

// days returns the range of days from the arguments. The default is the current month until today,
// in local time.
func (s analyticsPlane) days(c *rest.Call) (dayRange, *rest.Error) {
	now := s.Clock.Now().In(s.Clock.Zone())
	out := dayRange{now.Format("2006-01") + "-01", now.Format(dayLayout)}
	if day := c.Text("start_date"); day != "" {
		out.first = day
	}
	if day := c.Text("end_date"); day != "" {
		out.last = day
	}
	if out.last < out.first {
		return out, rest.NewError(400, "invalid_date_range", "The range of dates ends before it starts.")
	}
	first, _ := time.Parse(dayLayout, out.first)
	last, _ := time.Parse(dayLayout, out.last)
	if administrators(c) != nil && last.Sub(first) > publicDays*24*time.Hour {
		return out, rest.NewError(400, "date_range_too_large", "The range of dates is too large.")
	}
	return out, nil
}

// spans are the units of relative times such as "-2 days".
var spans = map[string]struct {
	years, months, days int
	time                time.Duration
}{
	"second": {time: time.Second}, "sec": {time: time.Second}, "minute": {time: time.Minute}, "min": {time: time.Minute},
	"hour": {time: time.Hour}, "day": {days: 1}, "week": {days: 7}, "month": {months: 1}, "year": {years: 1},
}

// momentOf parses some forms of PHP's strtotime: a date, "@1795240277", "yesterday", "2 days ago".
func (s analyticsPlane) momentOf(text string) (time.Time, bool) {
	now := s.Clock.Now().In(s.Clock.Zone())
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	text = strings.ToLower(strings.TrimSpace(text))
	switch text {
	case "now":
		return now, true
	case "today", "midnight":
		return day, true
	case "yesterday":
		return day.AddDate(0, 0, -1), true
	}
	if seconds, ok := strings.CutPrefix(text, "@"); ok {
		n, err := strconv.ParseInt(seconds, 10, 64)
		return time.Unix(n, 0), err == nil
	}
	for _, layout := range []string{time.DateOnly, time.DateTime, php.StampLayout, "2006-01-02 15:04", time.RFC3339} {
		if at, err := time.ParseInLocation(layout, strings.ToUpper(text), s.Clock.Zone()); err == nil {
			return at, true
		}
	}
	count, unit, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(count)
	unit, ago := strings.CutSuffix(unit, " ago")
	span, known := spans[strings.TrimSuffix(unit, "s")]
	if ago {
		n = -n
	}
	return now.AddDate(n*span.years, n*span.months, n*span.days).Add(time.Duration(n) * span.time),
		known && err == nil && max(n, -n) <= 1e6
}
