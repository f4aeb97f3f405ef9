package main

import "github.com/fontcms/fontcms-go/cms"

// draftDate sets the date of a draft that was given one: that of the others is when
// they were last changed, and moves along.
func draftDate(gmt *cms.Date, status cms.Status, date, modified cms.GMTTime) {
	if (status == cms.StatusDraft || status == cms.StatusPending) && !date.IsZero() && date != modified {
		*gmt = date.Date()
	}
}

// date returns the date in the time zone of the site if it does not agree with that in
// UTC, and both sites are in one zone. WordPress shows a date in UTC wrongly if it has the
// text of the hour that the clocks of the site skip: see [cms.GMTTime].
func (r *restore) date(local, gmt *cms.Date, was cms.LocalTime, wasGMT cms.GMTTime) {
	if gmt.IsZero() || was.IsZero() || r.zone.String() != r.source.Zone {
		return
	}
	moment, err := wasGMT.Time()
	if err != nil || moment.In(r.zone).Format("2006-01-02T15:04:05") == string(was) {
		return
	}
	*local, *gmt = was.Date(), cms.Date{}
}

// fixed is the date of a record in UTC, "" if it moves along with the changes of a draft.
func fixed(status cms.Status, date cms.GMTTime) cms.GMTTime {
	if status == cms.StatusDraft || status == cms.StatusPending {
		return ""
	}
	return date
}
