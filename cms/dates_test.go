package cms_test

import (
	stdjson "encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestDateIsWrittenWithItsZoneUnlessItIsTheSitesClock(t *testing.T) {
	t.Parallel()
	moment := time.Date(2026, 8, 28, 19, 0, 0, 5e8, time.FixedZone("", 2*60*60))
	for name, test := range map[string]struct {
		date cms.Date
		want string
	}{
		"moment":              {cms.At(moment), `{"date":"2026-08-28T17:00:00Z"}`},
		"clock of the site":   {cms.LocalTime("2026-08-28T19:00:00").Date(), `{"date":"2026-08-28T19:00:00"}`},
		"Greenwich mean time": {cms.GMTTime("2026-08-28T17:00:00").Date(), `{"date":"2026-08-28T17:00:00Z"}`},
		"text with a zone":    {cms.GMTTime("2026-08-28T19:00:00+02:00").Date(), `{"date":"2026-08-28T19:00:00+02:00"}`},
		"no date":             {cms.NoDate(), `{"date":null}`},
		"absent":              {cms.Date{}, `{}`},
		"zero LocalTime":      {cms.LocalTime("-0001-11-30T00:00:00").Date(), `{}`},
		"zero GMTTime":        {cms.GMTTime("").Date(), `{}`},
	} {
		type params struct {
			Date cms.Date `json:"date,omitzero"`
		}
		got, err := stdjson.Marshal(params{test.date})
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %s, %v, not %s", name, got, err, test.want)
		}
		var back params
		if err := stdjson.Unmarshal(got, &back); err != nil || back.Date != test.date {
			t.Errorf("%s: %s is read as %v, %v", name, got, back.Date, err)
		}
	}
}

func TestDateOfZeroTimeIsRefusedBeforeSending(t *testing.T) {
	t.Parallel()
	site, server := newSite(t)
	_, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("x"), Date: cms.At(time.Time{})})
	if !errors.Is(err, cms.ErrInvalidArgument) || !strings.Contains(err.Error(), "zero time.Time") || len(server.Requests()) != 0 {
		t.Errorf("%v after %d requests", err, len(server.Requests()))
	}
}

// TestDateMeansTheSameInBothFields writes one moment in three ways.
func TestDateMeansTheSameInBothFields(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	site, _ := newSite(t, cmstest.WithLocation(berlin))
	moment := time.Date(2026, 8, 28, 17, 0, 0, 0, time.UTC)
	for name, params := range map[string]*cms.PostParams{
		"Date of a moment":    {Date: cms.At(moment)},
		"DateGMT of a moment": {DateGMT: cms.At(moment)},
		"Date of a clock":     {Date: cms.LocalTime("2026-08-28T19:00:00").Date()},
		"Date in GMT":         {Date: cms.GMTTime("2026-08-28T17:00:00").Date()},
	} {
		params.Title = new(name)
		post, err := site.Posts.Create(t.Context(), params)
		if err != nil || post.Date != "2026-08-28T19:00:00" || post.DateGMT != "2026-08-28T17:00:00" {
			t.Errorf("%s: %+v, %v", name, post, err)
		}
	}
}

func TestLocalTimeInTheHourThatAClockSkipsOrRepeats(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ zone, text, want string }{
		{"Europe/Berlin", "2026-03-29T01:59:59", "2026-03-29T01:59:59+01:00"},
		{"Europe/Berlin", "2026-03-29T02:30:00", "2026-03-29T03:30:00+02:00"}, // skipped
		{"Europe/Berlin", "2026-03-29T03:00:00", "2026-03-29T03:00:00+02:00"},
		{"Europe/Berlin", "2026-10-25T02:30:00", "2026-10-25T02:30:00+02:00"}, // repeated
		{"Europe/Berlin", "2026-10-25T03:00:00", "2026-10-25T03:00:00+01:00"},
		{"Europe/Berlin", "2026-10-24 12:00", "2026-10-24T12:00:00+02:00"},
		{"Europe/Berlin", "2026-10-26", "2026-10-26T00:00:00+01:00"},
		{"America/New_York", "2026-03-08T02:30:00", "2026-03-08T03:30:00-04:00"}, // skipped
		{"America/New_York", "2026-11-01T01:30:00", "2026-11-01T01:30:00-04:00"}, // repeated
		{"America/New_York", "2026-11-01T02:00:00", "2026-11-01T02:00:00-05:00"},
		{"Australia/Lord_Howe", "2026-10-04T02:15:00", "2026-10-04T02:45:00+11:00"}, // half an hour is skipped
		{"Pacific/Apia", "2011-12-30T12:00:00", "2011-12-31T12:00:00+14:00"},        // a day is skipped
	} {
		zone, err := time.LoadLocation(test.zone)
		if err != nil {
			t.Fatal(err)
		}
		moment, err := cms.LocalTime(test.text).Time(zone)
		if got := moment.Format(time.RFC3339); err != nil || got != test.want {
			t.Errorf("%s in %s is %s, %v, not %s", test.text, test.zone, got, err, test.want)
		}
	}
}
