package cms

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"net/url"

	"github.com/fontcms/fontcms-go/cms/internal/walk"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// ListPage is one page of a list.
type ListPage[T any] struct {
	Items []T
	// Number is the number of the page, from 1.
	Number int
	// Total is the number of records that match, TotalPages the number of pages. Both
	// are counted by the site, which includes records that the caller may not read. They
	// are -1 if the site does not send them.
	Total, TotalPages int
	// Response holds the status and headers of the response.
	Response Response
}

// typedPage returns p as a page of records of the type T, or nil if p is nil.
func typedPage[T any](p *walk.Page) *ListPage[T] {
	if p == nil {
		return nil
	}
	return &ListPage[T]{*p.Items.Addr().Interface().(*[]T), p.Number, p.Total, p.TotalPages, Response(p.Response)}
}

// List returns one page: GET {collection}. With nil options the site returns the first
// page of its published records: 10 records, or 100 menu items. PerPage is at most 100.
// With invalid credentials the list is shorter than expected, because the site treats the
// caller as anonymous: see [Client.Verify].
//
// To read page after page use All: List does not refuse unstable orders. An exact search
// by relevance is refused, because WordPress finds nothing then.
//
// An empty list in options that is not nil matches nothing: List then sends nothing and
// returns an empty page. A page past the last one fails with [ErrBadRequest] and
// [CodeInvalidPageNumber].
//
// A record that does not fit its type is left out. List then returns the page and an
// error, which holds a [*BrokenRecordError] for each of them.
func (c *Collection[T, P, L]) List(ctx context.Context, options *L, callOptions ...CallOption) (*ListPage[T], error) {
	page, err := c.resource.sendList(ctx, options, callOptions)
	return typedPage[T](page), err
}

func (c *resource) sendList(ctx context.Context, options any, callOptions []CallOption) (*walk.Page, error) {
	return c.list(ctx, options, apply(callOptions, CallOption.walk))
}

// arguments encodes the options of a list.
func (c *resource) arguments(verb string, options any, s *callSettings) (wire.Query, error) {
	q, err := wire.EncodeQuery(options)
	if err == nil && q.Get("search_semantics") == string(SearchExact) && q.Get("orderby") == string(ByRelevance) {
		err = &ArgumentError{Argument: "orderby", Reason: "with an exact search, WordPress finds nothing by relevance"}
	}
	if err := cmp.Or(s.err, c.err, err); err != nil {
		return q, c.argumentError(verb, err)
	}
	return q, nil
}

func (c *resource) list(ctx context.Context, options any, s *callSettings) (*walk.Page, error) {
	q, err := c.arguments("List", options, s)
	if err != nil {
		return nil, err
	}
	if q.EmptyFilter != "" {
		return &walk.Page{Items: walk.Empty(c.record), Number: 1}, nil
	}
	page, err := c.page(ctx, "List", q.Values, s)
	if err != nil {
		return nil, err
	}
	broken := make([]error, len(page.Broken))
	for i, e := range page.Broken {
		broken[i] = (*BrokenRecordError)(e)
	}
	return page, transport.Join(broken...)
}

// Count returns the number of records that match options. The site counts them,
// including records that the caller may not read. Count requests only the total. If the
// site sends no total, or 0 with a record, Count walks the list. Some plugins return the
// whole list although one record was requested. For the types of this module, Count then
// returns the length of that list. For your own types it walks the list.
func (c *Collection[T, P, L]) Count(ctx context.Context, options *L, callOptions ...CallOption) (int, error) {
	return c.resource.count(ctx, options, callOptions)
}

func (c *resource) count(ctx context.Context, options any, callOptions []CallOption) (int, error) {
	s := apply(callOptions, CallOption.walk)
	q, err := c.arguments("Count", options, s)
	if err != nil {
		return 0, err
	}
	if q.EmptyFilter != "" {
		return 0, nil
	}
	q.Del("page")
	q.Del("offset")
	q.Set("per_page", "1")
	if len(s.fields) == 0 {
		s.fields = []string{"id"}
	}
	page, err := c.page(ctx, "Count", q.Values, s)
	if err != nil {
		return 0, err
	}
	records := page.Items.Len() + len(page.Broken)
	if page.Total >= records {
		return page.Total, nil
	}
	if records != 1 && page.Total < 0 && page.TotalPages < 0 && !c.own && c.shape.Ours {
		return records, nil // the list is empty, or a plugin has returned all of it
	}
	q.Del("per_page")
	q.Del("order")
	q.Del("orderby")
	s.byID, _ = c.settle(q.Values) // cannot fail: settle refuses only an orderby, and q has none
	list := &listing{resource: c, verb: "Count", settings: s}
	// cannot fail: Begin refuses only arguments of Exact or a Cursor, and a count has neither
	w, _ := walk.Begin(list, q.Values, s.Options)
	n, err := w.Count(ctx)
	if err != nil {
		return 0, list.met(err)
	}
	return n, nil
}

