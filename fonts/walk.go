package fonts

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"

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
	// Done says that the walk reached its end.
	Done bool `json:"done"`
}

// Pages walks the pages of the list, from options.Page on, or from the first:
// POST {base}/api/fonts/list for each. It is lazy: a page is fetched when it is
// asked for, or by [Prefetch] somewhat earlier. Each range over the sequence is
// a walk of its own.
//
// A page holds the records that neither the first page of the walk held nor the
// latest ones, some 10,000 fonts, and is left out if there is none. The walk ends
// when the totals that the server states are reached, or else with a page that
// brings nothing new. The first error is yielded, with a nil page, and ends the
// walk; a total that falls to zero on the way is [ErrTotalsVanished]. Fonts that
// are added or removed meanwhile shift the others, so that the walk can miss some.
func (c *Client) Pages(ctx context.Context, options *ListOptions, walkOptions ...WalkOption) iter.Seq2[*Page, error] {
	prepared, err := c.walk(options, walkOptions)
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
			w.mark(sheet.records, sheet.last)
			if !yield(sheet.page, nil) {
				return
			}
		}
		w.mark(w.index, true)
	}
}

// All walks the fonts of the list: [Client.Pages], font by font. A font can be
// kept; it shares its memory with the others of its page.
func (c *Client) All(ctx context.Context, options *ListOptions, walkOptions ...WalkOption) iter.Seq2[*Font, error] {
	prepared, err := c.walk(options, walkOptions)
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
				w.mark(sheet.at[i]+1, sheet.last && i == len(fonts)-1)
				if !yield(&fonts[i], nil) {
					return
				}
			}
		}
		w.mark(w.index, true)
	}
}

// walk is one walk over the list.
type walk struct {
	client   *Client
	request  request
	start    *int // the page to begin at, nil for the first
	settings *settings

	first   int // number of the server's first page, 1 if that is not known
	known   bool
	begin   int // number of the page that the walk began at
	resumed Cursor
	seen    seen
	before  int // records on the pages before the one that the walk began at
	pages   int // pages inspected
	total   int // the latest total that was stated, 0 for none
	stated  int // the last page as the latest page stated it, -1 if it did not
	number  int // of the page that is being yielded
	index   int // of it, what is behind the walk
}

// walk checks the options and returns a walk that has not begun.
func (c *Client) walk(options *ListOptions, walkOptions []WalkOption) (walk, error) {
	r, start, err := newRequest(options)
	if err != nil {
		return walk{}, err
	}
	s, err := gather(walkOptions)
	return walk{client: c, request: r, start: start, settings: s}, err
}

// mark sets the caller's cursor behind the first index records of the page.
func (w *walk) mark(index int, done bool) {
	w.index = index
	if cursor := w.settings.cursor; cursor != nil {
		*cursor = Cursor{Page: w.number, Index: index, Size: w.request.PageData.Size, Done: done}
	}
}

// sheets begins the walk and yields its pages.
func (w *walk) sheets(ctx context.Context) iter.Seq2[*sheet, error] {
	return func(yield func(*sheet, error) bool) {
		if cursor := w.settings.cursor; cursor != nil {
			w.resumed = *cursor
		}
		if err := w.resumed.check(w.request.PageData.Size); err != nil {
			yield(nil, err)
			return
		}
		if w.resumed.Done {
			w.number, w.index = w.resumed.Page, w.resumed.Index
			return
		}
		w.first, w.known = w.client.numbering.first()
		var ready []*sheet
		switch {
		case w.resumed.Size > 0:
			w.begin = w.resumed.Page
		case w.start != nil:
			w.begin = *w.start
		default:
			head := w.client.head(ctx, w.request, w.settings)
			w.begin, ready = head.number, head.sheets
			w.first, w.known = head.number, true
		}
		w.number = w.begin
		source := paging.Source[*sheet]{
			First: w.begin,
			Ready: ready,
			Ahead: w.settings.ahead,
			Adapt: w.settings.adapt,
			Fetch: func(ctx context.Context, number int) (*sheet, error) {
				return w.client.fetch(ctx, w.request.page(number), w.settings), nil
			},
			Inspect:  w.inspect,
			Strained: func(sheet *sheet, _ error) bool { return sheet.response.Attempts > 1 },
		}
		for sheet, err := range paging.Walk(ctx, source) {
			if !yield(sheet, err) {
				return
			}
		}
	}
}

