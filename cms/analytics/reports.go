package analytics

import (
	"context"
	"strconv"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// StatsOptions are the arguments of GET analytics/v1/stats.
type StatsOptions struct {
	// StartDate and EndDate bound the range; both days are in it. Default the
	// first of the present month, and today. A range that ends before it starts is
	// [CodeInvalidRange].
	StartDate Day `url:"start_date,omitempty"`
	EndDate   Day `url:"end_date,omitempty"`
	// Monthly gives a row for each month in place of each day. False is not sent:
	// the plugin's own test for it is not to be relied on.
	Monthly bool `url:"monthly,int,omitempty"`
	// Path counts the visits to one path, "/kerning/". It is not in the
	// specification; Koko Analytics takes it as the argument page.
	Path string `url:"page,omitempty"`
}

// Stat is the visits of one day, or month.
type Stat struct {
	Date      Day        `json:"date"` // the first of the month, of a month
	Visitors  cms.Number `json:"visitors"`
	Pageviews cms.Number `json:"pageviews"`
	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Stats reads the visits of each day: GET analytics/v1/stats. Days without visits
// have a row as well.
func (s *Service) Stats(ctx context.Context, options *StatsOptions, callOptions ...cms.CallOption) ([]Stat, error) {
	return list[Stat](ctx, s, "Stats", "stats", options, callOptions)
}

// TotalsOptions are the arguments of GET analytics/v1/totals.
type TotalsOptions struct {
	// StartDate and EndDate are as in [StatsOptions].
	StartDate Day `url:"start_date,omitempty"`
	EndDate   Day `url:"end_date,omitempty"`
	// Path is as in [StatsOptions]; it is not in the specification.
	Path string `url:"page,omitempty"`
}

// Totals is the visits of a range of days.
type Totals struct {
	Visitors  cms.Number `json:"visitors"`
	Pageviews cms.Number `json:"pageviews"`
	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Totals reads the visits of a range of days: GET analytics/v1/totals.
func (s *Service) Totals(ctx context.Context, options *TotalsOptions, callOptions ...cms.CallOption) (*Totals, error) {
	return get[Totals](ctx, s, "Totals", "totals", options, callOptions)
}

// PostsOptions are the arguments of GET analytics/v1/posts.
type PostsOptions struct {
	// StartDate and EndDate are as in [StatsOptions].
	StartDate Day `url:"start_date,omitempty"`
	EndDate   Day `url:"end_date,omitempty"`
	// Offset skips rows, and Limit is how many there are at most: 10 by default.
	// They are not in the specification; Koko Analytics takes them.
	Offset int `url:"offset,omitempty"`
	Limit  int `url:"limit,omitempty"`
}

// Post is the visits of one path of the site.
type Post struct {
	Path      string     `json:"path"`
	PostID    cms.Number `json:"post_id"` // 0 for what is no post, such as the front page
	Label     string     `json:"label"`
	Visitors  cms.Number `json:"visitors"`
	Pageviews cms.Number `json:"pageviews"`
	Permalink string     `json:"post_permalink"`
	Title     string     `json:"post_title"`
	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Posts reads the paths with the most visits, the first ten unless told
// otherwise: GET analytics/v1/posts.
func (s *Service) Posts(ctx context.Context, options *PostsOptions, callOptions ...cms.CallOption) ([]Post, error) {
	return list[Post](ctx, s, "Posts", "posts", options, callOptions)
}

// ReferrersOptions are the arguments of GET analytics/v1/referrers.
type ReferrersOptions struct {
	// StartDate and EndDate are as in [StatsOptions].
	StartDate Day `url:"start_date,omitempty"`
	EndDate   Day `url:"end_date,omitempty"`
	// Offset and Limit are as in [PostsOptions]; they are not in the specification.
	Offset int `url:"offset,omitempty"`
	Limit  int `url:"limit,omitempty"`
}

// Referrer is the visits that came from one place.
type Referrer struct {
	ID cms.Number `json:"id"`
	// Value and URL name the place: an address, a host, an app.
	Value string `json:"value"`
	URL   string `json:"url"`
	// Hits and UniqueHits are Pageviews and Visitors under an older name.
	Hits       cms.Number `json:"hits"`
	UniqueHits cms.Number `json:"unique_hits"`
	Pageviews  cms.Number `json:"pageviews"`
	Visitors   cms.Number `json:"visitors"`
	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Referrers reads where visits came from, the most frequent places: GET
// analytics/v1/referrers.
func (s *Service) Referrers(ctx context.Context, options *ReferrersOptions, callOptions ...cms.CallOption) ([]Referrer, error) {
	return list[Referrer](ctx, s, "Referrers", "referrers", options, callOptions)
}

// Realtime reads how many pages were viewed lately: GET analytics/v1/realtime.
//
// Since says from when on, in words that PHP's strtotime knows: "-1 hour",
// "2026-11-21", "2026-11-21T00:00:00Z", or what [Since] makes. A bare number is
// refused by the site. With "" it is the site's default.
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

// Since is the moment t, to the second, as [Service.Realtime] takes it:
// "@1795240277".
func Since(t time.Time) string { return "@" + strconv.FormatInt(t.Unix(), 10) }