// Pages walks the pages of a list. It starts at options.Page and reads options.PerPage
// records at once. The default is 100, or as many as the site allows: the client learns it
// from the first refused request. A page is fetched when it is needed, or earlier with
// [Prefetch]. The options are encoded once and not modified.
//
// After an error the walk ends, with one exception: a [*BrokenRecordError] stands for a
// record that cannot be read, and the walk continues. When the context ends, the walk
// yields its error and nothing more, not even pages that were read ahead.
//
// # Concurrent changes
//
// If records are created or deleted during the walk, other records move to other pages.
// So a plain walk may miss records or yield some twice; a walk with [Exact] does not. A
// walk by id leaves out records that were on the page before.
// Do not change a field in the loop that the list is filtered or ordered by: the walk
// then skips records without an error. Collect the ids first.
//
// # Orders
//
// A walk whose options name no order goes by id: the records that were created last come
// first; terms, users and menu items begin with the oldest. This is not the order of
// dates: imported, backdated and scheduled records stand where they were created. For the
// newest by date use List, or collect the records and sort them.
//
// In other orders a site may sort records with equal values anew for each page. A walk
// would yield some twice and others never, so it refuses these orders with
// [ErrUnstableOrder], before the first request: author, menu_order, modified, parent,
// relevance; orders that a plugin adds; and date, unless the options filter only by one
// Status, After, Before and Exclude. A plugin that adds conditions to lists can make date
// unstable even then. For terms, menus and users see their packages.
//
// If a site does not keep the order of ids, for example because a plugin sorts all lists,
// the walk ends with [ErrUnstableOrder]. Sticky posts in front of the first page are
// exempt, and come once.
//
// Comments and revisions keep the order of the site, which is by date and id. Walks of
// other plugins' routes keep the order of the site, too, if their list options have no
// argument orderby. See [Collection.WithWalkOrders].
//
// # Where a walk ends
//
// A walk ends after the last page according to the totals of the site. It does not end
// at a short page, because a site removes the records that the caller may not read from
// each page. The rules:
//   - If the total of records and the total of pages give different last pages, the
//     later page counts.
//   - A total is ignored if more records were read.
//   - If the site does not send the number of pages, an empty page also ends the walk.
//   - If the site sends no totals, a page with the same ids as the one before also ends
//     it.
//   - If the route of a plugin sends no totals, a later page that is [ErrNotFound] ends it.
//
// A plugin without totals may return the whole list for each page. For the types of
// this module, the walk then skips records of earlier pages. It ends after two pages in
// a row without a new record.
//
// Errors:
//   - [ErrUnstableOrder] for an order in which walks lose records, see above.
//   - [ErrTotalsVanished] if the total falls to zero during the walk, or is no longer
//     sent.
//   - [ErrDecode] if the pages of a walk with an Offset have another size than
//     requested.
//   - [ErrPagesRepeat] if a page has the ids of the page before, and the totals are not
//     reached.
//   - [ErrEmptyPages] after 1,000 empty pages in a row: see [MaxEmptyPages].
func (c *Collection[T, P, L]) Pages(
	ctx context.Context, options *L, walkOptions ...WalkOption,
) iter.Seq2[*ListPage[T], error] {
	return typedPages[T](c.resource.pages(ctx, options, walkOptions))
}

// typedPages converts the pages of a walk to pages of records of the type T.
func typedPages[T any](pages iter.Seq2[*walk.Page, error]) iter.Seq2[*ListPage[T], error] {
	return func(yield func(*ListPage[T], error) bool) {
		pages(func(page *walk.Page, err error) bool { return yield(typedPage[T](page), err) })
	}
}

func (c *resource) pages(ctx context.Context, options any, walkOptions []WalkOption) iter.Seq2[*walk.Page, error] {
	return func(yield func(*walk.Page, error) bool) {
		l, w, err := c.walk("Pages", options, walkOptions)
		if err != nil {
			yield(nil, err)
			return
		}
		if w == nil {
			return
		}
		w.Pages(ctx, func(page *walk.Page, err error) bool {
			if err != nil {
				return yield(nil, l.met(err))
			}
			return yield(page, nil)
		})
	}
}

// All walks the records of a list: [Collection.Pages], record by record.
//
//	for post, err := range site.Posts.All(ctx, nil) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(Line(post.Title.Plain(), 80)) // without control characters
//	}
//
// If the loop changes a field that the list is filtered by, such as the status, collect
// the ids first. Records may be retained after the loop. All records of a page share
// one allocation, so keeping one keeps its page in memory.
func (c *Collection[T, P, L]) All(ctx context.Context, options *L, walkOptions ...WalkOption) iter.Seq2[*T, error] {
	return typedRecords[T](c.resource.all(ctx, options, walkOptions))
}

func typedRecords[T any](records iter.Seq2[any, error]) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		records(func(v any, err error) bool { return yield(typed[T](v, err)) })
	}
}

