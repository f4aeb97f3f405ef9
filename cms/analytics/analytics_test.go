package analytics_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// calls are all methods, with the answer that they expect.
func calls(start, end analytics.Day) map[string]func(context.Context, *analytics.Service) error {
	return map[string]func(context.Context, *analytics.Service) error{
		"stats": func(ctx context.Context, s *analytics.Service) error {
			_, err := s.Stats(ctx, &analytics.StatsOptions{StartDate: start, EndDate: end, Monthly: true, Path: "/a/"})
			return err
		},
		"totals": func(ctx context.Context, s *analytics.Service) error {
			_, err := s.Totals(ctx, &analytics.TotalsOptions{StartDate: start, EndDate: end, Path: "/a/"})
			return err
		},
		"posts": func(ctx context.Context, s *analytics.Service) error {
			_, err := s.Posts(ctx, &analytics.PostsOptions{StartDate: start, EndDate: end, Offset: 20, Limit: 30})
			return err
		},
		"referrers": func(ctx context.Context, s *analytics.Service) error {
			_, err := s.Referrers(ctx, &analytics.ReferrersOptions{StartDate: start, EndDate: end, Offset: 20, Limit: 30})
			return err
		},
	}
}

func answerOf(route string) string {
	if route == "totals" {
		return `{}`
	}
	return `[]`
}

func TestReportsSendEveryArgument(t *testing.T) {
	t.Parallel()
	more := map[string]string{
		"stats":     "?end_date=2026-11-30&monthly=1&page=%2Fa%2F&start_date=2026-11-01",
		"totals":    "?end_date=2026-11-30&page=%2Fa%2F&start_date=2026-11-01",
		"posts":     "?end_date=2026-11-30&limit=30&offset=20&start_date=2026-11-01",
		"referrers": "?end_date=2026-11-30&limit=30&offset=20&start_date=2026-11-01",
	}
	for route, call := range calls("2026-11-01", "2026-11-30") {
		p, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: answerOf(route)})
		if err := call(t.Context(), analytics.New(site, nil)); err != nil {
			t.Errorf("%s: error %v, want none", route, err)
		}
		p.Sent("GET /cms-json/analytics/v1/" + route + more[route])
	}
}

func TestNothingIsSentThatWasNotSet(t *testing.T) {
	t.Parallel()
	p, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: "[]"}, replay.Reply{Status: 200, Body: "[]"},
		replay.Reply{Status: 200, Body: "3"})
	s := analytics.New(site)
	if _, err := s.Stats(t.Context(), &analytics.StatsOptions{}); err != nil {
		t.Error(err)
	}
	if got, err := s.Posts(t.Context(), nil); err != nil || len(got) != 0 {
		t.Errorf("Posts: %+v, error %v, want none", got, err)
	}
	if n, err := s.Realtime(t.Context(), ""); err != nil || n != 3 {
		t.Errorf("Realtime: %d, error %v, want 3", n, err)
	}
	p.Sent("GET /cms-json/analytics/v1/stats", "GET /cms-json/analytics/v1/posts", "GET /cms-json/analytics/v1/realtime")
}

func TestRealtimeSendsSince(t *testing.T) {
	t.Parallel()
	p, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: `"12"`}, replay.Reply{Status: 200, Body: `null`})
	s := analytics.New(site, analytics.WithNamespace("koko-analytics/v1"))
	if n, err := s.Realtime(t.Context(), analytics.Since(time.Unix(1795240277, 999))); err != nil || n != 12 {
		t.Errorf("Realtime since a time: %d, error %v, want 12", n, err)
	}
	_, err := s.Realtime(t.Context(), "-1 hour")
	sitetest.Failed(t, err, 200, "", cms.ErrDecode)
	p.Sent("GET /cms-json/koko-analytics/v1/realtime?since=%401795240277",
		"GET /cms-json/koko-analytics/v1/realtime?since=-1+hour")
}

