package cmstest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func isDraft(status string) bool {
	return status == "draft" || status == "pending" || status == "auto-draft"
}

func (s contentPlane) create(c *rest.Call, kind *resource) (*rest.Response, *rest.Error) {
	if c.Get("id") != nil {
		return nil, rest.InvalidID() // 0 or "": no new record, and no old one either
	}
	next := newItem(kind)
	next.author = c.User.ID
	if kind.comments == "open" {
		next.comments, next.pings = s.settings.Text("default_comment_status"), s.settings.Text("default_ping_status")
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
	answer.Header.Add("Location", s.itemURL(next))
	return answer, nil
}

func (s contentPlane) update(c *rest.Call, kind *resource) (*rest.Response, *rest.Error) {
	prev := s.find(kind, c.Integer("id"))
	w := &write{s: s, Call: c, prev: prev, next: prev.clone()}
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
	prev, next *item // prev is nil for a new one
	statusSent bool
	dateSent   bool // a date was given, so a draft's no longer follows the clock
	dateNull   bool
}

// rawText is a text given as a string or as an object with raw, without the HTML that the user may not post.
func (w *write) rawText(name string) (string, bool) {
	text, ok := w.sentText(name)
	switch {
	case w.User.Can("unfiltered_html"):
	case name == "title":
		text = php.Filtered(text, php.TitleElements)
	default:
		text = php.Filtered(text, php.TextElements)
	}
	return text, ok
}

func (w *write) sentText(name string) (string, bool) {
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
			next.title = strings.TrimSpace(title)
		}
	}
	if content, ok := w.rawText("content"); ok {
		next.content = content
		if w.prev != nil && !php.Truthy(content) {
			next.content = "" // the site takes "0" for none, in an update
		}
	}
	if excerpt, ok := w.rawText("excerpt"); ok {
		next.excerpt = excerpt
	}
	if why := w.prepareStatus(); why != nil {
		return why
	}
	w.prepareDates()
	if slug, ok := w.Get("slug").(string); ok {
		next.slug = slug
		if slug != "" && isDraft(w.shownStatus()) {
			next.slug = w.s.uniqueSlug(w.placed(), slug)
		}
	}
	if author := w.Integer("author"); next.kind.article && author != 0 {
		if w.s.userByID(author) == nil {
			return rest.NewError(400, "rest_invalid_author", "There is no such author.")
		}
		next.author = author
	}
	if why := w.preparePassword(); why != nil {
		return why
	}
	if w.next.kind.tree {
		if why := w.prepareTree(); why != nil {
			return why
		}
	}
	if !next.kind.article {
		return nil
	}
	if v := w.Text("comment_status"); v != "" {
		next.comments = v
	}
	if v := w.Text("ping_status"); v != "" {
		next.pings = v
	}
	return nil
}

// placed is the record where the request puts it: the site forgets then where a page was, and takes it to be at the
// top.
func (w *write) placed() *item {
	it := *w.next
	if it.kind.tree {
		it.parent = w.Integer("parent")
	}
	return &it
}

// shownStatus is the status by which a slug is judged: that of the request, or the one the record had. A new record
// for which no status was sent has none yet, and its slug may double another's.
func (w *write) shownStatus() string {
	if w.statusSent || w.prev != nil {
		return w.next.status
	}
	return ""
}

func (w *write) prepareStatus() *rest.Error {
	status, ok := w.Get("status").(string)
	if !ok || w.prev != nil && w.prev.status == status {
		return nil
	}
	switch status {
	case "publish", "future", "private":
		if !w.User.Can("publish_" + w.next.kind.plural) {
			return w.Forbidden("rest_cannot_publish", "You may not publish records here.")
		}
	case "pending", "draft", "trash":
	default:
		status = "draft"
	}
	w.next.status, w.statusSent = status, true
	return nil
}

