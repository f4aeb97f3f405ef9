package fonts

import (
	"context"
	"fmt"
	"iter"

	"github.com/fontcms/fontcms-go/internal/paging"
)

// Cursor is a position in a walk: see [Resume]. The zero value is its beginning.
type Cursor struct {
	// Page is the number of the page that the walk is in, as the server counts.
	Page int `json:"page"`
	// Index is how many records of that page are behind the walk.
	Index int `json:"index"`
	// Size is the size of its pages. A walk with another size refuses the cursor.
	Size int `json:"size"`
	// Count is how many fonts were read up to this position. A resumed walk
	// continues to count from it, and compares the sum with the totals. Zero means
	// unknown: the walk then assumes that it missed nothing before.
	Count int `json:"count"`
	// Done means that the walk reached the end of the list and missed no font of
	// the stated totals. A walk that ends with an error does not set it.
	Done bool `json:"done"`
}

// Pages walks the pages of the list, from options.Page on, or from the first:
// POST {base}/api/fonts/list for each. It is lazy: a page is fetched when it is
// asked for, or by [Prefetch] somewhat earlier. Each range over the sequence is
// a walk of its own.
//
// A page leaves out the records that the first page of the walk or one of the
// latest pages held, some 10,000 fonts. A page with no other records is not
// yielded. The walk ends when the totals that the server states are reached. If the
// last page was full, the walk asks for one more page, because a total that is too
// low may end there. An empty page or a refusal is then the end. If the server
// states no totals, the walk ends after the first page that brings nothing new.
//
// The first error is yielded with a nil page and ends the walk. Errors:
//   - [ErrIncomplete] if fewer fonts were read than the highest total that the
//     server stated. If it states pageTotal alone, each of these pages has to bring
//     a font, except that the last one may be empty if pageTotal did not change.
//   - [ErrTotalsVanished] if the total falls to zero during the walk.
//   - An [*Error] of another kind if a page cannot be read.
//
// While the totals say that there is more, a page that brings nothing new does not
// end the walk. Limits: 1,000 such pages in a row end it with ErrIncomplete, and so
// does a page that comes three times in a row. A total that was exceeded is wrong
// and is ignored.
//
// A font that the list holds on two pages is in the total twice. The walk yields it
// once and counts it twice. To tell it from a font that comes again because others
// have moved, the walk reads each of the two places alone, with a size of 1. It does
// so for at most 100 fonts, and until one of them has moved or the total changes.
//
// Fonts that are added or removed during the walk shift the others, so that some
// can be missed. The walk returns ErrIncomplete if a stated total shows it. It does
// not notice a font that is added while another one is removed, or any change where
// the server states no total. Start another walk then.
func (c *Client) Pages(ctx context.Context, options *ListOptions, walkOptions ...WalkOption) iter.Seq2[*Page, error] {
	return c.pages(ctx, pagesOperation, options, walkOptions)
}

// pages is [Client.Pages] for an operation.
func (c *Client) pages(ctx context.Context, operation string, options *ListOptions, walkOptions []WalkOption) iter.Seq2[*Page, error] {
	prepared, err := c.walk(operation, options, walkOptions)
	return func(yield func(*Page, error) bool) {
		if err != nil {
			yield(nil, err)
			return
		}
		w := prepared
		for sheet, err := range w.sheets(ctx) {
			if err != nil {
				yield(nil, err)
				return
			}
			w.mark(position{sheet.records, sheet.count}, sheet.last)
			if !yield(sheet.page, nil) {
				return
			}
		}
		w.mark(w.at, true)
	}
}

// All walks the fonts of the list: [Client.Pages], font by font. A font can be
// kept; it shares its memory with the others of its page.
func (c *Client) All(ctx context.Context, options *ListOptions, walkOptions ...WalkOption) iter.Seq2[*Font, error] {
	prepared, err := c.walk(allOperation, options, walkOptions)
	return func(yield func(*Font, error) bool) {
		if err != nil {
			yield(nil, err)
			return
		}
		w := prepared
		for sheet, err := range w.sheets(ctx) {
			if err != nil {
				yield(nil, err)
				return
			}
			fonts := sheet.page.Fonts
			for i := range fonts {
				w.mark(sheet.at[i], sheet.last && i == len(fonts)-1)
				if !yield(&fonts[i], nil) {
					return
				}
			}
		}
		w.mark(w.at, true)
	}
}

