package cms

import (
	"slices"
	"time"
)

// Post is a record of cms/v2/posts (specification, section 2, "Post"). Which
// fields hold something depends on the [Context] and on [Fields].
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
	Categories    []int64          `json:"categories"`
	Tags          []int64          `json:"tags"`
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

// PostParams is what a create or update of a post sets. A nil field is left
// alone; an empty slice that is not nil clears the list.
type PostParams struct {
	// Date is the date of the post: see [At]. One to come makes a published post a future
	// one. DateGMT is the same in another field; give one of them.
	Date    Date `json:"date,omitzero"`
	DateGMT Date `json:"date_gmt,omitzero"`
	// Slug is a wish: the site makes it unique by -2, -3, and answers what it took.
	Slug *string `json:"slug,omitzero"`
	// Status defaults to draft on create.
	Status *Status `json:"status,omitzero"`
	// Password protects the content; "" opens it.
	Password *string `json:"password,omitzero"`
	// Title, Content and Excerpt are raw texts. A create needs one of them.
	Title   *string `json:"title,omitzero"`
	Content *string `json:"content,omitzero"`
	Author  *int64  `json:"author,omitzero"`
	Excerpt *string `json:"excerpt,omitzero"`
	// FeaturedMedia is the id of an image; 0 takes it away.
	FeaturedMedia *int64            `json:"featured_media,omitzero"`
	CommentStatus *DiscussionStatus `json:"comment_status,omitzero"`
	PingStatus    *DiscussionStatus `json:"ping_status,omitzero"`
	Format        *Format           `json:"format,omitzero"`
	Meta          *MetaParams       `json:"meta,omitzero"`
	// Sticky keeps the post on top. A post with a password cannot be sticky.
	Sticky   *bool   `json:"sticky,omitzero"`
	Template *string `json:"template,omitzero"`
	// Categories and Tags are the ids of terms; unknown ones are dropped.
	Categories []int64 `json:"categories,omitzero"`
	Tags       []int64 `json:"tags,omitzero"`
	// Extra holds members that plugins take: see [Extra.Set].
	Extra Extra `json:",embed"`
}

// Params returns the settable fields of a post, to write it elsewhere or change
// it. The post must have been read in the context "edit" and without [Fields],
// or it is [ErrIncomplete]: what was not read would be written as empty.
//
// The date goes in as Greenwich mean time, for posts that have one of their
// own: not for drafts and pending ones, whose date the site moves along until
// they are published. A status that cannot be set, such as trash, the suffix of
// a slug in the trash and what plugins added to the post are left out.
func (p *Post) Params() (*PostParams, error) {
	if err := requireWhole(p.Reading.Partial, [][2]string{
		{"status", string(p.Status)}, {"type", p.Type}, {"link", p.Link}, {"modified_gmt", string(p.ModifiedGMT)}, {"comment_status", string(p.CommentStatus)}, {"format", string(p.Format)}, {"permalink_template", p.PermalinkTemplate},
	}, p.Title, p.Content, p.Excerpt); err != nil {
		return nil, err
	}
	return &PostParams{
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
	}, nil
}

// PostListOptions are the arguments of GET cms/v2/posts.
type PostListOptions struct {
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
	// Categories, Tags and their exclusions choose by terms.
	Categories        TermFilter `url:"categories,omitempty"`
	CategoriesExclude TermFilter `url:"categories_exclude,omitempty"`
	Tags              TermFilter `url:"tags,omitempty"`
	TagsExclude       TermFilter `url:"tags_exclude,omitempty"`
	// Sticky chooses the posts that are, or are not, kept on top.
	Sticky *bool `url:"sticky,omitempty"`
	// IgnoreSticky, false, puts the sticky posts in front of the first page, which
	// is then longer; the site repeats them in their place, All does not.
	// Default true.
	IgnoreSticky *bool `url:"ignore_sticky,omitempty"`
	// Format chooses by format.
	Format []Format `url:"format,brackets,omitempty"`
}
