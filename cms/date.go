package cms

import (
	"errors"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

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
	if _, err := time.Parse(dateLayout, string(t)); err != nil { // it has a zone, or the site rejects it
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
