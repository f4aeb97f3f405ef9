package walk

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
)

// byIDs returns what ByIDs yields for these ids: records, broken records, and the error
// that ended it.
func byIDs(t *testing.T, list List, ids []int64) (got, broken []int64, err error) {
	t.Helper()
	ByIDs(t.Context(), list, ids, perPage("5"), options(Options{}), func(v any, e error) bool {
		one, isBroken := errors.AsType[*Broken](e)
		switch {
		case isBroken:
			broken = append(broken, one.ID)
		case e != nil:
			err = e
		default:
			got = append(got, v.(*record).ID)
		}
		return true
	})
	return got, broken, err
}

func TestByIDsReadsEveryPageOfASiteWithSmallerPages(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"both", "total", "pages", ""} {
		for failing := range MaxBroken + 1 {
			list := &fake{ids: upTo(12), largest: 5, says: says, fails: map[int64]bool{}}
			for id := range int64(failing) {
				list.fails[id+1] = true
			}
			got, broken, err := byIDs(t, list, upTo(12))
			if err != nil || !slices.Equal(got, upTo(12)[failing:]) || len(broken) != failing {
				t.Errorf("%q, %d failing: %d, broken %d, %v", says, failing, got, broken, err)
			}
		}
	}
}

func TestByIDsEndsWhenTheSiteFailsOnMoreRecordsThanMaxBroken(t *testing.T) {
	t.Parallel()
	list := &fake{ids: upTo(12), says: "both", fails: map[int64]bool{}}
	for id := range int64(MaxBroken + 1) {
		list.fails[id+1] = true
	}
	if got, broken, err := byIDs(t, list, upTo(12)); !errors.Is(err, errBroke) || len(got)+len(broken) > 0 {
		t.Errorf("%d, broken %d, %v", got, broken, err)
	}
}

func TestByIDsRequestsAHundredRecordsAtOnce(t *testing.T) {
	t.Parallel()
	for n, calls := range map[int]int{0: 0, 1: 1, 100: 1, 101: 2, 200: 2} {
		list := &fake{ids: upTo(n), says: "both"}
		got, _, err := byIDs(t, list, append(upTo(n), upTo(n)...))
		if err != nil || !slices.Equal(got, upTo(n)) || list.calls != calls {
			t.Errorf("%d ids: %d records by %d requests, %v", n, len(got), list.calls, err)
		}
	}
}

// unordered is a list that does not order by include.
type unordered struct{ fake }

func (u *unordered) Page(ctx context.Context, query url.Values, how How) (*Page, error) {
	query = maps.Clone(query)
	query.Del("orderby")
	return u.fake.Page(ctx, query, how)
}

func TestByIDsYieldsRecordsInTheOrderOfTheIDs(t *testing.T) {
	t.Parallel()
	want := []int64{5, 2, 9, 1}
	list := &unordered{fake{ids: upTo(9), says: "both"}}
	if got, _, err := byIDs(t, list, want); err != nil || !slices.Equal(got, want) {
		t.Errorf("%d, %v", got, err)
	}
}

func TestByIDsReadsAnEmptyPageTwice(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"both", ""} {
		list := &fake{ids: upTo(3), says: says}
		if got, _, err := byIDs(t, list, []int64{7, 8}); err != nil || len(got) > 0 || list.calls != 2 {
			t.Errorf("%q: %d, %v by %d requests", says, got, err, list.calls)
		}
	}
}

func TestAWalkByOffsetReadsNothingAgainAfterAFullPage(t *testing.T) {
	t.Parallel()
	query := perPage("5")
	query.Set("offset", "0")
	list := &fake{ids: upTo(13)}
	ids, _, err := walked(t.Context(), list, query, Options{})
	if err != nil || len(ids) != 13 || list.calls != 4 {
		t.Errorf("%d, %v by %d requests", ids, err, list.calls)
	}
}

func TestResumedExactWalkBeginsWithItsPage(t *testing.T) {
	t.Parallel()
	list := &fake{ids: upTo(12), says: "both"}
	cursor := Cursor{Page: 3, PerPage: 5, Exact: true, LastID: 9, HighestID: 12}
	ids, _, err := walked(t.Context(), list, perPage("5"), Options{Exact: true, Cursor: &cursor})
	if err != nil || !slices.Equal(ids, []int64{10, 11, 12}) || list.calls != 1 {
		t.Errorf("%d, %v by %d requests", ids, err, list.calls)
	}
}

