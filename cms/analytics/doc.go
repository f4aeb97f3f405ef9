// Package analytics reads the visitor counts of a site. A statistics plugin of the site
// keeps them.
//
//	zone, err := site.Location(ctx) // site is a *cms.Client
//	if err != nil {
//		return err
//	}
//	stats, err := analytics.New(site).Stats(ctx, &analytics.StatsOptions{
//		StartDate: analytics.DayOf(time.Now().In(zone).AddDate(0, 0, -7)),
//	})
//
// By default the namespace is analytics/v1. With the plugin Koko Analytics it is
// koko-analytics/v1: see [WithNamespace]. If the site has no such namespace, calls fail
// with [cms.ErrNoRoute]. Reading needs an administrator, unless the statistics of the
// site are public. For callers who are not administrators, the site rejects large date
// ranges with [CodeRangeTooLarge].
//
// # Three common mistakes
//
// Days begin at midnight in the time zone of the site. [DayOf] returns the day in the
// zone of its argument, so pass a time in [cms.Client.Location].
//
// [Service.Stats] returns a row of zeros for a day without visits. Do not fill gaps.
//
// Do not add up visitors. A person who visits on two days is counted on both, so the
// sum is larger than the number of people. [Service.Totals] returns this sum too.
package analytics
