// Package analytics reads the visitor counts of a site (specification, section 4,
// "Analytics"), which the site's own statistics plugin keeps.
//
//	stats, err := analytics.New(site).Stats(ctx, &analytics.StatsOptions{
//		StartDate: analytics.DayOf(time.Now().AddDate(0, 0, -7)),
//	})
//
// The namespace is analytics/v1 in the specification. On a site with the plugin
// Koko Analytics it is koko-analytics/v1: see [WithNamespace]. A site without
// either answers [cms.ErrNoRoute]. Reading needs an administrator, unless the
// site has made its statistics public; ranges above a limit are then refused
// with [CodeRangeTooLarge].
package analytics
