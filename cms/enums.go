package cms

// Context sets how much of each record is read (argument context). The default is
// "view".
type Context string

// The contexts in which a record can be read.
const (
	ContextView  Context = "view"  // what a visitor may see
	ContextEmbed Context = "embed" // the few fields for a reference
	ContextEdit  Context = "edit"  // all fields, with raw texts; requires a user who may edit
)

// Status is the status of a record. Unknown values are kept.
type Status string

// The statuses that can be set.
const (
	StatusPublish Status = "publish"
	StatusFuture  Status = "future"
	StatusDraft   Status = "draft"
	StatusPending Status = "pending"
	StatusPrivate Status = "private"
)

// Statuses that cannot be set: a record has them, or a list filters by them.
const (
	StatusTrash            Status = "trash"
	StatusAutoDraft        Status = "auto-draft"
	StatusInherit          Status = "inherit"
	StatusRequestPending   Status = "request-pending"
	StatusRequestConfirmed Status = "request-confirmed"
	StatusRequestFailed    Status = "request-failed"
	StatusRequestCompleted Status = "request-completed"
	// StatusAny matches every status except trash and auto-draft.
	StatusAny Status = "any"
)

// settable reports whether a record may be given the status.
func (s Status) settable() bool {
	switch s {
	case StatusPublish, StatusFuture, StatusDraft, StatusPending, StatusPrivate:
		return true
	}
	return false
}

// DiscussionStatus tells whether comments or pings are open.
type DiscussionStatus string

// The values of comment_status and ping_status.
const (
	DiscussionOpen   DiscussionStatus = "open"
	DiscussionClosed DiscussionStatus = "closed"
)

// Format is the format of a post.
type Format string

// The formats of WordPress. A Format may have any other value, such as one that a theme adds.
const (
	FormatStandard Format = "standard"
	FormatAside    Format = "aside"
	FormatChat     Format = "chat"
	FormatGallery  Format = "gallery"
	FormatLink     Format = "link"
	FormatImage    Format = "image"
	FormatQuote    Format = "quote"
	FormatStatus   Format = "status"
	FormatVideo    Format = "video"
	FormatAudio    Format = "audio"
)

// Order is the direction of a list (argument order).
type Order string

// The directions. The default is descending for posts, pages, blocks, media and comments,
// and ascending for menu items, menus, terms and users.
const (
	Ascending  Order = "asc"
	Descending Order = "desc"
)

// OrderBy is the field that a list is ordered by (argument orderby). The default of List
// is "date", for menu items "menu_order". Walks go by id.
type OrderBy string

// The orders of lists. ByRelevance needs Search, and is refused with [SearchExact].
// ByInclude keeps the order of Include, and ByIncludeSlugs the order of Slug. Both ignore Order.
// Walks refuse ByAuthor, ByModified, ByParent, ByRelevance and ByMenuOrder, and ByDate in
// most lists, with [ErrUnstableOrder]: see [Collection.Pages].
const (
	ByAuthor       OrderBy = "author"
	ByDate         OrderBy = "date"
	ByID           OrderBy = "id"
	ByInclude      OrderBy = "include"
	ByModified     OrderBy = "modified"
	ByParent       OrderBy = "parent"
	ByRelevance    OrderBy = "relevance"
	BySlug         OrderBy = "slug"
	ByIncludeSlugs OrderBy = "include_slugs"
	ByTitle        OrderBy = "title"
	ByMenuOrder    OrderBy = "menu_order" // pages and menu items only
)

// SearchColumn is a column that a search looks in (argument search_columns).
type SearchColumn string

// The columns that a search reads. By default a search covers all of them.
const (
	SearchTitle   SearchColumn = "post_title"
	SearchContent SearchColumn = "post_content"
	SearchExcerpt SearchColumn = "post_excerpt"
)

// SearchSemantics sets how a search compares (argument search_semantics).
type SearchSemantics string

// SearchExact compares with the whole field. Put a phrase of several words in double
// quotes inside Search.
const SearchExact SearchSemantics = "exact"

// TaxRelation combines conditions: those on several taxonomies (argument tax_relation),
// or those on the terms of one (field operator of a [TermFilter]).
type TaxRelation string

// The relations. The default is AND for several taxonomies, and OR for the terms of one filter.
const (
	TaxAnd TaxRelation = "AND"
	TaxOr  TaxRelation = "OR"
)
