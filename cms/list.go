package cms

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/cms/internal/walk"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// ListPage is one page of a list.
type ListPage[T any] struct {
	Items []T
	// Number is the number of the page, counted from 1.
	Number int
	// Total is how many records match and TotalPages how many pages hold them, as
	// the site counts: records that the caller may not read are counted and then
	// left out. -1 if the site does not say.
	Total, TotalPages int
	// Response is what is known of the answer besides its records.
	Response Response
}

// typedPage is a page with its type.
func typedPage[T any](p *walk.Page) *ListPage[T] {
	return &ListPage[T]{*p.Items.Addr().Interface().(*[]T), p.Number, p.Total, p.TotalPages, Response(p.Response)}
}

// List returns one page: GET {collection}. With nil options the site returns its first
// ten published records. PerPage is at most 100. With invalid credentials the list is
// shorter than expected, since the site treats the caller as anonymous: see
// [Client.Verify].
//
// An empty list in options that is not nil matches nothing: the page is empty,
// and nothing is sent. A page past the last one fails with [ErrBadRequest] and
// [CodeInvalidPageNumber].
//
// A record that does not fit its type is left out of the page. List then returns
// both the page and an error, which holds a [*BrokenRecordError] for each of them.
func (c *verbs[T, P, L]) List(ctx context.Context, options *L, callOptions ...CallOption) (*ListPage[T], error) {
	page, err := c.resource.list(ctx, options, apply(callOptions, CallOption.walk))
	if page == nil {
		return nil, err
	}
	return typedPage[T](page), err
}

func (c *resource) list(ctx context.Context, options any, s *callSettings) (*walk.Page, error) {
	q, err := wire.EncodeQuery(options)
	if err := cmp.Or(s.err, c.err, err); err != nil {
		return nil, c.argumentError("List", err)
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

// Count returns how many records match options. It counts as the site does,
// with those that the caller may not read, and asks for no more than the total;
// if the site does not state one, the records are walked and counted. On a route of a
// plugin that this module has a type for, a page of more than the one record that was
// asked for is the whole list.
func (c *verbs[T, P, L]) Count(ctx context.Context, options *L, callOptions ...CallOption) (int, error) {
	return c.resource.count(ctx, options, apply(callOptions, CallOption.walk))
}

func (c *resource) count(ctx context.Context, options any, s *callSettings) (int, error) {
	q, err := wire.EncodeQuery(options)
	if err := cmp.Or(s.err, c.err, err); err != nil {
		return 0, c.argumentError("Count", err)
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
	if page.Total >= 0 {
		return page.Total, nil
	}
	own := c.site.config.prefix.IsOwn(c.path)
	if n := page.Len() + len(page.Broken); n != 1 && page.TotalPages < 0 && !own && record.OfModule(c.record) {
		return n, nil // none, or all: plugins give the whole list whatever is asked for
	}
	q.Set("per_page", strconv.Itoa(wire.MaxPerPage))
	list := &listing{c, "Count", s}
	w, err := walk.Begin(list, q.Values, list.options())
	if err != nil {
		return 0, c.argumentError("Count", err)
	}
	n, err := w.Count(ctx)
	if err != nil {
		return 0, list.met(err)
	}
	return n, nil
}

// Pages walks the pages of a list, from options.Page on and of options.PerPage
// records, 100 by default. It is lazy: a page is fetched when it is asked for,
// or by [Prefetch] somewhat earlier. The options are read once and left alone.
//
// The walk ends at the last page that the site's totals name, not at a short
// one: the site drops records that the caller may not read after it has
// counted. If the two totals contradict each other, the larger one counts. A total is
// ignored if the pages hold more records. Without a number of pages the walk also ends at
// an empty page. Without totals it also ends at a page that repeats the ids of the last.
// A plugin without totals may give the whole list for each page. For the record types of
// this module, such a walk skips records that an earlier page held, and also ends after
// two pages in a row without a new record.
//
// If many records are equal in the order, a site may sort them differently on each page:
// some come twice and others never. A walk refuses such orders with [ErrUnstableOrder].
// For records of cms/v2 these are author, menu_order, modified and parent, and date if
// several statuses or an author are chosen. A walk without an order then goes by id, newest first; menu
// items without a menu go by id, oldest first. Terms, menus, users and comments have
// orders of their own: see their packages.
//
// After the context has ended, the walk yields the context's error and no more records,
// not even those of a page that was read ahead. The first error is yielded and ends the walk, except for a [*BrokenRecordError],
// which stands for a record that cannot be read: the walk goes on after it.
// Errors: [ErrTotalsVanished] if the total falls to zero on the way, or is no
// longer stated; [ErrDecode] if an Offset meets pages of another size than it asks for;
// [ErrPagesRepeat] if a page has the ids of the page before although the totals
// name more; [ErrEmptyPages] after 1,000 empty pages in a row, see
// [MaxEmptyPages].
//
// Records that are created or deleted meanwhile shift the others, so that a
// plain walk can miss some or see them twice. Do not change in the loop what the list is
// filtered or ordered by: a plain walk then skips records without an error. Collect the
// ids first.
func (c *verbs[T, P, L]) Pages(
	ctx context.Context, options *L, walkOptions ...WalkOption,
) iter.Seq2[*ListPage[T], error] {
	return func(yield func(*ListPage[T], error) bool) {
		l, w, err := c.resource.walk("Pages", options, walkOptions)
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
			return yield(typedPage[T](page), nil)
		})
	}
}

// All walks the records of a list: [Collection.Pages], record by record. Collect the ids
// first if the loop changes what the list is filtered by.
// Records may be retained after the loop. All records of a page share one allocation,
// so keeping one keeps its page in memory.
//
//	for post, err := range site.Posts.All(ctx, nil) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(post.Title.Plain())
//	}
func (c *verbs[T, P, L]) All(ctx context.Context, options *L, walkOptions ...WalkOption) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		c.resource.all(ctx, options, walkOptions, func(v any, err error) bool {
			record, _ := v.(*T)
			return yield(record, err)
		})
	}
}

