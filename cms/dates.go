package cms

import (
	"fmt"
	"strings"
	"time"
)

// The form in which the server writes dates, without a zone.
const dateLayout = "2006-01-02T15:04:05"

// LocalTime is a date as it was read, on the clock of the site, which does not say in
// which zone that is: "2026-08-28T19:00:00". The text is kept as the server wrote it.
// "" and the years below 1 that stand for a date that was never set are zero. The _gmt
// fields hold the same date as a [GMTTime]; a [Date] is what is written.
type LocalTime string

// IsZero reports whether there is no date.
func (t LocalTime) IsZero() bool { return noDate(string(t)) }

// Time returns the moment, given the zone of the site, which is [Client.Location]'s.
// The zero LocalTime is the zero time.Time.
//
// In the hour that a clock skips in spring the result is an hour later, as sites
// count: 02:30 becomes 03:30. In the hour that a clock repeats in autumn the result is
// the first of the two moments. Read the _gmt field to get the moment that the site means.
//
// Errors: [ErrInvalidArgument] if site is nil and the text names no zone.
func (t LocalTime) Time(site *time.Location) (time.Time, error) { return parseDate(string(t), site) }

// GMTTime is a date as it was read, in Greenwich mean time, which is how the _gmt
// fields come: without a zone, "2026-08-28T17:00:00". Like [LocalTime] it keeps the
// text. A [Date] is what is written.
type GMTTime string

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
	for _, layout := range []string{dateLayout, "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly} {
		if clock, err := time.Parse(layout, s); err == nil {
			return onClock(clock, zone), nil
		}
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05Z07:00"} {
		if t, err := time.ParseInLocation(layout, s, zone); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("cms: %.80q is no date", s)
}

// onClock returns the moment at which a clock in the zone shows what clock shows in
// UTC. Go leaves open which one it is where the zone has two, or none: here the rule of
// the day before counts where it can.
func onClock(clock time.Time, zone *time.Location) time.Time {
	_, before := clock.Add(-24 * time.Hour).In(zone).Zone()
	_, after := clock.Add(24 * time.Hour).In(zone).Zone()
	first := clock.Add(-time.Duration(before) * time.Second).In(zone)
	second := clock.Add(-time.Duration(after) * time.Second).In(zone)
	if _, offset := first.Zone(); offset == before {
		return first
	}
	if _, offset := second.Zone(); offset == after {
		return second
	}
	return first
}
