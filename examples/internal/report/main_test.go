package report

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// newSite is a site with some visits, on the tenth of November at nine in the
// evening at the site, when it is another day elsewhere.
func newSite(t *testing.T, options ...cmstest.Option) *cmstest.Server {
	t.Helper()
	zone := time.FixedZone("", -5*3600)
	now := time.Date(2026, 11, 10, 21, 0, 0, 0, zone)
	server := cmstest.NewServer(append(options, cmstest.WithClock(func() time.Time { return now }),
		cmstest.WithLocation(zone))...)
	t.Cleanup(server.Close)
	post := server.Insert("posts", map[string]any{"title": "Kerning\x1b[31m by eye"})
	for _, visit := range []map[string]any{
		{"date": "2026-10-31", "path": "/old/", "visitors": 1000, "pageviews": 1000},
		{"date": "2026-11-01", "path": "/", "visitors": 20, "pageviews": 35},
		{"date": "2026-11-03", "path": "/kerning/", "post_id": post, "visitors": 7, "pageviews": 9},
		{"date": "2026-11-03", "path": "/faq/", "visitors": 2, "pageviews": 2},
		{"date": "2026-11-03", "referrer": "https://search.example.com/", "visitors": 5, "pageviews": 6},
		{"date": "2026-11-03", "referrer": "\x1b]0;evil\a\u202e", "visitors": 1, "pageviews": 1},
	} {
		server.Insert("analytics", visit)
	}
	return server
}

// report runs the program for a site.
func report(t *testing.T, server *cmstest.Server, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := Run(t.Context(), append([]string{"-site", server.URL, "-prefix", "cms", "-user", "admin"}, args...),
		program.Environment{Password: server.AppPassword("admin"), Out: &out, Err: &out})
	return out.String(), err
}

// plain is the report with one blank for several.
func plain(out string) string {
	lines := strings.Split(out, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.Join(lines, "\n")
}

func TestReportPrintsWhatTheSiteCounted(t *testing.T) {
	t.Parallel()
	out, err := report(t, newSite(t), "-from", "2026-11-01", "-to", "2026-11-04")
	if err != nil {
		t.Fatal(err)
	}
	want := `Visits of Type Docs from 2026-11-01 to 2026-11-04

day visitors pageviews
2026-11-01 20 35
2026-11-02 0 0
2026-11-03 9 11
2026-11-04 0 0
total 29 46

Most read

visitors pageviews page
20 35 /
7 9 /kerning/ Kerning [31m by eye
2 2 /faq/

Came from

visitors pageviews place
5 6 https://search.example.com/
1 1 ]0;evil
`
	if plain(out) != want {
		t.Errorf("report printed\n%s\nwant\n%s", plain(out), want)
	}
	if i := strings.IndexFunc(out, func(r rune) bool { return r < ' ' && r != '\n' }); i >= 0 {
		t.Errorf("report printed %q, which a terminal would obey, want no control characters", out[i:])
	}
}

func TestReportHasMonthsAndTheTopRows(t *testing.T) {
	t.Parallel()
	out, err := report(t, newSite(t), "-from", "2026-10-01", "-to", "2026-11-10", "-monthly", "-top", "1")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\nmonth visitors pageviews\n2026-10 1000 1000\n2026-11 29 46\ntotal 1029 1046\n",
		"page\n1000 1000 /old/\n\n", "place\n5 6 https://search.example.com/\n"} {
		if !strings.Contains(plain(out), want) {
			t.Errorf("report by months printed\n%s\nwant %q", plain(out), want)
		}
	}
	out, err = report(t, newSite(t), "-top", "0")
	if err != nil || strings.Contains(out, "Most read") {
		t.Errorf("report with -top 0: error %v, output %s, want no pages", err, out)
	} else if strings.Contains(out, "Came from") {
		t.Errorf("report with -top 0 printed %s, want no places", out)
	}
}

func TestRangeIsThirtyDaysUntilTheLast(t *testing.T) {
	t.Parallel()
	elsewhere := time.Date(2026, 11, 11, 2, 0, 0, 0, time.UTC)
	for _, test := range []struct{ from, to, wantFrom, wantTo string }{
		{"", "", "2026-10-12", "2026-11-10"},
		{"", "2026-03-01", "2026-01-31", "2026-03-01"},
		{"2026-11-09", "", "2026-11-09", "2026-11-10"},
		{"2026-01-01", "2026-01-01", "2026-01-01", "2026-01-01"},
	} {
		w := wanted{from: day{analytics.Day(test.from)}, to: day{analytics.Day(test.to)}}
		from, to, err := w.days(elsewhere.In(time.FixedZone("", -5*3600)))
		if err != nil || string(from) != test.wantFrom {
			t.Errorf("days of %q to %q: from %s, error %v, want %s", test.from, test.to, from, err, test.wantFrom)
		} else if string(to) != test.wantTo {
			t.Errorf("days of %q to %q: to %s, want %s", test.from, test.to, to, test.wantTo)
		}
	}
}

