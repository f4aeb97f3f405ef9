package fonts

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"

	"github.com/fontcms/fontcms-go/internal/paging"
)

// maxNumber is the highest page that a walk asks for. It leaves room for what is
// prefetched behind it.
const maxNumber = math.MaxInt - 1<<10

// inspect looks at each page in order and says how the walk goes on.
func (w *walk) inspect(ctx context.Context, number int, s *sheet) (paging.Step, error) {
	if w.settings.capture != nil {
		*w.settings.capture = s.response
	}
	if s.err != nil {
		return paging.Step{Done: true, Skip: true}, w.refused(ctx, number, s)
	}
	t := &w.tally
	if s.records == 0 && s.page.Total == 0 {
		vanished := w.pages == 0 && w.resumed.Index > 0 // there were records when the cursor was kept
		if !vanished && t.total > 0 {
			var err error
			if vanished, err = w.due(ctx, number); err != nil {
				return paging.Step{}, err
			}
		}
		if vanished {
			return paging.Step{}, w.fails(s, ErrTotalsVanished)
		}
	}
	if w.pages == 0 && !t.counted {
		t.assume(s.records)
	}
	t.state(s.page)
	fresh := w.keep(ctx, s)
	w.pages++

	step := paging.Step{Last: -1, Skip: len(s.page.Fonts) == 0}
	var err error
	if fresh {
		t.idle, t.again = 0, 0
		step.Done = w.complete(number, s)
		switch {
		case !step.Done && w.pages == 1:
			err = w.settle(ctx, number, s)
		case !step.Done && w.reached(number):
			err = w.orient(ctx)
		}
	} else {
		step.Done, err = w.idle(ctx, number, s)
	}
	if err == nil && !step.Done && number >= maxNumber {
		step.Done, err = true, w.missed(number, s)
	}
	switch last := t.last(); {
	case number < last:
		step.Last = last
	case !step.Done && w.reached(number):
		step.Last = number + 1
	}
	s.last = step.Done
	if !step.Skip {
		w.number = number
	}
	return step, err
}

// settle finds out what lies before the first page of a walk, where that cannot wait
// until the totals are missed: a cursor will hold the count, and without a total,
// or past a total that is reached, a server that begins anew after its end is only
// known by its first page.
func (w *walk) settle(ctx context.Context, number int, s *sheet) error {
	t := &w.tally
	if t.believed() > 0 && (t.counted || w.settings.cursor == nil) && !w.reached(number) {
		return nil
	}
	base := t.base
	err := w.orient(ctx)
	for i := range s.at {
		s.at[i].count += t.base - base
	}
	s.count += t.base - base
	return err
}

// keep takes the records out of a page that were seen, and those that the cursor is
// past. It reports whether any was not seen.
func (w *walk) keep(ctx context.Context, s *sheet) (fresh bool) {
	fonts, t := s.page.Fonts, &w.tally
	skip := 0
	if w.pages == 0 && w.resumed.Size > 0 {
		skip = w.resumed.Index
	}
	keys := keysOf(fonts)
	if len(keys) > 0 && slices.Equal(keys, w.seen.latest) {
		t.again++
	} else {
		t.again = 0
	}
	w.seen.latest = keys

	news := w.seen.add(keys, w.read)
	counts := counted(fonts, keys, news)
	w.repeated(ctx, keys, news, counts)
	w.read += len(fonts)
	kept := fonts[:0]
	s.at = make([]position, 0, len(fonts))
	for i := range fonts {
		if counts[i] && (i >= skip || !t.counted) {
			t.got++
		}
		if news[i] && i >= skip {
			kept = append(kept, fonts[i])
			s.at = append(s.at, position{i + 1, t.got})
		}
	}
	clear(fonts[len(kept):])
	s.page.Fonts, s.count = kept, t.got
	return slices.Contains(news, true)
}

// counted reports which records of a page count: those that are new, and what the
// same page holds of them a second time, which is in the total as well.
func counted(fonts []Font, keys []string, news []bool) []bool {
	if !slices.Contains(news, false) {
		return news
	}
	counts := slices.Clone(news)
	at := map[string]int{}
	for i, key := range keys {
		if news[i] {
			at[key] = i
		} else if first, ok := at[key]; ok {
			counts[i] = len(differences(&fonts[first], &fonts[i])) == 0
		}
	}
	return counts
}

