package content

import (
	"maps"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Revision is an earlier state of a record, or with auto set what a user was about to write. Its id is from the same
// sequence as those of the records, and no record has it.
type Revision struct {
	ID                      int64
	Auto                    bool
	Author                  int64
	Date, DateGMT           string // the last modification too
	Title, Content, Excerpt string
	Meta                    map[string]string
}

// pointer is what an item of a menu leads to. Its title is that of the item, its attr_title the excerpt and its
// description the content; the parent of the item is that of its object, which the interface does not show.
type pointer struct {
	Type          string // "custom", "post_type", "taxonomy", "post_type_archive"
	Object        string // the type of the record, the taxonomy of the term
	ObjectID      int64
	Parent        int64
	Target, URL   string
	Classes, Xfns []string // never changed in place
}

// ownValues are the fields of a record that posts do not have, and those of its meta.
type ownValues struct{ Fields, Meta map[string]any }

// rendered is the HTML of a record, made once for as long as the record does not change.
type rendered struct {
	Title, Content string
	Excerpt        string // of the default length
}

// Item is a stored record of any kind.
type Item struct {
	ID   int64
	Kind *Resource

	Date, Modified       string // the site's own time
	DateGMT, ModifiedGMT string // "" while a draft's date follows the clock
	Slug, Status         string
	Title                string
	Content, Excerpt     string
	Password             string
	Author, Parent       int64
	Featured, MenuOrder  int64
	Comments, Pings      string
	Format, Template     string
	Guid                 string // below the site's address
	Sticky               bool
	Media                *Attachment // only of the media library
	Meta                 map[string]string
	Terms                map[string][]int64 // by the taxonomy's name

	BeforeTrash   string      // the status before the trash
	WantedSlug    string      // the slug before the trash
	Revisions     []*Revision // autosaves too
	rendered      *rendered   // made when it is first needed, dropped when the item changes
	foldedColumns *[3]string

	Pointer pointer // of an item of a menu
	Own     ownValues
}

// Menu is the id of the menu that holds the item, or 0 if no menu does.
func (it *Item) Menu() int64 {
	if ids := it.Terms["nav_menu"]; len(ids) > 0 {
		return ids[0]
	}
	return 0
}

func (v ownValues) clone() ownValues { return ownValues{maps.Clone(v.Fields), maps.Clone(v.Meta)} }

// NewItem is a draft of a kind.
func NewItem(kind *Resource) *Item {
	it := &Item{Kind: kind, Status: "draft", Comments: kind.Comments, Pings: kind.Pings, Meta: map[string]string{},
		Terms: map[string][]int64{}}
	if kind.Formats {
		it.Format = "standard"
	}
	if kind.Own != nil {
		it.Own = ownValues{map[string]any{}, map[string]any{}}
	}
	return it
}

// Clone is what an update changes, so that a refused update changes nothing.
func (it *Item) Clone() *Item {
	next := *it
	next.Meta, next.Terms, next.Own = maps.Clone(it.Meta), maps.Clone(it.Terms), it.Own.clone()
	next.rendered, next.foldedColumns = nil, nil
	return &next
}

// IsDraft says whether a status is one of what nobody has published.
func IsDraft(status string) bool {
	return status == "draft" || status == "pending" || status == "auto-draft"
}

// HTML makes the texts of a record that are shown.
func (it *Item) HTML() *rendered {
	if it.rendered == nil {
		content := php.RenderContent(it.Content)
		it.rendered = &rendered{Title: php.RenderTitle(it.Title), Content: content,
			Excerpt: php.RenderExcerpt(it.Excerpt, content, php.ExcerptLength)}
	}
	return it.rendered
}

// Text is a text as records have it. The contexts of a schema say which of the two is shown.
func Text(raw, html string) php.Object { return php.Object{{"raw", raw}, {"rendered", html}} }

// folded are title, excerpt and content as the database compares them: without case and accents.
func (it *Item) folded() *[3]string {
	if it.foldedColumns == nil {
		it.foldedColumns = &[3]string{php.Fold(it.Title), php.Fold(it.Excerpt), php.Fold(it.Content)}
	}
	return it.foldedColumns
}
