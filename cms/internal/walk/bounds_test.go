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
				t.Errorf("totals %q, %d failing: byIDs: error %v, want nil", says, failing, err)
			case !slices.Equal(got, upTo(12)[failing:]):
				t.Errorf("totals %q, %d failing: byIDs: %d, want %d", says, failing, got, upTo(12)[failing:])
			case len(broken) != failing:
				t.Errorf("totals %q, %d failing: byIDs: broken %d, want %[2]d of them", says, failing, broken)
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
		t.Errorf("byIDs: %d, broken %d, error %v, want %v", got, broken, err, errBroke)
	case len(got)+len(broken) > 0:
		t.Errorf("byIDs: %d, broken %d (error %v), want none", got, broken, err)
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
			t.Errorf("byIDs: %d ids: %v, want %v", n, got, upTo(n))
		case list.calls != calls:
			t.Errorf("byIDs of %d ids: %d records in %d requests (error %v), want %d requests", n, len(got), list.calls, err,
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
		t.Errorf("byIDs: %v, error %v, want %v and nil", got, err, want)
	}
}

func TestByIDsReadsAnEmptyPageTwice(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"both", ""} {
		list := &fake{ids: upTo(3), says: says}
		switch got, _, err := byIDs(t, list, []int64{7, 8}); {
		case err != nil:
			t.Errorf("totals %q: byIDs: error %v, want nil", says, err)
		case len(got) > 0:
			t.Errorf("totals %q: byIDs: %v, want none", says, got)
		case list.calls != 2:
			t.Errorf("totals %q: byIDs: %d requests, want 2", says, list.calls)
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
		t.Errorf("walk: error %v, want nil", err)
	case len(ids) != 13:
		t.Errorf("walked: %d ids, want 13", len(ids))
	case list.calls != 4:
		t.Errorf("walk: %d requests, want 4", list.calls)
	}
}

func TestResumedExactWalkBeginsWithItsPage(t *testing.T) {
	t.Parallel()
	list := &fake{ids: upTo(12), says: "both"}
	cursor := Cursor{Page: 3, PerPage: 5, Exact: true, LastID: 9, HighestID: 12}
	ids, _, err := walked(t.Context(), list, perPage("5"), Options{Exact: true, Cursor: &cursor})
	switch {
	case err != nil:
		t.Errorf("resumed walk: error %v, want nil", err)
	case !slices.Equal(ids, []int64{10, 11, 12}):
		t.Errorf("resumed walk yields %v, want %v", ids, []int64{10, 11, 12})
	case list.calls != 1:
		t.Errorf("resumed walk: %d requests, want 1", list.calls)
	}
}

func TestRestOfAPageLeavesThePageAsItIs(t *testing.T) {
	t.Parallel()
	page := pageOf(7, 5, 3)
	switch rest := page.from(1); {
	case rest.Items.Len() != 2:
		t.Errorf("Page.from(1): %d records, want 2", rest.Items.Len())
	case !slices.Equal(rest.IDs, []int64{5, 3}):
		t.Errorf("Page.from(1): %d records, %d, want %v", rest.Items.Len(), rest.IDs, []int64{5, 3})
	}
	switch {
	case page.Items.Len() != 3:
		t.Errorf("page after from(1): %d records, want 3", page.Items.Len())
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
			t.Errorf("walk over %d records: error %v, want nil", n, err)
		case !slices.Equal(ids, list.ids):
			t.Errorf("walk over %d records: %v, want %v", n, ids, list.ids)
		case list.calls != want:
			t.Errorf("walk over %d records: %d requests, want %d", n, list.calls, want)
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
			t.Errorf("resumed walk over %d records: error %v, want nil", n, err)
		case !slices.Equal(ids, list.ids):
			t.Errorf("resumed walk over %d records: %v, want %v", n, ids, list.ids)
		case list.calls != want:
			t.Errorf("resumed walk over %d records: %d requests, want %d", n, list.calls, want)
		case !cursor.Done:
			t.Errorf("resumed walk over %d records: cursor %+v, want Done", n, cursor)
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
		t.Errorf("walk yields %v, want %v", ids, upTo(12))
	case !slices.IsSorted(numbers):
		t.Errorf("walk yields pages with the numbers %v, want them sorted", numbers)
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
			t.Errorf("Begin: Argument %q, want %q", argument.Argument, name)
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
			t.Errorf("Begin with %+v, exact %t: error %v, want an error: %t", c.cursor, c.exact, err, !c.fine)
		case refused && (argument.Argument != "cursor" || !errors.Is(err, fault.ErrCursorUnusable)):
			t.Errorf("Begin with %+v, exact %t: error %v, want ErrCursorUnusable for the cursor", c.cursor, c.exact, err)
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
			t.Errorf("exact %t: walk: error %v, want nil", exact, err)
		case len(ids) != 100:
			t.Errorf("exact %t: walk yields %d records, want 100", exact, len(ids))
		case cursor.PerPage != 100:
			t.Errorf("exact %t: cursor.PerPage %d, want 100", exact, cursor.PerPage)
		case !cursor.Done:
			t.Errorf("exact %t: cursor %+v, want Done", exact, cursor)
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
					t.Errorf("exact %t, failing %v, stopped after %d: %v, want %v", exact, sorted(fails), stop+1, got, all)
				case !slices.Equal(slices.Compact(broken), sorted(fails)):
					t.Errorf("exact %t, stopped after %d: broken %v, want %v", exact, stop+1, slices.Compact(broken), sorted(fails))
				case !cursor.Done:
					t.Errorf("exact %t, failing %v, stopped after %d: cursor %+v, want Done", exact, sorted(fails), stop+1, cursor)
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
			t.Errorf("exact %t: walk yields %d records, error %v, want 60 and nil", exact, len(ids), err)
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
			t.Errorf("walk over %d empty pages in a row: error %v, want ErrEmptyPages: %t", n, err, empty)
		case !empty && len(ids) != 60-n:
			t.Errorf("walk over %d empty pages in a row: %d records, want %d", n, len(ids), 60-n)
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
		t.Errorf("Broken.Error: %q, want %q", got, want)
	}
}