// prepareDates reads date, and date_gmt only if there is no date. Null takes the date back.
func (w *write) prepareDates() {
	local, gmt := w.s.clock.Twins(w.Text("date"), w.Text("date_gmt"))
	if local != "" && (w.prev == nil || w.prev.date != local) {
		w.next.date, w.next.dateGMT, w.dateSent = local, gmt, true
	}
	if w.Has("date") && w.Get("date") == nil || w.Has("date_gmt") && w.Get("date_gmt") == nil {
		w.next.date, w.next.dateGMT, w.dateNull = "", "", true
	}
}

func (w *write) preparePassword() *rest.Error {
	conflict := rest.NewError(400, "rest_invalid_field",
		"A sticky post has no password, a post with a password is not sticky.")
	password, sent := w.Get("password").(string)
	if sent {
		w.next.password = password
		if password != "" && (php.Truthy(w.Get("sticky")) || w.prev != nil && w.prev.sticky) {
			return conflict
		}
	}
	if php.Truthy(w.Get("sticky")) && w.prev != nil && w.prev.password != "" {
		return conflict
	}
	return nil
}

func (w *write) prepareTree() *rest.Error {
	if w.Get("parent") != nil {
		parent := w.Integer("parent")
		if parent != 0 && w.s.items[parent] == nil {
			return rest.NewError(400, "rest_post_invalid_id", "There is no such parent.")
		}
		// A record cannot be its own ancestor: it is put at the top.
		for up, depth := w.s.items[parent], 0; up != nil && depth < 100; up, depth = w.s.items[up.parent], depth+1 {
			if up.id == w.next.id {
				parent = 0
				break
			}
		}
		w.next.parent = parent
	}
	if w.Get("menu_order") != nil {
		w.next.menuOrder = orderWithin(w.Integer("menu_order"))
	}
	return nil
}

// orderWithin is the place in a menu that the database has room for.
func orderWithin(n int64) int64 { return min(max(n, math.MinInt32), math.MaxInt32) }

// finish sets what the site stores after the record itself: a refusal here leaves the record behind.
func (w *write) finish() *rest.Error {
	next := w.next
	if next.kind.sticky && w.Get("sticky") != nil {
		next.sticky = w.Flag("sticky")
	}
	w.setFeatured()
	if format := w.Text("format"); next.kind.formats && format != "" {
		next.format = format
	}
	if template, ok := w.Get("template").(string); ok {
		next.template = template
		if !php.Truthy(template) {
			next.template = ""
		}
	}
	for _, tax := range next.kind.taxonomies {
		if _, ok := w.Get(tax.base).([]any); !ok {
			continue
		}
		ids := []int64{}
		for _, id := range w.IDs(tax.base) {
			if w.s.term.termOf(tax, id) != nil && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		next.terms[tax.name] = ids
	}
	w.finishOwn()
	return w.finishMeta()
}

func (w *write) finishMeta() *rest.Error {
	members, _ := php.ToObject(w.Get("meta"))
	for _, p := range w.next.kind.meta {
		at := slices.IndexFunc(members, func(m php.Member) bool { return m.Name == p.Name })
		if at < 0 {
			continue
		}
		value := members[at].Value
		if value == nil {
			if p.Enum != nil && w.next.meta[p.Name] == "" { // what is stored, which is nothing, does not fit the words
				return rest.NewError(500, "rest_invalid_stored_value",
					"meta."+p.Name+" holds what it may not hold, and cannot be taken away.")
			}
			delete(w.next.meta, p.Name)
			delete(w.next.own.meta, p.Name)
			continue
		}
		if why := p.Validate("meta."+p.Name, value); why != nil {
			return why.OfMeta()
		}
		if !mayEdit(w.User, w.next) { // any more: it is private now
			why := w.Forbidden("rest_cannot_update", "You may not change meta."+p.Name+".")
			why.Extra = php.Object{{"key", p.Name}}
			return why
		}
		if w.next.kind.own != nil {
			w.next.own.meta[p.Name] = p.Convert(value)
			continue
		}
		text, _ := value.(string)
		if p.Name == "footnotes" {
			text = footnotesFor(w.User, text)
		}
		w.next.meta[p.Name] = text
	}
	return nil
}
