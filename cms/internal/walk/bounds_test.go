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
			switch {
			case err != nil:
				t.Errorf("byIDs(list, upTo(12)): %q, %d failing: %d, broken %d, %v, want nil", says, failing, got, broken, err)
			case !slices.Equal(got, upTo(12)[failing:]):
				t.Errorf("byIDs(list, upTo(12)): %q, %d failing: %d, broken %d, %v: %v, want %v", says, failing, got, broken, err,
					got, upTo(12)[failing:])
			case len(broken) != failing:
				t.Errorf("byIDs(list, upTo(12)): %q, %d failing: %d, broken %d, %v: length of broken %d, want %d", says, failing,
					got, broken, err, len(broken), failing)
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
	switch got, broken, err := byIDs(t, list, upTo(12)); {
	case !errors.Is(err, errBroke):
		t.Errorf("byIDs(list, upTo(12)): %d, broken %d, %v, want %v", got, broken, err, errBroke)
	case len(got)+len(broken) > 0:
		t.Errorf("%d, broken %d, %v: len(got)+len(broken) %d, want at most 0", got, broken, err, len(got)+len(broken))
	}
}

func TestByIDsRequestsAHundredRecordsAtOnce(t *testing.T) {
	t.Parallel()
	for n, calls := range map[int]int{0: 0, 1: 1, 100: 1, 101: 2, 200: 2} {
		list := &fake{ids: upTo(n), says: "both"}
		got, _, err := byIDs(t, list, append(upTo(n), upTo(n)...))
		switch {
		case err != nil:
			t.Errorf("byIDs: %d ids: %d records by %d requests, %v, want nil", n, len(got), list.calls, err)
		case !slices.Equal(got, upTo(n)):
			t.Errorf("byIDs: %d ids: %d records by %d requests, %v: %v, want %v", n, len(got), list.calls, err, got, upTo(n))
		case list.calls != calls:
			t.Errorf("%d ids: %d records by %d requests, %v: list.calls %d, want %d", n, len(got), list.calls, err, list.calls,
				calls)
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
		t.Errorf("byIDs(list, want): error %v, %v, want nil and %v", err, got, want)
	}
}

func TestByIDsReadsAnEmptyPageTwice(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"both", ""} {
		list := &fake{ids: upTo(3), says: says}
		switch got, _, err := byIDs(t, list, []int64{7, 8}); {
		case err != nil:
			t.Errorf("byIDs: %q: %d, %v by %d requests: error %v, want nil", says, got, err, list.calls, err)
		case len(got) > 0:
			t.Errorf("byIDs: %q: %d, %v by %d requests: %v, want an empty list", says, got, err, list.calls, got)
		case list.calls != 2:
			t.Errorf("%q: %d, %v by %d requests: list.calls %d, want 2", says, got, err, list.calls, list.calls)
		}
	}
}

func TestWalkByOffsetReadsNothingAgainAfterAFullPage(t *testing.T) {
	t.Parallel()
	query := perPage("5")
	query.Set("offset", "0")
	list := &fake{ids: upTo(13)}
	ids, _, err := walked(t.Context(), list, query, Options{})
	switch {
	case err != nil:
		t.Errorf("walked: %d, %v by %d requests: error %v, want nil", ids, err, list.calls, err)
	case len(ids) != 13:
		t.Errorf("walked: %d, %v by %d requests: length of ids %d, want 13", ids, err, list.calls, len(ids))
	case list.calls != 4:
		t.Errorf("%d, %v by %d requests: list.calls %d, want 4", ids, err, list.calls, list.calls)
	}
}

func TestResumedExactWalkBeginsWithItsPage(t *testing.T) {
	t.Parallel()
	list := &fake{ids: upTo(12), says: "both"}
	cursor := Cursor{Page: 3, PerPage: 5, Exact: true, LastID: 9, HighestID: 12}
	ids, _, err := walked(t.Context(), list, perPage("5"), Options{Exact: true, Cursor: &cursor})
	switch {
	case err != nil:
		t.Errorf("walked: %d, %v by %d requests: error %v, want nil", ids, err, list.calls, err)
	case !slices.Equal(ids, []int64{10, 11, 12}):
		t.Errorf("walked: %d, %v by %d requests: ids %v, want %v", ids, err, list.calls, ids, []int64{10, 11, 12})
	case list.calls != 1:
		t.Errorf("%d, %v by %d requests: list.calls %d, want 1", ids, err, list.calls, list.calls)
	}
}

