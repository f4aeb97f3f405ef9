package posts

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Write is the making or the changing of a record, in the order in which the site does it.
type Write struct {
	s Plane
	*rest.Call
	Prev, Next *content.Item // prev is nil for a new one
	statusSent bool
	dateSent   bool // a date was given, so a draft's no longer follows the clock
	dateNull   bool
}

// Change begins to make next of prev, which is nil for a new record.
func (s Plane) Change(c *rest.Call, prev, next *content.Item) *Write {
	return &Write{s: s, Call: c, Prev: prev, Next: next}
}

// RawText is a text given as a string or as an object with raw.
func (w *Write) RawText(name string) (string, bool) {
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

// Prepare takes the arguments over into the new state and refuses those that do not go together.
func (w *Write) Prepare() *rest.Error {
	next := w.Next
	if title, ok := w.RawText("title"); ok {
		if _, plain := w.Get("title").(string); plain || title != "" { // an object cannot clear the title
			if !w.User.Can("unfiltered_html") { // WordPress filters the HTML of these users
				title = php.Ampersands(title)
			}
			next.Title = strings.TrimSpace(title)
		}
	}
	if content, ok := w.RawText("content"); ok {
		next.Content = content
		if w.Prev != nil && !php.Truthy(content) {
			next.Content = "" // in an update the site reads "0" as empty
		}
	}
	if excerpt, ok := w.RawText("excerpt"); ok {
		next.Excerpt = excerpt
	}
	if why := w.prepareStatus(); why != nil {
		return why
	}
	w.PrepareDates()
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
	if w.Next.Kind.Tree {
		if why := w.prepareTree(); why != nil {
			return why
		}
	}
	if !next.Kind.Article {
		return nil
	}
	w.TakeDiscussion()
	return nil
}

// TakeDiscussion takes over who may comment.
func (w *Write) TakeDiscussion() {
	w.Next.Comments = cmp.Or(w.Text("comment_status"), w.Next.Comments)
	w.Next.Pings = cmp.Or(w.Text("ping_status"), w.Next.Pings)
}

// placed is the record where the request puts it: the site forgets then where a page was, and takes it to be at the
// top.
func (w *Write) placed() *content.Item {
	it := *w.Next
	if it.Kind.Tree {
		it.Parent = w.Integer("parent")
	}
	return &it
}

// shownStatus is the status by which a slug is judged: that of the request, or the one the record had. A new record
// for which no status was sent has none yet, and its slug may double another's.
func (w *Write) shownStatus() string {
	if w.statusSent || w.Prev != nil {
		return w.Next.Status
	}
	return ""
}

func (w *Write) prepareStatus() *rest.Error {
	status, ok := w.Get("status").(string)
	if !ok || w.Prev != nil && w.Prev.Status == status {
		return nil
	}
	switch status {
	case "publish", "future", "private":
		if !w.User.Can("publish_" + w.Next.Kind.Plural) {
			return w.Forbidden("rest_cannot_publish", "You may not publish records here.")
		}
	case "pending", "draft", "trash":
	default:
		status = "draft"
	}
	w.Next.Status, w.statusSent = status, true
	return nil
}

// PrepareDates reads date, and date_gmt only if there is no date. Null takes the date back.
func (w *Write) PrepareDates() {
	local, gmt := w.s.Clock.Twins(w.Text("date"), w.Text("date_gmt"))
	if local != "" && (w.Prev == nil || w.Prev.Date != local) {
		w.Next.Date, w.Next.DateGMT, w.dateSent = local, gmt, true
	}
	if w.Has("date") && w.Get("date") == nil || w.Has("date_gmt") && w.Get("date_gmt") == nil {
		w.Next.Date, w.Next.DateGMT, w.dateNull = "", "", true
	}
}

func (w *Write) preparePassword() *rest.Error {
	conflict := rest.NewError(400, "rest_invalid_field",
		"A sticky post has no password, a post with a password is not sticky.")
	password, sent := w.Get("password").(string)
	if sent {
		w.Next.Password = password
		if password != "" && (php.Truthy(w.Get("sticky")) || w.Prev != nil && w.Prev.Sticky) {
			return conflict
		}
	}
	if php.Truthy(w.Get("sticky")) && w.Prev != nil && w.Prev.Password != "" {
		return conflict
	}
	return nil
}

func (w *Write) prepareTree() *rest.Error {
	if w.Get("parent") != nil {
		parent := w.Integer("parent")
		if parent != 0 && w.s.Items[parent] == nil {
			return rest.NewError(400, "rest_post_invalid_id", "There is no such parent.")
		}
		// A record cannot be its own ancestor: it is put at the top.
		for up, depth := w.s.Items[parent], 0; up != nil && depth < 100; up, depth = w.s.Items[up.Parent], depth+1 {
			if up.ID == w.Next.ID {
				parent = 0
				break
			}
		}
		w.Next.Parent = parent
	}
	if w.Get("menu_order") != nil {
		w.Next.MenuOrder = OrderWithin(w.Integer("menu_order"))
	}
	return nil
}

// OrderWithin is the place in a menu that the database has room for.
func OrderWithin(n int64) int64 { return min(max(n, math.MinInt32), math.MaxInt32) }

// keepRevision keeps the state that an update leaves, unless the last revision says the same except for white space.
// The state before the first update is not kept, and neither is what autosaving writes.
func (w *Write) keepRevision() {
	next := w.Next
	if !next.Kind.Revisions {
		return
	}
	for _, last := range next.NewestFirst() {
		if last.Auto {
			continue
		}
		if SameText(last.Title, next.Title) && SameText(last.Content, next.Content) && SameText(last.Excerpt, next.Excerpt) &&
			sameFootnotes(last.Meta, next.Meta) {
			return
		}
		break
	}
	local, gmt := w.s.Clock.Stamps()
	next.Keep(&content.Revision{ID: w.s.TakeID(), Author: w.User.ID, Date: local, DateGMT: gmt,
		Title: next.Title, Content: next.Content, Excerpt: next.Excerpt, Meta: FootnotesOf(next.Meta)})
}

var (
	blanks   = regexp.MustCompile(`[ \t]+`)
	newlines = regexp.MustCompile(`\n+`)
)

// SameText compares as the site does: the ends, and how much white space stands between words, mean nothing.
func SameText(a, b string) bool {
	fold := func(s string) string {
		s = strings.ReplaceAll(strings.Trim(s, " \n\r\t\v\x00"), "\r", "\n")
		return blanks.ReplaceAllString(newlines.ReplaceAllString(s, "\n"), " ")
	}
	return fold(a) == fold(b)
}

// sameFootnotes tells empty ones from none.
func sameFootnotes(a, b map[string]string) bool {
	before, had := a["footnotes"]
	after, has := b["footnotes"]
	return had == has && before == after
}

// FootnotesOf are the fields of meta that a history keeps.
func FootnotesOf(meta map[string]string) map[string]string {
	out := map[string]string{}
	if v, ok := meta["footnotes"]; ok {
		out["footnotes"] = v
	}
	return out
}
