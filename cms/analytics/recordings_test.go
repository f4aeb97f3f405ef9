package analytics_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func koko(r *sitetest.Replay) *analytics.Service {
	return analytics.New(r.Site, analytics.WithNamespace(analytics.KokoNamespace))
}

func TestEveryRecordingIsReplayed(t *testing.T) {
	t.Parallel()
	const start, end = "2026-11-10", "2026-11-21"
	sitetest.All(t, map[string]func(*sitetest.Replay){
		"analytics_stats":       stats(nil, 21, "2026-11-21"),
		"analytics_stats_range": stats(&analytics.StatsOptions{StartDate: start, EndDate: end}, 12, "2026-11-21"),
		"analytics_stats_empty_range": stats(&analytics.StatsOptions{StartDate: "2020-01-01", EndDate: "2020-01-03"},
			3, "2020-01-03"),
		"analytics_stats_monthly_1": stats(&analytics.StatsOptions{StartDate: "2026-09-01", EndDate: end, Monthly: true},
			3, "2026-11-01"),
		"analytics_stats_path": stats(&analytics.StatsOptions{Path: "/"}, 21, "2026-11-21"),
		"analytics_stats_401":  refused(nil, 401, "rest_forbidden", cms.ErrUnauthorized),
		"analytics_stats_403":  refused(nil, 403, "rest_forbidden", cms.ErrForbidden),
		"analytics_reversed_range_400": refused(&analytics.StatsOptions{StartDate: "2026-11-20", EndDate: "2026-11-01"},
			400, analytics.CodeInvalidRange, cms.ErrBadRequest),
		"analytics_public_range_too_large_400": refused(&analytics.StatsOptions{StartDate: "2015-01-01", EndDate: end},
			400, analytics.CodeRangeTooLarge, cms.ErrBadRequest),
		"analytics_totals":                  totals(nil, 423, 993),
		"analytics_totals_public_dashboard": totals(nil, 423, 993),
		"analytics_totals_range": totals(&analytics.TotalsOptions{StartDate: start,
			EndDate: end}, 253, 610),
		"analytics_totals_empty_range": totals(&analytics.TotalsOptions{StartDate: "2020-01-01",
			EndDate: "2020-01-03"}, 0, 0),
		"analytics_posts": posts(nil, 10, "/"),
		"analytics_posts_range": posts(&analytics.PostsOptions{StartDate: start,
			EndDate: end}, 10, "/"),
		"analytics_posts_empty_range": posts(&analytics.PostsOptions{StartDate: "2020-01-01",
			EndDate: "2020-01-03"}, 0, ""),
		"analytics_posts_limit_offset": posts(&analytics.PostsOptions{Limit: 2, Offset: 1}, 2,
			"/2025/03/explaining-kerning-note-15/"),
		"analytics_referrers": referrers(nil, 144),
		"analytics_referrers_range": referrers(&analytics.ReferrersOptions{StartDate: start,
			EndDate: end}, 88),
		"analytics_realtime":                            realtime(""),
		"analytics_realtime_since_2026_11_21":           realtime("2026-11-21"),
		"analytics_realtime_since_2026_11_21T00_00_00Z": realtime("2026-11-21T00:00:00Z"),
		"analytics_realtime_since__1795240277":          realtime("@1795240277"),
		"analytics_realtime_since__1_hour":              realtime("-1 hour"),
		"analytics_realtime_since_1795240277":           badSince("1795240277"),
		"analytics_realtime_since_bogus":                badSince("bogus"),
	}, map[string]string{
		"analytics_bad_date_400":            "a date of another form is refused before anything is sent",
		"analytics_realtime_since_":         "an empty since is left out: the site refuses it",
		"analytics_stats_monthly":           "monthly=true means what monthly=1 does, which is what is sent",
		"analytics_stats_monthly_0":         "monthly is sent only if it is true",
		"analytics_stats_monthly_false_bug": "monthly is sent only if it is true",
	})
}

func stats(options *analytics.StatsOptions, rows int, last analytics.Day) func(*sitetest.Replay) {
	return func(r *sitetest.Replay) {
		got, err := koko(r).Stats(r.Context(), options)
		r.OK(err)
		sitetest.Kept(r, got)
		if len(got) != rows || got[rows-1].Date != last {
			r.Errorf("Stats: %+v, want %d rows, the last of %s", got, rows, last)
		} else if got[0].Extra != nil {
			r.Errorf("Stats: extra %v, want none", got[0].Extra)
		}
	}
}

func refused(options *analytics.StatsOptions, status int, code cms.ErrorCode, is error) func(*sitetest.Replay) {
	return func(r *sitetest.Replay) {
		_, err := koko(r).Stats(r.Context(), options)
		sitetest.Failed(r, err, status, code, is)
	}
}

func totals(options *analytics.TotalsOptions, visitors, pageviews cms.Number) func(*sitetest.Replay) {
	return func(r *sitetest.Replay) {
		got, err := koko(r).Totals(r.Context(), options)
		r.OK(err)
		sitetest.Kept(r, got)
		if got.Visitors != visitors || got.Pageviews != pageviews {
			r.Errorf("Totals: %+v, want %d visitors and %d page views", got, visitors, pageviews)
		}
	}
}

func posts(options *analytics.PostsOptions, rows int, first string) func(*sitetest.Replay) {
	return func(r *sitetest.Replay) {
		got, err := koko(r).Posts(r.Context(), options)
		r.OK(err)
		sitetest.Kept(r, got)
		if len(got) != rows || rows > 0 &&
			(got[0].Path != first || got[0].Title == "" || got[0].Permalink != replay.Host+first || got[0].Extra != nil) {
			r.Errorf("Posts: %+v, want %d rows, the first %s with title and permalink", got, rows, first)
		}
	}
}

func referrers(options *analytics.ReferrersOptions, hits cms.Number) func(*sitetest.Replay) {
	return func(r *sitetest.Replay) {
		got, err := koko(r).Referrers(r.Context(), options)
		r.OK(err)
		sitetest.Kept(r, got)
		if len(got) != 4 || got[0].ID != 4 {
			r.Errorf("Referrers: %+v, want 4, the first with the id 4", got)
		} else if got[0].URL != "typo.example" || got[0].Hits != hits {
			r.Errorf("Referrers: %+v, want the first to be typo.example with %d hits", got, hits)
		} else if got[0].Pageviews != hits || got[0].UniqueHits != hits/2 {
			r.Errorf("Referrers: %+v, want %d page views and half as many unique hits", got, hits)
		} else if got[0].Visitors != hits/2 || got[0].Extra != nil {
			r.Errorf("Referrers: %+v, want half of %d as visitors and nothing in Extra", got, hits)
		}
	}
}

func realtime(since string) func(*sitetest.Replay) {
	return func(r *sitetest.Replay) {
		if n, err := koko(r).Realtime(r.Context(), since); err != nil || n != 7 {
			r.Errorf("Realtime: %d, error %v, want 7", n, err)
		}
	}
}

func badSince(since string) func(*sitetest.Replay) {
	return func(r *sitetest.Replay) {
		_, err := koko(r).Realtime(r.Context(), since)
		if e := sitetest.Failure(r, err, 400, cms.CodeInvalidParam, cms.ErrBadRequest); e.Params["since"] == "" {
			r.Errorf("Realtime: error with the params %v, want since", e.Params)
		}
	}
}
