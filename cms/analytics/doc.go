// Package analytics reads the visitor counts of a site (specification, section 4,
// "Analytics"), which the site's own statistics plugin keeps.
//
//	zone, err := site.Location(ctx)
//	if err != nil {
//		return err
//	}
//	stats, err := analytics.New(site).Stats(ctx, &analytics.StatsOptions{
//		StartDate: analytics.DayOf(time.Now().In(zone).AddDate(0, 0, -7)),
//	})
//
// The namespace is analytics/v1 in the specification. On a site with the plugin
// Koko Analytics it is koko-analytics/v1: see [WithNamespace]. A site without
// either answers [cms.ErrNoRoute]. Reading needs an administrator, unless the
// site has made its statistics public; ranges above a limit are then refused
// with [CodeRangeTooLarge].
//
// # Three things people get wrong
//
// A day is one of the site's clock, not of Greenwich and not of this machine: [DayOf]
// takes the day of the time that it is given, so give it one in [cms.Client.Location].
//
// A day without visits is a row of zeros in [Service.Stats], no missing row: a chart
// needs nothing filled in, and the mean of the rows is the mean over all days.
//
// Visitors do not add up. Who comes on two days is counted on both, so that the
// visitors of a range are not people; [Service.Totals] has the same.
package analytics
