package analytics_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/internal/replay/fuzzing"
)

// FuzzReports reads each kind of line of a report.
func FuzzReports(f *testing.F) {
	for _, s := range []string{`{"date":"2026-05-01","visitors":"3","pageviews":4}`,
		`{"post_id":null,"path":"/","visitors":" 5 ","x":1}`, `{"id":"7","value":"a","hits":true}`, `"12"`} {
		f.Add([]byte(s))
	}
	fuzzing.Records(f, "testdata")
	f.Fuzz(func(t *testing.T, body []byte) {
		fuzzing.Reread[analytics.Stat](t, body)
		fuzzing.Reread[analytics.Totals](t, body)
		fuzzing.Reread[analytics.Post](t, body)
		fuzzing.Reread[analytics.Referrer](t, body)
		fuzzing.Reread[cms.Number](t, body)
	})
}

// FuzzOptions asks for each report with any options.
func FuzzOptions(f *testing.F) {
	f.Add("2026-05-01", "2026-05-31", "/a?b", 0, 10, true)
	f.Add("2026-02-30", "x", "\x00", -1, -1, false)
	tap := new(fuzzing.Tap)
	site, err := cms.New("https://docs.example.org", cms.WithHTTPClient(tap.Client()),
		cms.WithRetry(cms.Retry{Attempts: 1}))
	if err != nil {
		f.Fatal(err)
	}
	service := analytics.New(site)
	f.Fuzz(func(t *testing.T, start, end, path string, offset, limit int, monthly bool) {
		from, to := analytics.Day(start), analytics.Day(end)
		days := (from.IsZero() || isDay(t, start)) && (to.IsZero() || isDay(t, end))
		for name, call := range map[string]func() error{
			"stats": func() error {
				_, err := service.Stats(t.Context(),
					&analytics.StatsOptions{StartDate: from, EndDate: to, Path: path, Monthly: monthly})
				return err
			},
			"posts": func() error {
				_, err := service.Posts(t.Context(),
					&analytics.PostsOptions{StartDate: from, EndDate: to, Offset: offset, Limit: limit})
				return err
			},
		} {
			tap.Answer(http.StatusOK, nil, []byte("[]"))
			err := call()
			sent := tap.Sent()
			fits := days && (name == "stats" || offset >= 0 && limit >= 0)
			if (err == nil) != fits || (len(sent) == 1) != fits {
				t.Fatalf("%s of %q to %q, %d, %d: %d requests, error %v, want a request and no error: %t", name, start, end, offset,
					limit, len(sent), err, fits)
			}
			if !fits {
				continue
			}
			if q := sent[0].URL.Query(); q.Get("start_date") != start || q.Get("end_date") != end {
				t.Errorf("%s of %q to %q sent the dates %v, want these", name, start, end, q)
			} else if name == "stats" && (q.Get("page") != path || monthly != (q.Get("monthly") == "1")) {
				t.Errorf("%s of the page %q, monthly %t, sent %v, want these", name, path, monthly, q)
			}
		}
	})
}

// isDay compares with a clock.
func isDay(t *testing.T, text string) bool {
	t.Helper()
	day, err := analytics.ParseDay(text)
	if err != nil {
		return false
	}
	at, err := day.In(time.UTC)
	if err != nil || analytics.DayOf(at) != day {
		t.Errorf("ParseDay of %q: %q, In of it %v, error %v, want the same day", text, day, at, err)
	} else if string(day) != text {
		t.Errorf("ParseDay of %q: %q, want the same text", text, day)
	}
	return true
}
