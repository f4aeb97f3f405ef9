package analytics

import (
	"fmt"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

const dayLayout = "2006-01-02"

// Day is a date, "2026-11-21", on the clock of the site. The text is kept as the site
// wrote it. Calls refuse an argument with an invalid date.
type Day string

// DayOf returns the date of t in the zone of t. For the date at the site, convert t
// with t.In(zone) first; zone is the result of [cms.Client.Location].
func DayOf(t time.Time) Day { return Day(t.Format(dayLayout)) }

// ParseDay parses an existing date of the form YYYY-MM-DD.
func ParseDay(s string) (Day, error) {
	if _, err := time.Parse(dayLayout, s); err != nil {
		return "", fmt.Errorf("%.80q is not a date of the form YYYY-MM-DD", s)
	}
	return Day(s), nil
}

// IsZero reports whether there is no date.
func (d Day) IsZero() bool { return d == "" }

// In returns the beginning of the day in the zone of the site; nil means UTC. This is
// midnight, or an hour later if the clocks go forward at midnight. The zero Day gives the
// zero time.Time.
func (d Day) In(site *time.Location) (time.Time, error) {
	if d.IsZero() {
		return time.Time{}, nil
	}
	if site == nil {
		site = time.UTC
	}
	day, err := ParseDay(string(d))
	if err != nil {
		return time.Time{}, fmt.Errorf("analytics: %w", err)
	}
	return cms.LocalTime(day).Time(site)
}
