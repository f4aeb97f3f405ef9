package cmstest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s contentPlane) create(c *rest.Call, kind *content.Resource) (*rest.Response, *rest.Error) {
	if c.Get("id") != nil {
		return nil, rest.InvalidID() // 0 or "": no new record, and no old one either
	}
	next := content.NewItem(kind)
	next.Author = c.User.ID
	if kind.Comments == "open" {
		next.Comments, next.Pings = s.Settings.Text("default_comment_status"), s.Settings.Text("default_ping_status")
	}
	w := &write{s: s, Call: c, next: next}
	if why := w.prepare(); why != nil {
		return nil, why
	}
	if why := w.save(); why != nil {
		return nil, why
	}
	if why := w.finish(); why != nil {
		return nil, why
	}
	c.SetContext("edit")
	answer := &rest.Response{Status: 201, Body: s.show(c, next, true)}
	answer.Header.Add("Location", s.ItemURL(next))
	return answer, nil
}

func (s contentPlane) update(c *rest.Call, kind *content.Resource) (*rest.Response, *rest.Error) {
	prev := s.Find(kind, c.Integer("id"))
	w := &write{s: s, Call: c, prev: prev, next: prev.Clone()}
	if why := w.prepare(); why != nil {
		return nil, why
	}
	if why := w.save(); why != nil {
		return nil, why
	}
	if why := w.finish(); why != nil {
		return nil, why
	}
	w.keepRevision()
	c.SetContext("edit")
	return &rest.Response{Status: 200, Body: s.show(c, w.next, true)}, nil
}

// write is the making or the changing of a record, in the order in which the site does it.
type write struct {
	s contentPlane
	*rest.Call
	prev, next *content.Item // prev is nil for a new one
	statusSent bool
	dateSent   bool // a date was given, so a draft's no longer follows the clock
	dateNull   bool
}

// rawText is a text given as a string or as an object with raw.
func (w *write) rawText(name string) (string, bool) {
	value := w.Get(name)
	if text, ok := value.(string); ok {
		return text, true
	}
	members, _ := php.ToObject(value)
	switch raw := members.Get("raw").(type) {
	case string:
		return raw, true
	case int64, float64:
		return fmt.Sprint(raw), true
	}
	return "", false
}

// prepare takes the arguments over into the new state and refuses those that do not go together.
func (w *write) prepare() *rest.Error {
	next := w.next
	if title, ok := w.rawText("title"); ok {
		if _, plain := w.Get("title").(string); plain || title != "" { // an object cannot clear the title
			next.Title = strings.TrimSpace(title)
		}
	}
	if content, ok := w.rawText("content"); ok {
		next.Content = content
		if w.prev != nil && !php.Truthy(content) {
			next.Content = "" // in an update the site reads "0" as empty
		}
	}
	if excerpt, ok := w.rawText("excerpt"); ok {
		next.Excerpt = excerpt
	}
	if why := w.prepareStatus(); why != nil {
		return why
	}
	w.prepareDates()
	if slug, ok := w.Get("slug").(string); ok {
		next.Slug = slug
		if slug != "" && content.IsDraft(w.shownStatus()) {
			next.Slug = w.s.UniqueSlug(w.placed(), slug)
		}
	}
	if author := w.Integer("author"); next.Kind.Article && author != 0 {
		if w.s.UserByID(author) == nil {
			return rest.NewError(400, "rest_invalid_author", "There is no such author.")
		}
		next.Author = author
	}
	if why := w.preparePassword(); why != nil {
		return why
	}
	if w.next.Kind.Tree {
		if why := w.prepareTree(); why != nil {
			return why
		}
	}
	if !next.Kind.Article {
		return nil
	}
	if v := w.Text("comment_status"); v != "" {
		next.Comments = v
	}
	if v := w.Text("ping_status"); v != "" {
		next.Pings = v
	}
	return nil
}

// placed is the record where the request puts it: the site forgets then where a page was, and takes it to be at the
// top.
func (w *write) placed() *content.Item {
	it := *w.next
	if it.Kind.Tree {
		it.Parent = w.Integer("parent")
	}
	return &it
}

// shownStatus is the status by which a slug is judged: that of the request, or the one the record had. A new record
// for which no status was sent has none yet, and its slug may double another's.
func (w *write) shownStatus() string {
	if w.statusSent || w.prev != nil {
		return w.next.Status
	}
	return ""
}

