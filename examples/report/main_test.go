package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
	server := cmstest.NewServer(append(options, cmstest.WithClock(func() time.Time { return now }), cmstest.WithLocation(zone))...)
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
	err := run(t.Context(), append([]string{"-site", server.URL, "-prefix", "cms", "-user", "admin"}, args...), program.Environment{Password: server.AppPassword("admin"), Out: &out, Err: &out})
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

func TestItPrintsWhatTheSiteCounted(t *testing.T) {
	t.Parallel()
	out, err := report(t, newSite(t), "-from", "2026-11-01", "-to", "2026-11-04")
	if err != nil {
		t.Fatal(err)
	}
	want := `Visits from 2026-11-01 to 2026-11-04

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
		t.Errorf("%s\nwant\n%s", plain(out), want)
	}
	if i := strings.IndexFunc(out, func(r rune) bool { return r < ' ' && r != '\n' }); i >= 0 {
		t.Errorf("a terminal would obey %q", out[i:])
	}
}

func TestItReportsMonthsAndOnlyTheTop(t *testing.T) {
	t.Parallel()
	out, err := report(t, newSite(t), "-from", "2026-10-01", "-to", "2026-11-10", "-monthly", "-top", "1")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\nmonth visitors pageviews\n2026-10 1000 1000\n2026-11 29 46\ntotal 1029 1046\n", "page\n1000 1000 /old/\n\n", "place\n5 6 https://search.example.com/\n"} {
		if !strings.Contains(plain(out), want) {
			t.Errorf("no %q in\n%s", want, plain(out))
		}
	}
	out, err = report(t, newSite(t), "-top", "0")
	if err != nil || strings.Contains(out, "Most read") || strings.Contains(out, "Came from") {
		t.Errorf("%v, %s", err, out)
	}
}

func TestTheRangeIsThirtyDaysUntilTheLast(t *testing.T) {
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
		if err != nil || string(from) != test.wantFrom || string(to) != test.wantTo {
			t.Errorf("%+v: %s to %s, %v", test, from, to, err)
		}
	}
}

func TestTheChartIsADrawingOfTheRange(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	vector, picture := filepath.Join(folder, "visits.svg"), filepath.Join(folder, "visits.PNG")
	for _, path := range []string{vector, picture} {
		out, err := report(t, newSite(t), "-from", "2026-11-01", "-to", "2026-11-04", "-chart", path)
		if err != nil || !strings.Contains(out, "chart: "+path) {
			t.Fatalf("%v, %s", err, out)
		}
	}
	data, err := os.ReadFile(vector)
	if err != nil {
		t.Fatal(err)
	}
	for decoder := xml.NewDecoder(bytes.NewReader(data)); ; {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{">Visits from 2026-11-01 to 2026-11-04<", ">2026-11-03<", ">page views<", ">visitors<", "sans-serif"} {
		if !strings.Contains(string(data), text) {
			t.Errorf("no %s in the drawing", text)
		}
	}
	if data, err = os.ReadFile(picture); err != nil {
		t.Fatal(err)
	}
	if drawn, err := png.Decode(bytes.NewReader(data)); err != nil || drawn.Bounds().Dx() < 600 {
		t.Errorf("%v", err)
	}
}

func TestAChartCanBeDrawnOfAnyFigures(t *testing.T) {
	t.Parallel()
	row := func(date string, views int) analytics.Stat {
		return analytics.Stat{Date: analytics.Day(date), Pageviews: cms.Number(views)}
	}
	var years []analytics.Stat
	for date := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC); date.Year() < 2026; date = date.AddDate(0, 0, 1) {
		years = append(years, row(date.Format(time.DateOnly), date.YearDay()))
	}
	for name, rows := range map[string][]analytics.Stat{
		"none": {}, "one day": {row("2026-11-01", 5)}, "nothing but zeros": {row("2026-11-01", 0), row("2026-11-02", 0)}, "one": {row("2026-11-01", 0), row("2026-11-02", 1)},
		"very many": {row("2026-11-01", 2_000_000_000)}, "years": years,
	} {
		f := &figures{rows: rows}
		for _, format := range []string{"svg", "png"} {
			drawing, err := f.draw(format)
			if err != nil || len(drawing) == 0 || strings.Contains(string(drawing), "NaN") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n := len(f.dates()); n > mostDates {
			t.Errorf("%s: %d dates", name, n)
		}
	}
	for _, tick := range wholeNumbers(0, 1.25) {
		if tick.Label != "" && tick.Label != "0" && tick.Label != "1" {
			t.Errorf("a tick %+v", tick)
		}
	}
}

func TestWhenTheSiteFailsTheOldChartStays(t *testing.T) {
	t.Parallel()
	chart := filepath.Join(t.TempDir(), "visits.svg")
	if err := os.WriteFile(chart, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, route := range []string{"/analytics/v1/stats", "/analytics/v1/totals", "/analytics/v1/posts", "/analytics/v1/referrers"} {
		server := newSite(t)
		server.Fail(cmstest.Fault{Route: route, Status: 403, Code: "rest_forbidden"})
		out, err := report(t, server, "-chart", chart)
		if !errors.Is(err, cms.ErrForbidden) || out != "" {
			t.Errorf("%s: %v, %s", route, err, out)
		}
	}
	if data, err := os.ReadFile(chart); err != nil || string(data) != "old" {
		t.Errorf("the chart is %q, %v", data, err)
	}
}

func TestAShortOutageDoesNotMatter(t *testing.T) {
	t.Parallel()
	server := newSite(t)
	server.Fail(cmstest.Fault{Route: "/analytics/v1/stats", Times: 1, Cut: cmstest.CutAnswer})
	if out, err := report(t, server); err != nil || !strings.Contains(plain(out), "total 1029 1046") {
		t.Errorf("%v, %s", err, out)
	}
}

func TestItSaysWhatIsWrong(t *testing.T) {
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
		"other picture":   {nil, []string{"-chart", "visits.gif"}, ".svg or .png"},
		"no ending":       {nil, []string{"-chart", "visits"}, ".svg or .png"},
	} {
		if _, err := report(t, newSite(t, test.options...), test.args...); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWithoutArgumentsItReportsASiteInMemory(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"cms", "wp"} {
		var out bytes.Buffer
		if err := run(t.Context(), []string{"-prefix", prefix}, program.Environment{Out: &out, Err: &out}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"site: a server in memory", "/note-1/ Kerning by eye", "https://search.example.com/"} {
			if !strings.Contains(plain(out.String()), want) {
				t.Errorf("no %q in\n%s", want, out.String())
			}
		}
	}
}
