package cms

import (
	"slices"
	"time"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Post is a record of cms/v2/posts. The [Context] and [Fields] decide which fields are
// set.
type Post struct {
	ID            int64            `json:"id"`
	Date          LocalTime        `json:"date"`
	DateGMT       GMTTime          `json:"date_gmt"`
	GUID          Text             `json:"guid"`
	Modified      LocalTime        `json:"modified"`
	ModifiedGMT   GMTTime          `json:"modified_gmt"`
	Slug          string           `json:"slug"` // "" for a draft that was given none
	Status        Status           `json:"status"`
	Type          string           `json:"type"` // "post"
	Link          string           `json:"link"`
	Title         Text             `json:"title"`
	Content       Text             `json:"content"`
	Excerpt       Text             `json:"excerpt"`
	Author        int64            `json:"author"`
	FeaturedMedia int64            `json:"featured_media"` // 0 for none
	CommentStatus DiscussionStatus `json:"comment_status"`
	PingStatus    DiscussionStatus `json:"ping_status"`
	Sticky        bool             `json:"sticky"`
	Template      string           `json:"template"`
	Format        Format           `json:"format"`
	Meta          Meta             `json:"meta,omitzero"`
	Categories    []int64          `json:"categories,omitzero"`
	Tags          []int64          `json:"tags,omitzero"`
	ClassList     StringList       `json:"class_list,omitzero"`

	// Only in the context "edit".
	Password          string `json:"password,omitzero"`
	PermalinkTemplate string `json:"permalink_template,omitzero"`
	GeneratedSlug     string `json:"generated_slug,omitzero"`

	Links    Links    `json:"_links,omitzero"`
	Embedded Embedded `json:"_embedded,omitzero"` // see [Embed]

	// Extra holds the fields that this package does not know.
	Extra Extra `json:",embed"`

	// Reading tells whether the whole record was read.
	Reading Reading `json:"-"`
}

// PostParams are the fields that a create or update of a post sets. A nil field is not
// changed. An empty slice that is not nil clears the list.
type PostParams struct {
	// Date is the date of the post: see [At]. A published post with a date in the future
	// gets the status "future". DateGMT sets the same date; set one of the two.
	Date    Date `json:"date,omitzero"`
	DateGMT Date `json:"date_gmt,omitzero"`
	// Slug is the preferred slug. The site makes it unique by -2, -3, and returns the
	// slug that it stored.
	Slug *string `json:"slug,omitzero"`
	// Status defaults to draft on create. A draft without a Date has the date of its
	// last save, and later the date of its publication.
	Status *Status `json:"status,omitzero"`
	// Password protects the content; "" opens it.
	Password *string `json:"password,omitzero"`
	// Title, Content and Excerpt are raw texts. A create needs at least one of them.
	Title   *string `json:"title,omitzero"`
	Content *string `json:"content,omitzero"`
	Author  *int64  `json:"author,omitzero"`
	Excerpt *string `json:"excerpt,omitzero"`
	// FeaturedMedia is the id of an image; 0 removes it. The site drops an id that is no image,
	// without an error.
	FeaturedMedia *int64            `json:"featured_media,omitzero"`
	CommentStatus *DiscussionStatus `json:"comment_status,omitzero"`
	PingStatus    *DiscussionStatus `json:"ping_status,omitzero"`
	Format        *Format           `json:"format,omitzero"`
	Meta          *MetaParams       `json:"meta,omitzero"`
	// Sticky puts the post first in lists. A post with a password cannot be sticky.
	Sticky   *bool   `json:"sticky,omitzero"`
	Template *string `json:"template,omitzero"`
	// Categories and Tags hold the ids of terms. The whole list is written: the post loses
	// the terms that are not in it. [Content.AddTerms] and [Content.RemoveTerms] add and remove
	// single terms. The site drops unknown ids.
	Categories []int64 `json:"categories,omitzero"`
	Tags       []int64 `json:"tags,omitzero"`
	// Extra holds fields that plugins accept: see [Extra.Set].
	Extra Extra `json:",embed"`
}

// Params returns the settable fields of a post, to change it or write it elsewhere. Another
// site has other ids: replace Author, FeaturedMedia, Categories and Tags, and in Content the
// ids of images ("id":4 and wp-image-4) and the addresses of files. A large image may have
// the suffix -scaled there. The recipe examples/restore does all this. The
// post must have been read in the context "edit" and without [Fields]; otherwise the
// error is [ErrIncomplete]. Fields that were not read would be written as empty.
//
// The date is in UTC. It is left out for drafts and pending posts, whose date the site
// moves until they are published. These are left out too:
//   - a status that cannot be set, such as trash
//   - the suffix that a slug has in the trash
//   - the fields that plugins add
func (p *Post) Params() (*PostParams, error) {
	if err := requireWhole(p.Reading.Partial, [][2]string{
		{"status", string(p.Status)}, {"type", p.Type}, {"modified_gmt", string(p.ModifiedGMT)},
		{"permalink_template", p.PermalinkTemplate},
	}, p.Title, p.Content, p.Excerpt); err != nil {
		return nil, err
	}
	params := &PostParams{
		DateGMT:       ownDate(p.Status, p.DateGMT),
		Slug:          ownSlug(p.Status, p.Slug),
		Status:        settableStatus(p.Status),
		Password:      new(p.Password),
		Title:         new(p.Title.Raw),
		Content:       new(p.Content.Raw),
		Author:        nonZero(p.Author),
		Excerpt:       new(p.Excerpt.Raw),
		FeaturedMedia: new(p.FeaturedMedia),
		CommentStatus: nonZero(p.CommentStatus),
		PingStatus:    nonZero(p.PingStatus),
		Format:        nonZero(p.Format),
		Meta:          p.Meta.params(),
		Sticky:        new(p.Sticky),
		Template:      new(p.Template),
		Categories:    slices.Clone(p.Categories),
		Tags:          slices.Clone(p.Tags),
	}
	wire.LeaveOut(params, p.Extra)
	return params, nil
}

// PostListOptions are the arguments of GET cms/v2/posts. Zero fields are not sent.
type PostListOptions struct {
	// Context sets how much of each record is read. Default "view".
	Context Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 for List, 100 for a walk.
	PerPage int `url:"per_page,omitempty"`
	// Search finds records that contain all of these words. -word excludes records that
	// contain word.
	Search string `url:"search,omitempty"`
	// SearchSemantics sets how Search compares.
	SearchSemantics SearchSemantics `url:"search_semantics,omitempty"`
	// SearchColumns are the columns to search. Default all. WordPress 6.1 ignores this
	// argument: see [WithCheckedArguments].
	SearchColumns []SearchColumn `url:"search_columns,brackets,omitempty"`
	// After and Before limit the date. ModifiedAfter and ModifiedBefore limit the date
	// of the last change. A limit may be in any time zone. The limits themselves are
	// excluded. Dates are compared to the second.
	//
	// If a record is created with a date in the past, the site also stores that date as
	// the date of its last change. So ModifiedAfter misses it.
	After          time.Time `url:"after,omitempty"`
	Before         time.Time `url:"before,omitempty"`
	ModifiedAfter  time.Time `url:"modified_after,omitempty"`
	ModifiedBefore time.Time `url:"modified_before,omitempty"`
	// Author and AuthorExclude select by the ids of users.
	Author        []int64 `url:"author,brackets,omitempty"`
	AuthorExclude []int64 `url:"author_exclude,brackets,omitempty"`
	// Include and Exclude select by id. With Include the site ignores Exclude.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
	// Offset skips this many records. The site then ignores Page. A walk skips the records
	// created last, or the first ones of OrderBy, and continues to the end.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default descending.
	Order Order `url:"order,omitempty"`
	// OrderBy is the field that the list is ordered by. Default "date" for List, "id" for a
	// walk. A walk takes ByID, BySlug and ByTitle, ByInclude with Include, ByIncludeSlugs with
	// Slug, and ByDate if nothing but one Status, After, Before and Exclude filters. It refuses
	// the other orders with [ErrUnstableOrder]: see [Collection.Pages].
	OrderBy OrderBy `url:"orderby,omitempty"`
	// Slug selects by slug.
	Slug []string `url:"slug,brackets,omitempty"`
	// Status selects by status. Default "publish". [StatusAny] selects all but trash and
	// auto-draft.
	// Other statuses than publish need a user who may edit.
	Status []Status `url:"status,brackets,omitempty"`
	// TaxRelation combines the conditions on several taxonomies. Default AND.
	TaxRelation TaxRelation `url:"tax_relation,omitempty"`
	// Categories, Tags and their exclusions select by term.
	Categories        TermFilter `url:"categories,omitempty"`
	CategoriesExclude TermFilter `url:"categories_exclude,omitempty"`
	Tags              TermFilter `url:"tags,omitempty"`
	TagsExclude       TermFilter `url:"tags_exclude,omitempty"`
	// Sticky selects posts that are, or are not, sticky.
	Sticky *bool `url:"sticky,omitempty"`
	// IgnoreSticky, if false, puts the sticky posts at the start of the first page, in
	// addition to its PerPage posts. The site lists them a second time at their
	// position; walks leave them out there. Default true.
	IgnoreSticky *bool `url:"ignore_sticky,omitempty"`
	// Format selects by format.
	Format []Format `url:"format,brackets,omitempty"`
}