func (w *write) prepareStatus() *rest.Error {
	status, ok := w.Get("status").(string)
	if !ok || w.prev != nil && w.prev.Status == status {
		return nil
	}
	switch status {
	case "publish", "future", "private":
		if !w.User.Can("publish_" + w.next.Kind.Plural) {
			return w.Forbidden("rest_cannot_publish", "You may not publish records here.")
		}
	case "pending", "draft", "trash":
	default:
		status = "draft"
	}
	w.next.Status, w.statusSent = status, true
	return nil
}

// prepareDates reads date, and date_gmt only if there is no date. Null takes the date back.
func (w *write) prepareDates() {
	local, gmt := w.s.Clock.Twins(w.Text("date"), w.Text("date_gmt"))
	if local != "" && (w.prev == nil || w.prev.Date != local) {
		w.next.Date, w.next.DateGMT, w.dateSent = local, gmt, true
	}
	if w.Has("date") && w.Get("date") == nil || w.Has("date_gmt") && w.Get("date_gmt") == nil {
		w.next.Date, w.next.DateGMT, w.dateNull = "", "", true
	}
}

func (w *write) preparePassword() *rest.Error {
	conflict := rest.NewError(400, "rest_invalid_field",
		"A sticky post has no password, a post with a password is not sticky.")
	password, sent := w.Get("password").(string)
	if sent {
		w.next.Password = password
		if password != "" && (php.Truthy(w.Get("sticky")) || w.prev != nil && w.prev.Sticky) {
			return conflict
		}
	}
	if php.Truthy(w.Get("sticky")) && w.prev != nil && w.prev.Password != "" {
		return conflict
	}
	return nil
}

func (w *write) prepareTree() *rest.Error {
	if w.Get("parent") != nil {
		parent := w.Integer("parent")
		if parent != 0 && w.s.Items[parent] == nil {
			return rest.NewError(400, "rest_post_invalid_id", "There is no such parent.")
		}
		// A record cannot be its own ancestor: it is put at the top.
		for up, depth := w.s.Items[parent], 0; up != nil && depth < 100; up, depth = w.s.Items[up.Parent], depth+1 {
			if up.ID == w.next.ID {
				parent = 0
				break
			}
		}
		w.next.Parent = parent
	}
	if w.Get("menu_order") != nil {
		w.next.MenuOrder = orderWithin(w.Integer("menu_order"))
	}
	return nil
}

// orderWithin is the place in a menu that the database has room for.
func orderWithin(n int64) int64 { return min(max(n, math.MinInt32), math.MaxInt32) }

// finish sets what the site stores after the record itself: a refusal here leaves the record behind.
func (w *write) finish() *rest.Error {
	next := w.next
	if next.Kind.Sticky && w.Get("sticky") != nil {
		next.Sticky = w.Flag("sticky")
	}
	w.setFeatured()
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

func (w *write) finishMeta() *rest.Error {
	members, _ := php.ToObject(w.Get("meta"))
	for _, p := range w.next.Kind.Meta {
		at := slices.IndexFunc(members, func(m php.Member) bool { return m.Name == p.Name })
		if at < 0 {
			continue
		}
		value := members[at].Value
		if value == nil {
			if p.Enum != nil && w.next.Meta[p.Name] == "" { // what is stored, which is nothing, does not fit the words
				return rest.NewError(500, "rest_invalid_stored_value",
					"meta."+p.Name+" holds what it may not hold, and cannot be taken away.")
			}
			delete(w.next.Meta, p.Name)
			delete(w.next.Own.Meta, p.Name)
			continue
		}
		if why := p.Validate("meta."+p.Name, value); why != nil {
			return why.OfMeta()
		}
		if !content.MayEdit(w.User, w.next) { // any more: it is private now
			why := w.Forbidden("rest_cannot_update", "You may not change meta."+p.Name+".")
			why.Extra = php.Object{{"key", p.Name}}
			return why
		}
		if w.next.Kind.Own != nil {
			w.next.Own.Meta[p.Name] = p.Convert(value)
			continue
		}
		text, _ := value.(string)
		w.next.Meta[p.Name] = text
	}
	return nil
}

// setFeatured makes an image that of a record. 0, and the id of a record that is no image, take it away; an id
// that is free leaves it alone.
func (w *write) setFeatured() {
	if w.Get("featured_media") == nil {
		return
	}
	id := max(w.Integer("featured_media"), -w.Integer("featured_media")) // the site drops the sign
	switch it := w.s.Items[id]; {
	case it != nil && it.Media != nil && it.Media.IsImage():
		w.next.Featured = id
	case it != nil || id == 0:
		w.next.Featured = 0
	}
}
