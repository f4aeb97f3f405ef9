package media

import (
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// ListOptions are the arguments of GET cms/v2/media. Zero fields are not sent.
type ListOptions struct {
	// Context sets how much of each record is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 for List, 100 for a walk.
	PerPage int `url:"per_page,omitempty"`
	// Search finds records that contain all of these words. -word excludes records that
	// contain word.
	Search string `url:"search,omitempty"`
	// SearchSemantics sets how Search compares.
	SearchSemantics cms.SearchSemantics `url:"search_semantics,omitempty"`
	// SearchColumns are the columns to search. Default all. WordPress 6.1 ignores this
	// argument: see [cms.WithCheckedArguments].
	SearchColumns []cms.SearchColumn `url:"search_columns,brackets,omitempty"`
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
	Order cms.Order `url:"order,omitempty"`
	// OrderBy is the field that the list is ordered by: any but menu_order. Default "date"
	// for List, "id" for a walk. A walk takes [cms.ByID], [cms.BySlug] and [cms.ByTitle],
	// [cms.ByInclude] with Include, [cms.ByIncludeSlugs] with Slug, and [cms.ByDate] if nothing
	// but one Status, After, Before and Exclude filters. It refuses the other orders with
	// [cms.ErrUnstableOrder]: see [cms.Collection.Pages].
	OrderBy cms.OrderBy `url:"orderby,omitempty"`
	// Slug selects by slug.
	Slug []string `url:"slug,brackets,omitempty"`
	// Status selects by status: [cms.StatusInherit] (the default), [cms.StatusPrivate]
	// and [cms.StatusTrash].
	Status []cms.Status `url:"status,brackets,omitempty"`
	// TaxRelation combines the conditions on several taxonomies. Default AND.
	TaxRelation cms.TaxRelation `url:"tax_relation,omitempty"`
	// Parent and ParentExclude select by the id of the post that a file is attached to;
	// 0 selects files that are not attached.
	Parent        []int64 `url:"parent,brackets,omitempty"`
	ParentExclude []int64 `url:"parent_exclude,brackets,omitempty"`
	// MediaType selects by kind ("image"), MimeType by the exact media type
	// ("image/png").
	//   - With both, WordPress 7.1 lists the files that match either. WordPress 6.8 and
	//     6.1 then use only MimeType.
	//   - WordPress 6.8 and 6.1 reject several values in one of the fields with
	//     [cms.ErrBadRequest].
	//   - If you ask for a media type that the site does not accept, the site lists all
	//     files. The error is then [cms.ErrFilterIgnored].
	MediaType []Type   `url:"media_type,brackets,scalar,omitempty"`
	MimeType  []string `url:"mime_type,brackets,scalar,omitempty"`
}
