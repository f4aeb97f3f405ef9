package analytics

import (
	"context"
	"strconv"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// StatsOptions are the arguments of GET analytics/v1/stats.
type StatsOptions struct {
	// StartDate and EndDate limit the range; both days are included. Default: the first
	// of the current month, and today. A range that ends before it starts is
	// [CodeInvalidRange].
	StartDate Day `url:"start_date,omitempty"`
	EndDate   Day `url:"end_date,omitempty"`
	// Monthly returns a row for each month instead of each day. False is not sent,
	// because the plugin does not handle it reliably.
	Monthly bool `url:"monthly,int,omitempty"`
	// Path counts the visits to one path, "/kerning/". Koko Analytics accepts it, as
	// the argument page. Other plugins may ignore it.
	Path string `url:"page,omitempty"`
}

// Stat holds the visits of one day or month.
type Stat struct {
	Date      Day        `json:"date"` // for a month, its first day
	Visitors  cms.Number `json:"visitors"`
	Pageviews cms.Number `json:"pageviews"`
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Stats returns the visits of each day: GET analytics/v1/stats. Days without visits have
// a row too.
func (s *Service) Stats(ctx context.Context, options *StatsOptions, callOptions ...cms.CallOption) ([]Stat, error) {
	return list[Stat](ctx, s, "Stats", "stats", options, callOptions)
}

// TotalsOptions are the arguments of GET analytics/v1/totals.
type TotalsOptions struct {
	// StartDate and EndDate are as in [StatsOptions].
	StartDate Day `url:"start_date,omitempty"`
	EndDate   Day `url:"end_date,omitempty"`
	// Path is as in [StatsOptions].
	Path string `url:"page,omitempty"`
}

// Totals holds the visits of a range of days.
type Totals struct {
	Visitors  cms.Number `json:"visitors"`
	Pageviews cms.Number `json:"pageviews"`
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Totals returns the visits of a range of days: GET analytics/v1/totals.
func (s *Service) Totals(ctx context.Context, options *TotalsOptions, callOptions ...cms.CallOption) (*Totals, error) {
	return get[Totals](ctx, s, "Totals", "totals", options, callOptions)
}

// PostsOptions are the arguments of GET analytics/v1/posts.
type PostsOptions struct {
	// StartDate and EndDate are as in [StatsOptions].
	StartDate Day `url:"start_date,omitempty"`
	EndDate   Day `url:"end_date,omitempty"`
	// Offset skips rows, and Limit is the maximum number of rows: 10 by default. Koko
	// Analytics accepts them. Other plugins may ignore them.
	Offset int `url:"offset,omitempty"`
	Limit  int `url:"limit,omitempty"`
}

// Post holds the visits of one path of the site.
type Post struct {
	Path      string     `json:"path"`
	PostID    cms.Number `json:"post_id"` // 0 if it is not a post, such as the front page
	Label     string     `json:"label"`
	Visitors  cms.Number `json:"visitors"`
	Pageviews cms.Number `json:"pageviews"`
	Permalink string     `json:"post_permalink"`
	Title     string     `json:"post_title"`
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Posts returns the paths with the most visits, the first ten by default: GET
// analytics/v1/posts.
func (s *Service) Posts(ctx context.Context, options *PostsOptions, callOptions ...cms.CallOption) ([]Post, error) {
	return list[Post](ctx, s, "Posts", "posts", options, callOptions)
}

// ReferrersOptions are the arguments of GET analytics/v1/referrers.
type ReferrersOptions struct {
	// StartDate and EndDate are as in [StatsOptions].
	StartDate Day `url:"start_date,omitempty"`
	EndDate   Day `url:"end_date,omitempty"`
	// Offset and Limit are as in [PostsOptions].
	Offset int `url:"offset,omitempty"`
	Limit  int `url:"limit,omitempty"`
}

// Referrer holds the visits from one source.
type Referrer struct {
	ID cms.Number `json:"id"`
	// Value and URL name the source: an address, a host, an app.
	Value string `json:"value"`
	URL   string `json:"url"`
	// Hits and UniqueHits are Pageviews and Visitors under older names.
	Hits       cms.Number `json:"hits"`
	UniqueHits cms.Number `json:"unique_hits"`
	Pageviews  cms.Number `json:"pageviews"`
	Visitors   cms.Number `json:"visitors"`
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Referrers returns the sources of visits, the most frequent first: GET
// analytics/v1/referrers.
func (s *Service) Referrers(ctx context.Context, options *ReferrersOptions,
	callOptions ...cms.CallOption) ([]Referrer, error) {
	return list[Referrer](ctx, s, "Referrers", "referrers", options, callOptions)
}

// Realtime returns the number of recent page views: GET analytics/v1/realtime.
//
// since is the start of the count, in a form that PHP's strtotime accepts: "-1 hour",
// "2026-11-21", "2026-11-21T00:00:00Z", or the result of [Since]. The site rejects a
// bare number. "" means the site's default.
func (s *Service) Realtime(ctx context.Context, since string, options ...cms.CallOption) (int, error) {
	arguments := struct {
		Since string `url:"since,omitempty"`
	}{since}
	n, err := get[cms.Number](ctx, s, "Realtime", "realtime", arguments, options)
	if err != nil {
		return 0, err
	}
	return int(*n), nil
}

// Since returns the moment t, to the second, for [Service.Realtime]: "@1795240277".
func Since(t time.Time) string { return "@" + strconv.FormatInt(t.Unix(), 10) }
