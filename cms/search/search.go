// Package search searches a site over all kinds of records, and reads what a web page
// says of itself, which is what an editor of links needs.
//
//	for r, err := range search.New(site).All(ctx, &search.ListOptions{Search: "serif"}) {
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

// Kind is what a search looks through.
type Kind string

// The kinds.
const (
	Posts       Kind = "post"        // records of all public types; the default
	Terms       Kind = "term"        // terms of all taxonomies
	PostFormats Kind = "post-format" // the formats of posts
)

// AnySubtype stands for all types, or all taxonomies, of a kind.
const AnySubtype = "any"

// Result is a record that a search found. The context "embed" gives the same fields.
type Result struct {
	// ID is a number as text, or the slug of a post format. Records, terms and formats
	// count separately: see Number.
	ID    string `json:"id"`
	Title string `json:"title"` // HTML
	URL   string `json:"url"`
	// Type is "post" for a record, the taxonomy for a term, "post-format" for a format.
	Type string `json:"type"`
	// Subtype is the type of a record: "page". Terms and formats have none.
	Subtype string `json:"subtype,omitzero"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading says whether the result was read whole.
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
	// Context is "view", the default, or "embed". "edit" is [cms.ErrBadRequest].
	Context cms.Context `url:"context,omitempty"`
	// Page is the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 for a List, and 100 for a
	// walk.
	PerPage int `url:"per_page,omitempty"`
	// Search is the text to search for. "" finds all.
	Search string `url:"search,omitempty"`
	// Type is what the search looks through. Default [Posts].
	Type Kind `url:"type,omitempty"`
	// Subtype chooses types of records ("page") or taxonomies ("category") of the Type.
	// Default [AnySubtype]. A subtype of another Type is ignored by the site: the
	// response is then refused as [cms.ErrFilterIgnored].
	Subtype []string `url:"subtype,brackets,omitempty"`
	// Include and Exclude choose by ids. Include sets no order.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
}

// collection is hidden: a search has neither single records nor an order by id.
type collection = cms.Collection[Result, cms.ReadOnly, ListOptions]

// Search is the search of a site. Only published records are found, even by an
// administrator.
type Search struct {
	all  *collection
	site *cms.Client
}

// New returns the search of a site: cms/v2/search. Anyone may search.
//
// Without a Subtype, a search for [Terms] finds those of all taxonomies, among them
// menus and taxonomies that are not public.
func New(site *cms.Client) *Search {
	all := cms.NewCollection[Result, cms.ReadOnly, ListOptions](site, "cms/v2/search")
	return &Search{all.WithWalkOrders(cms.WalkOrders{NotByID: true}), site}
}

// List reads one page: GET cms/v2/search. With nil options it returns ten records.
//
// Errors: [cms.ErrFilterIgnored] if a result is not of the Subtype; [cms.ErrBadRequest]
// for an unknown Type or Subtype, for a Subtype of records that a search does not find,
// such as "attachment", and for a page of terms past the last one. A page of records
// past the last one is empty, with the Total 0. A result that does not fit its type is
// left out: List then returns both the page and an error, as [cms.Collection.List] does.
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

// All walks all results, page by page. [cms.Prefetch] and [cms.Resume] go with it;
// [cms.Exact] is refused. What is published or deleted during the walk moves results
// between pages.
//
// Errors: [cms.ErrExactUnsupported] with Exact; those of List. A walk ends at the first
// error that is not a [*cms.BrokenRecordError].
//
// Limits: a search has no order by id. Without Search, and with records of several types,
// sites order records of the same date anew for each page, so that a walk can yield some
// twice and miss others. With one Subtype they have a fixed order.
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

// Pages walks the pages of the results, as All does their results.
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

// Count returns how many results there are. It asks for the total alone.
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

// fit refuses a result of a subtype that was not asked for.
func (s *Search) fit(operation string, result *Result, options *ListOptions) error {
	if options == nil || len(options.Subtype) == 0 || slices.Contains(options.Subtype, AnySubtype) || options.Type == PostFormats {
		return nil
	}
	is := result.Subtype
	if options.Type == Terms {
		is = result.Type
	}
	if is == "" && result.Reading.Partial || slices.Contains(options.Subtype, is) {
		return nil
	}
	return &cms.Error{Operation: operation, Method: http.MethodGet, Path: s.site.Prefix() + "/v2/search", Reason: fmt.Errorf("%w: asked for %.80q, got %.80q", cms.ErrFilterIgnored, options.Subtype, is)}
}