func (c *resource) all(ctx context.Context, options any, walkOptions []WalkOption, yield func(any, error) bool) {
	l, w, err := c.walk("All", options, walkOptions)
	if err != nil {
		yield(nil, err)
		return
	}
	if w != nil {
		w.Each(ctx, l.yielding(yield))
	}
}

// walk prepares a walk, nil if there is nothing to walk.
func (c *resource) walk(verb string, options any, walkOptions []WalkOption) (*listing, *walk.Walk, error) {
	s := apply(walkOptions, WalkOption.walk)
	q, err := wire.EncodeQuery(options)
	if err := cmp.Or(s.err, c.err, err); err != nil {
		return nil, nil, c.argumentError(verb, err)
	}
	if q.EmptyFilter != "" {
		if s.cursor != nil {
			s.cursor.Done = true // a walk over nothing is at its end
		}
		return nil, nil, nil
	}
	if s.exact {
		err = cmp.Or(c.orders.byID(), c.identifiable())
	} else {
		err = c.orders.settle(q.Values)
	}
	l := &listing{c, verb, s}
	w, refused := walk.Begin(l, q.Values, l.options())
	if err := cmp.Or(refused, err); err != nil {
		return nil, nil, c.argumentError(verb, err)
	}
	return l, w, nil
}

// WithWalkOrders returns the collection with other orders of its walks. All and Pages
// refuse an unstable order with [ErrUnstableOrder]. Where the default one is unstable, a
// walk whose options name no order goes by id, in the direction that they name. List is
// not affected.
//
// Without WithWalkOrders the collections of cms/v2 have the orders of posts: see
// [Collection.All].
func (c *Collection[T, P, L]) WithWalkOrders(orders WalkOrders) *Collection[T, P, L] {
	return &Collection[T, P, L]{verbs[T, P, L]{c.resource.walkedBy(orders)}}
}

// walkedBy is the resource with other orders of its walks.
func (c *resource) walkedBy(orders WalkOrders) *resource {
	other := *c
	other.orders = orders
	return &other
}

// GetMany reads the records with these ids, in the order of ids, a hundred to a
// request. An id that does not exist, that options do not match or that the
// caller may not read is left out; one that stands twice comes once, and one below
// 1 is refused. Options
// adds arguments, such as a status other than "publish" or a context; its
// Include, Order, OrderBy, Page, PerPage, Offset and IgnoreSticky are not looked
// at.
func (c *verbs[T, P, L]) GetMany(ctx context.Context, ids []int64, options *L, walkOptions ...WalkOption) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		c.resource.many(ctx, ids, options, walkOptions, func(v any, err error) bool { return yield(typed[T](v, err)) })
	}
}

func (c *resource) many(ctx context.Context, ids []int64, options any, walkOptions []WalkOption, yield func(any, error) bool) {
	s := apply(walkOptions, WalkOption.walk)
	err := s.err
	if err == nil && s.cursor != nil {
		err = &ArgumentError{Argument: "cursor", Reason: "GetMany keeps none: go on with the ids that are left"}
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
	l := &listing{c, "GetMany", s}
	walk.ByIDs(ctx, l, ids, q.Values, l.options(), l.yielding(yield))
}

// Format writes the page as fmt would, but what Response does not write.
func (p ListPage[T]) Format(s fmt.State, verb rune) {
	// Without it %s of a pointer in a list prints all: fmt asks no method below a verb that does not fit.
	type page ListPage[T]
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), page(p))
}