func TestRestOfAPageLeavesThePageAsItIs(t *testing.T) {
	t.Parallel()
	page := pageOf(7, 5, 3)
	switch rest := page.from(1); {
	case rest.Items.Len() != 2:
		t.Errorf("Page.from(1): %d records, %d: rest.Items.Len() %d, want 2", rest.Items.Len(), rest.IDs, rest.Items.Len())
	case !slices.Equal(rest.IDs, []int64{5, 3}):
		t.Errorf("Page.from(1): %d records, %d, want %v", rest.Items.Len(), rest.IDs, []int64{5, 3})
	}
	switch {
	case page.Items.Len() != 3:
		t.Errorf("the page itself has %d records, %d: page.Items.Len() %d, want 3", page.Items.Len(), page.IDs,
			page.Items.Len())
	case !slices.Equal(page.IDs, []int64{7, 5, 3}):
		t.Errorf("the page itself has %d records, %d, want %v", page.Items.Len(), page.IDs, []int64{7, 5, 3})
	}
}

// An exact walk reads pages of four new records each, and the newest page before.
func TestExactWalkOfIDsFarApartReadsOnlyPages(t *testing.T) {
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
		switch {
		case err != nil:
			t.Errorf("walked: %d records: %d, %v by %d requests, not %d: error %v, want nil", n, ids, err, list.calls, want, err)
		case !slices.Equal(ids, list.ids):
			t.Errorf("walked: %d records: %d, %v by %d requests, not %d: ids %v, want %v", n, ids, err, list.calls, want, ids,
				list.ids)
		case list.calls != want:
			t.Errorf("%d records: %d, %v by %d requests, not %d: list.calls %d, want %d", n, ids, err, list.calls, want,
				list.calls, want)
		}
	}
}

