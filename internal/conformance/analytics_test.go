package conformance

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
)

var analyticsNeeds = []need{{"/analytics/v1/stats", "GET", "start_date"}}

// statistics are those of a site.
func (s *site) statistics(c *cms.Client) *analytics.Service {
	return analytics.New(c, analytics.WithNamespace(s.analytics()))
}

// report reads one without the package, which refuses what the site would.
func (s *site) report(ctx context.Context, c *cms.Client, path, query string) (json.RawMessage, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, err
	}
	return ask(ctx, c, "GET", s.analytics()+"/"+path, values, nil)
}

func analyticsReading() []scenario {
	var out []scenario
	add := func(name string, run func(*testing.T, *site, *cms.Client)) {
		out = append(out, scenario{collection: "analytics", kind: reading, role: admin, name: name,
			needs: analyticsNeeds, run: run})
	}
	paths := func(name string, options analytics.PostsOptions, want ...string) {
		add("posts "+name, func(t *testing.T, s *site, c *cms.Client) {
			options.StartDate, options.EndDate = "2025-03-01", "2025-05-01"
			rows, err := s.statistics(c).Posts(t.Context(), &options)
			if err != nil {
				t.Fatal(err)
			}
			got := []string{}
			for _, row := range rows {
				got = append(got, row.Path)
			}
			sameJSON(t, "the order", got, want)
		})
	}
	paths("most viewed first", analytics.PostsOptions{}, "/fourth/", "/second/", "/first/", "/third/")
	paths("limit=2", analytics.PostsOptions{Limit: 2}, "/fourth/", "/second/")
	paths("offset=3", analytics.PostsOptions{Offset: 3}, "/third/")
	add("a row of posts", func(t *testing.T, s *site, c *cms.Client) {
		rows, err := s.statistics(c).Posts(t.Context(),
			&analytics.PostsOptions{StartDate: "2025-05-01", EndDate: "2025-05-01"})
		if err != nil || len(rows) != 1 {
			t.Fatalf("Posts of one day: %+v, error %v, want one row", rows, err)
		}
		want := analytics.Post{Path: "/fourth/", Label: "/fourth/", Title: "/fourth/", Permalink: s.address + "/fourth/",
			Visitors: 8, Pageviews: 30}
		sameJSON(t, "the row", rows[0], want)
	})
	return append(out, analyticsDefaults()...)
}

// analyticsDefaults: without dates a report is of this month until today, on the clock of the site.
func analyticsDefaults() []scenario {
	run := func(t *testing.T, s *site, c *cms.Client) {
		before := siteNow(t)
		rows, err := s.statistics(c).Stats(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if before.Day() != siteNow(t).Day() {
			t.Skip("midnight passed")
		}
		if len(rows) != before.Day() || string(rows[0].Date) != before.Format("2006-01")+"-01" {
			t.Errorf("Stats without options: %d rows, %v, want one for each day from the first of this month", len(rows), rows)
		} else if rows[len(rows)-1].Date != analytics.DayOf(before) {
			t.Errorf("Stats without options: last row %v, want today", rows[len(rows)-1])
		}
	}
	until := func(t *testing.T, s *site, c *cms.Client) {
		before := siteNow(t)
		rows, err := s.statistics(c).Stats(t.Context(), &analytics.StatsOptions{EndDate: "2099-01-02", Monthly: true})
		if err != nil || len(rows) == 0 {
			t.Errorf("Stats until 2099: %d rows, error %v, want some and no error", len(rows), err)
		} else if rows[len(rows)-1].Pageviews != 12 {
			t.Errorf("Stats until 2099: last row %+v, want 12 page views", rows[len(rows)-1])
		} else if before.Month() != siteNow(t).Month() {
			t.Skip("the month passed")
		} else if want := before.Format("2006-01") + "-01"; string(rows[0].Date) != want {
			t.Errorf("Stats until 2099: first row %+v, want one of %s", rows[0], want)
		}
	}
	return []scenario{
		{collection: "analytics", kind: reading, role: admin, name: "stats without dates", needs: analyticsNeeds, run: run},
		{collection: "analytics", kind: reading, role: admin, name: "stats with an end alone",
			needs: analyticsNeeds, run: until},
	}
}

// siteNow returns the present time on the clock of the site, which is set to Berlin.
func siteNow(t *testing.T) time.Time {
	t.Helper()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return time.Now().In(berlin)
}

func analyticsFailing() []scenario {
	var list []refusal
	refused := func(path, query string, code cms.ErrorCode, param string) {
		list = append(list, refusal{
			collection: "analytics", role: admin, name: path + "?" + query, needs: analyticsNeeds, status: 400, code: code,
			is: cms.ErrBadRequest, param: param,
			call: func(ctx context.Context, s *site, c *cms.Client) error {
				_, err := s.report(ctx, c, path, query)
				return err
			},
		})
	}
	reports := []string{"stats", "totals", "posts", "referrers"}
	for _, path := range reports {
		for _, name := range []string{"start_date", "end_date"} {
			for _, value := range []string{"=today", "=2026-02-30", "=2026-2-3", "=", "=2026-02-03T00:00:00", "=1770076800",
				"[]=2026-02-03"} {
				refused(path, name+value, cms.CodeInvalidParam, name)
			}
		}
		refused(path, "start_date=2026-02-02&end_date=2026-02-01", analytics.CodeInvalidRange, "")
		refused(path, "start_date=2099-01-01", analytics.CodeInvalidRange, "")
		refused(path, "end_date=2025-01-01", analytics.CodeInvalidRange, "")
	}
	for _, value := range []string{"=bogus", "=", "=1795240277", "=@soon", "=2026-13-01", "[]=now"} {
		refused("realtime", "since"+value, cms.CodeInvalidParam, "since")
	}
	var operations []operation
	for _, path := range append(slices.Clone(reports), "realtime") {
		operations = append(operations, operation{path, func(ctx context.Context, s *site, c *cms.Client) error {
			_, err := s.report(ctx, c, path, "")
			return err
		}})
	}
	return slices.Concat(refusals(list), outsiders("analytics", analyticsNeeds, operations, notAdmins...))
}
