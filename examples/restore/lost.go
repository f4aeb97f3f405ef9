package main

import (
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// foretell says before anything is written what the REST API does not write, and what the
// site will do by itself with the posts that come.
func (r *restore) foretell() error {
	left, err := r.left()
	if err != nil || left == 0 {
		return err
	}
	program.Println(r.notes, "note: not restored, because the REST API does not write it: when records were last "+
		"changed, custom fields that are not registered, the slugs and dates that records had before, and when "+
		"records were moved to the trash; registered custom fields are written also if they are empty")
	if zone := r.zone.String(); zone != r.source.Zone && !r.wants(archive.Settings) {
		program.Printf(r.notes, "note: the site is in the time zone %s, and the old one was in %s: dates keep their moment, "+
			"and are shown at another time\n", zone, r.source.Zone)
	}
	published, floating, err := r.comingPosts()
	if err != nil {
		return err
	}
	if floating > 0 {
		program.Printf(r.notes, "note: %d drafts have no date of their own: they get the present one\n", floating)
	}
	if published == 0 {
		return nil
	}
	program.Printf(r.notes, "note: %d posts will be published; WordPress marks each with _encloseme, and with _pingme "+
		"if it notifies linked sites, and then requests the links in them\n", published)
	program.Println(r.notes, "note: to prevent _pingme, untick the first box of Settings, Discussion, before the "+
		"restore; to remove both afterwards, run: wp cron event delete do_pings; wp post meta delete ID _encloseme; "+
		"wp post meta delete ID _pingme")
	return nil
}

// comingPosts are how many posts are still to be published, and how many drafts of all
// kinds have a date that moves along with their changes.
func (r *restore) comingPosts() (published, floating int, err error) {
	for _, kind := range r.drafted() {
		ids, err := r.records(kind)
		if err != nil {
			return 0, 0, err
		}
		if r.skip[kind] || kind == archive.MenuItems {
			continue
		}
		for _, id := range ids {
			var record archive.Record
			if err := r.from.Read(kind, strconv.FormatInt(id, 10), &record); err != nil {
				return 0, 0, err
			}
			if r.journal.finished(kind, id) {
				continue
			}
			switch status := cms.Status(record.Text("status")); {
			case kind == archive.Posts && status == cms.StatusPublish:
				published++
			case (status == cms.StatusDraft || status == cms.StatusPending) && record.DateGMT() == record.ModifiedGMT():
				floating++
			}
		}
	}
	return published, floating, nil
}

// noteDate says that the site has given a record another moment than it had. The REST API
// takes the date of the site or that in UTC, and computes the other one, so that a site
// that has changed its time zone has pairs that cannot be written. was and is are in UTC.
func (r *restore) noteDate(kind string, old int64, was, is cms.GMTTime) {
	if !was.IsZero() && !is.IsZero() && was != is {
		r.note(kind, old, "the site gives it the date %s in UTC, not %s: its date on the old site was in another time zone",
			is, was)
	}
}
