package fonts

import (
	"cmp"
	"context"
	"iter"

	"github.com/fontcms/fontcms-go/internal/paging"
)

// Pages walks the pages of the list: POST {base}/api/fonts/list for each. It starts at
// options.Page, or at the first page. A page is fetched when it is needed, or earlier
// with [Prefetch]. Each range loop is a separate walk.
//
// The first error is yielded with a nil page and ends the walk.
//
// # Where a walk ends
//
// A walk ends
//   - at an empty page, or one that the server rejects because it does not exist
//   - at a page with the same fonts as the page before
//   - when it has read as many fonts as the total, and the last page was not full
//   - after 100 pages in a row without a new font
//
// A walk is complete if it read as many fonts as the last total. Two kinds of walks are
// compared with the number of pages instead (Page.TotalPages): those without a total,
// and those that read more fonts than the total.
//
// Every walk ends. If a walk ends before it is complete, it yields an error. A walk
// remembers the last 10,000 fonts, and yields none of them a second time.
//
// # Concurrent changes
//
// If fonts are added or removed during the walk, other fonts move to other pages. If
// the total falls, the walk reads again the pages that fonts may have moved to. It
// misses fonts without an error in these cases:
//   - The server sends no total, and fonts are removed during the walk.
//   - The server sends no total, and sends an empty page or the same page twice before
//     the end of the list.
//   - The number of added fonts equals the number of removed fonts, so the total does
//     not change.
//   - Fonts are missing both from a page and from the total.
//   - The total is too low, and the walk ends when it has read that many fonts. It goes
//     on only if the last page is full and the next page has new fonts.
//
// It may return [ErrIncomplete] although it read everything, if
//   - the list holds the same font on two pages
//   - fonts are added before the position of the walk
//   - a total is too high
//   - the list shrinks faster than the walk can read pages again
//
// Errors:
//   - [ErrCursorUnusable] if [Resume] has the cursor of a walk that reached its end, or
//     another one that the walk cannot continue.
//   - [ErrIncomplete] if fewer fonts or pages were read than the server has.
//   - [ErrTotalsVanished] if the total falls to zero during the walk.
//   - Another [*Error] if a page cannot be read.
func (c *Client) Pages(ctx context.Context, options *ListOptions, walkOptions ...WalkOption) iter.Seq2[*Page, error] {
	return walked(ctx, c.walk(pagesOperation, options, walkOptions), eachPage)
}

func eachPage(w *walk, s *result, yield func(*Page, error) bool) bool {
	w.mark(s.end, false)
	return yield(s.page, nil)
}

// All yields the fonts of the list one by one. It reads the pages as [Client.Pages]
// does. Fonts may be retained after the loop. All fonts of a page share one allocation,
// so keeping one keeps its page in memory.
func (c *Client) All(ctx context.Context, options *ListOptions, walkOptions ...WalkOption) iter.Seq2[*Font, error] {
	each := func(w *walk, s *result, yield func(*Font, error) bool) bool {
		for i := range s.at {
			w.mark(s.at[i], false)
			if !yield(&s.page.Fonts[i], nil) {
				return false
			}
		}
		return true
	}
	return walked(ctx, c.walk(allOperation, options, walkOptions), each)
}

// walk checks the options and returns a walk that has not begun.
func (c *Client) walk(operation string, options *ListOptions, walkOptions []WalkOption) walk {
	r, start, err := newRequest(operation, options)
	s, failed := gather(operation, walkOptions)
	return walk{client: c, request: r, start: start, settings: s, err: cmp.Or(err, failed)}
}

// walked returns a sequence of the values of a walk, such as pages or fonts. For each page it
// calls the function do, which yields the values of the page. Every range over the sequence is
// a new walk, with a copy of w.
func walked[T any](ctx context.Context, w walk, do func(*walk, *result, func(T, error) bool) bool) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		w, none := w, *new(T)
		w.seen = map[string]bool{}
		if w.err == nil && w.settings.cursor != nil {
			w.resumed = *w.settings.cursor
			w.err = w.resumed.check(w.settings.operation, w.request.PageData.Size)
		}
		if w.err != nil {
			yield(none, w.err)
			return
		}
		begin, ready := w.begin(ctx)
		w.at = Cursor{Page: begin, Index: w.resumed.Index, Size: w.request.PageData.Size, Count: w.resumed.Count}
		for got, err := range paging.Walk(ctx, paging.Source[*result]{
			First: begin, Ready: ready, Ahead: w.settings.ahead, Adapt: w.settings.adapt,
			Fetch: func(ctx context.Context, number int) (*result, error) {
				return w.client.fetch(ctx, w.request.page(number), w.settings), nil
			},
			Inspect: func(number int, s *result) (paging.Step, error) { return w.inspect(ctx, number, s) },
		}) {
			if err != nil {
				yield(none, err)
				return
			}
			if !do(&w, got, yield) {
				return
			}
		}
		w.mark(w.at, true)
	}
}

// begin returns the number of the page at which the walk begins. ready has the result of this
// page if begin has already requested it. A walk that begins at a later page also reads the
// first page of the list, for two reasons: to estimate how many fonts come before the walk,
// and to recognize the first page if the server sends it again after the last page.
func (w *walk) begin(ctx context.Context) (begin int, ready []*result) {
	w.got = min(w.resumed.Count, maxCount)
	if begin = w.resumed.Page; w.resumed.Size == 0 && w.start != nil {
		begin = *w.start
	}
	first, head := w.client.head(ctx, w.request, w.settings)
	w.first = first
	if begin <= first || head.err != nil {
		return first, []*result{head}
	}
	w.opening = keysOf(head.page.Fonts)
	w.remember(w.opening)
	if w.got == 0 && head.records > 0 {
		w.got = min(begin-first, maxCount/head.records) * head.records
	}
	return begin, nil
}
