package cms

import (
	"time"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Page is a record of cms/v2/pages. The [Context] and [Fields] decide which fields are
// set.
type Page struct {
	ID            int64            `json:"id"`
	Date          LocalTime        `json:"date"`
	DateGMT       GMTTime          `json:"date_gmt"`
	GUID          Text             `json:"guid"`
	Modified      LocalTime        `json:"modified"`
	ModifiedGMT   GMTTime          `json:"modified_gmt"`
	Slug          string           `json:"slug"` // unique among the pages of one parent
	Status        Status           `json:"status"`
	Type          string           `json:"type"` // "page"
	Link          string           `json:"link"`
	Title         Text             `json:"title"`
	Content       Text             `json:"content"`
	Excerpt       Text             `json:"excerpt"`
	Author        int64            `json:"author"`
	FeaturedMedia int64            `json:"featured_media"` // 0 for none
	Parent        int64            `json:"parent"`         // 0 at the top
	MenuOrder     int              `json:"menu_order"`
	CommentStatus DiscussionStatus `json:"comment_status"`
	PingStatus    DiscussionStatus `json:"ping_status"`
	Template      string           `json:"template"`
	Meta          Meta             `json:"meta,omitzero"`
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

// PageParams are the fields that a create or update of a page sets. A nil field is not
// changed.
type PageParams struct {
	// Date is the date of the page: see [At]. A published page with a date in the future
	// gets the status "future". DateGMT sets the same date; set one of the two.
	Date    Date `json:"date,omitzero"`
	DateGMT Date `json:"date_gmt,omitzero"`
	// Slug is the preferred slug. The site makes it unique among the pages of the parent
	// by -2, -3, and returns the slug that it stored.
	Slug *string `json:"slug,omitzero"`
	// Status defaults to draft on create.
	Status *Status `json:"status,omitzero"`
	// Password protects the content; "" opens it.
	Password *string `json:"password,omitzero"`
	// Title, Content and Excerpt are raw texts. A create without them makes an empty
	// page on WordPress.
	Title   *string `json:"title,omitzero"`
	Content *string `json:"content,omitzero"`
	Author  *int64  `json:"author,omitzero"`
	Excerpt *string `json:"excerpt,omitzero"`
	// FeaturedMedia is the id of an image; 0 removes it. The site drops an id that is no image,
	// without an error.
	FeaturedMedia *int64            `json:"featured_media,omitzero"`
	CommentStatus *DiscussionStatus `json:"comment_status,omitzero"`
	PingStatus    *DiscussionStatus `json:"ping_status,omitzero"`
	Meta          *MetaParams       `json:"meta,omitzero"`
	Template      *string           `json:"template,omitzero"`
	// Parent is the id of the parent page; 0 is the top level. For Ensure, which finds a page by
	// its slug and its parent, nil is the top level, too.
	Parent    *int64 `json:"parent,omitzero"`
	MenuOrder *int   `json:"menu_order,omitzero"`
	// Extra holds fields that plugins accept: see [Extra.Set].
	Extra Extra `json:",embed"`
}

// Params returns the settable fields of a page, as [Post.Params] does for a post.
func (p *Page) Params() (*PageParams, error) {
	if err := requireWhole(p.Reading.Partial, [][2]string{
		{"status", string(p.Status)}, {"type", p.Type}, {"modified_gmt", string(p.ModifiedGMT)},
		{"permalink_template", p.PermalinkTemplate},
	}, p.Title, p.Content, p.Excerpt); err != nil {
		return nil, err
	}
	params := &PageParams{
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
		Meta:          p.Meta.params(),
		Template:      new(p.Template),
		Parent:        new(p.Parent),
		MenuOrder:     new(p.MenuOrder),
	}
	wire.LeaveOut(params, p.Extra)
	return params, nil
}

// PageListOptions are the arguments of GET cms/v2/pages. Zero fields are not sent.
type PageListOptions struct {
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
	// MenuOrder selects by menu order.
	MenuOrder *int `url:"menu_order,omitempty"`
	// Parent and ParentExclude select by the id of the parent page; 0 is the top level.
	Parent        []int64 `url:"parent,brackets,omitempty"`
	ParentExclude []int64 `url:"parent_exclude,brackets,omitempty"`
}