// complete reports that page number is the last one: the totals are reached, and
// the page is not full. A total may be too low, and cut the list between two pages:
// after a full page one more is asked for. So it is after the only page so far if
// the total equals that page, since it may be no more than the size of the page.
func (w *walk) complete(number int, s *sheet) bool {
	if w.pages == 1 && w.tally.base == 0 {
		return w.reached(number) && s.whole(w.tally.size)
	}
	return w.reached(number) && s.records < min(w.tally.largest, w.tally.size)
}

// reached reports that the totals are reached exactly, and promise no page after
// page number.
func (w *walk) reached(number int) bool {
	t := &w.tally
	last := t.last()
	if !t.known {
		last-- // the server may count from 0
	}
	want := t.believed()
	return want > 0 && t.got == want && number >= last
}

// idle decides what a page that brings nothing new means: the end, if nothing says
// that there is more.
func (w *walk) idle(ctx context.Context, number int, s *sheet) (done bool, err error) {
	t := &w.tally
	if _, err := w.due(ctx, number); err != nil {
		return true, err
	}
	t.idle++
	same := number == 1 && t.begin == 0 && s.records > 0 // the server may take page 0 for page 1
	if t.first <= number && number <= t.last() && !(same && t.begin < t.first) && !t.surplus(number, s.records) {
		t.blank++
	}
	if same {
		return false, nil
	}
	anew := w.seen.forgot && s.records > 0 && slices.Contains(w.seen.pages[0], w.seen.latest[0])
	if t.more(number) && number < t.end() && t.idle < maxIdle && t.again < maxAgain && !anew {
		return false, nil
	}
	return true, w.missed(number, s)
}

// refused decides what a page that could not be read means: the end, if the server
// has looked at the request and no total says that there is more.
func (w *walk) refused(ctx context.Context, number int, s *sheet) error {
	e, ok := errors.AsType[*Error](s.err)
	switch {
	case !ok || w.pages == 0:
		return s.err
	case w.pages > 1 && w.reached(number-1) && s.refused() && (!success(e.Status) || e.Code != ""):
		return nil // a page that nothing promised may fail in any way
	case e.Code == "":
		return s.err
	}
	switch e.kind() {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusRequestedRangeNotSatisfiable, http.StatusUnprocessableEntity:
	default:
		return s.err
	}
	if _, err := w.due(ctx, number); err != nil {
		return err
	}
	if short := w.tally.short(number - 1); short != nil {
		e.Reason, e.Hint = short, incompleteHint
		return e
	}
	return nil
}

// due reports that by the totals page number should bring something. What lies
// before a walk that begins in the middle is a guess until that matters.
func (w *walk) due(ctx context.Context, number int) (bool, error) {
	if !w.tally.due(number) {
		return false, nil
	}
	err := w.orient(ctx)
	return w.tally.due(number), err
}

// missed is the error of a walk that ends with page number, nil if it has read all
// that is stated.
func (w *walk) missed(number int, s *sheet) error {
	if short := w.tally.short(number); short != nil {
		return w.fails(s, short)
	}
	return nil
}

// incompleteHint says what to do about [ErrIncomplete].
const incompleteHint = "walk again, as the list may have changed meanwhile; if the same number is missing again, " +
	"the stated total is too high or a page of the server is broken: use what was read as a part of the list"

// fails is an error of the walk at a page.
func (w *walk) fails(s *sheet, reason error) error {
	e := newError(w.settings.operation, reason)
	e.Status, e.Attempts = s.response.Status, s.response.Attempts
	if errors.Is(reason, ErrIncomplete) {
		e.Hint = incompleteHint
	}
	return e
}

// orient reads the first page of the list, once, where a walk that begins in the
// middle has to know what lies before it: where page numbers begin, how many
// records a page holds, and which are the first.
func (w *walk) orient(ctx context.Context) error {
	t := &w.tally
	if t.oriented || t.known && t.begin <= t.first {
		return nil
	}
	head := w.client.head(ctx, w.request, w.settings)
	first := head.first()
	if first.err != nil {
		return first.err
	}
	t.oriented, t.first, t.known = true, head.number, true
	if !t.counted {
		t.assume(first.records)
	}
	t.state(first.page)
	if t.first < t.begin {
		w.seen.begin(keysOf(first.page.Fonts), -t.base)
	}
	return nil
}