func TestBadArgumentsAreRefused(t *testing.T) {
	t.Parallel()
	for _, bad := range []analytics.Day{"today", "2026-02-30", "2026-1-5", "2026-11-21T00:00:00", " 2026-11-21"} {
		for route := range calls("", "") {
			p, site := sitetest.NewTap(t)
			p.Refused(calls(bad, "")[route](t.Context(), analytics.New(site)), "start_date")
			p.Refused(calls("", bad)[route](t.Context(), analytics.New(site)), "end_date")
		}
	}
	p, site := sitetest.NewTap(t)
	s := analytics.New(site)
	_, err := s.Posts(t.Context(), &analytics.PostsOptions{Offset: -1})
	p.Refused(err, "offset")
	_, err = s.Referrers(t.Context(), &analytics.ReferrersOptions{Limit: -1})
	p.Refused(err, "limit")
	_, err = analytics.New(site, analytics.WithNamespace("")).Realtime(t.Context(), "")
	p.Refused(err, "namespace")
	if refused, ok := errors.AsType[*cms.ArgumentError](err); !ok || refused.Operation != "analytics.Realtime" {
		t.Errorf("Realtime without a namespace: error %#v, want an ArgumentError of analytics.Realtime", err)
	}
	_, err = analytics.New(site, analytics.WithNamespace("a?b")).Totals(t.Context(), nil)
	p.Refused(err, "path")
}

func TestReportsAreRetriedAndKeepTheirErrors(t *testing.T) {
	t.Parallel()
	gone := replay.Reply{Status: 404, Body: `{"code":"rest_no_route","message":"No.","data":{"status":404}}`}
	for route, call := range calls("", "") {
		_, site := sitetest.NewTap(t, replay.Reply{Err: replay.ErrLost}, replay.Reply{Status: 502},
			replay.Reply{Status: 200, Body: answerOf(route)}, gone, replay.Reply{Status: 200, Body: "5"})
		s := analytics.New(site)
		if err := call(t.Context(), s); err != nil {
			t.Errorf("%s after two failures: error %v, want none", route, err)
		}
		e := sitetest.Failure(t, call(t.Context(), s), 404, cms.CodeNoRoute, cms.ErrNoRoute)
		if want := "analytics." + strings.ToUpper(route[:1]) + route[1:]; e.Operation != want {
			t.Errorf("%s: operation %q, want %q", route, e.Operation, want)
		}
		if err := call(t.Context(), s); !errors.Is(err, cms.ErrDecode) {
			t.Errorf("%s of a response of another kind: error %v, want ErrDecode", route, err)
		}
	}
}

func TestDayIsADateAtTheSite(t *testing.T) {
	t.Parallel()
	tokyo := time.FixedZone("", 9*3600)
	moment := time.Date(2026, 11, 20, 22, 0, 0, 0, time.UTC)
	if d := analytics.DayOf(moment); d != "2026-11-20" || d.IsZero() {
		t.Errorf("DayOf %v: %q, want 2026-11-20", moment, d)
	}
	day := analytics.DayOf(moment.In(tokyo))
	if at, err := day.In(tokyo); err != nil || !at.Equal(time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)) {
		t.Errorf("In of %s in Tokyo: %v, error %v, want its midnight there", day, at, err)
	}
	if at, err := day.In(nil); err != nil || !at.Equal(time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("In of %s without a location: %v, error %v, want its midnight in UTC", day, at, err)
	}
	if at, err := analytics.Day("").In(tokyo); err != nil || !at.IsZero() {
		t.Errorf("In of no day: %v, error %v, want the zero time", at, err)
	} else if !analytics.Day("").IsZero() {
		t.Error("IsZero of no day: false, want true")
	}
	saoPaulo, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	at, err := analytics.Day("2018-11-04").In(saoPaulo) // clocks went from 00:00 to 01:00
	if want := time.Date(2018, 11, 4, 3, 0, 0, 0, time.UTC); err != nil || !at.Equal(want) {
		t.Errorf("In of a day without midnight: %v, error %v, want %v", at, err, want)
	}
	if _, err := analytics.Day("x").In(nil); err == nil {
		t.Error("In of the day x: no error, want one")
	}
	if d, err := analytics.ParseDay("2024-02-29"); err != nil || d != "2024-02-29" {
		t.Errorf("ParseDay of 2024-02-29: %q, error %v, want that day", d, err)
	}
	if d, err := analytics.ParseDay("2026-02-29"); err == nil || d != "" {
		t.Errorf("ParseDay of 2026-02-29: %q, error %v, want an error", d, err)
	}
}

func TestUnknownMembersAreKept(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: `{"visitors":"1","pageviews":2,"bounces":"3"}`})
	got, err := analytics.New(site).Totals(t.Context(), nil)
	if err != nil || got.Visitors != 1 {
		t.Errorf("Totals: %+v, error %v, want 1 visitor", got, err)
	} else if got.Pageviews != 2 || string(got.Extra["bounces"]) != `"3"` {
		t.Errorf("Totals: %+v, want 2 page views and 3 bounces in Extra", got)
	}
}
