package fonts

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"

	"github.com/fontcms/fontcms-go/internal/paging"
)

const (
	maxNumber = math.MaxInt - 1<<10 // the highest page that a walk requests, with room for prefetched pages
	maxCount  = math.MaxInt / 2     // keeps sums of numbers from servers and cursors from overflowing
	maxIdle   = 100                 // pages in a row that may bring nothing new
	maxSeen   = 10_000              // number of fonts that a walk remembers, to limit its memory
)

// walk is one walk over the list.
type walk struct {
	client   *Client
	request  request
	start    *int // the page to begin at, nil for the first
	settings *settings
	err      error // error of the options

	resumed Cursor
	at      Cursor          // position after the fonts that were yielded
	first   int             // number of the first page of the list
	total   int             // the latest stated total, 0 if none was stated
	last    int             // number of the last page by the latest pageTotal, 0 if never stated
	got     int             // number of fonts of the list up to the current page
	pages   int             // number of pages that were read
	twice   int             // number of pages that were read again
	lost    bool            // whether fonts have moved to pages that the walk cannot read again
	largest int             // number of fonts on the largest page
	idle    int             // number of pages in a row that brought nothing new
	opening []string        // keys of the first page
	latest  []string        // keys of the previous page
	seen    map[string]bool // keys of the latest fonts, at most maxSeen
	order   []string        // keys of seen, the oldest first
	forgot  bool            // whether keys were removed from seen
}

// mark sets the caller's cursor.
func (w *walk) mark(at Cursor, done bool) {
	if at.Done = done; w.lost {
		at.Count = 1 // too low a count, so that a walk from this cursor is incomplete, too
	}
	if w.at = at; w.settings.cursor != nil {
		*w.settings.cursor = at
	}
}

// inspect checks each page in order and decides how the walk continues.
func (w *walk) inspect(ctx context.Context, number int, s *result) (paging.Step, error) {
	if w.settings.capture != nil {
		*w.settings.capture = s.response
	}
	if s.err != nil {
		return paging.Step{Done: true, Skip: true}, w.refused(number, s)
	}
	if s.records == 0 && s.page.Total == 0 && (w.resumed.Index > 0 || w.short(number) != nil) { // the list had fonts
		return paging.Step{}, w.fails(s, ErrTotalsVanished, "")
	}
	w.largest = max(w.largest, s.records)
	moved, err := w.moved(ctx, number, s.page.Total)
	if err != nil {
		return paging.Step{}, err
	}
	if s.page.TotalPages > 0 {
		w.last = s.page.TotalPages - 1 + w.first
	}
	before := Cursor{Page: number, Size: w.request.PageData.Size, Count: w.got}
	fresh, again := w.keep(s, before)
	w.pages++
	if w.idle++; fresh {
		w.idle = 0
	}
	s.page.Fonts = append(moved, s.page.Fonts...)
	if n := len(moved); n > 0 {
		// A walk that resumes between moved fonts cannot be complete, so Count is too low.
		between := Cursor{Page: number, Size: before.Size, Count: 1}
		s.at = slices.Concat(slices.Repeat([]Cursor{between}, n-1), []Cursor{before}, s.at)
	}

	step := paging.Step{Last: -1, Skip: len(s.page.Fonts) == 0}
	switch {
	case s.records == 0, again, w.idle == maxIdle, number >= maxNumber, w.reached(number) && w.ends(s):
		step.Done = true
		if short := w.short(number); short != nil {
			return step, w.fails(s, short, incompleteHint)
		}
	case number < w.last:
		step.Last = w.last
	case w.reached(number):
		step.Last = number + 1
	}
	return step, nil
}

// keep removes the records before the cursor, and the records that the walk has already
// seen.
//   - fresh means that a record was new.
//   - again means that the page equals the previous page, or that the list begins
//     again.
//
// A font that is twice on one page counts twice, because the total counts it twice, too.
// A font on two pages counts once: it may have moved from one page to the other.
func (w *walk) keep(s *result, at Cursor) (fresh, again bool) {
	fonts := s.page.Fonts
	keys := keysOf(fonts)
	again = w.latest != nil && slices.Equal(keys, w.latest) ||
		w.forgot && s.records > 0 && slices.Contains(w.opening, keys[0]) && slices.Contains(w.opening, keys[s.records/2])
	if w.latest = keys; w.opening == nil {
		w.opening = keys
	}
	skip := w.resumed.Index
	left, on := make([]bool, len(fonts)), map[string]int{} // on has the indexes of the keys on this page
	for i, key := range keys {
		first, twice := on[key]
		if again || w.seen[key] {
			continue
		}
		fresh = true
		if (i >= skip || w.resumed.Count == 0) && (!twice || reflect.DeepEqual(fonts[i], fonts[first])) {
			w.got++
		}
		if !twice {
			on[key], left[i] = i, i >= skip
		}
		if left[i] {
			at.Index, at.Count = i+1, w.got
			s.at = append(s.at, at)
		}
	}
	at.Index, at.Count = len(fonts), w.got
	s.end = at
	w.resumed = Cursor{} // the page of the cursor has been read
	w.remember(keys)
	i := -1
	s.page.Fonts = slices.DeleteFunc(fonts, func(Font) bool { i++; return !left[i] })
	return fresh, again
}

