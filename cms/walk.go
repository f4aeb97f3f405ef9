package cms

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/fontcms/fontcms-go/internal/paging"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Pages walks the pages of a list, from options.Page on and of options.PerPage
// records, 100 by default. It is lazy: a page is fetched when it is asked for,
// or by [Prefetch] somewhat earlier. The options are read once and left alone.
//
// The walk ends at the last page that the site's totals name, not at a short
// one: the site drops records that the caller may not read after it has
// counted. Of two totals that contradict each other the one that names more counts, and
// one that pages with more records contradict does not. Without a number of pages it
// ends at an empty page too, without totals also at one with the ids of the page before.
//
// A site may order equal records anew for each page, and then gives some twice and
// others never. A walk refuses such orders with [ErrUnstableOrder]: of the records of
// cms/v2 by author, menu_order, modified and parent, and by date if several statuses or
// an author are chosen. A walk without an order then goes by id, newest first; menu
// items without a menu go by id, oldest first. Terms, menus, users and comments have
// orders of their own: see their packages.
//
// The first error is yielded and ends the walk, except for a [*BrokenRecordError],
// which stands for a record that cannot be read: the walk goes on after it.
// Errors: [ErrTotalsVanished] if the total falls to zero on the way, or is no
// longer stated; [ErrDecode] if an Offset meets pages of another size than it asks for;
// [ErrPagesRepeat] if a page has the ids of the page before although the totals
// name more; [ErrEmptyPages] after 1,000 empty pages in a row, see
// [MaxEmptyPages].
//
// Records that are created or deleted meanwhile shift the others, so that a
// plain walk can miss some or see them twice.
func (c *Collection[T, P, L]) Pages(ctx context.Context, options *L, walkOptions ...WalkOption) iter.Seq2[*ListPage[T], error] {
	return func(yield func(*ListPage[T], error) bool) {
		c.resource.pages(ctx, options, walkOptions, func(page *listPage, err error) bool {
			if page == nil {
				return yield(nil, err)
			}
			return yield(typed[T](page), err)
		})
	}
}

func (c *resource) pages(ctx context.Context, options any, walkOptions []WalkOption, yield func(*listPage, error) bool) {
	query, s, err := c.prepare("Pages", options, walkOptions)
	if err != nil {
		yield(nil, err)
		return
	}
	if query == nil {
		return
	}
	if s.exact {
		c.pagesExact(ctx, query, s, yield)
		return
	}
	position := s.cursor.start(query)
	for page, err := range c.walk(ctx, "Pages", query, s) {
		if err != nil {
			yield(nil, s.met(err))
			return
		}
		short := page.short(query, position.PerPage)
		if page.Number == position.Page && position.Index > 0 {
			page = page.from(min(position.Index, page.len())) // the walk compares the page with the next one
		}
		if len(page.broken) > 0 && !brokenIn(page, yield) { // before the cursor says that the page is done
			return
		}
		next := page.Number + 1
		if page.empty() && page.Total == 0 { // a walk that goes on behind it would miss what was never there
			next = page.Number
		}
		s.cursor.keep(Cursor{Page: next, PerPage: position.PerPage, Short: short})
		if !yield(page, nil) {
			return
		}
	}
	s.cursor.keep(Cursor{Page: position.Page, PerPage: position.PerPage, Done: true})
}

// All walks the records of a list: [Collection.Pages], record by record. A
// record can be kept; it shares its memory with the others of its page.
//
//	for post, err := range site.Posts.All(ctx, nil) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(post.Title.Rendered)
//	}
func (c *Collection[T, P, L]) All(ctx context.Context, options *L, walkOptions ...WalkOption) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		c.resource.all(ctx, options, walkOptions, func(v any, err error) bool {
			record, _ := v.(*T)
			return yield(record, err)
		})
	}
}

func (c *resource) all(ctx context.Context, options any, walkOptions []WalkOption, yield func(any, error) bool) {
	query, s, err := c.prepare("All", options, walkOptions)
	if err != nil {
		yield(nil, err)
		return
	}
	if query == nil {
		return
	}
	if s.exact {
		c.allExact(ctx, query, s, yield)
		return
	}
	position := s.cursor.start(query)
	short := position.Short
	var seen map[int64]bool // sticky records come first, and again in their place
	if query.Get("ignore_sticky") == "false" {
		seen = map[int64]bool{}
	}
	for page, err := range c.walk(ctx, "All", query, s) {
		if err != nil {
			yield(nil, s.met(err))
			return
		}
		first := 0
		if page.Number == position.Page {
			first = min(position.Index, page.len())
		}
		for i := first; i < page.len(); i++ {
			s.cursor.keep(Cursor{Page: page.Number, Index: i + 1, PerPage: position.PerPage, Short: short})
			if seen != nil && page.ids != nil && again(seen, page.ids[i]) {
				continue
			}
			if !yield(page.at(i), nil) {
				return
			}
		}
		if len(page.broken) > 0 && !brokenIn(page, yield) {
			return
		}
		short = page.short(query, position.PerPage)
		s.cursor.keep(Cursor{Page: page.Number + 1, PerPage: position.PerPage, Short: short})
	}
	s.cursor.keep(Cursor{Page: position.Page, PerPage: position.PerPage, Done: true})
}

