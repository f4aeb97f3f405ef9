package cms

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// dateLayout is the layout in which the server writes dates. They have no zone.
const dateLayout = "2006-01-02T15:04:05"

// LocalTime is a date in the time zone of the site, as records hold it:
// "2026-08-28T19:00:00". The text does not name the zone; see [Client.Location]. It is
// kept as the server wrote it. A site writes "" or a year below 1 for a date that was
// never set. Both are zero. The _gmt fields hold the same date as a [GMTTime]. To write
// a date use [Date].
type LocalTime string

// IsZero reports whether there is no date.
func (t LocalTime) IsZero() bool { return noDate(string(t)) }

// Time returns the moment, in the zone of the site from [Client.Location]. The zero
// LocalTime gives the zero time.Time.
//
// Time chooses the moment that WordPress chooses for a date without a zone. When clocks
// go forward, an hour is skipped: 02:30 becomes 03:30. When clocks go back, an hour
// occurs twice: Time returns the second moment in zones east of UTC and in London,
// and the first moment in zones west of UTC. A record from the other of the two hours
// has the same text: only its _gmt field names the moment.
//
// Errors: [ErrInvalidArgument] if site is nil and the text has no zone.
func (t LocalTime) Time(site *time.Location) (time.Time, error) { return parseDate(string(t), site) }

// GMTTime is a date in UTC, as the _gmt fields hold it: "2026-08-28T17:00:00". The text
// does not name the zone. The text is kept as the server wrote it, as for [LocalTime].
// To write a date use [Date].
//
// WordPress shows one hour of the year wrongly. If a date in UTC has the text of the hour
// that the clocks of the site skip, WordPress adds the length of the change: in Berlin
// it shows 02:30 as 03:30 on that day. The [LocalTime] of the record is right.
type GMTTime string

// IsZero reports whether there is no date.
func (t GMTTime) IsZero() bool { return noDate(string(t)) }

// Time returns the moment. The zero GMTTime gives the zero time.Time.
func (t GMTTime) Time() (time.Time, error) { return parseDate(string(t), time.UTC) }

// noDate reports whether the text means a date that was never set. The zero date of the
// database is written as -0001-11-30T00:00:00.
func noDate(s string) bool {
	return s == "" || strings.HasPrefix(s, "-") || strings.HasPrefix(s, "0000-")
}

