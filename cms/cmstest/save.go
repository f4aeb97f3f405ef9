package cmstest

import (
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// save stores the record: dates, the status that follows from them, and the slug.
func (w *write) save() *rest.Error {
	s, next := w.s, w.next
	if next.kind.needsText && !php.Truthy(next.title) && !php.Truthy(next.content) && !php.Truthy(next.excerpt) {
		return rest.NewError(400, "empty_content", "The title, the content and the excerpt are all empty.")
	}
	if why := w.dateFault(); why != nil {
		return why
	}
	if next.status == "private" {
		next.password = ""
	}
	w.settleDates()
	w.settleStatus()
	w.settleSlug()
	if next.kind.base == "posts" && len(next.terms["category"]) == 0 {
		next.terms["category"] = s.term.defaultCategories()
	}
	if w.prev == nil {
		next.id = s.content.takeID()
		if next.slug == "" && !isDraft(next.status) {
			next.slug = s.content.uniqueSlug(next, php.SlugOr(next.title, next.id))
		}
		s.items[next.id] = next
		next.guid = s.content.localLink(next)
		return nil
	}
	if next.slug == "" && !isDraft(next.status) {
		next.slug = s.content.uniqueSlug(next, php.SlugOr(next.title, next.id))
	}
	next.guid = strings.ReplaceAll(next.guid, "&p=", "&#038;p=") // an update stores it as HTML
	s.items[next.id] = next
	return nil
}

// dateFault refuses a date that is in no year from 1 to 9999 where the site is.
func (w *write) dateFault() *rest.Error {
	if w.dateSent && !w.dateNull && (len(w.next.date) != len(php.StampLayout) || strings.HasPrefix(w.next.date, "0000")) {
		return rest.NewError(400, "invalid_date", "There is no such year.")
	}
	return nil
}

// settleDates gives a date to what has none. A draft's date follows the clock until somebody sets it.
func (w *write) settleDates() {
	next := w.next
	local, gmt := w.s.clock.Stamps()
	floating := w.prev == nil && !w.dateSent || w.dateNull ||
		w.prev != nil && !w.dateSent && w.prev.dateGMT == "" && isDraft(w.prev.status)
	if floating {
		next.date, next.dateGMT = local, gmt
		if isDraft(next.status) {
			next.dateGMT = ""
		}
	}
	if w.prev == nil {
		next.modified, next.modifiedGMT = next.date, next.dateGMT
	} else {
		next.modified, next.modifiedGMT = local, gmt
	}
}

// settleStatus publishes what was scheduled for the past and schedules what is published in the future.
func (w *write) settleStatus() {
	if w.next.status != "publish" && w.next.status != "future" {
		return
	}
	at, err := time.Parse(php.StampLayout, w.next.dateGMT)
	if err != nil {
		return
	}
	_, gmt := w.s.clock.Stamps()
	now, _ := time.Parse(php.StampLayout, gmt)
	w.next.status = "publish"
	if at.Sub(now) >= time.Minute {
		w.next.status = "future"
	}
}

func (w *write) settleSlug() {
	s, next := w.s, w.next
	was := ""
	if w.prev != nil {
		was = w.prev.status
	}
	if next.slug == "0" { // which the site takes for none
		next.slug = ""
	}
	switch {
	case was != "" && was != "trash" && next.status == "trash":
		next.trashSlug()
	case next.slug == "" && !isDraft(next.status):
		next.slug = php.SanitizeSlug(next.title)
	case next.status == "pending" && (next.kind.rawTexts && w.prev != nil || !w.User.Can("publish_"+next.kind.plural)):
		next.slug = "" // left to those who will publish it
	}
	if was == "trash" && next.status != "trash" && next.wantedSlug != "" {
		next.slug, next.wantedSlug = next.wantedSlug, ""
	}
	if !isDraft(next.status) {
		next.slug = s.content.uniqueSlug(next, next.slug)
	}
}

const trashedSuffix = "__trashed"

// trashSlug frees the slug for other records.
func (it *item) trashSlug() {
	if strings.HasSuffix(it.slug, trashedSuffix) {
		return
	}
	it.wantedSlug = it.slug
	it.slug = php.CutSlug(it.slug, php.MaxSlug-len(trashedSuffix)) + trashedSuffix
}
