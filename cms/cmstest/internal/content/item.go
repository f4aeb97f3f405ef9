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

// Revision is an earlier state of a record, or an autosave if Auto is true. Revisions and records
// take their ids from one sequence.
type Revision struct {
	ID                      int64
	Auto                    bool
	Author                  int64
	Date, DateGMT           string // also the date of the last modification
	Title, Content, Excerpt string
	Meta                    map[string]string
}

// pointer is the target of a menu item, with the fields that only menu items have. Parent is the
// id of the parent menu item. The [Item] holds the other fields: the title, attr_title in
// Excerpt, and description in Content. The Parent of the Item is the parent of the target, which
// the REST API does not show.
type pointer struct {
	Type          string // "custom", "post_type", "taxonomy", "post_type_archive"
	Object        string // type of the record, or taxonomy of the term
	ObjectID      int64
	Parent        int64
	Target, URL   string
	Classes, Xfns []string // copies share these slices: replace a slice, never change its elements
}

// ownValues holds values of a record of a custom type. They belong to the fields and meta fields
// that posts do not have.
type ownValues struct{ Fields, Meta map[string]any }

// rendered is the HTML of a record. It is created once and kept until the record changes.
type rendered struct {
	Title, Content string
	slug           string // slug that is derived from the title
	Excerpt        string // excerpt of the default length

	encoded *Encoded
}

// Encoded holds the raw texts and the HTML of a record as JSON.
type Encoded struct{ Title, RawContent, Content, RawExcerpt, Excerpt any }

// Item is a stored record of any kind.
type Item struct {
	ID   int64
	Kind *Resource

	Date, Modified       string // local time
	DateGMT, ModifiedGMT string // DateGMT is "" for a draft without a date of its own
	Slug, Status         string
	Title                string
	Content, Excerpt     string
	Password             string
	Author, Parent       int64
	Featured, MenuOrder  int64
	Comments, Pings      string
	Format, Template     string
	Guid                 string // path below the address of the site
	Sticky               bool
	Media                *Attachment // nil outside the media library
	Meta                 map[string]string
	Terms                map[string][]int64 // term ids by the name of the taxonomy

	BeforeTrash   string      // status before the trash
	WantedSlug    string      // slug before the trash
	Revisions     []*Revision // revisions and autosaves
	rendered      *rendered   // created when needed, nil after a change
	foldedColumns *[3]string

	Pointer pointer // target of a menu item
	Own     ownValues
}

// Menu returns the id of the menu that contains the item, or 0 if there is none.
func (it *Item) Menu() int64 {
	if ids := it.Terms["nav_menu"]; len(ids) > 0 {
		return ids[0]
	}
	return 0
}

func (v ownValues) clone() ownValues { return ownValues{maps.Clone(v.Fields), maps.Clone(v.Meta)} }

// NewItem returns a draft of a kind.
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

// Clone returns a copy for an update to change. So a refused update leaves the item unchanged.
func (it *Item) Clone() *Item {
	next := *it
	next.Meta, next.Terms, next.Own = maps.Clone(it.Meta), maps.Clone(it.Terms), it.Own.clone()
	next.rendered, next.foldedColumns = nil, nil
	return &next
}

// IsDraft reports whether a status is draft, pending or auto-draft.
func IsDraft(status string) bool {
	return status == "draft" || status == "pending" || status == "auto-draft"
}

// HTML returns the rendered texts of a record.
func (it *Item) HTML() *rendered {
	if it.rendered == nil {
		content := php.RenderContent(it.Content)
		it.rendered = &rendered{Title: php.RenderTitle(it.Title), Content: content, slug: php.SlugOr(it.Title, it.ID),
			Excerpt: php.RenderExcerpt(it.Excerpt, content, php.ExcerptLength)}
	}
	return it.rendered
}

// Encoded returns the texts of a record as JSON. They are encoded once and kept until the record
// changes.
func (it *Item) Encoded() *Encoded {
	html := it.HTML()
	if html.encoded == nil {
		html.encoded = &Encoded{Title: Text(php.Encode(it.Title), php.Encode(html.Title)),
			RawContent: php.Encode(it.Content), Content: php.Encode(html.Content),
			RawExcerpt: php.Encode(it.Excerpt), Excerpt: php.Encode(html.Excerpt)}
	}
	return html.encoded
}

// Text returns a text field of a record. The contexts of the schema decide which of its
// two members are shown.
func Text(raw, html any) php.Object { return php.Object{{"raw", raw}, {"rendered", html}} }

