package cms

import (
	"fmt"
	"strings"
	"time"
)

// The form in which the server writes dates, without a zone.
const dateLayout = "2006-01-02T15:04:05"

// LocalTime is a moment on the clock of the site, which does not say in which
// zone that is: "2026-08-28T19:00:00". The text is kept as the server wrote it.
// "" and the years below 1 that stand for a date that was never set are zero.
type LocalTime string

// NewLocalTime returns the moment t on the clock of the site, whose zone is
// [Client.Location]'s. With a nil zone the text names the zone of t,
// "2026-08-28T19:00:00+02:00": the site then converts it to its own clock. The zero
// time.Time is the zero LocalTime.
func NewLocalTime(t time.Time, site *time.Location) LocalTime {
	switch {
	case t.IsZero():
		return ""
	case site == nil:
		return LocalTime(t.Format(time.RFC3339))
	}
	return LocalTime(t.In(site).Format(dateLayout))
}

// IsZero reports whether there is no date.
func (t LocalTime) IsZero() bool { return noDate(string(t)) }

// In returns the moment, given the zone of the site. The zero LocalTime is the
// zero time.Time.
func (t LocalTime) In(site *time.Location) (time.Time, error) { return parseDate(string(t), site) }

// GMTTime is a moment in Greenwich mean time, which is how the _gmt fields are
// written: without a zone, "2026-08-28T17:00:00". Like [LocalTime] it keeps the
// text.
type GMTTime string

// NewGMTTime returns t in Greenwich mean time. The zero time.Time is the zero
// GMTTime, which a site refuses as a date, and would take the year 1 for one.
func NewGMTTime(t time.Time) GMTTime {
	if t.IsZero() {
		return ""
	}
	return GMTTime(t.UTC().Format(dateLayout))
}

// IsZero reports whether there is no date.
func (t GMTTime) IsZero() bool { return noDate(string(t)) }

// Time returns the moment. The zero GMTTime is the zero time.Time.
func (t GMTTime) Time() (time.Time, error) { return parseDate(string(t), time.UTC) }

// noDate reports whether the text stands for a date that was never set: the
// database's zero date comes out as -0001-11-30T00:00:00.
func noDate(s string) bool {
	return s == "" || strings.HasPrefix(s, "-") || strings.HasPrefix(s, "0000-")
}

// parseDate reads a date as the server and its plugins write it. A zone in the
// text wins over the given one.
func parseDate(s string, zone *time.Location) (time.Time, error) {
	if noDate(s) {
		return time.Time{}, nil
	}
	if zone == nil {
		return time.Time{}, &ArgumentError{Argument: "zone", Reason: "it is nil"}
	}
	for _, layout := range []string{
		dateLayout, time.RFC3339, "2006-01-02T15:04:05Z0700",
		"2006-01-02 15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04", "2006-01-02",
	} {
		if t, err := time.ParseInLocation(layout, s, zone); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("cms: %.80q is no date", s)
}