func TestResumedExactWalkDoesNotSearchTheHighestID(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 7} {
		list := &fake{ids: upTo(n), says: "both"}
		cursor := Cursor{Page: 1, PerPage: 5, Exact: true, HighestID: int64(n)}
		ids, _, err := walked(t.Context(), list, perPage("5"), Options{Exact: true, Cursor: &cursor})
		switch want := max((n+2)/4, 1); {
		case err != nil:
			t.Errorf("walked: %d records: %d, %v by %d requests, not %d: error %v, want nil", n, ids, err, list.calls, want, err)
		case !slices.Equal(ids, list.ids):
			t.Errorf("walked: %d records: %d, %v by %d requests, not %d: ids %v, want %v", n, ids, err, list.calls, want, ids,
				list.ids)
		case list.calls != want:
			t.Errorf("%d records: %d, %v by %d requests, not %d: list.calls %d, want %d", n, ids, err, list.calls, want,
				list.calls, want)
		case !cursor.Done:
			t.Errorf("%d records: %d, %v by %d requests, not %d: cursor.Done is false, want true", n, ids, err, list.calls, want)
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
	switch {
	case !slices.Equal(ids, upTo(12)):
		t.Errorf("%d on the pages %d: ids %v, want %v", ids, numbers, ids, upTo(12))
	case !slices.IsSorted(numbers):
		t.Errorf("%d on the pages %d: slices.IsSorted(numbers) is false, want true", ids, numbers)
	case slices.Max(numbers) != 4:
		t.Errorf("%d on the pages %d: slices.Max(numbers) %d, want 4", ids, numbers, slices.Max(numbers))
	}
}

func TestExactWalkIsRefusedWithArgumentsThatItSets(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]string{
		"orderby": "id", "order": "asc", "offset": "0", "page": "1", "sticky": "false", "ignore_sticky": "false",
	} {
		query := perPage("5")
		query.Set(name, value)
		_, err := Begin(&fake{}, query, options(Options{Exact: true}))
		switch argument, ok := errors.AsType[*fault.Argument](err); {
		case !ok:
			t.Errorf("%s: Begin: error %v, want a *fault.Argument", name, err)
		case argument.Argument != name:
			t.Errorf("Begin: argument.Argument %q, want %q", argument.Argument, name)
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
		switch {
		case refused == c.fine:
			t.Errorf("Begin with %+v, exact %t: error %v, want one: %t; refused is %t, want %t", c.cursor, c.exact, err, !c.fine,
				refused, !(c.fine))
		case (err == nil) != c.fine:
			t.Errorf("Begin with %+v, exact %t: error %v, want one: %t; error %v, want nil only if c.fine, which is %t",
				c.cursor, c.exact, err, !c.fine, err, c.fine)
		case refused && (argument.Argument != "cursor" || !errors.Is(err, fault.ErrCursorUnusable)):
			t.Errorf(
				`Begin with %+v, exact %t: error %v, want one: %t; refused && (argument.Argument != "cursor" || !errors.Is(err, `+
					`fault.ErrCursorUnusable)) is true, want false`, c.cursor, c.exact, err, !c.fine)
		}
	}
}

func TestWalkReadsAHundredRecordsAtOnceByDefault(t *testing.T) {
	t.Parallel()
	for _, exact := range []bool{false, true} {
		list := &fake{ids: upTo(100), says: "both"}
		var cursor Cursor
		ids, _, err := walked(t.Context(), list, map[string][]string{}, Options{Exact: exact, Cursor: &cursor})
		switch {
		case err != nil:
			t.Errorf("exact %t: %d, %v, %+v: error %v, want nil", exact, len(ids), err, cursor, err)
		case len(ids) != 100:
			t.Errorf("exact %t: %d, %v, %+v: length of ids %d, want 100", exact, len(ids), err, cursor, len(ids))
		case cursor.PerPage != 100:
			t.Errorf("exact %t: %d, %v, %+v: cursor.PerPage %d, want 100", exact, len(ids), err, cursor, cursor.PerPage)
		case !cursor.Done:
			t.Errorf("exact %t: %d, %v, %+v: cursor.Done is false, want true", exact, len(ids), err, cursor)
		}
	}
}

func TestWalkStoppedAnywhereContinuesWithTheNextRecord(t *testing.T) {
	t.Parallel()
	for _, exact := range []bool{false, true} {
		for _, fails := range []map[int64]bool{nil, {1: true}, {4: true, 5: true}, {6: true, 12: true}} {
			list := &fake{ids: upTo(12), says: "both", fails: fails}
			all, allBroken, err := walked(t.Context(), list, perPage("5"), Options{Exact: exact})
			switch {
			case err != nil:
				t.Fatalf("%d: walked: error %v, want nil", all, err)
			case len(all)+len(allBroken) != 12:
				t.Fatalf("len(all)+len(allBroken) %d, want 12", len(all)+len(allBroken))
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
				switch {
				case !slices.Equal(got, all):
					t.Errorf("exact %t, failing %v, stopped after %d: %d, broken %d, %+v: %v, want %v", exact, sorted(fails), stop+1,
						got, broken, cursor, got, all)
				case !slices.Equal(slices.Compact(broken), sorted(fails)):
					t.Errorf("exact %t, failing %v, stopped after %d: %d, broken %d, %+v: slices.Compact(broken) %v, want %v", exact,
						sorted(fails), stop+1, got, broken, cursor, slices.Compact(broken), sorted(fails))
				case !cursor.Done:
					t.Errorf("exact %t, failing %v, stopped after %d: %d, broken %d, %+v: cursor.Done is false, want true", exact,
						sorted(fails), stop+1, got, broken, cursor)
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
			t.Errorf("exact %t: %d records, %v: error %v, length of ids %d, want nil and 60", exact, len(ids), err, err,
				len(ids))
		}
	}
	for n, empty := range map[int]bool{49: false, 50: true} {
		list := &fake{ids: upTo(60), says: "both", hides: map[int64]bool{}}
		for id := range int64(n) {
			list.hides[59-id] = true
		}
		ids, _, err := walked(t.Context(), list, perPage("1"), Options{MaxEmpty: 50})
		switch {
		case errors.Is(err, fault.ErrEmptyPages) != empty:
			t.Errorf("walked: %d empty pages in a row: %d records, %v: error %v is ErrEmptyPages: %t, want %t", n, len(ids),
				err, err, errors.Is(err, fault.ErrEmptyPages), empty)
		case !empty && len(ids) != 60-n:
			t.Errorf("%d empty pages in a row: %d records, %v: length of ids %d, want %d if !empty", n, len(ids), err, len(ids),
				60-n)
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
	switch {
	case err != nil:
		t.Errorf("%v: walked: error %v, want nil", ids, err)
	case !slices.Equal(ids, []int64{51}):
		t.Errorf("walked: ids %v, want %v", ids, []int64{51})
	}
}

func TestBrokenRecordsAreNamed(t *testing.T) {
	t.Parallel()
	if got, want := (&Broken{ID: 7, Err: errBroke}).Error(), fmt.Sprintf("record 7 cannot be read: %v",
		errBroke); got != want {
		t.Errorf("%q, not %q: %q, want %q", got, want, got, want)
	}
}
