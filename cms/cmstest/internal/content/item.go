package content

import (
	"cmp"
	"maps"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

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
	slug           string // that of the title
	Excerpt        string // of the default length

	encoded *Encoded
}

// Encoded are the texts of a record, and their HTML, as the JSON of a list shows them.
type Encoded struct{ Title, RawContent, Content, RawExcerpt, Excerpt any }

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
		it.rendered = &rendered{Title: php.RenderTitle(it.Title), Content: content, slug: php.SlugOr(it.Title, it.ID),
			Excerpt: php.RenderExcerpt(it.Excerpt, content, php.ExcerptLength)}
	}
	return it.rendered
}

// Encoded makes the texts of a record that are shown, encoded once for as long as the record does not change.
func (it *Item) Encoded() *Encoded {
	html := it.HTML()
	if html.encoded == nil {
		html.encoded = &Encoded{Title: Text(php.Encode(it.Title), php.Encode(html.Title)),
			RawContent: php.Encode(it.Content), Content: php.Encode(html.Content),
			RawExcerpt: php.Encode(it.Excerpt), Excerpt: php.Encode(html.Excerpt)}
	}
	return html.encoded
}

// Text is a text as records have it. The contexts of a schema say which of the two is shown.
func Text(raw, html any) php.Object { return php.Object{{"raw", raw}, {"rendered", html}} }

// folded are title, excerpt and content as the database compares them: without case and accents.
func (it *Item) folded() *[3]string {
	if it.foldedColumns == nil {
		it.foldedColumns = &[3]string{php.Fold(it.Title), php.Fold(it.Excerpt), php.Fold(it.Content)}
	}
	return it.foldedColumns
}

// AutosaveOf is the autosave of a user, nil if there is none.
func (it *Item) AutosaveOf(user int64) *Revision {
	for _, r := range it.Autosaves() {
		if r.Author == user {
			return r
		}
	}
	return nil
}

// Slug is what the interface shows for one.
func (r *Revision) Slug(parent *Item) string {
	kind := "revision"
	if r.Auto {
		kind = "autosave"
	}
	return strconv.FormatInt(parent.ID, 10) + "-" + kind + "-v1"
}

// Text is a member by its name in the interface.
func (r *Revision) Text(name string) *string {
	switch name {
	case "title":
		return &r.Title
	case "content":
		return &r.Content
	}
	return &r.Excerpt
}

// NewestFirst is the history of a record. Of those of one second the later made comes first.
func (it *Item) NewestFirst() []*Revision {
	out := slices.Clone(it.Revisions)
	slices.SortFunc(out, func(a, b *Revision) int {
		return -cmp.Or(strings.Compare(a.Date, b.Date), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// Autosaves are those of all users, the newest first.
func (it *Item) Autosaves() []*Revision {
	return slices.DeleteFunc(it.NewestFirst(), func(r *Revision) bool { return !r.Auto })
}

// Keep adds to the history of a record. The list is never changed in place, since copies of the record share it.
func (it *Item) Keep(r *Revision) {
	it.Revisions = append(slices.Clip(slices.Clone(it.Revisions)), r)
}

// Forget takes one out of the history.
func (it *Item) Forget(id int64) {
	it.Revisions = slices.DeleteFunc(slices.Clone(it.Revisions), func(r *Revision) bool { return r.ID == id })
}

// Newest is the id of the last one, 0 if there is none.
func (it *Item) Newest() int64 {
	if len(it.Revisions) == 0 {
		return 0
	}
	return it.NewestFirst()[0].ID
}

// Attachment is what a record of the media library has beside what every item has. It is replaced, never changed, so
// that items and snapshots can share it. The caption is the item's excerpt, the description its content.
type Attachment struct {
	Mime     string
	Alt      string
	File     string // the path of the file that is shown
	Details  *Details
	Original string    // the name of the file that was uploaded, if another one is shown in its place
	Pending  []SubSize // what was sideloaded and waits for a finalize
}

// Details is what the site finds out about a file when it comes in.
type Details struct {
	Width, Height int    // 0 for what is no image
	File          string // the path of the file that was read
	Filesize      int
	Sizes         []SubSize
	ParentID      int64 // of an edited image: where it comes from
	ParentFile    string
}

// SubSize is a file that was made of an image.
type SubSize struct {
	Name          string
	File          string // without its folder
	Width, Height int
	Filesize      int
	Mime          string
}

// IsImage says whether the file is an image by its type.
func (a *Attachment) IsImage() bool { return strings.HasPrefix(a.Mime, "image/") }

// Folder is where the files of the record are.
func (a *Attachment) Folder() string { return strings.TrimSuffix(a.File, path.Base(a.File)) }

// Filename is the name of what was uploaded.
func (a *Attachment) Filename() string {
	if a.Original != "" {
		return a.Original
	}
	return path.Base(a.File)
}

// Size is the file of a size, nil if there is none.
func (a *Attachment) Size(name string) *SubSize {
	if i := slices.IndexFunc(a.Details.Sizes, func(sub SubSize) bool { return sub.Name == name }); i >= 0 {
		return &a.Details.Sizes[i]
	}
	return nil
}

// With is a copy whose details may be changed.
func (a *Attachment) With(change func(*Attachment)) *Attachment {
	next, inside := *a, *a.Details
	inside.Sizes = slices.Clone(a.Details.Sizes)
	next.Details, next.Pending = &inside, slices.Clone(a.Pending)
	change(&next)
	return &next
}

// Fit scales a size down into a box; 0 is no limit.
func Fit(width, height, maxWidth, maxHeight int) (w, h int) {
	ratio := 1.0
	if maxWidth > 0 {
		ratio = min(ratio, float64(maxWidth)/float64(width))
	}
	if maxHeight > 0 {
		ratio = min(ratio, float64(maxHeight)/float64(height))
	}
	return max(1, int(math.Round(float64(width)*ratio))), max(1, int(math.Round(float64(height)*ratio)))
}