// walk is one walk over the list.
type walk struct {
	client   *Client
	request  request
	start    *int // the page to begin at, nil for the first
	settings *settings

	resumed Cursor
	tally   tally
	seen    seen
	pages   int      // pages inspected
	read    int      // records on these, whether they count or not
	proofs  int      // fonts that came again and were looked at
	number  int      // of the page that is being yielded
	at      position // in that page, after what was yielded
}

// position is a place in a page, and how many fonts of the list lie before it.
type position struct{ index, count int }

// walk checks the options and returns a walk that has not begun.
func (c *Client) walk(operation string, options *ListOptions, walkOptions []WalkOption) (walk, error) {
	r, start, err := newRequest(operation, options)
	if err != nil {
		return walk{}, err
	}
	s, err := gather(operation, walkOptions)
	return walk{client: c, request: r, start: start, settings: s}, err
}

// mark sets the caller's cursor to a position in the page.
func (w *walk) mark(at position, done bool) {
	w.at = at
	if cursor := w.settings.cursor; cursor != nil {
		*cursor = Cursor{Page: w.number, Index: at.index, Size: w.request.PageData.Size, Count: at.count, Done: done}
	}
}

// sheets begins the walk and yields its pages.
func (w *walk) sheets(ctx context.Context) iter.Seq2[*sheet, error] {
	return func(yield func(*sheet, error) bool) {
		if cursor := w.settings.cursor; cursor != nil {
			w.resumed = *cursor
		}
		if err := w.resumed.check(w.settings.operation, w.request.PageData.Size); err != nil {
			yield(nil, err)
			return
		}
		if w.resumed.Done {
			w.number, w.at = w.resumed.Page, position{w.resumed.Index, w.resumed.Count}
			return
		}
		ready := w.open(ctx)
		w.number, w.at = w.tally.begin, position{w.resumed.Index, w.resumed.Count}
		source := paging.Source[*sheet]{
			First: w.tally.begin,
			Ready: ready,
			Ahead: w.settings.ahead,
			Adapt: w.settings.adapt,
			Fetch: func(ctx context.Context, number int) (*sheet, error) {
				return w.client.fetch(ctx, w.request.page(number), w.settings), nil
			},
			Inspect:  func(number int, s *sheet) (paging.Step, error) { return w.inspect(ctx, number, s) },
			Strained: func(sheet *sheet, _ error) bool { return sheet.response.Attempts > 1 },
		}
		for sheet, err := range paging.Walk(ctx, source) {
			if !yield(sheet, err) {
				return
			}
		}
	}
}

// open finds the page that the walk begins at, and returns the pages that were
// read for it.
func (w *walk) open(ctx context.Context) (ready []*sheet) {
	t := &w.tally
	t.size = w.request.PageData.Size
	t.first, t.known = w.client.config.numbering.first()
	switch {
	case w.resumed.Size > 0:
		t.begin, t.got, t.counted = w.resumed.Page, min(w.resumed.Count, maxCount), w.resumed.Count > 0
		t.base = max(t.got-w.resumed.Index, 0)
	case w.start != nil:
		t.begin = *w.start
	default:
		head := w.client.head(ctx, w.request, w.settings)
		t.begin, ready = head.number, head.sheets
		t.first, t.known = head.number, true
	}
	return ready
}

func (c Cursor) check(operation string, size int) error {
	switch {
	case c.Page < 0 || c.Index < 0 || c.Size < 0 || c.Count < 0:
		return &ArgumentError{operation, "cursor", "a value is negative"}
	case c.Size != 0 && c.Size != size:
		return &ArgumentError{operation, "cursor", fmt.Sprintf("it was kept with %d fonts a page, not %d", c.Size, size)}
	}
	return nil
}