// short reports that the page of a walk with an offset holds less than it was asked
// for, and that nothing it states shows whether the site gives smaller pages.
func (p *listPage) short(query url.Values, size int) bool {
	return query.Has("offset") && p.TotalPages < pages(p.Total, size) && p.size() < size
}

// again reports whether a record with an id was seen, and remembers it.
func again(seen map[int64]bool, id int64) bool {
	if id == 0 {
		return false
	}
	before := seen[id]
	seen[id] = true
	return before
}

// prepare encodes the arguments of a walk. The query is nil if nothing matches.
func (c *resource) prepare(verb string, options any, walkOptions []WalkOption) (url.Values, *settings, error) {
	s := gather(walkOptions, WalkOption.walk)
	q, err := wire.EncodeQuery(options)
	if err := cmp.Or(s.err, c.err, err); err != nil {
		return nil, nil, c.refused(verb, err)
	}
	if q.Nothing != "" || s.cursor != nil && s.cursor.Done {
		if s.cursor != nil {
			s.cursor.Done = true // a walk over nothing is at its end
		}
		return nil, s, nil
	}
	if cursor := s.cursor; cursor != nil && !cursor.possible() {
		return nil, nil, c.refused(verb, &ArgumentError{Argument: "cursor", Reason: "a number in it is negative, or larger than any list"})
	}
	if s.exact {
		err = cmp.Or(exactRefused(q.Values), c.identifiable())
	} else {
		err = c.orders.settle(q.Values)
	}
	if err != nil {
		return nil, nil, c.refused(verb, err)
	}
	if cursor := s.cursor; cursor != nil && cursor.Page > 0 && cursor.Exact != s.exact {
		return nil, nil, c.refused(verb, &ArgumentError{Argument: "cursor", Reason: "it was kept by another kind of walk: exact or not"})
	}
	if q.Get("per_page") == "" {
		q.Set("per_page", strconv.Itoa(wire.MaxPerPage))
	}
	if cursor := s.cursor; cursor != nil && cursor.Page > 0 && strconv.Itoa(cursor.PerPage) != q.Get("per_page") {
		return nil, nil, c.refused(verb, &ArgumentError{
			Argument: "cursor",
			Reason:   fmt.Sprintf("it was kept with %d records a page, not %s", cursor.PerPage, q.Get("per_page")),
		})
	}
	return q.Values, s, nil
}