func TestPageHoldsTheFiguresOfTheSiteAsText(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "visits.html")
	out, err := report(t, newSite(t), "-from", "2026-11-01", "-to", "2026-11-04", "-page", path)
	if err != nil || !strings.Contains(out, "page: "+path) {
		t.Fatalf("report with -page: error %v, output %s, want the line of the page", err, out)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"<bdi>Type Docs</bdi>", "<p>1 November 2026 – 4 November 2026</p>", `<dd class="visitors">29</dd>`,
		"Sunday, 1 November 2026<small>20 visitors",
		`aria-label="Tuesday, 3 November 2026: 9 visitors, 11 page views"`,
		"<bdi>/faq/</bdi>", "<bdi>https://search.example.com/</bdi>",
	} {
		if !strings.Contains(string(data), text) {
			t.Errorf("The page lacks %s, want it", text)
		}
	}
	if n := strings.Count(string(data), `<rect class="weekend"`); n != 1 {
		t.Errorf("%d days are marked as weekend, want the first of November", n)
	}
}

func TestPageLoadsNothingAndRunsOnlyItsOwnScript(t *testing.T) {
	t.Parallel()
	evil := `</script><script>alert(1)</script><img src=//evil.test onerror="alert(1)">`
	f := &figures{
		site: evil, from: analytics.Day(evil), to: analytics.Day(evil), totals: new(analytics.Totals),
		rows:      []analytics.Stat{{Date: "2026-11-01", Visitors: 1}},
		pages:     []analytics.Post{{Path: evil, Title: evil, Label: evil, Visitors: -5}, {Visitors: 9}},
		referrers: []analytics.Referrer{{URL: evil, Value: evil}, {URL: "javascript:alert(1)"}},
	}
	data, err := f.page()
	if err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	scripts := 0
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if n.Data == "script" {
			scripts++
		}
		if n.Data == "img" || n.Data == "link" {
			t.Errorf("The page has an element %s, want none", n.Data)
		} else if n.Data == "a" {
			t.Errorf("The page has an element a of %v, want none", n.Attr)
		}
		for _, a := range n.Attr {
			if a.Key == "src" || a.Key == "href" {
				t.Errorf("The page has the address %s=%q of %s, want none", a.Key, a.Val, n.Data)
			} else if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
				t.Errorf("The page has an attribute %s=%q of %s, want none", a.Key, a.Val, n.Data)
			}
		}
	}
	if scripts != 1 || !strings.Contains(string(data), "default-src &#39;none&#39;") {
		t.Errorf("The page has %d scripts, want one, and a policy that loads nothing: %s", scripts, data)
	}
}

func TestLastRowIsMarkedWhileItsDayOrMonthIsNotOver(t *testing.T) {
	t.Parallel()
	days := []analytics.Stat{{Date: "2026-11-08", Visitors: 9}, {Date: "2026-11-09", Visitors: 8},
		{Date: "2026-11-10", Visitors: 1}}
	months := []analytics.Stat{{Date: "2026-10-01", Visitors: 9}, {Date: "2026-11-01", Visitors: 1}}
	for name, test := range map[string]struct {
		figures figures
		want    string // in the page and, with "not over", in the tables; "" if nothing is marked
	}{
		"today":            {figures{today: "2026-11-10", rows: days}, "10 November 2026, so far"},
		"yesterday":        {figures{today: "2026-11-11", rows: days}, ""},
		"this month":       {figures{today: "2026-11-10", rows: months, monthly: true}, "November 2026, so far"},
		"last month":       {figures{today: "2026-12-01", rows: months, monthly: true}, ""},
		"only today":       {figures{today: "2026-11-10", rows: days[2:]}, "10 November 2026, so far"},
		"nothing at all":   {figures{today: "2026-11-10"}, ""},
		"an unknown today": {figures{rows: days}, ""},
	} {
		f := test.figures
		f.totals = new(analytics.Totals)
		page, err := f.page()
		if err != nil {
			t.Fatalf("%s: the page cannot be made: %v", name, err)
		}
		var tables bytes.Buffer
		if err := f.print(&tables); err != nil {
			t.Fatalf("%s: the tables cannot be printed: %v", name, err)
		}
		for _, text := range []string{"so far", `class="views rest"`} {
			if got := strings.Contains(string(page), text); got != (test.want != "") {
				t.Errorf("%s: the page has %q: %t, want %t", name, text, got, test.want != "")
			}
		}
		if !strings.Contains(string(page), test.want) {
			t.Errorf("%s: the page has no %q, want it", name, test.want)
		}
		if got := strings.Contains(tables.String(), "is not over"); got != (test.want != "") {
			t.Errorf("%s: the tables say that the last row is not over: %t, want %t", name, got, test.want != "")
		}
	}
}

