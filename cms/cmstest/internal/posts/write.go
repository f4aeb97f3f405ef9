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

// Write creates or updates a record. Its steps have the order of the steps in WordPress.
type Write struct {
	s Plane
	*rest.Call
	Prev, Next *content.Item // Prev is nil for a new record
	statusSent bool
	dateSent   bool // the request has a date
	dateNull   bool
}

// Change begins the change from prev to next. prev is nil for a new record.
func (s Plane) Change(c *rest.Call, prev, next *content.Item) *Write {
	return &Write{s: s, Call: c, Prev: prev, Next: next}
}

// RawText returns a text that was sent as a string, or as an object with the member raw.
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

// Prepare copies the arguments into Next. It refuses arguments that contradict each other.
func (w *Write) Prepare() *rest.Error {
	next := w.Next
	if title, ok := w.RawText("title"); ok {
		if _, plain := w.Get("title").(string); plain || title != "" { // {"raw": ""} does not change the title
			if !w.User.Can("unfiltered_html") { // WordPress filters the HTML of users without this capability
				title = php.Ampersands(title)
			}
			next.Title = strings.TrimSpace(title)
		}
	}
	if content, ok := w.RawText("content"); ok {
		next.Content = content
		if w.Prev != nil && !php.Truthy(content) {
			next.Content = "" // in an update WordPress treats "0" as empty
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
			return rest.NewError(400, "rest_invalid_author", "The author does not exist: no user has this id.")
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

// TakeDiscussion copies comment_status and ping_status into Next.
func (w *Write) TakeDiscussion() {
	w.Next.Comments = cmp.Or(w.Text("comment_status"), w.Next.Comments)
	w.Next.Pings = cmp.Or(w.Text("ping_status"), w.Next.Pings)
}

// placed returns a copy of Next with the parent in the request. If the request has no parent, the
// copy has none, because WordPress ignores the current parent here.
func (w *Write) placed() *content.Item {
	it := *w.Next
	if it.Kind.Tree {
		it.Parent = w.Integer("parent")
	}
	return &it
}

// shownStatus returns the status that decides whether a slug is made unique. It is "" for a new
// record without a status in the request. The slug of such a record may equal another slug.
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
			return w.Forbidden("rest_cannot_publish", "You may not publish records of this type.")
		}
	case "pending", "draft", "trash":
	default:
		status = "draft"
	}
	w.Next.Status, w.statusSent = status, true
	return nil
}

// PrepareDates reads date, or date_gmt if there is no date. Null resets the date.
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
		"A post cannot be sticky and have a password.")
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
			return rest.NewError(400, "rest_post_invalid_id", "The parent does not exist.")
		}
		// A record cannot be its own ancestor. WordPress puts it at the top instead.
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

// OrderWithin limits a menu_order to 32 bits, like the column of the database.
func OrderWithin(n int64) int64 { return min(max(n, math.MinInt32), math.MaxInt32) }

// keepRevision adds a revision with the state after an update. It adds no revision if the last
// revision differs only in white space; an autosave does not count as the last revision. The state
// before the first update gets no revision.
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

// SameText compares two texts as WordPress does. It ignores white space at both ends, and the
// amount of white space between words.
func SameText(a, b string) bool {
	fold := func(s string) string {
		s = strings.ReplaceAll(strings.Trim(s, " \n\r\t\v\x00"), "\r", "\n")
		return blanks.ReplaceAllString(newlines.ReplaceAllString(s, "\n"), " ")
	}
	return fold(a) == fold(b)
}

// sameFootnotes compares footnotes. Empty footnotes differ from absent footnotes.
func sameFootnotes(a, b map[string]string) bool {
	before, had := a["footnotes"]
	after, has := b["footnotes"]
	return had == has && before == after
}

// FootnotesOf returns the meta fields that revisions have.
func FootnotesOf(meta map[string]string) map[string]string {
	out := map[string]string{}
	if v, ok := meta["footnotes"]; ok {
		out["footnotes"] = v
	}
	return out
}
