package cms_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// What each kind of walk promises, and what the schedules hold it to:
//
//   - All: what comes was there and could be read at one time. A walk has an end, and its cursor is done
//     exactly where no error ended it. A broken record hides no other one, and is told of.
//   - Exact: each record that was listed and could be read throughout comes once, in the order of ids, or an error
//     ends the walk. No error ends one of a site that gives pages as they are asked for and states the truth,
//     unless all of the list goes.
//   - Plain, and with an offset: of a site that does not change, all comes once and in order. Where others change
//     it, no more records are missed than left the list, and no more come twice than came into it; each counts once
//     for each page that was fetched ahead. An offset of a site with smaller pages may be an error.
//   - Resumed: of a site that does not change, the parts are what the whole is. Of one that does not tell the truth,
//     the parts are as much as the whole, or an error ends one of them.
//
// What a site can say so that a walk misses records and cannot know is in [schedule.explained] and [schedule.hides].

// explained says why a walk that is not exact may have ended early and without an error, "" if nothing does.
func (s *schedule) explained(offset int) string {
	switch {
	case s.lie.name == "too little of both", s.lie.name == "that there is nothing" && s.stopped:
		return "the totals name no more than what came"
	case s.lie.name == "too few pages" && s.most < s.size:
		return "pages are smaller, and are counted as if the rest was hidden"
	case offset > 0 && s.lie.name == "a total too high" && s.most < s.size:
		return "pages are smaller, and the totals are those of a site that gives them as they are asked for"
	case s.stopped && (s.lie.name == "nothing" || s.lie.name == "the total alone" || s.lie.name == "too few pages"):
		return "a page without a record that can be read is the end where nothing says how many pages there are"
	}
	return ""
}

// hides says why an exact walk may have ended early and without an error, "" if nothing does.
func (s *schedule) hides() string {
	few := s.lie.name == "too little of both"
	switch {
	case s.most < s.size && (few || s.lie.name == "too few pages"):
		return "pages are smaller, and are counted as if the rest was hidden"
	case s.dark && (few || s.lie.name == "that there is nothing"):
		return "the newest records are hidden, and the totals name no more than these"
	}
	return ""
}

// every is what is wrong with any outcome.
func (s *schedule) every(o outcome) (wrong []string) {
	shown := map[int64]bool{}
	for _, e := range s.entries {
		shown[e.id] = e.ever
		if _, ok := o.broken[e.id]; ok && (e.fault == sound || e.fault == nameless) {
			wrong = append(wrong, fmt.Sprintf("%d is not broken", e.id))
		}
		if e.fault != sound && slices.Contains(o.ids, e.id) {
			wrong = append(wrong, fmt.Sprintf("%d is broken", e.id))
		}
	}
	for _, id := range o.ids {
		if !shown[id] {
			wrong = append(wrong, fmt.Sprintf("%d was never shown", id))
		}
	}
	if o.cursor.Done != (o.err == nil) {
		wrong = append(wrong, fmt.Sprintf("done: %t", o.cursor.Done))
	}
	if s.requests > 3000 {
		wrong = append(wrong, "it has no end")
	}
	return wrong
}

// told is which broken records of a walk that ended by itself nobody was told of.
func (s *schedule) told(o outcome, list []*entry) (wrong []string) {
	for _, e := range list {
		raw := fmt.Sprintf(`{"slug":{},"title":"%d"}`, e.id)
		if e.fault == nameless && o.nameless[raw] == 0 || (e.fault == fails || e.fault == bent) && o.broken[e.id] == 0 {
			wrong = append(wrong, fmt.Sprintf("nobody was told of %d", e.id))
		}
	}
	return wrong
}

// throughout are the records that were shown all the time.
func (s *schedule) throughout() (list []*entry) {
	for _, e := range s.entries {
		if e.throughout {
			list = append(list, e)
		}
	}
	return list
}

// moves reports that records which the site fails on may have moved between a page and the look at its ids.
func (s *schedule) moves(err error) bool {
	e, ok := errors.AsType[*cms.Error](err)
	breaks := slices.ContainsFunc(s.entries, func(e *entry) bool { return e.fault == fails })
	return ok && e.Status == 500 && s.changes && breaks
}

