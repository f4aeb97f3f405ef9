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
	maxNumber = math.MaxInt - 1<<10 // a walk ends at this number, so that numbers of prefetched pages do not overflow
	maxCount  = math.MaxInt / 2     // limit for counts from servers and cursors, so that sums do not overflow
	maxIdle   = 100                 // a walk ends after this number of pages in a row without a new font
	maxSeen   = 10_000              // number of fonts that a walk remembers; the limit saves memory
)

type walk struct {
	client   *Client
	request  request
	start    *int // the page to begin at, nil for the first
	settings *settings
	err      error // error of the options

	resumed Cursor
	at      Cursor          // position after the last yielded font
	first   int             // number of the first page of the list
	total   int             // the latest total that the server sent, 0 if it sent none
	last    int             // number of the last page according to the latest pageTotal, 0 if there was none
	got     int             // number of fonts so far; fonts before the page or cursor where the walk began count, too
	pages   int             // number of pages that were read
	twice   int             // number of pages that were read again
	lost    bool            // whether fonts have moved to pages that the walk cannot read again
	largest int             // number of fonts on the largest page
	idle    int             // number of pages in a row without a new font
	opening []string        // keys of the fonts on the first page
	latest  []string        // keys of the fonts on the previous page
	seen    map[string]bool // keys of the latest fonts that were read, at most maxSeen
	order   []string        // keys of seen, the oldest first
	forgot  bool            // whether keys were removed from seen, because of maxSeen
}

// mark stores the position of the walk, both in w and in the cursor of the caller. The parameter
// at is this position.
func (w *walk) mark(at Cursor, done bool) {
	if at.Done = done; w.lost {
		at.Count = 1 // too low on purpose: a walk from this cursor then reports that it is incomplete
	}
	if w.at = at; w.settings.cursor != nil {
		*w.settings.cursor = at
	}
}

// inspect checks one page and decides how the walk continues. It must be called for the
// pages in order.
func (w *walk) inspect(ctx context.Context, number int, s *result) (paging.Step, error) {
	if w.settings.capture != nil {
		*w.settings.capture = s.response
	}
	if s.err != nil {
		return paging.Step{Done: true, Skip: true}, w.refused(number, s)
	}
	// The list is empty now, although it had fonts before.
	if s.records == 0 && s.page.Total == 0 && (w.resumed.Index > 0 || w.short(number) != nil) {
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
		// between is the position after each moved font except the last. A walk that resumes there
		// does not find the remaining moved fonts. The Count of 1 is too low on purpose, so that
		// the resumed walk reports that it is incomplete.
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

// keep removes two kinds of records from a page: those before the cursor of [Resume], and
// those that the walk has already seen. It sets the cursors s.at and s.end. The parameter at
// is the cursor before the page.
//   - fresh reports whether the page has a new record.
//   - again reports whether the page equals the previous page, or the list begins again.
//
// Equal records on one page are all counted, because the total of the server counts them all,
// but only one of them stays. A record on two pages is counted once, because it may have moved
// from one page to the other.
func (w *walk) keep(s *result, at Cursor) (fresh, again bool) {
	fonts := s.page.Fonts
	keys := keysOf(fonts)
	again = w.latest != nil && slices.Equal(keys, w.latest) ||
		w.forgot && s.records > 0 && slices.Contains(w.opening, keys[0]) && slices.Contains(w.opening, keys[s.records/2])
	if w.latest = keys; w.opening == nil {
		w.opening = keys
	}
	skip := w.resumed.Index
	// left[i] is true if fonts[i] stays on this page. The map on has the index of the first font
	// with each key.
	left, on := make([]bool, len(fonts)), map[string]int{}
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
	w.resumed = Cursor{} // later pages have no fonts before the cursor
	w.remember(keys)
	i := -1
	s.page.Fonts = slices.DeleteFunc(fonts, func(Font) bool { i++; return !left[i] })
	return fresh, again
}

// remember adds keys to w.seen. If there are more than maxSeen, it removes the oldest keys.
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
// removed fonts that were counted. The walk becomes incomplete in these cases:
//   - The walk no longer remembers the fonts of the pages to read again.
//   - The number of pages read again would become larger than the number of pages read.
//   - The server rejects a page that is read again.
//   - A page that is read again has a lower total, or none.
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

// ends reports whether a page is certainly the last page. This is so in two cases:
//   - The page has fewer fonts than the page size, and fewer than an earlier page.
//   - The page is the only page that was read, and contains the whole list.
func (w *walk) ends(s *result) bool {
	size := w.request.PageData.Size
	return s.records < min(w.largest, size) || w.pages == 1 && s.whole(size)
}

// reached reports whether the list ends with the page of this number, according to the total and
// pageTotal. The walk must have found exactly as many fonts as the total.
func (w *walk) reached(number int) bool { return w.total > 0 && w.got == w.total && number >= w.last }

// short returns an error if a walk that ends at the page with this number has missed fonts or
// pages. It returns an error if the walk has found fewer fonts than the total, or has lost
// fonts that moved.
//
// The total may be too low. So short also compares the number of pages with pageTotal in two
// cases: the walk has found more fonts than the total, or the total fits on one page and
// contradicts pageTotal. It does not compare them if pageTotal is 1, because a list without
// fonts may have one page.
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

// refused decides what the error of a page means for the walk. It returns nil if the list has
// ended: the server rejected the page, and the walk has read everything according to the
// totals. In all other cases refused returns the error of the walk.
func (w *walk) refused(number int, s *result) error {
	e, _ := errors.AsType[*Error](s.err)
	// spare means that the walk does not need this page: the walk has reached the totals with
	// the previous page, and the server has rejected this page.
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

// fails returns an error of the walk, with the status and the number of attempts of s.
func (w *walk) fails(s *result, reason error, hint string) error {
	e := newError(w.settings.operation, reason)
	e.Status, e.Attempts, e.Hint = s.response.Status, s.response.Attempts, hint
	return e
}