func TestTheRestOfAPageLeavesThePageAsItIs(t *testing.T) {
	t.Parallel()
	page := pageOf(7, 5, 3)
	if rest := page.from(1); rest.Items.Len() != 2 || !slices.Equal(rest.IDs, []int64{5, 3}) {
		t.Errorf("%d records, %d", rest.Items.Len(), rest.IDs)
	}
	if page.Items.Len() != 3 || !slices.Equal(page.IDs, []int64{7, 5, 3}) {
		t.Errorf("the page itself has %d records, %d", page.Items.Len(), page.IDs)
	}
}

// An exact walk reads pages of four new records each, and the newest page before.
func TestAnExactWalkOfIDsFarApartReadsOnlyPages(t *testing.T) {
	t.Parallel()
	for n := range 20 {
		list := &fake{says: "both"}
		for _, id := range upTo(n) {
			list.ids = append(list.ids, 1000*id)
		}
		ids, _, err := walked(t.Context(), list, perPage("5"), Options{Exact: true})
		want := 1 + max((n+2)/4, 1)
		if n == 0 {
			want = 1
		}
		if err != nil || !slices.Equal(ids, list.ids) || list.calls != want {
			t.Errorf("%d records: %d, %v by %d requests, not %d", n, ids, err, list.calls, want)
		}
	}
}

func TestResumedExactWalkDoesNotSearchTheHighestID(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 7} {
		list := &fake{ids: upTo(n), says: "both"}
		cursor := Cursor{Page: 1, PerPage: 5, Exact: true, HighestID: int64(n)}
		ids, _, err := walked(t.Context(), list, perPage("5"), Options{Exact: true, Cursor: &cursor})
		if want := max((n+2)/4, 1); err != nil || !slices.Equal(ids, list.ids) || list.calls != want || !cursor.Done {
			t.Errorf("%d records: %d, %v by %d requests, not %d", n, ids, err, list.calls, want)
		}
	}
}

func TestPagesOfAnExactWalkAreNumberedUpwards(t *testing.T) {
	t.Parallel()
	list := &fake{ids: upTo(12), says: "both"}
	list.before = func(calls int) {
		if calls == 4 { // the third page: it ends before the highest id
			list.ids = list.ids[4:]
		}
	}
	w, err := Begin(list, perPage("5"), options(Options{Exact: true}))
	if err != nil {
		t.Fatal(err)
	}
	var numbers []int
	var ids []int64
	w.Pages(t.Context(), func(page *Page, err error) bool {
		if err != nil {
			t.Error(err)
			return false
		}
		numbers, ids = append(numbers, page.Number), append(ids, page.IDs...)
		return true
	})
	if !slices.Equal(ids, upTo(12)) || !slices.IsSorted(numbers) || slices.Max(numbers) != 4 {
		t.Errorf("%d on the pages %d", ids, numbers)
	}
}

func TestAnExactWalkIsRefusedWithArgumentsThatItSets(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]string{
		"orderby": "id", "order": "asc", "offset": "0", "page": "1", "sticky": "false", "ignore_sticky": "false",
	} {
		query := perPage("5")
		query.Set(name, value)
		_, err := Begin(&fake{}, query, options(Options{Exact: true}))
		if argument, ok := errors.AsType[*fault.Argument](err); !ok || argument.Argument != name {
			t.Errorf("%s: %v", name, err)
		}
		_, err = Begin(&fake{}, query, options(Options{}))
		if err != nil {
			t.Errorf("%s without Exact: %v", name, err)
		}
	}
}

func TestCursorsOfOtherWalksAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cursor Cursor
		exact  bool
		fine   bool
	}{
		{Cursor{}, true, true},
		{Cursor{Exact: true, PerPage: 7}, false, true},
		{Cursor{Page: 1, PerPage: 5}, false, true},
		{Cursor{Page: 1, PerPage: 5}, true, false},
		{Cursor{Page: 1, PerPage: 5, Exact: true}, true, true},
		{Cursor{Page: 1, PerPage: 5, Exact: true}, false, false},
		{Cursor{Page: 1, PerPage: 6}, false, false},
		{Cursor{Page: -1, PerPage: 5}, false, false},
		{Cursor{Page: 1<<31 - 1, PerPage: 5}, false, true},
		{Cursor{Page: 1 << 31, PerPage: 5}, false, false},
		{Cursor{Page: 1, PerPage: 5, Index: -1}, false, false},
		{Cursor{Page: 1, PerPage: 5, LastID: -1}, false, false},
		{Cursor{Page: 1, PerPage: 5, HighestID: -1}, false, false},
		{Cursor{Page: 1, PerPage: 5, Order: "id"}, false, false},
		{Cursor{Page: 1, PerPage: 5, Done: true}, false, false},
		{Cursor{Done: true}, false, false},
	} {
		_, err := Begin(&fake{}, perPage("5"), options(Options{Exact: c.exact, Cursor: &c.cursor}))
		argument, refused := errors.AsType[*fault.Argument](err)
		if refused == c.fine || (err == nil) != c.fine ||
			refused && (argument.Argument != "cursor" || !errors.Is(err, fault.ErrCursorUnusable)) {
			t.Errorf("Begin with %+v, exact %t: error %v, want one: %t", c.cursor, c.exact, err, !c.fine)
		}
	}
}