// exactly is what is wrong with the outcome of an exact walk.
func (s *schedule) exactly(o outcome, stop int) (wrong []string) {
	for i, id := range o.ids {
		if i > 0 && id <= o.ids[i-1] {
			wrong = append(wrong, fmt.Sprintf("%d came behind %d", id, o.ids[i-1]))
		}
	}
	list := s.throughout()
	switch {
	case o.err != nil:
		if s.honest() && !s.outage() && !s.moves(o.err) && (len(list) > 0 || !errors.Is(o.err, cms.ErrTotalsVanished)) {
			wrong = append(wrong, o.err.Error())
		}
		return wrong
	case s.hides() != "":
		return wrong
	}
	for _, e := range list {
		if e.fault == sound && !slices.Contains(o.ids, e.id) {
			wrong = append(wrong, fmt.Sprintf("%d was lost", e.id))
		}
	}
	for id, n := range o.broken {
		if n > 1 && stop == 0 {
			wrong = append(wrong, fmt.Sprintf("%d was told of %d times", id, n))
		}
	}
	list = slices.DeleteFunc(list, func(e *entry) bool { return e.fault == nameless }) // where they are nobody knows
	return append(wrong, s.told(o, list)...)
}

// limit is how many requests the comment of Exact promises.
func (s *schedule) limit() int {
	return 6*s.matched/(s.size-1) + int(s.highest)/s.size + 8
}

// due are the records that a walk is to yield of a site that does not change: those from the offset on, in its order.
func (s *schedule) due(offset int) (list []*entry) {
	for _, e := range s.entries {
		if e.listed {
			list = append(list, e)
		}
	}
	if s.desc {
		slices.Reverse(list)
	}
	list = list[min(offset, len(list)):]
	return slices.DeleteFunc(slices.Clone(list), func(e *entry) bool { return e.hidden })
}

// plainly is what is wrong with the outcome of a walk that is not exact. When it began, it was due to yield a list.
func (s *schedule) plainly(o outcome, due []*entry, offset, ahead int) (wrong []string) {
	times := map[int64]int{}
	doubled, lost := 0, 0
	for _, id := range o.ids {
		if times[id]++; times[id] > 1 {
			doubled++
		}
	}
	for _, e := range due {
		if e.throughout && e.fault == sound && times[e.id] == 0 {
			lost++
		}
	}
	mayLose, mayDouble := s.left, s.came
	if ahead > 0 {
		mayLose, mayDouble = (s.left+s.came)*(ahead+1), (s.left+s.came)*(ahead+1)
	}
	if doubled > mayDouble {
		wrong = append(wrong, fmt.Sprintf("%d came twice, and %d came to the list", doubled, s.came))
	}
	if !s.changes {
		var want []int64
		for _, e := range due {
			if e.fault == sound {
				want = append(want, e.id)
			}
		}
		if !within(o.ids, want) {
			wrong = append(wrong, fmt.Sprintf("%v came, not %v", o.ids, want))
		}
	}
	switch {
	case o.err != nil:
		return append(wrong, s.failed(o.err, offset)...)
	case s.explained(offset) != "":
		return wrong
	case lost > mayLose:
		wrong = append(wrong, fmt.Sprintf("%d were lost, and %d left the list", lost, s.left))
	}
	if !s.changes {
		wrong = append(wrong, s.told(o, due)...)
	}
	return wrong
}

// within reports that some of all came, in their order.
func within(some, all []int64) bool {
	for _, id := range some {
		at := slices.Index(all, id)
		if at < 0 {
			return false
		}
		all = all[at+1:]
	}
	return true
}

// failed is what is wrong with an error that ended a walk which is not exact.
func (s *schedule) failed(err error, offset int) []string {
	switch {
	case s.lie.name != lies[0].name, s.outage(), s.moves(err):
		return nil
	case offset > 0 && errors.Is(err, cms.ErrDecode) && (s.most < s.size || s.changes):
		return nil
	case !s.changes:
	case errors.Is(err, cms.ErrTotalsVanished), errors.Is(err, cms.ErrPagesRepeat),
		errors.Is(err, cms.CodeInvalidPageNumber):
		return nil
	}
	return []string{err.Error()}
}

// list is what a walk asks for.
func (s *schedule) list(exact bool, offset int) *cms.PostListOptions {
	list := &cms.PostListOptions{PerPage: s.size, Offset: offset}
	if !exact {
		list.OrderBy, list.Order = cms.ByID, cms.Ascending
		if s.desc {
			list.Order = cms.Descending
		}
	}
	return list
}

// scheduled runs a test of each schedule.
func scheduled(t *testing.T, test func(s *schedule) (wrong []string)) {
	t.Helper()
	const parts = 4
	for part := range uint64(parts) {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			for seed := part; seed < schedules(); seed += parts {
				s := newSchedule(t, seed)
				if wrong := test(s); len(wrong) > 0 {
					t.Fatalf("%v: test(s): wrong %q, want an empty list", s, wrong)
				}
			}
		})
	}
}

