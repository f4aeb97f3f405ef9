package cms

import (
	"context"
	"math"
	"net/url"
)

// Exact makes a walk yield each record that matched and was readable throughout
// it exactly once, in the order of ids, whatever others create, delete, trash or
// publish meanwhile; a plain walk counts positions, and misses what moves past
// it. Records that come or go during the walk are yielded once or not at all.
//
// It reads pages of the list ordered by id, which overlap by one record, and
// between them the ids that a page leaves open. That takes a request for every
// PerPage-1 records, as a plain walk nearly does, and one more for each page
// behind which ids are open and for each PerPage ids there: no more than
// 2n/(PerPage-1) + m/PerPage + 4, where n is the most records that matched and
// m is the highest id at the beginning, whatever happens meanwhile. [Prefetch]
// and [Resume] go with it; a cursor goes with the kind of walk that kept it.
//
// OrderBy, Order, Offset, Page, Sticky false and IgnoreSticky false are refused.
// A site that states no totals or does not order by id is [ErrExactUnsupported];
// so are snippets. Where the newest PerPage records and more are hidden from the
// caller, the highest readable id is looked for page by page at the beginning and
// at the end; a record above it would have to slip through both.
func Exact() WalkOption {
	return walkOption(func(s *settings) { s.exact = true })
}

// IsExact reports whether options hold [Exact]. Packages whose lists have no order by
// id refuse it.
func IsExact(options ...WalkOption) bool { return gather(options, WalkOption.walk).exact }

// exactRefused refuses arguments that an exact walk cannot take.
func exactRefused(query url.Values) error {
	for _, name := range []string{"orderby", "order", "offset", "page"} {
		if query.Has(name) {
			return &ArgumentError{Argument: name, Reason: "a walk with Exact decides it"}
		}
	}
	// With both, the site would obey the windows and not sticky.
	for _, name := range []string{"sticky", "ignore_sticky"} {
		if query.Get(name) == "false" {
			return &ArgumentError{Argument: name, Reason: "false does not go with Exact"}
		}
	}
	return nil
}

func (c *resource) pagesExact(ctx context.Context, query url.Values, s *settings, yield func(*listPage, error) bool) {
	w := c.exact("Pages", query, s)
	end, err := w.run(ctx, func(page *listPage) bool {
		if !brokenIn(page, yield) {
			return false
		}
		s.cursor.keep(w.cursor(page.Number, w.last))
		return yield(page, nil)
	})
	w.close(end, err, func(err error) { yield(nil, err) })
}

func (c *resource) allExact(ctx context.Context, query url.Values, s *settings, yield func(any, error) bool) {
	w := c.exact("All", query, s)
	end, err := w.run(ctx, func(page *listPage) bool {
		bad := page.broken
		until := func(id int64) bool { // the cursor says that all up to an id came
			for ; len(bad) > 0 && bad[0].ID < id; bad = bad[1:] {
				if bad[0].ID > 0 && !w.beyond(bad[0]) {
					s.cursor.keep(w.cursor(page.Number, bad[0].ID))
				}
				if !yield(nil, bad[0]) {
					return false
				}
			}
			return true
		}
		for i := range page.len() {
			if !until(page.ids[i]) {
				return false
			}
			s.cursor.keep(w.cursor(page.Number, page.ids[i]))
			if !yield(page.at(i), nil) {
				return false
			}
		}
		return until(math.MaxInt64)
	})
	w.close(end, err, func(err error) { yield(nil, err) })
}

func (w *exactWalk) close(end bool, err error, yield func(error)) {
	switch {
	case err != nil:
		yield(w.s.met(err))
	case end:
		c := w.cursor(1, w.last)
		c.Done = true
		w.s.cursor.keep(c)
	}
}

func (w *exactWalk) cursor(number int, last int64) Cursor {
	c := Cursor{Page: number, PerPage: w.size, Exact: true, LastID: last}
	if w.sure { // otherwise it is looked for again
		c.HighestID = w.highest
	}
	return c
}