func (c *resource) all(ctx context.Context, options any, walkOptions []WalkOption) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		l, w, err := c.walk("All", options, walkOptions)
		if err != nil {
			yield(nil, err)
			return
		}
		if w != nil {
			w.Each(ctx, func(v any, err error) bool {
				if err != nil {
					err = l.met(err)
				}
				return yield(v, err)
			})
		}
	}
}

// walk prepares a walk. It returns nil if the list is known to be empty.
func (c *resource) walk(verb string, options any, walkOptions []WalkOption) (*listing, *walk.Walk, error) {
	s := apply(walkOptions, WalkOption.walk)
	q, err := c.arguments(verb, options, s)
	if err != nil {
		return nil, nil, err
	}
	// Add the arguments before settle checks the order, because a filter can make an order
	// unstable.
	if err := s.addArguments(q.Values); err != nil {
		return nil, nil, c.argumentError(verb, err)
	}
	s.arguments = nil
	if q.EmptyFilter != "" {
		if s.Cursor != nil {
			s.Cursor.Done = true // a walk of an empty list is at its end
		}
		return nil, nil, nil
	}
	if s.Exact {
		err = cmp.Or(c.byID(q.Values), c.identifiable())
	} else {
		s.byID, err = c.settle(q.Values)
	}
	l := &listing{resource: c, verb: verb, settings: s}
	w, refused := walk.Begin(l, q.Values, s.Options)
	if err := cmp.Or(refused, err); err != nil {
		return nil, nil, c.argumentError(verb, err)
	}
	return l, w, nil
}

// WithWalkOrders returns a copy of the collection that knows which orders of its route
// are stable: a site that keeps such an order sorts equal records in the same way for
// each page. Use it for routes of plugins, and for orders that a plugin adds.
//
// stable is called with the orderby and the arguments of a list. The orderby is "" if the
// options name none. All and Pages refuse an order that is not stable with
// [ErrUnstableOrder]. If the options name no order and "" is not stable, a walk goes by id,
// if "id" is stable. If neither is, the site cannot order the list, and walks may lose
// records; [Exact] is then refused with [ErrExactUnsupported]. With nil every order is
// stable, and walks keep the order of the site. List is not affected.
//
//	specimens = specimens.WithWalkOrders(func(order string, _ url.Values) bool {
//		return order == "id" || order == "catalogue_number" // a number is there once
//	})
//
// For the default see [NewCollection] and [Collection.Pages].
func (c *Collection[T, P, L]) WithWalkOrders(
	stable func(order string, arguments url.Values) bool,
) *Collection[T, P, L] {
	return &Collection[T, P, L]{c.resource.walkedBy(stable)}
}

// GetMany reads the records with these ids, in the order of ids, a hundred with each
// request, or as many as the site allows. It skips ids that do not exist, that do not match options, and that the
// caller may not read. A duplicate id is yielded once. An id below 1 is an error.
//
// options adds arguments, such as a context or another status than "publish". Its
// Include, Order, OrderBy, Page, PerPage, Offset and IgnoreSticky are ignored.
func (c *Collection[T, P, L]) GetMany(ctx context.Context, ids []int64, options *L,
	walkOptions ...WalkOption) iter.Seq2[*T, error] {
	return typedRecords[T](c.resource.many(ctx, ids, options, walkOptions))
}

func (c *resource) many(ctx context.Context, ids []int64, options any, walkOptions []WalkOption) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) { c.each(ctx, ids, options, walkOptions, yield) }
}

func (c *resource) each(ctx context.Context, ids []int64, options any, walkOptions []WalkOption,
	yield func(any, error) bool) {
	s := apply(walkOptions, WalkOption.walk)
	err := s.err
	if err == nil && s.Cursor != nil {
		err = &ArgumentError{Argument: "cursor",
			Reason: "GetMany does not support Resume: call it again with the remaining ids"}
	}
	q, qerr := wire.EncodeQuery(options)
	err = cmp.Or(err, qerr)
	for _, id := range ids {
		err = cmp.Or(err, checkNumber(id))
	}
	if err = cmp.Or(err, c.identifiable()); err != nil {
		yield(nil, c.argumentError("GetMany", err))
		return
	}
	if q.EmptyFilter != "" && q.EmptyFilter != "include" {
		return
	}
	l := &listing{resource: c, verb: "GetMany", settings: s}
	walk.ByIDs(ctx, l, ids, q.Values, s.Options, func(v any, err error) bool {
		if err != nil {
			err = l.met(err)
		}
		return yield(v, err)
	})
}

// Format writes the page as fmt would, without headers that may hold secrets.
func (p ListPage[T]) Format(s fmt.State, verb rune) {
	// Without this method, fmt would print all records if a *ListPage in a list is printed
	// with %s. %s does not fit a pointer, and fmt then calls no methods of the fields.
	type page ListPage[T]
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), page(p))
}