// way draws how a walk is walked: how many pages ahead, where it stops, and whether by pages.
func (s *schedule) way() (options []cms.WalkOption, ahead, stop int, pages bool) {
	if ahead, stop, pages = max(s.IntN(6)-2, 0), max(s.IntN(60)-30, 0), s.IntN(3) == 0; ahead > 0 {
		options = append(options, cms.Prefetch(ahead))
	}
	return options, ahead, stop, pages
}

func TestExactWalkYieldsWhatWasThereThroughoutOnce(t *testing.T) {
	t.Parallel()
	scheduled(t, func(s *schedule) []string {
		options, ahead, stop, pages := s.way()
		o := s.walk(s.list(true, 0), pages, stop, append(options, cms.Exact())...)
		wrong := append(s.every(o), s.exactly(o, stop)...)
		if s.honest() && len(o.broken)+len(o.nameless) == 0 && s.requests > s.limit()+2*ahead+3 {
			wrong = append(wrong, fmt.Sprintf("%d requests, more than %d", s.requests, s.limit()))
		}
		return wrong
	})
}

func TestPlainWalkMissesAndDoublesNoMoreThanMoved(t *testing.T) {
	t.Parallel()
	scheduled(t, func(s *schedule) []string {
		options, ahead, stop, pages := s.way()
		due := s.due(0)
		o := s.walk(s.list(false, 0), pages, stop, options...)
		return append(s.every(o), s.plainly(o, due, 0, ahead)...)
	})
}

func TestWalkWithAnOffsetMissesAndDoublesNoMoreThanMoved(t *testing.T) {
	t.Parallel()
	scheduled(t, func(s *schedule) []string {
		options, ahead, stop, pages := s.way()
		offset := 1 + s.offset
		due := s.due(offset)
		o := s.walk(s.list(false, offset), pages, stop, options...)
		return append(s.every(o), s.plainly(o, due, offset, ahead)...)
	})
}

func TestResumedWalkYieldsTheSameAsAnUninterruptedOne(t *testing.T) {
	t.Parallel()
	scheduled(t, func(s *schedule) (wrong []string) {
		s.changes, s.catastrophe = false, -1
		options, _, stop, pages := s.way()
		exact, offset := s.IntN(3) == 0, 0
		if exact {
			options = append(options, cms.Exact())
		} else {
			offset = s.offset
		}
		list := s.list(exact, offset)
		whole := s.walk(list, pages, 0, options...)
		parts := s.walk(list, pages, 1+stop/3, options...)
		truth := s.lie.name == lies[0].name
		switch {
		case exact && (s.hides() != "" || s.most < s.size && (whole.err != nil || parts.err != nil)):
			return nil // it may find the site out or not need to
		case !truth && (whole.err != nil || parts.err != nil || within(whole.ids, parts.ids)): // the parts may show more
			return nil
		case (whole.err == nil) != (parts.err == nil):
			wrong = append(wrong, fmt.Sprintf("it ends with %v, and in parts with %v", whole.err, parts.err))
		case whole.err == nil && !slices.Equal(whole.ids, parts.ids):
			wrong = append(wrong, fmt.Sprintf("%v came, and in parts %v", whole.ids, parts.ids))
		}
		for id := range whole.broken {
			if whole.err == nil && parts.broken[id] == 0 {
				wrong = append(wrong, fmt.Sprintf("nobody was told of %d in parts", id))
			}
		}
		return wrong
	})
}

// Or the schedules would show nothing.
func TestPlainWalkLosesAndDoublesRecordsUnderChanges(t *testing.T) {
	t.Parallel()
	lost, doubled := 0, 0
	for seed := range uint64(150) {
		s := newSchedule(t, seed)
		s.changes, s.most, s.lie = true, s.size, lies[0]
		o := s.walk(s.list(false, 0), false, 0)
		for _, e := range s.throughout() {
			if e.fault == sound && !slices.Contains(o.ids, e.id) {
				lost++
				break
			}
		}
		if slices.Sort(o.ids); len(slices.Compact(slices.Clone(o.ids))) < len(o.ids) {
			doubled++
		}
	}
	switch {
	case lost < 15:
		t.Errorf("%d of 150 schedules lost records, want at least 15", lost)
	case doubled == 0:
		t.Errorf(
			"%d of 150 schedules lost records, %d doubled them, want 15 or more, and 1 to 15; doubled 0, want more than 0", lost,
			doubled)
	case doubled > 15:
		t.Errorf("%d of 150 schedules doubled records, want at most 15", doubled)
	}
}
