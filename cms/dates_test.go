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
		switch {
		case err != nil:
			t.Errorf("%s: json.Marshal: error %v, want nil", name, err)
		case string(got) != test.want:
			t.Errorf("%s: json.Marshal: %s, want %s", name, got, test.want)
		}
		var back params
		if err := stdjson.Unmarshal(got, &back); err != nil || back.Date != test.date {
			t.Errorf("%s: json.Unmarshal of %s: date %v, error %v, want %v and nil", name, got, back.Date, err, test.date)
		}
	}
}

func TestDateOfZeroTimeIsRefusedBeforeSending(t *testing.T) {
	t.Parallel()
	site, server := newSite(t)
	_, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("x"), Date: cms.At(time.Time{})})
	switch {
	case !errors.Is(err, cms.ErrInvalidArgument):
		t.Errorf("Posts.Create with the zero date: error %v, want ErrInvalidArgument", err)
	case !strings.Contains(err.Error(), "zero time.Time"):
		t.Errorf("Posts.Create with the zero date: error %v, want %q in it", err, "zero time.Time")
	case len(server.Requests()) != 0:
		t.Errorf("Posts.Create with the zero date: %d requests, want 0", len(server.Requests()))
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
		switch {
		case err != nil:
			t.Errorf("%s: Posts.Create(params): error %v, want nil", name, err)
		case post.Date != "2026-08-28T19:00:00" || post.DateGMT != "2026-08-28T17:00:00":
			t.Errorf("%s: Posts.Create(params): Date %q, DateGMT %q, want %q and %q", name, post.Date, post.DateGMT,
				"2026-08-28T19:00:00", "2026-08-28T17:00:00")
		}
	}
}

// TestLocalTimeIsTheMomentThatWordPressMeans has dates of which WordPress 7.1 on PHP 8.2
// showed the date in UTC, on sites of these zones.
func TestLocalTimeIsTheMomentThatWordPressMeans(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ zone, text, want string }{
		{"Europe/Berlin", "2026-03-29T01:59:59", "2026-03-29T01:59:59+01:00"},
		{"Europe/Berlin", "2026-03-29T02:30:00", "2026-03-29T03:30:00+02:00"}, // skipped
		{"Europe/Berlin", "2026-03-29T03:00:00", "2026-03-29T03:00:00+02:00"},
		{"Europe/Berlin", "2026-10-25T01:59:59", "2026-10-25T01:59:59+02:00"},
		{"Europe/Berlin", "2026-10-25T02:00:00", "2026-10-25T02:00:00+01:00"}, // repeated
		{"Europe/Berlin", "2026-10-25T02:30:00", "2026-10-25T02:30:00+01:00"}, // repeated
		{"Europe/Berlin", "2026-10-25T03:00:00", "2026-10-25T03:00:00+01:00"},
		{"Europe/Berlin", "2026-10-24 12:00", "2026-10-24T12:00:00+02:00"},
		{"Europe/Berlin", "2026-10-26", "2026-10-26T00:00:00+01:00"},
		{"Europe/London", "2026-03-29T01:30:00", "2026-03-29T02:30:00+01:00"},       // skipped
		{"Europe/London", "2026-10-25T01:30:00", "2026-10-25T01:30:00Z"},            // repeated
		{"America/New_York", "2026-03-08T02:30:00", "2026-03-08T03:30:00-04:00"},    // skipped
		{"America/New_York", "2026-11-01T01:30:00", "2026-11-01T01:30:00-04:00"},    // repeated
		{"America/New_York", "2026-11-01T02:00:00", "2026-11-01T02:00:00-05:00"},    //
		{"America/Sao_Paulo", "2018-02-17T23:30:00", "2018-02-17T23:30:00-02:00"},   // repeated
		{"America/Sao_Paulo", "2018-11-04T00:30:00", "2018-11-04T01:30:00-02:00"},   // skipped
		{"Australia/Lord_Howe", "2026-10-04T02:15:00", "2026-10-04T02:45:00+11:00"}, // half an hour is skipped
		{"Australia/Lord_Howe", "2026-04-05T01:45:00", "2026-04-05T01:45:00+10:30"}, // half an hour is repeated
		{"Pacific/Apia", "2011-12-30T12:00:00", "2011-12-31T12:00:00+14:00"},        // a day is skipped
	} {
		zone, err := time.LoadLocation(test.zone)
		if err != nil {
			t.Fatal(err)
		}
		moment, err := cms.LocalTime(test.text).Time(zone)
		if got := moment.Format(time.RFC3339); err != nil || got != test.want {
			t.Errorf("Time of %s in %s: %s, error %v, want %s", test.text, test.zone, got, err, test.want)
		}
	}
}

