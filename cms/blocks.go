package cms

import (
	"slices"
	"time"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// SyncStatus tells whether uses of a reusable block follow the block (field
// cms_pattern_sync_status).
type SyncStatus string

// The values of SyncStatus.
const (
	SyncFull     SyncStatus = "" // the default: every use follows the block
	SyncPartial  SyncStatus = "partial"
	SyncUnsynced SyncStatus = "unsynced"
)

// MarshalJSON writes "" as null, which removes the field. The site rejects the empty
// string.
func (s SyncStatus) MarshalJSON() ([]byte, error) {
	if s == SyncFull {
		return []byte("null"), nil
	}
	return wire.Marshal(string(s))
}

// Block is a reusable block, a record of cms/v2/blocks. Title and Content have Raw in
// every context that includes them, and never have Rendered. Anonymous callers may read
// no blocks.
type Block struct {
	ID          int64     `json:"id"`
	Date        LocalTime `json:"date"`
	DateGMT     GMTTime   `json:"date_gmt"`
	GUID        Text      `json:"guid"`
	Modified    LocalTime `json:"modified"`
	ModifiedGMT GMTTime   `json:"modified_gmt"`
	Slug        string    `json:"slug"`
	Status      Status    `json:"status"`
	Type        string    `json:"type"` // "cms_block" in the specification, "wp_block" on a WordPress
	Link        string    `json:"link"`
	Title       Text      `json:"title"`
	Content     Text      `json:"content"`
	Excerpt     Text      `json:"excerpt"`
	Template    string    `json:"template"`
	Meta        Meta      `json:"meta,omitzero"`
	// PatternCategory are the ids of its pattern categories.
	PatternCategory []int64 `json:"cms_pattern_category,omitzero"`
	// SyncStatus is read here and written in [BlockMetaParams].
	SyncStatus SyncStatus `json:"cms_pattern_sync_status"`

	// Only in the context "edit".
	Password string `json:"password,omitzero"`

	ClassList StringList `json:"class_list,omitzero"`
	Links     Links      `json:"_links,omitzero"`
	Embedded  Embedded   `json:"_embedded,omitzero"` // see [Embed]

	// Extra holds the fields that this package does not know.
	Extra Extra `json:",embed"`

	// Reading tells whether the whole record was read.
	Reading Reading `json:"-"`
}

// BlockParams are the fields that a create or update of a block sets. A nil field is not
// changed. An empty slice that is not nil clears the list.
type BlockParams struct {
	// Date is the date of the block: see [At]. DateGMT sets the same date; set one of
	// the two.
	Date    Date    `json:"date,omitzero"`
	DateGMT Date    `json:"date_gmt,omitzero"`
	Slug    *string `json:"slug,omitzero"`
	// Status defaults to draft on create.
	Status   *Status `json:"status,omitzero"`
	Password *string `json:"password,omitzero"`
	// Title, Content and Excerpt are raw texts. A create needs at least one of them.
	Title    *string          `json:"title,omitzero"`
	Content  *string          `json:"content,omitzero"`
	Excerpt  *string          `json:"excerpt,omitzero"`
	Meta     *BlockMetaParams `json:"meta,omitzero"`
	Template *string          `json:"template,omitzero"`
	// PatternCategory holds the ids of pattern categories. The site drops unknown ids.
	PatternCategory []int64 `json:"cms_pattern_category,omitzero"`
	// Extra holds fields that plugins accept: see [Extra.Set].
	Extra Extra `json:",embed"`
}

// created returns the params for a create, without SyncFull. SyncFull is sent as null, and a
// site that gets null in a create stores the block and then responds with an error. A new
// block is fully synced anyway.
func (p *BlockParams) created() any {
	if p == nil || p.Meta == nil || p.Meta.SyncStatus == nil || *p.Meta.SyncStatus != SyncFull {
		return p
	}
	fresh, meta := *p, *p.Meta
	meta.SyncStatus, fresh.Meta = nil, &meta
	return &fresh
}

// BlockMetaParams are the fields that a create or update sets in the meta of a block.
type BlockMetaParams struct {
	// SyncStatus is written here and read in [Block].
	SyncStatus *SyncStatus `json:"cms_pattern_sync_status,omitzero"`
	// Footnotes holds the footnotes as JSON text; "" removes them.
	Footnotes *string `json:"footnotes,omitzero"`
	// Extra holds fields that the site and its plugins register.
	Extra Extra `json:",embed"`
}

// Params returns the settable fields of a block, as [Post.Params] does for a post.
// SyncFull is omitted: it is written as null, which a site rejects if the block has no
// field for the sync status. Set SyncFull yourself to make a block fully synced again.
// Excerpt is nil where blocks have no excerpt, as on WordPress 6.1.
func (b *Block) Params() (*BlockParams, error) {
	// Title and Content of a block have Raw in every context. Excerpt and GUID have Raw only in
	// the context "edit", so proof shows whether b was read in that context. Where blocks have
	// no Excerpt, proof is GUID.
	excerpt, proof := new(b.Excerpt.Raw), b.Excerpt
	if b.Excerpt == (Text{}) {
		excerpt, proof = nil, b.GUID
	}
	if err := requireWhole(b.Reading.Partial, [][2]string{
		{"status", string(b.Status)}, {"type", b.Type}, {"modified_gmt", string(b.ModifiedGMT)},
	}, b.Title, b.Content, proof); err != nil {
		return nil, err
	}
	params := &BlockParams{
		DateGMT:  ownDate(b.Status, b.DateGMT),
		Slug:     ownSlug(b.Status, b.Slug),
		Status:   settableStatus(b.Status),
		Password: new(b.Password),
		Title:    new(b.Title.Raw),
		Content:  new(b.Content.Raw),
		Excerpt:  excerpt,
		Meta: &BlockMetaParams{
			SyncStatus: nonZero(b.SyncStatus),
			Footnotes:  b.Meta.footnotes(),
			Extra:      b.Meta.settable(),
		},
		Template:        new(b.Template),
		PatternCategory: slices.Clone(b.PatternCategory),
	}
	wire.LeaveOut(params, b.Extra)
	return params, nil
}

// BlockListOptions are the arguments of GET cms/v2/blocks. Zero fields are not sent.
type BlockListOptions struct {
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
	// PatternCategory and PatternCategoryExclude select by pattern category.
	PatternCategory        TermFilter `url:"cms_pattern_category,omitempty"`
	PatternCategoryExclude TermFilter `url:"cms_pattern_category_exclude,omitempty"`
}