func TestPageShowsAnyNumberOfVisits(t *testing.T) {
	t.Parallel()
	row := func(date string, views int) analytics.Stat {
		return analytics.Stat{Date: analytics.Day(date), Pageviews: cms.Number(views)}
	}
	var years []analytics.Stat
	for date := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC); date.Year() < 2026; date = date.AddDate(0, 0, 1) {
		years = append(years, row(date.Format(time.DateOnly), date.YearDay()))
	}
	for name, rows := range map[string][]analytics.Stat{
		"none": {}, "one day": {row("2026-11-01", 5)}, "nothing but zeros": {row("2026-11-01", 0), row("2026-11-02", 0)},
		"one": {row("2026-11-01", 0), row("2026-11-02", 1)}, "very many": {row("2026-11-01", math.MaxInt64)}, "years": years,
		"backwards": {row("2026-11-02", 3), row("2026-11-01", 2)}, "fewer than none": {row("2026-11-01", -7)},
		"a day twice": {row("2026-11-01", 1), row("2026-11-01", 1)},
	} {
		for _, monthly := range []bool{false, true} {
			f := &figures{rows: rows, totals: new(analytics.Totals), monthly: monthly}
			page, err := f.page()
			if err != nil || bytes.Contains(page, []byte("NaN")) {
				t.Errorf("page of %s, monthly %t: error %v, want a page without NaN", name, monthly, err)
			} else if bytes.Contains(page, []byte("Inf")) {
				t.Errorf("page of %s, monthly %t has Inf, want numbers", name, monthly)
			}
			drawn, err := f.chart()
			if err != nil || drawn != nil && (len(drawn.Dates) > mostDates || len(drawn.Heights) < 2 || len(drawn.Heights) > 7) {
				t.Errorf("chart of %s, monthly %t: error %v, %+v, want at most %d dates, and 2 to 7 heights", name, monthly, err,
					drawn, mostDates)
			}
		}
	}
}

func TestNamesOfTheLinesDoNotOverlap(t *testing.T) {
	t.Parallel()
	for _, heights := range [][2]float64{{50, 50}, {50, 52}, {52, 50}, {100, 99}, {100, 100}, {0, 0}, {10, 90}} {
		a, b := apart(heights[0], heights[1])
		if math.Abs(a-b) < labelGap-0.001 || max(a, b) > 100.001 {
			t.Errorf("apart of %v: %v and %v, want %v or more between them, and none above 100", heights, a, b, labelGap)
		} else if heights[0] < heights[1] && a > b {
			t.Errorf("apart of %v: %v and %v, want them in the same order", heights, a, b)
		}
	}
}

func TestNumbersAreGroupedByThousands(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{
		0: "0", 999: "999", 1000: "1\u202f000", -1234567: "-1\u202f234\u202f567", -100: "-100",
	} {
		if got := grouped(n); got != want {
			t.Errorf("grouped of %d: %q, want %q", n, got, want)
		}
	}
}

func TestWhenTheSiteFailsTheOldPageStays(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "visits.html")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, route := range []string{"/analytics/v1/stats", "/analytics/v1/totals", "/analytics/v1/posts",
		"/analytics/v1/referrers"} {
		server := newSite(t)
		server.Fail(cmstest.Fault{Route: route, Status: 403, Code: "rest_forbidden"})
		out, err := report(t, server, "-page", path)
		if !errors.Is(err, cms.ErrForbidden) || out != "" {
			t.Errorf("report when %s fails: error %v, output %s, want ErrForbidden and no output", route, err, out)
		}
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "old" {
		t.Errorf("After the failures the page is %q, error %v, want the old one", data, err)
	}
}

func TestShortOutageDoesNotMatter(t *testing.T) {
	t.Parallel()
	server := newSite(t)
	server.Fail(cmstest.Fault{Route: "/analytics/v1/stats", Times: 1, Cut: cmstest.CutAnswer})
	out, err := report(t, server, "-from", "2026-10-31", "-to", "2026-11-10")
	if err != nil || !strings.Contains(plain(out), "total 1029 1046") {
		t.Errorf("report after a response that was cut: error %v, output %s, want all figures", err, out)
	}
}

func TestReportNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		options []cmstest.Option
		args    []string
		want    string
	}{
		"no plugin":       {[]cmstest.Option{cmstest.WithoutPlugins(cmstest.PluginAnalytics)}, nil, "rest_no_route"},
		"other namespace": {nil, []string{"-namespace", "koko-analytics/v1"}, "rest_no_route"},
		"reversed range":  {nil, []string{"-from", "2026-11-05", "-to", "2026-11-01"}, "invalid_date_range"},
		"no such day":     {nil, []string{"-from", "2026-02-30"}, "2026-02-30"},
	} {
		if _, err := report(t, newSite(t, test.options...), test.args...); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("report with %s: error %v, want %q", name, err, test.want)
		}
	}
}

func TestWithoutArgumentsItReportsASiteInMemory(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"cms", "wp"} {
		var out bytes.Buffer
		if err := Run(t.Context(), []string{"-prefix", prefix}, program.Environment{Out: &out, Err: &out}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"site: a server in memory", "/note-1/ Kerning by eye", "https://search.example.com/"} {
			if !strings.Contains(plain(out.String()), want) {
				t.Errorf("Run without a site printed\n%s\nwant %q", out.String(), want)
			}
		}
	}
}