func (c Cursor) check(size int) error {
	switch {
	case c.Page < 0 || c.Index < 0 || c.Size < 0:
		return &ArgumentError{listOperation, "cursor", "a value is negative"}
	case c.Size != 0 && c.Size != size:
		return &ArgumentError{listOperation, "cursor", fmt.Sprintf("it was kept with %d fonts a page, not %d", c.Size, size)}
	}
	return nil
}

// inspect looks at each page in order and says how the walk goes on.
func (w *walk) inspect(number int, s *sheet) (paging.Step, error) {
	if w.settings.capture != nil {
		*w.settings.capture = s.response
	}
	if s.err != nil {
		if w.behindLast(number, s) {
			return paging.Step{Done: true, Skip: true}, nil
		}
		return paging.Step{}, s.err
	}
	had := w.pages == 0 && w.resumed.Index > 0 // records on this page, when the cursor was kept
	if s.records == 0 && s.page.Total == 0 && (had || w.total > 0 && w.due(number)) {
		e := newError(ErrTotalsVanished)
		e.Status, e.Attempts = s.response.Status, s.response.Attempts
		return paging.Step{}, e
	}
	if w.pages == 0 && number > w.first {
		w.before = (number - w.first) * s.records
	}
	skip := 0
	if w.pages == 0 && w.resumed.Size > 0 {
		skip = w.resumed.Index
	}
	w.stated = w.last(s.page)
	known := w.seen.count
	w.keep(s, skip)
	w.pages++
	if s.page.Total > 0 {
		w.total = s.page.Total
	}
	step := paging.Step{Last: -1, Skip: len(s.page.Fonts) == 0}
	step.Done = w.seen.count == known || w.complete(number, s)
	if number < w.stated {
		step.Last = w.stated
	}
	s.last = step.Done
	if !step.Skip {
		w.number = number
	}
	return step, nil
}

// keep takes the records out of a page that were seen, and its first skip ones.
func (w *walk) keep(s *sheet, skip int) {
	fonts := s.page.Fonts
	kept := fonts[:0]
	s.at = make([]int, 0, len(fonts))
	for i, fresh := range w.seen.add(fonts) {
		if fresh && i >= skip {
			kept = append(kept, fonts[i])
			s.at = append(s.at, i)
		}
	}
	clear(fonts[len(kept):])
	s.page.Fonts = kept
}

// count is how many records are behind the walk, before its beginning included.
func (w *walk) count() int { return w.before + w.seen.count }

// last is the number of the last page as stated, -1 if it is not.
func (w *walk) last(p *Page) int {
	if p.TotalPages <= 0 {
		return -1
	}
	return p.TotalPages - 1 + w.first
}

// complete reports that the totals are reached. A total that was exceeded is
// wrong, and one that equals the only page so far may be the size of that page:
// then the next page decides.
func (w *walk) complete(number int, s *sheet) bool {
	if w.total == 0 || w.count() != w.total || number < w.stated {
		return false
	}
	return w.pages > 1 || w.before > 0 || s.whole(w.request.PageData.Size)
}

// due reports that by the totals page number should hold records.
func (w *walk) due(number int) bool {
	if w.stated < 0 {
		return w.count() < w.total
	}
	if !w.known {
		return number < w.stated // the server may count from 0
	}
	return number <= w.stated
}

// behindLast reports that the server refuses a page because the list is over:
// it has looked at the request, and no total says that there is more.
func (w *walk) behindLast(number int, s *sheet) bool {
	e, ok := errors.AsType[*Error](s.err)
	// Where a walk began in the middle, count is a guess.
	guess := w.stated < 0 && (w.begin != w.first || !w.known)
	if !ok || w.pages == 0 || e.Code == "" || w.due(number) && !guess {
		return false
	}
	switch e.kind() {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusRequestedRangeNotSatisfiable, http.StatusUnprocessableEntity:
		return true
	}
	return false
}
