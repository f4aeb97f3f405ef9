package cms

import "time"

// Page is a record of cms/v2/pages (specification, section 2, "Page"). Which
// fields hold something depends on the [Context] and on [Fields].
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

	// The context "edit" alone gives these.
	Password          string `json:"password,omitzero"`
	PermalinkTemplate string `json:"permalink_template,omitzero"`
	GeneratedSlug     string `json:"generated_slug,omitzero"`

	Links    Links    `json:"_links,omitzero"`
	Embedded Embedded `json:"_embedded,omitzero"` // see [Embed]

	// Extra holds the members that this package does not know.
	Extra Extra `json:",embed"`

	// Reading says whether it was read whole.
	Reading Reading `json:"-"`
}

// PageParams is what a create or update of a page sets. A nil field is left
// alone.
type PageParams struct {
	// Date is the date of the page: see [At]. One to come makes a published page a future
	// one. DateGMT is the same in another field; give one of them.
	Date    Date `json:"date,omitzero"`
	DateGMT Date `json:"date_gmt,omitzero"`
	// Slug is a wish: the site makes it unique among the pages of the parent by
	// -2, -3, and answers what it took.
	Slug *string `json:"slug,omitzero"`
	// Status defaults to draft on create.
	Status *Status `json:"status,omitzero"`
	// Password protects the content; "" opens it.
	Password *string `json:"password,omitzero"`
	// Title, Content and Excerpt are raw texts. A WordPress makes an empty page of a
	// create without them.
	Title   *string `json:"title,omitzero"`
	Content *string `json:"content,omitzero"`
	Author  *int64  `json:"author,omitzero"`
	Excerpt *string `json:"excerpt,omitzero"`
	// FeaturedMedia is the id of an image; 0 takes it away.
	FeaturedMedia *int64            `json:"featured_media,omitzero"`
	CommentStatus *DiscussionStatus `json:"comment_status,omitzero"`
	PingStatus    *DiscussionStatus `json:"ping_status,omitzero"`
	Meta          *MetaParams       `json:"meta,omitzero"`
	Template      *string           `json:"template,omitzero"`
	// Parent is the id of the page above; 0 is the top.
	Parent    *int64 `json:"parent,omitzero"`
	MenuOrder *int   `json:"menu_order,omitzero"`
	// Extra holds members that plugins take: see [Extra.Set].
	Extra Extra `json:",embed"`
}

// Params returns the settable fields of a page, as [Post.Params] does those of
// a post.
func (p *Page) Params() (*PageParams, error) {
	if err := requireWhole(p.Reading.Partial, [][2]string{
		{"status", string(p.Status)}, {"type", p.Type}, {"link", p.Link}, {"modified_gmt", string(p.ModifiedGMT)}, {"comment_status", string(p.CommentStatus)}, {"permalink_template", p.PermalinkTemplate},
	}, p.Title, p.Content, p.Excerpt); err != nil {
		return nil, err
	}
	return &PageParams{
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
	}, nil
}

// PageListOptions are the arguments of GET cms/v2/pages.
type PageListOptions struct {
	// Context is how much of each record is read. Default "view".
	Context Context `url:"context,omitempty"`
	// Page is the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 for a List, and 100
	// for a walk.
	PerPage int `url:"per_page,omitempty"`
	// Search finds records with all of these words; -word excludes one.
	Search string `url:"search,omitempty"`
	// SearchSemantics changes how Search compares.
	SearchSemantics SearchSemantics `url:"search_semantics,omitempty"`
	// SearchColumns are the columns to search in. Default all. WordPress 6.1 does not
	// know it, and searches all: see [WithCheckedArguments].
	SearchColumns []SearchColumn `url:"search_columns,brackets,omitempty"`
	// After and Before bound the date, ModifiedAfter and ModifiedBefore that of
	// the last change. The bounds are not included; seconds count. A site takes the date
	// that a create gives for that of the change too: ModifiedAfter misses a new record
	// with an old date.
	After          time.Time `url:"after,omitempty"`
	Before         time.Time `url:"before,omitempty"`
	ModifiedAfter  time.Time `url:"modified_after,omitempty"`
	ModifiedBefore time.Time `url:"modified_before,omitempty"`
	// Author and AuthorExclude choose by the ids of users.
	Author        []int64 `url:"author,brackets,omitempty"`
	AuthorExclude []int64 `url:"author_exclude,brackets,omitempty"`
	// Include and Exclude choose by ids. With Include the site ignores Exclude.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
	// Offset skips this many records. The site then ignores Page; a walk counts
	// on from it.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default descending.
	Order Order `url:"order,omitempty"`
	// OrderBy is what the list is ordered by. Default "date"; a walk of several
	// statuses, or of an Author, goes by "id".
	OrderBy OrderBy `url:"orderby,omitempty"`
	// Slug chooses by slugs.
	Slug []string `url:"slug,brackets,omitempty"`
	// Status chooses by status; others than "publish" need a user who may edit.
	// Default "publish".
	Status []Status `url:"status,brackets,omitempty"`
	// TaxRelation joins the conditions on several taxonomies. Default AND.
	TaxRelation TaxRelation `url:"tax_relation,omitempty"`
	// MenuOrder chooses by the menu order.
	MenuOrder *int `url:"menu_order,omitempty"`
	// Parent and ParentExclude choose by the ids of the pages above; 0 is the top.
	Parent        []int64 `url:"parent,brackets,omitempty"`
	ParentExclude []int64 `url:"parent_exclude,brackets,omitempty"`
}