// TestServersShowTheDatesThatWordPressShows has responses of WordPress 7.1 on PHP 8.2. A date
// in UTC that falls into the hour that clocks of the site skip is shown after that hour.
func TestServersShowTheDatesThatWordPressShows(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ zone, date, gmt, shown, shownGMT string }{
		{"Europe/Berlin", "2026-03-29T02:30:00", "", "2026-03-29T03:30:00", "2026-03-29T01:30:00"},
		{"Europe/Berlin", "2026-10-25T02:30:00", "", "2026-10-25T02:30:00", "2026-10-25T01:30:00"},
		{"Europe/Berlin", "", "2026-10-25T00:30:00", "2026-10-25T02:30:00", "2026-10-25T00:30:00"},
		{"Europe/Berlin", "", "2026-03-29T02:30:00", "2026-03-29T04:30:00", "2026-03-29T03:30:00"},
		{"Europe/London", "2026-03-29T01:30:00", "", "2026-03-29T02:30:00", "2026-03-29T02:30:00"},
		{"America/New_York", "2026-03-08T02:30:00", "", "2026-03-08T03:30:00", "2026-03-08T07:30:00"},
		{"America/New_York", "2026-11-01T01:30:00", "", "2026-11-01T01:30:00", "2026-11-01T05:30:00"},
		{"America/New_York", "", "2026-11-01T06:30:00", "2026-11-01T01:30:00", "2026-11-01T06:30:00"},
		{"America/Sao_Paulo", "2018-02-17T23:30:00", "", "2018-02-17T23:30:00", "2018-02-18T01:30:00"},
		{"America/Sao_Paulo", "2018-11-04T00:30:00", "", "2018-11-04T01:30:00", "2018-11-04T03:30:00"},
		{"Australia/Lord_Howe", "2026-04-05T01:45:00", "", "2026-04-05T01:45:00", "2026-04-04T15:15:00"},
	} {
		zone, err := time.LoadLocation(test.zone)
		if err != nil {
			t.Fatal(err)
		}
		site, _ := newSite(t, cmstest.WithLocation(zone))
		params := &cms.PostParams{Title: new("x"), Status: new(cms.StatusPublish)}
		if test.date != "" {
			params.Date = cms.LocalTime(test.date).Date()
		} else {
			params.DateGMT = cms.GMTTime(test.gmt).Date()
		}
		post, err := site.Posts.Create(t.Context(), params)
		if err != nil {
			t.Fatal(err)
		}
		if string(post.Date) != test.shown || string(post.DateGMT) != test.shownGMT {
			t.Errorf("Create in %s with date %q, date_gmt %q: %s and %s, want %s and %s",
				test.zone, test.date, test.gmt, post.Date, post.DateGMT, test.shown, test.shownGMT)
		}
		if string(post.Modified) != test.shown || string(post.ModifiedGMT) != test.shownGMT {
			t.Errorf("Create in %s with date %q, date_gmt %q: modified %s and %s, want %s and %s",
				test.zone, test.date, test.gmt, post.Modified, post.ModifiedGMT, test.shown, test.shownGMT)
		}
	}
}

// zoneOf returns a reader of dates in a zone that is two hours ahead in summer.
func zoneOf(t testing.TB) func(string) time.Time {
	t.Helper()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	return func(s string) time.Time {
		moment, err := time.ParseInLocation("2006-01-02T15:04:05", s, berlin)
		if err != nil {
			t.Fatal(err)
		}
		return moment
	}
}

func TestDatesAreReadInTheirZone(t *testing.T) {
	t.Parallel()
	berlin := zoneOf(t)("2026-08-28T19:00:00").Location()
	for _, test := range []struct{ text, local, gmt string }{
		{"2026-08-28T19:00:00", "2026-08-28T17:00:00Z", "2026-08-28T19:00:00Z"},
		{"2026-01-28T19:00:00", "2026-01-28T18:00:00Z", "2026-01-28T19:00:00Z"},
		{"2026-08-28T19:00:00.250", "2026-08-28T17:00:00.25Z", "2026-08-28T19:00:00.25Z"},
		{"2026-08-28T19:00:00Z", "2026-08-28T19:00:00Z", "2026-08-28T19:00:00Z"},
		{"2026-08-28T19:00:00-05:00", "2026-08-29T00:00:00Z", "2026-08-29T00:00:00Z"},
		{"2026-08-28T19:00:00+0200", "2026-08-28T17:00:00Z", "2026-08-28T17:00:00Z"},
		{"2026-11-21 04:53:55", "2026-11-21T03:53:55Z", "2026-11-21T04:53:55Z"},
		{"2026-11-21 04:53:55+02:00", "2026-11-21T02:53:55Z", "2026-11-21T02:53:55Z"},
		{"2026-11-21 05:07", "2026-11-21T04:07:00Z", "2026-11-21T05:07:00Z"},
		{"2026-11-21", "2026-11-20T23:00:00Z", "2026-11-21T00:00:00Z"},
		{"", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"},
		{"-0001-11-30T00:00:00", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"},
		{"0000-00-00 00:00:00", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"},
	} {
		local, err := cms.LocalTime(test.text).Time(berlin)
		if got := local.UTC().Format(time.RFC3339Nano); err != nil || got != test.local {
			t.Errorf("LocalTime(%q): %s, error %v, want %q and nil", test.text, got, err, test.local)
		}
		gmt, err := cms.GMTTime(test.text).Time()
		if got := gmt.UTC().Format(time.RFC3339Nano); err != nil || got != test.gmt {
			t.Errorf("GMTTime(%q): %s, error %v, want %q and nil", test.text, got, err, test.gmt)
		}
		switch none := strings.HasPrefix(test.local, "0001"); {
		case cms.LocalTime(test.text).IsZero() != none:
			t.Errorf("LocalTime(%q).IsZero: %t, want %t", test.text, !none, none)
		case cms.GMTTime(test.text).IsZero() != none:
			t.Errorf("GMTTime(%q).IsZero: %t, want %t", test.text, !none, none)
		}
	}
	for _, text := range []string{"yesterday", "2026-13-01T00:00:00", "2026-08-28T19", "1795240277"} {
		if moment, err := cms.GMTTime(text).Time(); err == nil {
			t.Errorf("%q: GMTTime.Time: error nil, moment %v, want an error", text, moment)
		}
	}
	if _, err := cms.LocalTime("2026-08-28T19:00:00").Time(nil); err == nil {
		t.Error("a date in no zone: error nil, want an error")
	}
}
