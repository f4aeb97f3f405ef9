package cms

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/internal/paging"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// GetMany reads the records with these ids, in the order of ids, a hundred to a
// request. An id that does not exist, that options do not match or that the
// caller may not read is left out; one that stands twice comes once, and one below
// 1 is refused. Options
// adds arguments, such as a status other than "publish" or a context; its
// Include, Order, OrderBy, Page, PerPage, Offset and IgnoreSticky are not looked
// at.
func (c *Collection[T, P, L]) GetMany(ctx context.Context, ids []int64, options *L, walkOptions ...WalkOption) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		c.resource.many(ctx, ids, options, walkOptions, func(v any, err error) bool { return yield(as[T](v, err)) })
	}
}

func (c *resource) many(ctx context.Context, ids []int64, options any, walkOptions []WalkOption, yield func(any, error) bool) {
	s := gather(walkOptions, WalkOption.walk)
	err := s.err
	if err == nil && s.cursor != nil {
		err = &ArgumentError{Argument: "cursor", Reason: "GetMany keeps none: go on with the ids that are left"}
	}
	q, qerr := wire.EncodeQuery(options)
	if err == nil {
		err = qerr
	}
	for _, id := range ids {
		err = cmp.Or(err, checkNumber(id))
	}
	if err == nil {
		err = c.identifiable()
	}
	if err != nil {
		yield(nil, c.refused("GetMany", err))
		return
	}
	if q.Nothing != "" && q.Nothing != "include" {
		return
	}
	for page, err := range c.windows(ctx, distinct(ids), q.Values, s) {
		if err != nil {
			yield(nil, s.met(err))
			return
		}
		for i := range page.len() {
			if !yield(page.at(i), nil) {
				return
			}
		}
		if !brokenIn(page, yield) {
			return
		}
	}
}

// distinct returns ids without repetitions, in their order.
func distinct(ids []int64) []int64 {
	seen := make(map[int64]bool, len(ids))
	return slices.DeleteFunc(slices.Clone(ids), func(id int64) bool {
		before := seen[id]
		seen[id] = true
		return before
	})
}

// windows walks ids in windows of a hundred. Each is one atomic page: what is
// left out of it does not shift the next.
func (c *resource) windows(ctx context.Context, ids []int64, query url.Values, s *settings) iter.Seq2[*listPage, error] {
	for _, name := range []string{"page", "offset", "order", "include", "include[]", "ignore_sticky"} {
		query.Del(name)
	}
	query.Set("orderby", "include")
	query.Set("per_page", strconv.Itoa(wire.MaxPerPage))
	last := pages(len(ids), wire.MaxPerPage)
	quiet := *s // as in walk
	quiet.captures = nil
	fetch := func(ctx context.Context, number int) (*listPage, error) {
		if number > last {
			return nil, paging.ErrEnd
		}
		window := ids[(number-1)*wire.MaxPerPage : min(number*wire.MaxPerPage, len(ids))]
		q := maps.Clone(query)
		for _, id := range window {
			q.Add("include[]", strconv.FormatInt(id, 10))
		}
		page, err := c.sturdy(ctx, "GetMany", q, &quiet)
		if err != nil {
			return nil, err
		}
		if page.empty() { // of a database that failed for a moment, all these records would be missing
			if page, err = c.sturdy(ctx, "GetMany", q, &quiet); err != nil {
				return nil, err
			}
		}
		for next := 2; page.goesOn(next, len(window)); next++ { // some sites give smaller pages than they are asked for
			q.Set("page", strconv.Itoa(next))
			more, err := c.sturdy(ctx, "GetMany", q, &quiet)
			if invalidPage(err) && page.TotalPages < 0 {
				break
			}
			if err != nil {
				return nil, err
			}
			if more.repeats(page) || more.empty() && page.TotalPages < 0 {
				break // it does not page
			}
			page.add(more)
		}
		page.arrange(window)
		return page, nil
	}
	inspect := func(_ int, page *listPage) (paging.Step, error) {
		s.report(page.Response)
		return paging.Step{Last: last}, nil
	}
	return inOrder(ctx, s, 1, fetch, inspect)
}

// goesOn reports that a window of so many ids may have a page with the number next
// besides those that p holds.
func (p *listPage) goesOn(next, ids int) bool {
	if p.TotalPages >= 0 {
		return next <= min(p.TotalPages, ids)
	}
	records := p.len() + len(p.broken)
	return next <= ids && records > 0 && records < ids && (p.Total < 0 || records < p.Total)
}

// arrange puts the records of a page into the order of ids, each once.
func (p *listPage) arrange(ids []int64) {
	if slices.Equal(p.ids, ids) {
		return
	}
	at := make(map[int64]int, len(ids))
	for i, id := range p.ids {
		if _, ok := at[id]; !ok {
			at[id] = i
		}
	}
	items := reflect.MakeSlice(p.items.Type(), 0, p.len())
	for _, id := range ids {
		if i, ok := at[id]; ok {
			items = reflect.Append(items, p.items.Index(i))
		}
	}
	p.items.Set(items)
	p.ids = nil
}
