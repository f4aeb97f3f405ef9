// Package search searches a site over all kinds of records. It also fetches the metadata
// of a web page (title, icon), as link editors do.
//
//	records := search.New(site) // site is a *cms.Client
//	for r, err := range records.All(ctx, &search.ListOptions{Search: "serif"}) {
//		…
//		fmt.Println(r.Title, r.URL)
//	}
package search

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
)

// Kind is a kind of records to search.
type Kind string

// The kinds of results.
const (
	Posts       Kind = "post"        // records of all public types; the default
	Terms       Kind = "term"        // terms of all taxonomies
	PostFormats Kind = "post-format" // the formats of posts
)

// AnySubtype means all post types, or all taxonomies, of a kind.
const AnySubtype = "any"

// Result is a search result. The context "embed" has the same fields.
type Result struct {
	// ID is a number as text, or the slug of a post format. A record and a term may have
	// the same ID. Number returns it as a number.
	ID    string `json:"id"`
	Title string `json:"title"` // HTML
	URL   string `json:"url"`
	// Type is "post" for a record, the taxonomy for a term, "post-format" for a format.
	Type string `json:"type"`
	// Subtype is the post type of a record: "page". Terms and formats have no subtype.
	Subtype string `json:"subtype,omitzero"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole result was read.
	Reading cms.Reading `json:"-"`
}

// Number returns the id of a record or term, 0 for a format.
func (r *Result) Number() int64 {
	n, err := strconv.ParseInt(r.ID, 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// ListOptions are the arguments of a search.
type ListOptions struct {
	// Context is "view" (the default) or "embed". "edit" is [cms.ErrBadRequest].
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 for List, 100 for a walk.
	PerPage int `url:"per_page,omitempty"`
	// Search is the text to search for. "" matches everything.
	Search string `url:"search,omitempty"`
	// Type is the kind of records to search. Default [Posts].
	Type Kind `url:"type,omitempty"`
	// Subtype selects post types ("page") or taxonomies ("category") of the Type.
	// Default [AnySubtype]. A site ignores a subtype of another Type; the response is
	// then [cms.ErrFilterIgnored].
	Subtype []string `url:"subtype,brackets,omitempty"`
	// Include and Exclude select by id. Include does not set the order.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
}

// collection is not exported: some of its methods need single records or an order by id,
// and a search has neither.
type collection = cms.Collection[Result, cms.ReadOnly, ListOptions]

// Search searches a site. It finds only published records, even for an administrator.
type Search struct {
	all  *collection
	site *cms.Client
}

// New returns the search of a site: cms/v2/search. Everyone may search.
//
// Without a Subtype, a search for [Terms] includes menus and taxonomies that are not
// public.
func New(site *cms.Client) *Search {
	all := cms.NewCollection[Result, cms.ReadOnly, ListOptions](site, "cms/v2/search")
	return &Search{all, site}
}

// List returns one page: GET cms/v2/search. With nil options it returns ten records. A
// page of records past the last one is empty, with Total 0. A result that does not fit
// its type is left out; List then returns the page and an error, as
// [cms.Collection.List] does.
//
// Errors:
//   - [cms.ErrFilterIgnored] if a result is not of the Subtype.
//   - [cms.ErrBadRequest] for an unknown Type or Subtype, and for a Subtype that a
//     search does not cover, such as "attachment".
//   - [cms.ErrBadRequest] for a page of terms past the last one.
func (s *Search) List(
	ctx context.Context, options *ListOptions, callOptions ...cms.CallOption,
) (*cms.ListPage[Result], error) {
	page, err := s.all.List(ctx, options, callOptions...)
	if page == nil {
		return nil, err
	}
	if wrong := s.fits("search.List", page, options); wrong != nil {
		return nil, wrong
	}
	return page, err
}

// All walks all results, page by page. It supports [cms.Prefetch] and [cms.Resume].
//
// Errors: [cms.ErrExactUnsupported] with [cms.Exact]; those of List. The walk ends at the
// first error that is not a [*cms.BrokenRecordError].
//
// Limitations: if records are published or deleted during the walk, results move to
// other pages. The REST API has no order for searches. Sites sort records of the same date
// and terms of the same name anew for each page, also with one Subtype. A walk may then
// yield some results twice and miss others, without an error. To read all records of a
// kind, walk its collection: [cms.Client.Posts], terms.New.
func (s *Search) All(
	ctx context.Context, options *ListOptions, walkOptions ...cms.WalkOption,
) iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		for result, err := range s.all.All(ctx, options, walkOptions...) {
			if err == nil {
				err = s.fit("search.All", result, options)
			}
			if err != nil {
				result = nil
			}
			if !yield(result, err) || errors.Is(err, cms.ErrFilterIgnored) {
				return
			}
		}
	}
}

// Pages walks the pages of the results: see All.
func (s *Search) Pages(
	ctx context.Context, options *ListOptions, walkOptions ...cms.WalkOption,
) iter.Seq2[*cms.ListPage[Result], error] {
	return func(yield func(*cms.ListPage[Result], error) bool) {
		for page, err := range s.all.Pages(ctx, options, walkOptions...) {
			if err == nil {
				err = s.fits("search.Pages", page, options)
			}
			if err != nil {
				page = nil
			}
			if !yield(page, err) || errors.Is(err, cms.ErrFilterIgnored) {
				return
			}
		}
	}
}

// Count returns the number of results. It requests only the total.
func (s *Search) Count(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) (int, error) {
	return s.all.Count(ctx, options, callOptions...)
}

func (s *Search) fits(operation string, page *cms.ListPage[Result], options *ListOptions) error {
	for i := range page.Items {
		if err := s.fit(operation, &page.Items[i], options); err != nil {
			return err
		}
	}
	return nil
}

// fit returns an error if a result has another subtype than requested.
func (s *Search) fit(operation string, result *Result, options *ListOptions) error {
	if options == nil || len(options.Subtype) == 0 || slices.Contains(options.Subtype, AnySubtype) ||
		options.Type == PostFormats {
		return nil
	}
	is := result.Subtype
	if options.Type == Terms {
		is = result.Type
	}
	if is == "" && result.Reading.Partial || slices.Contains(options.Subtype, is) {
		return nil
	}
	return &cms.Error{Operation: operation, Method: http.MethodGet, Path: s.site.Prefix() + "/v2/search",
		Reason: fmt.Errorf("%w: asked for %.80q, got %.80q", cms.ErrFilterIgnored, options.Subtype, is)}
}
