package cmstest_test

import (
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestReportsBeginAndEndWhereTheyAreAskedTo(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)
	c := start(t, cmstest.WithClock(func() time.Time { return now }))
	for _, record := range []map[string]any{
		{"date": "2026-04-30", "path": "/a/", "pageviews": 1},
		{"date": "2026-05-01", "path": "/a/", "pageviews": 2},
		{"date": "2026-05-20", "path": "/b/", "pageviews": 4},
		{"date": "2026-05-21", "path": "/b/", "pageviews": 8},
		{"date": "2026-05-02", "referrer": "late.test", "pageviews": 1},
		{"date": "2026-05-02", "referrer": "early.test", "pageviews": 5, "visitors": 2},
		{"date": "2026-05-03", "referrer": "late.test", "pageviews": 3},
		{"date": "2026-05-03", "referrer": "twin.test", "pageviews": 4, "visitors": 3},
	} {
		c.site.Insert("analytics", record)
	}
	for i := range 11 {
		c.site.Insert("analytics", map[string]any{"date": "2025-01-01", "path": "/many/" + str(int64(10+i)) + "/"})
	}
	const many = "posts?start_date=2025-01-01&end_date=2025-01-01&_fields=path"
	for query, want := range map[string]string{
		"totals":                     `{"visitors":"2","pageviews":"6"}`, // of this month until today
		"totals?end_date=2026-05-21": `{"visitors":"3","pageviews":"14"}`,
		"totals?start_date=2026-04-30&end_date=2026-04-30": `{"visitors":"1","pageviews":"1"}`,
		"totals?page=/b/":           `{"visitors":"1","pageviews":"4"}`,
		"totals?page=/none/":        `{"visitors":"0","pageviews":"0"}`,
		"stats?end_date=2026-05-01": `[{"date":"2026-05-01","visitors":1,"pageviews":2}]`,
		"stats?start_date=2026-04-30&end_date=2026-05-01&monthly=0": `[{"date":"2026-04-30","visitors":1,` +
			`"pageviews":1},{"date":"2026-05-01","visitors":1,"pageviews":2}]`,
		"stats?start_date=2026-04-30&end_date=2026-05-01&monthly=no": `[{"date":"2026-04-30","visitors":1,` +
			`"pageviews":1},{"date":"2026-05-01","visitors":1,"pageviews":2}]`,
		"stats?start_date=2026-05-20&end_date=2026-05-20&monthly=false": `[{"date":"2026-05-20","visitors":1,"pageviews":4}]`,
		"stats?start_date=2026-04-30&monthly=1": `[{"date":"2026-04-01","visitors":1,` +
			`"pageviews":1},{"date":"2026-05-01","visitors":2,"pageviews":6}]`,
		"stats?start_date=2026-05-01&end_date=2026-05-02&page=/b/": `[{"date":"2026-05-01","visitors":0,"pageviews":0},` +
			`{"date":"2026-05-02","visitors":0,"pageviews":0}]`,
		"stats?start_date=9999-12-31&end_date=9999-12-31": `[{"date":"9999-12-31","visitors":0,"pageviews":0}]`,
		"referrers": `[{"id":"2","value":"early.test","hits":5,"unique_hits":2,"url":"early.test","pageviews":5,` +
			`"visitors":2},` +
			`{"id":"3","value":"twin.test","hits":4,"unique_hits":3,"url":"twin.test","pageviews":4,"visitors":3},` +
			`{"id":"1","value":"late.test","hits":4,"unique_hits":2,"url":"late.test","pageviews":4,"visitors":2}]`,
		"referrers?offset=1&limit=1&_fields=value":  `[{"value":"twin.test"}]`,
		"referrers?offset=3":                        `[]`,
		"referrers?offset=-1&limit=0&_fields=value": `[{"value":"early.test"},{"value":"twin.test"},{"value":"late.test"}]`,
		many + "&offset=9":                          `[{"path":"\/many\/19\/"},{"path":"\/many\/20\/"}]`,
		many + "&offset=10":                         `[{"path":"\/many\/20\/"}]`,
		many + "&limit=1":                           `[{"path":"\/many\/10\/"}]`,
		many: `[{"path":"\/many\/10\/"},{"path":"\/many\/11\/"},{"path":"\/many\/12\/"},{"path":"\/many\/13\/"},` +
			`{"path":"\/many\/14\/"},` +
			`{"path":"\/many\/15\/"},{"path":"\/many\/16\/"},{"path":"\/many\/17\/"},{"path":"\/many\/18\/"},` +
			`{"path":"\/many\/19\/"}]`,
	} {
		if a := c.get("admin", c.at("analytics/v1/"+query)); a.status != 200 || a.body != want {
			t.Errorf("GET of %s: status %d, body %s, want 200 %s", query, a.status, a.body, want)
		}
	}
}

func TestPublicStatisticsAreLimitedToFiveYears(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithPublicAnalytics())
	for query, want := range map[string]int{"2021-01-01&end_date=2026-01-02": 200, "2021-01-01&end_date=2026-01-03": 400} {
		if a := c.get("", c.at("analytics/v1/totals?start_date="+query)); a.status != want ||
			want == 400 && a.code(t) != "date_range_too_large" {
			t.Errorf("GET of public totals since %s: status %d, body %s, want %d", query, a.status, a.body, want)
		}
	}
	closed := start(t)
	for _, path := range []string{"stats", "totals", "posts", "referrers", "realtime"} {
		for user, want := range map[string]int{"": 401, "editor": 403, "admin": 200} {
			if a := closed.get(user, closed.at("analytics/v1/"+path)); a.status != want {
				t.Errorf("GET of %s by user %q: status %d, want %d", path, user, a.status, want)
			}
			if a := c.get(user, c.at("analytics/v1/"+path)); a.status != 200 {
				t.Errorf("GET of public %s by user %q: status %d, want 200", path, user, a.status)
			}
		}
	}
}