// remember adds keys to the keys of the latest fonts.
func (w *walk) remember(keys []string) {
	for _, key := range keys {
		if !w.seen[key] {
			w.seen[key] = true
			w.order = append(w.order, key)
		}
	}
	if old := len(w.order) - maxSeen; old > 0 {
		for _, key := range w.order[:old] {
			delete(w.seen, key)
		}
		w.order, w.forgot = slices.Clone(w.order[old:]), true
	}
}

// moved stores the total of a page. If the total has fallen, fonts may have been removed,
// and other fonts may have moved to pages that were already read. moved reads these pages
// again and returns their new fonts. The new fonts are not counted, because they replace
// the removed fonts. The walk becomes incomplete in these cases:
//   - It no longer remembers the fonts of those pages.
//   - It would read more pages twice than once.
//   - The total falls again meanwhile.
func (w *walk) moved(ctx context.Context, number, total int) (moved []Font, err error) {
	fall := w.total - total
	if total <= 0 || fall <= 0 {
		w.total = max(w.total, total)
		return nil, nil
	}
	w.total = total
	back := min((fall-1)/w.largest+1, number-w.first)
	w.twice += back
	w.lost = w.lost || back*w.largest > maxSeen || w.twice > w.pages
	for page := number - back; page < number && !w.lost; page++ {
		s := w.client.fetch(ctx, w.request.page(page), w.settings)
		if s.err != nil && !s.unknown() {
			return nil, s.err
		}
		if w.lost = s.err != nil || s.page.Total < total; w.lost {
			break
		}
		for _, font := range s.page.Fonts {
			if one := key(&font); !w.seen[one] {
				w.remember([]string{one})
				moved = append(moved, font)
			}
		}
	}
	return moved, nil
}

// ends reports whether a page is certainly the last page: it has fewer fonts than an
// earlier page and than the page size, or it is the whole list.
func (w *walk) ends(s *result) bool {
	size := w.request.PageData.Size
	return s.records < min(w.largest, size) || w.pages == 1 && s.whole(size)
}

// reached reports whether the walk has found exactly as many fonts as the total, and
// pageTotal names no page after number.
func (w *walk) reached(number int) bool { return w.total > 0 && w.got == w.total && number >= w.last }

// short returns what a walk that ends with page number has missed, or nil. It compares
// the number of pages instead of fonts in two cases: the walk has found more fonts than
// the total, or the total fits on one page but contradicts the number of pages. A list
// without fonts may have one page.
func (w *walk) short(number int) *IncompleteError {
	if w.got < w.total || w.lost {
		return &IncompleteError{Got: min(w.got, w.total-1), Want: w.total}
	}
	pages := w.last - w.first + 1
	doubtful := w.got > w.total || w.total <= w.largest && pages != (w.total-1)/w.request.PageData.Size+1
	if doubtful && number <= w.last && pages > 1 {
		return &IncompleteError{Got: max(number-w.first, 0), Want: pages, Pages: true}
	}
	return nil
}

// refused decides what a failed page means. The list has ended if the server rejected the
// request and no total promises more.
func (w *walk) refused(number int, s *result) error {
	e, _ := errors.AsType[*Error](s.err)
	// The previous page reached the totals, so the failure of this page means the end.
	spare := w.pages > 1 && w.reached(number-1) && s.refused() && (!success(e.Status) || e.Code != "")
	if w.pages == 0 || !spare && !s.unknown() {
		return s.err
	}
	if short := w.short(number); short != nil {
		e.Reason, e.Hint = short, incompleteHint
		return e
	}
	return nil
}

// incompleteHint tells what to do about [ErrIncomplete].
const incompleteHint = "walk again, because the list may have changed; if the same number is missing again, " +
	"a total is too high, a font is listed twice or a page is broken: use what was read as a part of the list"

// fails returns an error of the walk. It has the status and the number of attempts of the
// response s.
func (w *walk) fails(s *result, reason error, hint string) error {
	e := newError(w.settings.operation, reason)
	e.Status, e.Attempts, e.Hint = s.response.Status, s.response.Attempts, hint
	return e
}
