package fonts

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Date is a date as the server writes it: a string, or the digits of a number. Date is
// encoded as a string.
type Date string

// Time parses the date. It accepts these forms:
//
//	2026-03-01T08:30:00Z         RFC 3339, with any offset; a space may replace the T or precede the offset
//	2026-03-01T08:30:00          the same without a zone
//	2026-03-01 08:30:00, 2026-03-01 08:30, 2026-03-01
//	2026/03/01 08:30:00, 2026/03/01 08:30, 2026/03/01
//	1772353800, 1772353800000    Unix seconds and milliseconds, in UTC
//
// Seconds may have a fraction. Month and day may have one digit. The first and the last
// form contain a zone; the others are read as the time in loc.
//
// Errors: [ErrNoZone] for a form without a zone if loc is nil; any other error for an
// empty date and for other forms.
func (d Date) Time(loc *time.Location) (time.Time, error) {
	text := strings.TrimSpace(string(d))
	if text == "" {
		return time.Time{}, errors.New("fonts: the date is empty")
	}
	if t, ok := unix(text); ok {
		return t, nil
	}
	text = strings.ReplaceAll(text, "/", "-")
	for _, layout := range [...]string{
		"2006-1-2T15:04:05Z07:00", "2006-1-2 15:04:05Z07:00", "2006-1-2 15:04:05 Z07:00",
		"2006-1-2T15:04:05Z0700", "2006-1-2 15:04:05Z0700", "2006-1-2 15:04:05 Z0700",
	} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	for _, layout := range [...]string{
		"2006-1-2T15:04:05", "2006-1-2 15:04:05", "2006-1-2", "2006-1-2T15:04", "2006-1-2 15:04",
	} {
		in := loc
		if in == nil {
			in = time.UTC
		}
		t, err := time.ParseInLocation(layout, text, in)
		switch {
		case err != nil:
		case loc == nil:
			return time.Time{}, fmt.Errorf("fonts: date %.40q: %w", text, ErrNoZone)
		default:
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("fonts: date %.40q is not in a known form", text)
}

// unix reads Unix seconds and milliseconds of the years 1973 to 2286. In this period no
// number can mean both. A date such as 20260301 is a smaller number, so it is not read as
// seconds.
func unix(text string) (time.Time, bool) {
	n, _ := strconv.ParseFloat(text, 64) // if text is not a number, n is 0, infinite or NaN: no case applies
	switch {
	case n >= 1e8 && n < 1e10:
		return time.UnixMicro(int64(n * 1e6)).UTC(), true
	case n >= 1e11 && n < 1e13:
		return time.UnixMicro(int64(n * 1e3)).UTC(), true
	}
	return time.Time{}, false
}

// UnmarshalJSON reads a string, a number or null, and keeps its text.
func (d *Date) UnmarshalJSON(data []byte) error {
	return d.UnmarshalJSONFrom(jsontext.NewDecoder(bytes.NewBuffer(data), wire.Options()))
}

// UnmarshalJSONFrom reads a string, a number or null, and keeps its text. Other values
// are kept as JSON.
func (d *Date) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if kind := dec.PeekKind(); kind == '{' || kind == '[' {
		raw, err := dec.ReadValue()
		*d = Date(raw)
		return err
	}
	text, err := wire.Scalar(dec)
	*d = Date(text)
	return err
}
