package posts

import (
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Save stores the record. First it sets dates, the status and the slug.
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
	}
	if next.Slug == "" && !content.IsDraft(next.Status) {
		next.Slug = s.UniqueSlug(next, php.SlugOr(next.Title, next.ID))
	}
	s.Items[next.ID] = next
	if w.Prev == nil {
		next.Guid = s.LocalLink(next)
	} else {
		next.Guid = strings.ReplaceAll(next.Guid, "&p=", "&#038;p=") // an update stores the guid with HTML entities
	}
	return nil
}

// DateFault refuses a date outside the years 1 to 9999 in local time.
func (w *Write) DateFault() *rest.Error {
	if w.dateSent && !w.dateNull && (len(w.Next.Date) != len(php.StampLayout) || strings.HasPrefix(w.Next.Date, "0000")) {
		return rest.NewError(400, "invalid_date", "The year of the date must be 1 to 9999.")
	}
	return nil
}

// SettleDates sets missing dates. The date of a draft is the time of its last update until a
// request sets a date.
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

// settleStatus makes the status match the date. A scheduled record with a past date gets the
// status "publish". A published record with a future date gets the status "future".
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
	if next.Slug == "0" { // WordPress treats "0" as an empty slug
		next.Slug = ""
	}
	switch {
	case was != "" && was != "trash" && next.Status == "trash":
		next.TrashSlug()
	case next.Slug == "" && !content.IsDraft(next.Status):
		next.Slug = php.SanitizeSlug(next.Title)
	case next.Status == "pending" && (next.Kind.RawTexts && w.Prev != nil || !w.User.Can("publish_"+next.Kind.Plural)):
		next.Slug = "" // the slug is made when the record is published
	}
	if was == "trash" && next.Status != "trash" && next.WantedSlug != "" {
		next.Slug, next.WantedSlug = next.WantedSlug, ""
	}
	if !content.IsDraft(next.Status) {
		next.Slug = s.UniqueSlug(next, next.Slug)
	}
}

func (w *Write) make() *rest.Error {
	for _, step := range []func() *rest.Error{w.Prepare, w.Save, w.finish} {
		if why := step(); why != nil {
			return why
		}
	}
	return nil
}

// finish sets the fields that WordPress stores after the record. If finish returns an error, the
// record is already stored.
func (w *Write) finish() *rest.Error {
	next := w.Next
	if next.Kind.Sticky && w.Get("sticky") != nil {
		next.Sticky = w.Flag("sticky")
	}
	w.SetFeatured()
	if format := w.Text("format"); next.Kind.Formats && format != "" {
		next.Format = format
	}
	if template, ok := w.Get("template").(string); ok {
		next.Template = template
		if !php.Truthy(template) {
			next.Template = ""
		}
	}
	for _, tax := range next.Kind.Taxonomies {
		if _, ok := w.Get(tax.Base).([]any); !ok {
			continue
		}
		ids := []int64{}
		for _, id := range w.IDs(tax.Base) {
			if w.s.TermOf(tax, id) != nil && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		next.Terms[tax.Name] = ids
	}
	w.finishOwn()
	return w.finishMeta()
}

func (w *Write) finishMeta() *rest.Error {
	members, _ := php.ToObject(w.Get("meta"))
	for _, p := range w.Next.Kind.Meta {
		at := slices.IndexFunc(members, func(m php.Member) bool { return m.Name == p.Name })
		if at < 0 {
			continue
		}
		value := members[at].Value
		if value == nil {
			// Before WordPress deletes the field, it validates the stored value. The stored value
			// is empty here, and the enum does not allow an empty value.
			if p.Enum != nil && w.Next.Meta[p.Name] == "" {
				return rest.NewError(500, "rest_invalid_stored_value",
					"meta."+p.Name+" holds what it may not hold, and cannot be taken away.")
			}
			delete(w.Next.Meta, p.Name)
			delete(w.Next.Own.Meta, p.Name)
			continue
		}
		if why := p.Validate("meta."+p.Name, value); why != nil {
			return why.OfMeta()
		}
		if !content.MayEdit(w.User, w.Next) { // for example because this request makes the record private
			why := w.Forbidden("rest_cannot_update", "You may not change meta."+p.Name+".")
			why.Extra = php.Object{{"key", p.Name}}
			return why
		}
		if w.Next.Kind.Own != nil {
			w.Next.Own.Meta[p.Name] = p.Convert(value)
			continue
		}
		text, _ := value.(string)
		w.Next.Meta[p.Name] = text
	}
	return nil
}

// SetFeatured sets the featured image. 0 and the id of a record without an image remove it. An
// unused id changes nothing.
func (w *Write) SetFeatured() {
	if w.Get("featured_media") == nil {
		return
	}
	id := max(w.Integer("featured_media"), -w.Integer("featured_media")) // WordPress ignores the sign
	switch it := w.s.Items[id]; {
	case it != nil && it.Media != nil && it.Media.IsImage():
		w.Next.Featured = id
	case it != nil || id == 0:
		w.Next.Featured = 0
	}
}

// finishOwn stores the fields that only the custom type has.
func (w *Write) finishOwn() {
	if w.Next.Kind.Own == nil {
		return
	}
	for _, f := range w.Next.Kind.Own.Fields {
		if f.Post || f.Readonly || !w.Has(f.Name) {
			continue
		}
		if value := w.Get(f.Name); value != nil || f.Nullable {
			w.Next.Own.Fields[f.Name] = value
		} else {
			delete(w.Next.Own.Fields, f.Name)
		}
	}
}