// parseDate reads a date as the server and its plugins write it. If the text contains a zone,
// the parameter zone is ignored.
func parseDate(s string, zone *time.Location) (time.Time, error) {
	if noDate(s) {
		return time.Time{}, nil
	}
	if zone == nil {
		return time.Time{}, &ArgumentError{Argument: "zone", Reason: "must not be nil"}
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

// onClock takes the date and time of the parameter clock, which is in UTC, as a local time in
// zone. It returns the moment of this local time. If clocks are put back, two moments may have
// the same local time. onClock then prefers the offset that the zone has at the moment of the
// parameter clock, as PHP and WordPress do. If clocks are put forward, no moment may have this
// local time. onClock then uses the offset before the change, so the result is after the
// change.
func onClock(clock time.Time, zone *time.Location) time.Time {
	_, near := clock.In(zone).Zone()
	first := clock.Add(-time.Duration(near) * time.Second).In(zone)
	_, other := first.Zone()
	if other == near {
		return first
	}
	second := clock.Add(-time.Duration(other) * time.Second).In(zone)
	if _, offset := second.Zone(); offset == other {
		return second
	}
	return clock.Add(-time.Duration(min(near, other)) * time.Second).In(zone)
}

// Date is a date to write, for the fields Date and DateGMT of params. The zero Date is
// absent: the date of the record is not changed.
//
//	Date: cms.At(time.Now().Add(time.Hour)),             // a moment
//	Date: cms.LocalTime("2026-08-28T19:00:00").Date(),   // what the site's clock shows
//	Date: cms.NoDate(),                                  // the site sets the date
//
// Most programs only need the field Date. A Date from [At] or [GMTTime.Date] includes
// its zone, so it means the same in both fields. A [LocalTime] has no zone: do not write
// it to DateGMT, where the site reads it as UTC. If both fields are set, the site
// ignores DateGMT.
type Date struct{ text Nullable[string] }

// At returns t as a date, without fractions of a second: "2026-08-28T17:00:00Z". Calls
// refuse the zero time.Time.
func At(t time.Time) Date {
	if t.IsZero() {
		return Date{NullableOf("")}
	}
	return Date{NullableOf(t.UTC().Format(time.RFC3339))}
}

// NoDate returns the JSON null. The site then sets the date: to the current time, and
// for a draft to the time when it is published. Posts, pages, blocks, navigations and
// media accept it. Comments do not.
func NoDate() Date { return Date{Null[string]()} }

// Date returns t as a [Date] for the field Date of params. The zero LocalTime gives the
// absent Date.
func (t LocalTime) Date() Date {
	if t.IsZero() {
		return Date{}
	}
	return Date{NullableOf(string(t))}
}

// Date returns t as a [Date] for the field Date or DateGMT of params, with its zone:
// "2026-08-28T17:00:00Z". The zero GMTTime gives the absent Date.
func (t GMTTime) Date() Date {
	if t.IsZero() {
		return Date{}
	}
	if _, err := time.Parse(dateLayout, string(t)); err != nil {
		// t already has a zone, or it is not a date and the site rejects it. In both cases no
		// zone is added.
		return Date{NullableOf(string(t))}
	}
	return Date{NullableOf(string(t) + "Z")}
}

// IsZero reports whether the date is absent.
func (d Date) IsZero() bool { return d.text.IsZero() }

// IsNull reports whether the date is [NoDate].
func (d Date) IsNull() bool { return d.text.IsNull() }

// String returns the date as it is written: "null" for [NoDate], "" if it is absent.
func (d Date) String() string {
	if d.IsNull() {
		return "null"
	}
	text, _ := d.text.Get()
	return text
}

// MarshalJSON writes the text or null. The tag omitzero keeps an absent date out.
func (d Date) MarshalJSON() ([]byte, error) {
	if text, ok := d.text.Get(); ok && text == "" {
		return nil, errors.New("the date is the zero time.Time")
	}
	return d.text.MarshalJSON()
}

// UnmarshalJSONFrom reads null, or a text, which is kept unchanged.
func (d *Date) UnmarshalJSONFrom(dec *jsontext.Decoder) error { return d.text.UnmarshalJSONFrom(dec) }

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (d *Date) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, d) }

// Nullable is a field to write that may be null. It has three states: absent (the zero
// value; the field is not changed), a value ([NullableOf]), and null ([Null]). For
// dates use [Date], which may be null too.
type Nullable[T any] struct {
	value T
	state nullState
}

type nullState uint8

const (
	stateAbsent nullState = iota
	stateNull
	stateValue
)

// NullableOf returns a field with the value v.
func NullableOf[T any](v T) Nullable[T] { return Nullable[T]{v, stateValue} }

// Null returns a field that is null: cms.Null[bool]().
func Null[T any]() Nullable[T] { return Nullable[T]{state: stateNull} }

// Get returns the value. ok is false if the field is absent or null.
func (n Nullable[T]) Get() (v T, ok bool) { return n.value, n.state == stateValue }

// IsNull reports whether the field is null.
func (n Nullable[T]) IsNull() bool { return n.state == stateNull }

// IsZero reports whether the field is absent.
func (n Nullable[T]) IsZero() bool { return n.state == stateAbsent }

// MarshalJSON writes the value or null. The tag omitzero leaves out an absent field.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if n.state != stateValue {
		return []byte("null"), nil
	}
	return wire.Marshal(n.value)
}

// UnmarshalJSONFrom reads a value or null.
func (n *Nullable[T]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*n = Nullable[T]{state: stateNull}
	if dec.PeekKind() == 'n' {
		return dec.SkipValue()
	}
	n.state = stateValue
	return json.UnmarshalDecode(dec, &n.value)
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, n) }

// Number is an integer that a site may write as a string, "423". Some plugins do,
// because they send database values unchanged.
type Number int

// UnmarshalJSONFrom reads a number or a string; null and "" are 0.
func (n *Number) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	text, err := wire.Scalar(dec)
	if err != nil {
		return err
	}
	*n = 0
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	i, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("%.40q is not an integer", text)
	}
	*n = Number(i)
	return nil
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (n *Number) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, n) }
