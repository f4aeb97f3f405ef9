package main

import (
	"cmp"
	"context"
	"errors"

	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

const settingsID = 1 // that of their record

// settings takes over those that refer to nothing. They come first, since the dates of
// the records are read in the time zone of the site.
func (r *restore) settings(ctx context.Context) error {
	return r.editSettings(ctx, func(from, s *settings.Settings) bool {
		s.Title, s.Description, s.StartOfWeek, s.UseSmilies = from.Title, from.Description, from.StartOfWeek, from.UseSmilies
		// Older sites lack some settings.
		s.DateFormat, s.TimeFormat = cmp.Or(from.DateFormat, s.DateFormat),
			cmp.Or(from.TimeFormat, s.TimeFormat)
		s.PostsPerPage, s.DefaultPostFormat = cmp.Or(from.PostsPerPage, s.PostsPerPage),
			cmp.Or(from.DefaultPostFormat, s.DefaultPostFormat)
		s.DefaultPingStatus = cmp.Or(from.DefaultPingStatus, s.DefaultPingStatus)
		s.DefaultCommentStatus = cmp.Or(from.DefaultCommentStatus, s.DefaultCommentStatus)
		if language(from.Language) != language(s.Language) {
			s.Language = language(from.Language)
		}
		switch {
		case from.Timezone != "":
			s.Timezone = from.Timezone
		case r.source.Zone != r.zone.String():
			r.note(archive.Settings, settingsID, "the site stays in the time zone %s: that of the old one is %s, without a name",
				r.zone, r.source.Zone)
		}
		return false
	})
}

// language is "" for American English, for which some sites say so.
func language(s string) string {
	if s == "en_US" {
		return ""
	}
	return s
}

// settingsThatRefer takes over those that name a record by its id.
func (r *restore) settingsThatRefer(ctx context.Context) error {
	return r.editSettings(ctx, func(from, s *settings.Settings) (done bool) {
		done = true
		refer := func(to *int64, name, kind string, old int64) bool {
			id := r.journal.id(kind, old)
			if old != 0 && id == 0 {
				r.note(archive.Settings, settingsID, "%s stays as it is: %s/%d was not restored", name, kind, old)
				done = false
				return false
			}
			*to = id
			return true
		}
		if from.DefaultCategory != 0 { // without one, new posts would have none
			refer(&s.DefaultCategory, "default_category", archive.Categories, from.DefaultCategory)
		}
		refer(&s.PageForPosts, "page_for_posts", archive.Pages, from.PageForPosts)
		refer(&s.SiteLogo, "site_logo", archive.Media, from.SiteLogo)
		refer(&s.SiteIcon, "site_icon", archive.Media, from.SiteIcon)
		if refer(&s.PageOnFront, "page_on_front", archive.Pages, from.PageOnFront) {
			s.ShowOnFront = cmp.Or(from.ShowOnFront, s.ShowOnFront) // otherwise the front page would be missing
		}
		return done
	})
}

// editSettings changes the settings of the site by those of the folder, once. A later
// run does not change what somebody has changed since. change reports whether nothing
// is left to do.
func (r *restore) editSettings(ctx context.Context, change func(from, s *settings.Settings) (done bool)) error {
	if !r.wants(archive.Settings) || r.journal.finished(archive.Settings, settingsID) {
		return nil
	}
	if readable, err := r.records(archive.Settings); err != nil || len(readable) == 0 {
		return err // the folder has no settings; its state names the reason
	}
	var from settings.Settings
	if err := r.from.Read(archive.Settings, archive.SettingsName, &from); err != nil {
		return err
	}
	done := false
	_, err := settings.New(r.site).Edit(ctx, func(s *settings.Settings) error {
		done = change(&from, s)
		return nil
	})
	switch {
	case errors.Is(err, settings.ErrNotApplied):
		r.note(archive.Settings, settingsID, "%v", err)
	case refused(err):
		r.fail(archive.Settings, settingsID, err)
		return nil
	case err != nil:
		return err
	}
	if r.zone, err = r.site.Location(ctx); err != nil || !done {
		return err
	}
	return r.journal.write(entry{Kind: archive.Settings, Old: settingsID, Done: true})
}
