// Package analytics reads the visitor counts of a site, which a statistics plugin
// keeps.
//
//	zone, err := site.Location(ctx)
//	if err != nil {
//		return err
//	}
//	stats, err := analytics.New(site).Stats(ctx, &analytics.StatsOptions{
//		StartDate: analytics.DayOf(time.Now().In(zone).AddDate(0, 0, -7)),
//	})
//
// The specification of this module names the namespace analytics/v1. With the plugin
// Koko Analytics it is koko-analytics/v1: see [WithNamespace]. Without either, calls
// fail with [cms.ErrNoRoute]. Reading needs an administrator, unless the statistics of
// the site are public. For other callers the site rejects large date ranges with
// [CodeRangeTooLarge].
//
// # Three common mistakes
//
// Days begin at midnight in the time zone of the site. [DayOf] returns the day in the
// zone of its argument, so pass a time in [cms.Client.Location].
//
// [Service.Stats] returns a row of zeros for a day without visits. Do not fill gaps.
//
// Do not add up visitors. A person who visits on two days is counted on both, so the
// sum is larger than the number of people. [Service.Totals] counts the same way.
package analytics
