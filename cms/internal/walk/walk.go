// Package walk reads lists page by page. It does not rely on the site: records move
// while they are read, totals are wrong, pages are smaller than requested, and the site
// may fail on single records.
//
// A plain walk counts positions. It ends at the last page according to the totals.
// Without totals it ends at an empty page, or at a page that comes twice. It misses
// records, or yields them twice, when other records are created or deleted. If it goes by id, it
// checks that the ids of the list rise or fall. A site without totals may return the whole
// list for each page: see [List].
//
// An exact walk yields each record that matched and was readable throughout exactly
// once. A page ordered by id comes from one SQL query, so it is complete between its
// first and its last id. Pages overlap by one record, and the ids between two pages are
// read by windows. The walk ends at the highest id that was seen in one page with the
// newest records.
//
// Limitations of an exact walk: if the newest records are all hidden from the caller,
// the highest id is searched page by page twice. A newer record is missed if it moves
// during both searches. A record that becomes readable during the walk may be missed.
package walk

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// Walk is a walk that has not begun.
type Walk struct {
	reader
	query url.Values
	sized bool // the walk has chosen the size of its pages, not the caller
}

// Begin prepares a walk over the list that a query selects. The query must not be used
// elsewhere afterwards.
//
// Errors: a [*fault.Argument] for a query or a cursor that such a walk does not accept.
func Begin(list List, query url.Values, o Options) (*Walk, error) {
	if o.Exact {
		if err := exactRefused(query); err != nil {
			return nil, err
		}
	}
	stored := o.Cursor != nil
	if !stored {
		o.Cursor = new(Cursor)
	}
	w := &Walk{reader: reader{list, o}, query: query}
	w.setSize()
	if stored {
		if err := o.Cursor.refused(query, o.Exact); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// refused returns an error for a cursor that a walk with this query cannot continue.
func (c *Cursor) refused(query url.Values, exact bool) error {
	refused := func(format string, args ...any) error {
		return &fault.Argument{Argument: "cursor", Err: fault.ErrCursorUnusable,
			Reason: fmt.Sprintf(format, args...) + "; for a new walk pass a zero Cursor"}
	}
	size, order := query.Get("per_page"), orderOf(query)
	switch {
	case c.Done:
		return refused("the walk of this cursor is finished (Done is true), so nothing is left to read")
	case !c.possible():
		return refused("the cursor is damaged: a number in it is negative, or larger than any list")
	case c.Page == 0: // the beginning
		return nil
	case c.Exact != exact:
		return refused("only one of this walk and the walk of the cursor uses Exact")
	case strconv.Itoa(c.PerPage) != size:
		return refused("the cursor is from a walk with PerPage %d, and this walk has %s: to continue, pass PerPage %d",
			c.PerPage, size, c.PerPage)
	case c.Order != order:
		return refused("the cursor is from a walk in the order %q, and this walk has %q: to continue, walk in that order",
			c.Order, order)
	}
	return nil
}

// exactRefused returns an error for arguments that an exact walk does not accept.
func exactRefused(query url.Values) error {
	for _, name := range []string{"orderby", "order", "offset", "page"} {
		if query.Has(name) {
			return &fault.Argument{Argument: name,
				Reason: "Exact does not allow this argument: remove the argument, or walk without Exact"}
		}
	}
	// Refuse false: an exact walk also requests records by their ids, and in these requests a site
	// ignores which posts are sticky.
	for _, name := range []string{"sticky", "ignore_sticky"} {
		if query.Get(name) == "false" {
			return &fault.Argument{Argument: name, Reason: "Exact does not allow false: remove it, or walk without Exact"}
		}
	}
	return nil
}

// Pages yields the pages. An error other than [*Broken] ends the walk. Pages yields a
// [*Broken] before its page.
func (w *Walk) Pages(ctx context.Context, yield func(*Page, error) bool) {
	adapting(w, func(yield func(*Page, error) bool) {
		if w.Exact {
			w.pagesExact(ctx, yield)
			return
		}
		w.pages(ctx, yield)
	}, yield)
}

func (w *Walk) pages(ctx context.Context, yield func(*Page, error) bool) {
	p, pages := w.plain(ctx, w.query)
	position := p.position
	for page, err := range pages {
		if err != nil {
			yield(nil, err)
			return
		}
		if !alive(ctx, w.List, yield) { // check here, too: the page may have been fetched before the context ended
			return
		}
		short := p.hasOffset && p.short(page)
		if page.Number == position.Page && position.Index > 0 {
			// Take a copy: the walk still compares the complete page with the next page.
			page = page.from(min(position.Index, page.Items.Len()))
		}
		page = page.fresh()
		// Yield the broken records before the cursor is set to the next page. If the caller stops at
		// one of them, the next walk then reads this page again.
		if !brokenIn(page, yield) {
			return
		}
		next := page.Number + 1
		// If the list is empty, a later walk must read this page again: it may then have records.
		if page.empty() && page.Total == 0 {
			next = page.Number
		}
		*w.Cursor = Cursor{Page: next, PerPage: position.PerPage, Order: position.Order, Short: short}
		if !yield(page, nil) {
			return
		}
	}
	*w.Cursor = Cursor{Page: position.Page, PerPage: position.PerPage, Order: position.Order, Done: true}
}

// Each yields pointers to the records. An error other than [*Broken] ends the walk. Each
// yields a [*Broken] after the other records of its page. An exact walk yields it in the
// order of ids.
func (w *Walk) Each(ctx context.Context, yield func(any, error) bool) {
	adapting(w, func(yield func(any, error) bool) {
		if w.Exact {
			w.eachExact(ctx, yield)
			return
		}
		w.each(ctx, yield)
	}, yield)
}

func (w *Walk) each(ctx context.Context, yield func(any, error) bool) {
	p, pages := w.plain(ctx, w.query)
	position := p.position
	short := position.Short
	for page, err := range pages {
		if err != nil {
			yield(nil, err)
			return
		}
		first := 0
		if page.Number == position.Page {
			first = min(position.Index, page.Items.Len())
		}
		for i := first; i < page.Items.Len(); i++ {
			if !alive(ctx, w.List, yield) {
				return
			}
			*w.Cursor = Cursor{Page: page.Number, Index: i + 1, PerPage: position.PerPage, Order: position.Order, Short: short}
			if page.knows(i) {
				continue
			}
			if !yield(page.At(i), nil) {
				return
			}
		}
		if len(page.Broken) > 0 {
			broken := page.fresh()
			if len(broken.Broken) > 0 && !(alive(ctx, w.List, yield) && brokenIn(broken, yield)) {
				return
			}
		}
		short = p.hasOffset && p.short(page)
		*w.Cursor = Cursor{Page: page.Number + 1, PerPage: position.PerPage, Order: position.Order, Short: short}
	}
	*w.Cursor = Cursor{Page: position.Page, PerPage: position.PerPage, Order: position.Order, Done: true}
}

// Count returns the number of records of all pages, including broken records.
func (w *Walk) Count(ctx context.Context) (n int, err error) {
	adapting(w, func(yield func(*Page, error) bool) {
		_, pages := w.plain(ctx, w.query)
		pages(yield)
	}, func(page *Page, failed error) bool {
		if failed != nil {
			n, err = 0, failed
			return false
		}
		n += page.fresh().size()
		return true
	})
	return n, err
}

// alive reports whether a context has not ended. If it has ended, alive yields its error, which
// ends the walk. So nothing is yielded after a cancel.
func alive[V any](ctx context.Context, list List, yield func(V, error) bool) bool {
	if ctx.Err() == nil {
		return true
	}
	var none V
	yield(none, list.Fail(transport.ContextError(ctx), ""))
	return false
}

// brokenIn yields the broken records of a page, and reports whether to continue.
func brokenIn[V any](page *Page, yield func(V, error) bool) bool {
	var none V
	for _, err := range page.Broken {
		if !yield(none, err) {
			return false
		}
	}
	return true
}

func (w *Walk) pagesExact(ctx context.Context, yield func(*Page, error) bool) {
	x := w.exact(w.query)
	err := x.run(ctx, func(page *Page) bool {
		if !alive(ctx, w.List, yield) || !brokenIn(page, yield) {
			return false
		}
		*w.Cursor = x.cursor(page.Number, x.last)
		return yield(page, nil)
	})
	x.close(err, func(err error) { yield(nil, err) })
}

func (w *Walk) eachExact(ctx context.Context, yield func(any, error) bool) {
	x := w.exact(w.query)
	err := x.run(ctx, func(page *Page) bool {
		bad := page.Broken
		// until yields the broken records with ids below id. They must come before the record with
		// this id, because a cursor at an id means that all records up to this id were yielded.
		until := func(id int64) bool {
			for ; len(bad) > 0 && bad[0].ID < id; bad = bad[1:] {
				if bad[0].ID > 0 && !x.beyond(bad[0]) {
					*w.Cursor = x.cursor(page.Number, bad[0].ID)
				}
				if !yield(nil, bad[0]) {
					return false
				}
			}
			return true
		}
		for i := range page.Items.Len() {
			if !alive(ctx, w.List, yield) || !until(page.IDs[i]) {
				return false
			}
			*w.Cursor = x.cursor(page.Number, page.IDs[i])
			if !yield(page.At(i), nil) {
				return false
			}
		}
		return len(bad) == 0 || alive(ctx, w.List, yield) && until(math.MaxInt64)
	})
	x.close(err, func(err error) { yield(nil, err) })
}
