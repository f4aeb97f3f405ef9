package cmstest

import (
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// save stores the record: dates, the status that follows from them, and the slug.
func (w *write) save() *rest.Error {
	s, next := w.s, w.next
	if next.Kind.NeedsText && !php.Truthy(next.Title) && !php.Truthy(next.Content) && !php.Truthy(next.Excerpt) {
		return rest.NewError(400, "empty_content", "The title, the content and the excerpt are all empty.")
	}
	if why := w.dateFault(); why != nil {
		return why
	}
	if next.Status == "private" {
		next.Password = ""
	}
	w.settleDates()
	w.settleStatus()
	w.settleSlug()
	if next.Kind.Base == "posts" && len(next.Terms["category"]) == 0 {
		next.Terms["category"] = s.DefaultCategories()
	}
	if w.prev == nil {
		next.ID = s.TakeID()
		if next.Slug == "" && !content.IsDraft(next.Status) {
			next.Slug = s.UniqueSlug(next, php.SlugOr(next.Title, next.ID))
		}
		s.Items[next.ID] = next
		next.Guid = s.LocalLink(next)
		return nil
	}
	if next.Slug == "" && !content.IsDraft(next.Status) {
		next.Slug = s.UniqueSlug(next, php.SlugOr(next.Title, next.ID))
	}
	next.Guid = strings.ReplaceAll(next.Guid, "&p=", "&#038;p=") // an update stores it as HTML
	s.Items[next.ID] = next
	return nil
}

// dateFault refuses a date that is in no year from 1 to 9999 where the site is.
func (w *write) dateFault() *rest.Error {
	if w.dateSent && !w.dateNull && (len(w.next.Date) != len(php.StampLayout) || strings.HasPrefix(w.next.Date, "0000")) {
		return rest.NewError(400, "invalid_date", "There is no such year.")
	}
	return nil
}

// settleDates gives a date to what has none. A draft's date follows the clock until somebody sets it.
func (w *write) settleDates() {
	next := w.next
	local, gmt := w.s.Clock.Stamps()
	floating := w.prev == nil && !w.dateSent || w.dateNull ||
		w.prev != nil && !w.dateSent && w.prev.DateGMT == "" && content.IsDraft(w.prev.Status)
	if floating {
		next.Date, next.DateGMT = local, gmt
		if content.IsDraft(next.Status) {
			next.DateGMT = ""
		}
	}
	if w.prev == nil {
		next.Modified, next.ModifiedGMT = next.Date, next.DateGMT
	} else {
		next.Modified, next.ModifiedGMT = local, gmt
	}
}

// settleStatus publishes what was scheduled for the past and schedules what is published in the future.
func (w *write) settleStatus() {
	if w.next.Status != "publish" && w.next.Status != "future" {
		return
	}
	at, err := time.Parse(php.StampLayout, w.next.DateGMT)
	if err != nil {
		return
	}
	_, gmt := w.s.Clock.Stamps()
	now, _ := time.Parse(php.StampLayout, gmt)
	w.next.Status = "publish"
	if at.Sub(now) >= time.Minute {
		w.next.Status = "future"
	}
}

func (w *write) settleSlug() {
	s, next := w.s, w.next
	was := ""
	if w.prev != nil {
		was = w.prev.Status
	}
	if next.Slug == "0" { // the site reads "0" as an empty slug
		next.Slug = ""
	}
	switch {
	case was != "" && was != "trash" && next.Status == "trash":
		next.TrashSlug()
	case next.Slug == "" && !content.IsDraft(next.Status):
		next.Slug = php.SanitizeSlug(next.Title)
	case next.Status == "pending" && (next.Kind.RawTexts && w.prev != nil || !w.User.Can("publish_"+next.Kind.Plural)):
		next.Slug = "" // left to those who will publish it
	}
	if was == "trash" && next.Status != "trash" && next.WantedSlug != "" {
		next.Slug, next.WantedSlug = next.WantedSlug, ""
	}
	if !content.IsDraft(next.Status) {
		next.Slug = s.UniqueSlug(next, next.Slug)
	}
}
