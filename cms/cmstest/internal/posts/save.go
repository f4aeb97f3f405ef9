package posts

import (
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Save stores the record: dates, the status that follows from them, and the slug.
func (w *Write) Save() *rest.Error {
	s, next := w.s, w.Next
	if next.Kind.NeedsText && !php.Truthy(next.Title) && !php.Truthy(next.Content) && !php.Truthy(next.Excerpt) {
		return rest.NewError(400, "empty_content", "The title, the content and the excerpt are all empty.")
	}
	if why := w.DateFault(); why != nil {
		return why
	}
	if next.Status == "private" {
		next.Password = ""
	}
	w.SettleDates()
	w.settleStatus()
	w.settleSlug()
	if next.Kind.Base == "posts" && len(next.Terms["category"]) == 0 {
		next.Terms["category"] = s.DefaultCategories()
	}
	if w.Prev == nil {
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

// DateFault refuses a date that is in no year from 1 to 9999 where the site is.
func (w *Write) DateFault() *rest.Error {
	if w.dateSent && !w.dateNull && (len(w.Next.Date) != len(php.StampLayout) || strings.HasPrefix(w.Next.Date, "0000")) {
		return rest.NewError(400, "invalid_date", "There is no such year.")
	}
	return nil
}

// SettleDates gives a date to what has none. A draft's date follows the clock until somebody sets it.
func (w *Write) SettleDates() {
	next := w.Next
	local, gmt := w.s.Clock.Stamps()
	floating := w.Prev == nil && !w.dateSent || w.dateNull ||
		w.Prev != nil && !w.dateSent && w.Prev.DateGMT == "" && content.IsDraft(w.Prev.Status)
	if floating {
		next.Date, next.DateGMT = local, gmt
		if content.IsDraft(next.Status) {
			next.DateGMT = ""
		}
	}
	if w.Prev == nil {
		next.Modified, next.ModifiedGMT = next.Date, next.DateGMT
	} else {
		next.Modified, next.ModifiedGMT = local, gmt
	}
}

// settleStatus publishes what was scheduled for the past and schedules what is published in the future.
func (w *Write) settleStatus() {
	if w.Next.Status != "publish" && w.Next.Status != "future" {
		return
	}
	at, err := time.Parse(php.StampLayout, w.Next.DateGMT)
	if err != nil {
		return
	}
	_, gmt := w.s.Clock.Stamps()
	now, _ := time.Parse(php.StampLayout, gmt)
	w.Next.Status = "publish"
	if at.Sub(now) >= time.Minute {
		w.Next.Status = "future"
	}
}

func (w *Write) settleSlug() {
	s, next := w.s, w.Next
	was := ""
	if w.Prev != nil {
		was = w.Prev.Status
	}
	if next.Slug == "0" { // the site reads "0" as an empty slug
		next.Slug = ""
	}
	switch {
	case was != "" && was != "trash" && next.Status == "trash":
		next.TrashSlug()
	case next.Slug == "" && !content.IsDraft(next.Status):
		next.Slug = php.SanitizeSlug(next.Title)
	case next.Status == "pending" && (next.Kind.RawTexts && w.Prev != nil || !w.User.Can("publish_"+next.Kind.Plural)):
		next.Slug = "" // left to those who will publish it
	}
	if was == "trash" && next.Status != "trash" && next.WantedSlug != "" {
		next.Slug, next.WantedSlug = next.WantedSlug, ""
	}
	if !content.IsDraft(next.Status) {
		next.Slug = s.UniqueSlug(next, next.Slug)
	}
}
