package media

import (
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// ListOptions are the arguments of GET cms/v2/media.
type ListOptions struct {
	// Context is how much of each record is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Page is the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 for a List, and 100
	// for a walk.
	PerPage int `url:"per_page,omitempty"`
	// Search finds records with all of these words; -word excludes one.
	Search string `url:"search,omitempty"`
	// SearchSemantics changes how Search compares.
	SearchSemantics cms.SearchSemantics `url:"search_semantics,omitempty"`
	// SearchColumns are the columns to search in. Default all. WordPress 6.1 does not
	// know it, and searches all: see [cms.WithCheckedArguments].
	SearchColumns []cms.SearchColumn `url:"search_columns,brackets,omitempty"`
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
	Order cms.Order `url:"order,omitempty"`
	// OrderBy is what the list is ordered by: any order but that of the menu.
	// Default "date"; a walk of several statuses, or of an Author, goes by "id".
	OrderBy cms.OrderBy `url:"orderby,omitempty"`
	// Slug chooses by slugs.
	Slug []string `url:"slug,brackets,omitempty"`
	// Status chooses by status: [cms.StatusInherit] (the default),
	// [cms.StatusPrivate] and [cms.StatusTrash].
	Status []cms.Status `url:"status,brackets,omitempty"`
	// TaxRelation joins the conditions on several taxonomies. Default AND.
	TaxRelation cms.TaxRelation `url:"tax_relation,omitempty"`
	// Parent and ParentExclude choose by the ids of the posts that the records
	// belong to; 0 is none.
	Parent        []int64 `url:"parent,brackets,omitempty"`
	ParentExclude []int64 `url:"parent_exclude,brackets,omitempty"`
	// MediaType chooses by the kind of the file, and MimeType by media type:
	// "image/png". With both, WordPress 7.1 lists what one of them chooses, and 6.8
	// and 6.1 look at MimeType alone. Those two take one value of each, and refuse
	// several with [cms.ErrBadRequest]. A site that accepts no files of a media type
	// lists all files instead: that is [cms.ErrFilterIgnored].
	MediaType []Type   `url:"media_type,brackets,scalar,omitempty"`
	MimeType  []string `url:"mime_type,brackets,scalar,omitempty"`
}