// walk walks the pages that query asks for, counting page up, or offset if the
// query has one: the site takes offset over page, and would answer the same
// page for ever.
func (c *resource) walk(ctx context.Context, verb string, query url.Values, s *settings) iter.Seq2[*listPage, error] {
	position := s.cursor.start(query)
	offset, hasOffset := 0, query.Has("offset")
	if hasOffset {
		offset, _ = strconv.Atoi(query.Get("offset"))
	}
	first := position.Page
	quiet := *s // pages in flight must not write to what the caller reads
	quiet.captures = nil
	had := s.cursor != nil && s.cursor.Page > 0 && (position.Page > 1 || position.Index > 0) // records, when it was kept

	var promised atomic.Int64 // the last page by the totals
	var full atomic.Bool      // a page held all that it was asked for
	fetch := func(ctx context.Context, number int) (*listPage, error) {
		q := maps.Clone(query)
		q.Set("page", strconv.Itoa(number))
		begin := offset + (number-1)*position.PerPage
		if hasOffset {
			q.Del("page")
			q.Set("offset", strconv.Itoa(begin))
		}
		page, err := c.sturdy(ctx, verb, q, &quiet)
		if err != nil && invalidPage(err) && (number > first || had) {
			if promised.Load() <= 0 && number > first { // and nothing says that there is more
				return nil, paging.ErrEnd
			}
			return nil, c.behind(ctx, verb, q, &quiet, (number-1)*position.PerPage, err)
		}
		if err != nil {
			return nil, err
		}
		page.Number = number
		if hasOffset && page.Total == 0 && (number > first || had) {
			return nil, c.behind(ctx, verb, q, &quiet, begin, c.fails(verb, http.MethodGet, ErrTotalsVanished))
		}
		if page.size() >= position.PerPage {
			full.Store(true)
		}
		if hasOffset && !full.Load() {
			if err := c.fills(ctx, verb, q, &quiet, begin, page); err != nil {
				return nil, err
			}
		}
		return page, nil
	}
	count := counting{size: position.PerPage, offset: offset, hasOffset: hasOffset, short: position.Short}
	var before *listPage
	idle := 0 // pages in a row that brought nothing new
	inspect := func(number int, page *listPage) (paging.Step, error) {
		previous := before
		before = page
		s.report(page.Response)
		repeated := page.repeats(previous)
		if page.Total == 0 && (previous != nil && previous.Total > 0 || previous == nil && had) {
			return paging.Step{}, c.fails(verb, http.MethodGet, ErrTotalsVanished)
		}
		if repeated && page.Total < 0 && page.TotalPages < 0 && count.promised == 0 {
			return paging.Step{Done: true, Skip: true}, nil // a server that does not page
		}
		records := page.size()
		if query.Get("ignore_sticky") == "false" { // they come on top
			records = min(records, position.PerPage)
		}
		last, err := count.last(number, records, page.Total, page.TotalPages)
		if err != nil {
			return paging.Step{}, c.fails(verb, http.MethodGet, err)
		}
		promised.Store(int64(last))
		if last == unknown {
			return paging.Step{Done: records == 0, Skip: records == 0 && number > first}, nil
		}
		// As many new records as the page holds move all of it to the next number.
		if repeated && page.Total-previous.Total < records {
			return paging.Step{}, c.fails(verb, http.MethodGet, because(ErrPagesRepeat, fmt.Errorf("page %d holds the records of page %d, and the total is %d", number, number-1, page.Total)))
		}
		if idle++; records > 0 && !repeated {
			idle = 0
		}
		done := number >= last
		if !done && idle >= s.maxEmpty {
			return paging.Step{}, c.tooEmpty(verb, idle)
		}
		return paging.Step{Last: max(last, first), Done: done}, nil
	}
	return inOrder(ctx, s, first, fetch, inspect)
}

// fills refuses a page that left records of its window out. A page with fewer records
// than the window either hides some, or the site gives smaller pages. So the positions
// that it need not have covered are read again. What states too many pages is refused
// when the totals are looked at, and an empty page that states too few says nothing.
func (c *resource) fills(ctx context.Context, verb string, query url.Values, s *settings, begin int, page *listPage) error {
	size, _ := strconv.Atoi(query.Get("per_page"))
	due, covered := size, page.covers(size)
	if page.Total >= 0 {
		due = min(size, page.Total-begin)
	}
	named := pages(page.Total, size)
	said := page.TotalPages > named || page.TotalPages < named && page.empty()
	if said || page.size() >= due || covered >= due || !c.shape.numbered() {
		return nil
	}
	query.Set("offset", strconv.Itoa(begin+covered))
	query.Set("per_page", strconv.Itoa(due-covered))
	rest, err := c.sturdy(ctx, verb, query, s)
	if err != nil {
		return err
	}
	for _, id := range rest.ids {
		if !slices.Contains(page.ids, id) {
			return c.fails(verb, http.MethodGet, because(ErrDecode, errOtherPages))
		}
	}
	for _, e := range rest.broken {
		if !slices.ContainsFunc(page.broken, func(known *BrokenRecordError) bool { return known.ID == e.ID }) {
			return c.fails(verb, http.MethodGet, because(ErrDecode, errOtherPages))
		}
	}
	return nil
}

// behind decides what a refused or empty page at a position means: the end, if
// the list has no more records, or that it is not what it was.
func (c *resource) behind(ctx context.Context, verb string, query url.Values, s *settings, position int, failed error) error {
	query.Del("offset")
	query.Del("page")
	query.Set("per_page", "1")
	top, err := c.sturdy(ctx, verb, query, s) // a record that the site fails on does not hide how many there are
	switch {
	case err != nil:
		return err
	case top.Total == 0 || top.Total > position:
		return failed
	}
	return paging.ErrEnd
}

// pages is how many pages of the given size hold n records.
func pages(n, size int) int {
	if n <= 0 {
		return 0
	}
	return (n-1)/size + 1
}

// invalidPage reports that err is the site's word for a page behind the last.
func invalidPage(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Status == 400 && strings.HasSuffix(string(e.Code), "_invalid_page_number")
}