// folded returns title, excerpt and content without case and accents, because the database
// ignores both in a search.
func (it *Item) folded() *[3]string {
	if it.foldedColumns == nil {
		it.foldedColumns = &[3]string{php.Fold(it.Title), php.Fold(it.Excerpt), php.Fold(it.Content)}
	}
	return it.foldedColumns
}

// AutosaveOf returns the autosave of a user, or nil if there is none.
func (it *Item) AutosaveOf(user int64) *Revision {
	for _, r := range it.Autosaves() {
		if r.Author == user {
			return r
		}
	}
	return nil
}

// Slug returns the slug that the REST API shows for a revision.
func (r *Revision) Slug(parent *Item) string {
	kind := "revision"
	if r.Auto {
		kind = "autosave"
	}
	return strconv.FormatInt(parent.ID, 10) + "-" + kind + "-v1"
}

// Text returns a pointer to a text of the revision. name is the name in the REST API.
func (r *Revision) Text(name string) *string {
	switch name {
	case "title":
		return &r.Title
	case "content":
		return &r.Content
	}
	return &r.Excerpt
}

// NewestFirst returns the revisions and autosaves of a record, the newest first. If two have the
// same date, the higher id comes first.
func (it *Item) NewestFirst() []*Revision {
	out := slices.Clone(it.Revisions)
	slices.SortFunc(out, func(a, b *Revision) int {
		return -cmp.Or(strings.Compare(a.Date, b.Date), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// Autosaves returns the autosaves of all users, the newest first.
func (it *Item) Autosaves() []*Revision {
	return slices.DeleteFunc(it.NewestFirst(), func(r *Revision) bool { return !r.Auto })
}

// Keep adds a revision. It replaces the list, because copies of the record share the old list.
func (it *Item) Keep(r *Revision) {
	it.Revisions = append(slices.Clip(slices.Clone(it.Revisions)), r)
}

// Forget removes the revision with an id.
func (it *Item) Forget(id int64) {
	it.Revisions = slices.DeleteFunc(slices.Clone(it.Revisions), func(r *Revision) bool { return r.ID == id })
}

// Newest returns the id of the newest revision or autosave, or 0 if there is none.
func (it *Item) Newest() int64 {
	if len(it.Revisions) == 0 {
		return 0
	}
	return it.NewestFirst()[0].ID
}

// Attachment holds the fields that only media have. An Attachment is replaced and never changed, so
// items and snapshots can share it. The caption is the excerpt of the [Item], the description is
// its content.
type Attachment struct {
	Mime     string
	Alt      string
	File     string // path of the file that is shown
	Details  *Details
	Original string    // name of the uploaded file, if another file is shown instead
	Pending  []SubSize // sideloaded sizes that wait for finalize
}

// Details holds the metadata that the site reads from an uploaded file.
type Details struct {
	Width, Height int    // 0 if the file is not an image
	File          string // path of the measured file
	Filesize      int
	Sizes         []SubSize
	ParentID      int64 // for an edited image: the id of the media record that it was made from
	ParentFile    string
}

// SubSize is a scaled copy of an image.
type SubSize struct {
	Name          string
	File          string // name without the folder
	Width, Height int
	Filesize      int
	Mime          string
}

// IsImage reports whether the media type is an image type.
func (a *Attachment) IsImage() bool { return strings.HasPrefix(a.Mime, "image/") }

// Folder returns the folder of the files, with a slash at the end.
func (a *Attachment) Folder() string { return strings.TrimSuffix(a.File, path.Base(a.File)) }

// Filename returns the name of the uploaded file.
func (a *Attachment) Filename() string {
	if a.Original != "" {
		return a.Original
	}
	return path.Base(a.File)
}

// Size returns the sub-size with a name, or nil if there is none.
func (a *Attachment) Size(name string) *SubSize {
	if i := slices.IndexFunc(a.Details.Sizes, func(sub SubSize) bool { return sub.Name == name }); i >= 0 {
		return &a.Details.Sizes[i]
	}
	return nil
}

// With returns a copy with a change applied. The change may modify Details and Pending.
func (a *Attachment) With(change func(*Attachment)) *Attachment {
	next, inside := *a, *a.Details
	inside.Sizes = slices.Clone(a.Details.Sizes)
	next.Details, next.Pending = &inside, slices.Clone(a.Pending)
	change(&next)
	return &next
}

// Fit scales a size down to fit into a box and keeps its proportions. A maximum of 0 is no limit.
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