func TestAWalkReadsAHundredRecordsAtOnceByDefault(t *testing.T) {
	t.Parallel()
	for _, exact := range []bool{false, true} {
		list := &fake{ids: upTo(100), says: "both"}
		var cursor Cursor
		ids, _, err := walked(t.Context(), list, map[string][]string{}, Options{Exact: exact, Cursor: &cursor})
		if err != nil || len(ids) != 100 || cursor.PerPage != 100 || !cursor.Done {
			t.Errorf("exact %t: %d, %v, %+v", exact, len(ids), err, cursor)
		}
	}
}

func TestAWalkStoppedAnywhereContinuesWithTheNextRecord(t *testing.T) {
	t.Parallel()
	for _, exact := range []bool{false, true} {
		for _, fails := range []map[int64]bool{nil, {1: true}, {4: true, 5: true}, {6: true, 12: true}} {
			list := &fake{ids: upTo(12), says: "both", fails: fails}
			all, allBroken, err := walked(t.Context(), list, perPage("5"), Options{Exact: exact})
			if err != nil || len(all)+len(allBroken) != 12 {
				t.Fatalf("%d, %d, %v", all, allBroken, err)
			}
			for stop := range len(all) {
				var cursor Cursor
				var got, broken []int64
				take := func(n int) {
					w, err := Begin(list, perPage("5"), options(Options{Exact: exact, Cursor: &cursor}))
					if err != nil {
						t.Fatal(err)
					}
					w.Each(t.Context(), func(v any, e error) bool {
						if one, isBroken := errors.AsType[*Broken](e); isBroken {
							broken = append(broken, one.ID)
							return true
						}
						if e != nil {
							t.Error(e)
							return false
						}
						got = append(got, v.(*record).ID)
						n--
						return n != 0
					})
				}
				take(stop + 1)
				take(-1)
				slices.Sort(broken)
				if !slices.Equal(got, all) || !slices.Equal(slices.Compact(broken), sorted(fails)) || !cursor.Done {
					t.Errorf("exact %t, failing %v, stopped after %d: %d, broken %d, %+v",
						exact, sorted(fails), stop+1, got, broken, cursor)
				}
			}
		}
	}
}

// sorted returns the ids of a set in order.
func sorted(set map[int64]bool) (ids []int64) {
	for id := range set {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

func TestOnlyEmptyPagesInARowEndAWalk(t *testing.T) {
	t.Parallel()
	hides := map[int64]bool{}
	for id := range int64(60) {
		hides[2*id] = true
	}
	for _, exact := range []bool{false, true} {
		list := &fake{ids: upTo(119), says: "both", hides: hides}
		ids, _, err := walked(t.Context(), list, perPage("1"), Options{Exact: exact, MaxEmpty: 50})
		if err != nil || len(ids) != 60 {
			t.Errorf("exact %t: %d records, %v", exact, len(ids), err)
		}
	}
	for n, empty := range map[int]bool{49: false, 50: true} {
		list := &fake{ids: upTo(60), says: "both", hides: map[int64]bool{}}
		for id := range int64(n) {
			list.hides[59-id] = true
		}
		ids, _, err := walked(t.Context(), list, perPage("1"), Options{MaxEmpty: 50})
		if errors.Is(err, fault.ErrEmptyPages) != empty || !empty && len(ids) != 60-n {
			t.Errorf("%d empty pages in a row: %d records, %v", n, len(ids), err)
		}
	}
}

func TestEmptyPagesAtTheEndOfAListEndAWalkWithoutAnError(t *testing.T) {
	t.Parallel()
	list := &fake{ids: upTo(51), says: "both", hides: map[int64]bool{}}
	for _, id := range upTo(50) {
		list.hides[id] = true
	}
	ids, _, err := walked(t.Context(), list, perPage("1"), Options{MaxEmpty: 50})
	if err != nil || !slices.Equal(ids, []int64{51}) {
		t.Errorf("%v, %v", ids, err)
	}
}

func TestBrokenRecordsAreNamed(t *testing.T) {
	t.Parallel()
	if got, want := (&Broken{ID: 7, Err: errBroke}).Error(), fmt.Sprintf("record 7 cannot be read: %v", errBroke); got != want {
		t.Errorf("%q, not %q", got, want)
	}
}
