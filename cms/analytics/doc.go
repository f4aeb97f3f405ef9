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
// fail with [cms.ErrNoRoute]. Reading needs an administrator, unless the site has made
// its statistics public. Then large date ranges are rejected with [CodeRangeTooLarge].
//
// # Three common mistakes
//
// A day is one on the clock of the site, not of UTC or this machine. [DayOf] returns the
// day in the zone of its argument, so pass a time in [cms.Client.Location].
//
// A day without visits is a row of zeros in [Service.Stats]. A chart needs no gaps
// filled, and the mean of the rows is the mean of all days.
//
// Visitors do not add up. A person who visits on two days is counted on both days, so
// the visitors of a range are not people. [Service.Totals] counts the same way.
package analytics
