package walk

import (
	"context"
	"iter"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/internal/paging"
)

// ByIDs reads the records with these ids, in the order of ids and without duplicates. It
// reads a hundred records with each request, or as many as the site allows. Requests do
// not depend on each other: a missing record does not shift the next page. An error other
// than [*Broken] ends the walk. A [*Broken] stands for a record.
func ByIDs(
	ctx context.Context, list List, ids []int64, query url.Values, o Options, yield func(any, error) bool,
) {
	for _, name := range []string{"page", "offset", "order", "include", "include[]", "ignore_sticky"} {
		query.Del(name)
	}
	query.Set("orderby", "include")
	ids = distinct(ids)
	inLargest(list, list.LargestPage(), func(size int, yield func(any, error) bool) {
		setSize(query, size)
		w := &windows{reader: &reader{list, o}, ids: ids, size: size, query: query}
		w.each(ctx, yield)
	}, yield)
}

// windows reads the records of a list of ids: each request names some of the ids.
type windows struct {
	*reader
	ids   []int64
	size  int // the number of ids that a request names
	query url.Values
}

func (w *windows) each(ctx context.Context, yield func(any, error) bool) {
	for page, err := range w.all(ctx) {
		if err != nil {
			yield(nil, err)
			return
		}
		for i := range page.Items.Len() {
			if !alive(ctx, w.List, yield) || !yield(page.At(i), nil) {
				return
			}
		}
		if len(page.Broken) > 0 && !(alive(ctx, w.List, yield) && brokenIn(page, yield)) {
			return
		}
	}
}

func (w *windows) all(ctx context.Context) iter.Seq2[*Page, error] {
	last := pages(len(w.ids), w.size)
	fetch := func(ctx context.Context, number int) (*Page, error) {
		if number > last {
			return nil, paging.ErrEnd
		}
		return w.window(ctx, w.ids[(number-1)*w.size:min(number*w.size, len(w.ids))])
	}
	inspect := func(_ int, page *Page) (paging.Step, error) {
		page.show(w.Captures)
		return paging.Step{Last: last}, nil
	}
	return paging.Walk(ctx, paging.Source[*Page]{
		First: 1, Ahead: w.Ahead, Adapt: w.Adapt, Fetch: fetch, Inspect: inspect,
	})
}

// window reads the records with the given ids.
func (w *windows) window(ctx context.Context, ids []int64) (*Page, error) {
	query := maps.Clone(w.query)
	for _, id := range ids {
		query.Add("include[]", strconv.FormatInt(id, 10))
	}
	page, err := w.read(ctx, query, How{})
	if err != nil {
		return nil, err
	}
	if page.empty() { // read it again: the database may have failed for a moment
		if page, err = w.read(ctx, query, How{}); err != nil {
			return nil, err
		}
	}
	for next := 2; page.hasPage(next, len(ids)); next++ { // some sites send smaller pages than requested
		query.Set("page", strconv.Itoa(next))
		more, err := w.read(ctx, query, How{})
		if err != nil && w.Ended(err) && page.TotalPages < 0 {
			break
		}
		if err != nil {
			return nil, err
		}
		if more.hasIDsOf(page) || more.empty() && page.TotalPages < 0 {
			break // the site ignores the page number, or there is no further page
		}
		page.Add(more)
	}
	page.sortLike(ids)
	return page, nil
}

// hasPage reports whether a further page, with the number next, may exist. The parameter ids is the
// number of requested ids. p has the records of all pages before next.
func (p *Page) hasPage(next, ids int) bool {
	if p.TotalPages >= 0 {
		return next <= min(p.TotalPages, ids)
	}
	records := p.Items.Len() + len(p.Broken)
	return next <= ids && records > 0 && records < ids && (p.Total < 0 || records < p.Total)
}

// sortLike puts the records of a page into the order of ids. It removes duplicates, and records that
// are not among ids.
func (p *Page) sortLike(ids []int64) {
	if slices.Equal(p.IDs, ids) {
		return
	}
	at := make(map[int64]int, len(ids))
	for i, id := range p.IDs {
		if _, ok := at[id]; !ok {
			at[id] = i
		}
	}
	items := reflect.MakeSlice(p.Items.Type(), 0, p.Items.Len())
	for _, id := range ids {
		if i, ok := at[id]; ok {
			items = reflect.Append(items, p.Items.Index(i))
		}
	}
	p.Items.Set(items)
	p.IDs = nil
}

// distinct returns ids without duplicates, in the same order.
func distinct(ids []int64) []int64 {
	seen := make(map[int64]bool, len(ids))
	return slices.DeleteFunc(slices.Clone(ids), func(id int64) bool {
		before := seen[id]
		seen[id] = true
		return before
	})
}
