package walk

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/url"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// options are those of a walk in these tests.
func options(o Options) Options {
	o.MaxEmpty = max(o.MaxEmpty, 50)
	return o
}

// walked returns the ids that a walk yields, broken records too, and its error.
func walked(ctx context.Context, list List, query url.Values, o Options) (ids, broken []int64, err error) {
	w, err := Begin(list, query, options(o))
	if w == nil || err != nil {
		return nil, nil, err
	}
	w.Each(ctx, func(v any, e error) bool {
		one, isBroken := errors.AsType[*Broken](e)
		switch {
		case isBroken:
			broken = append(broken, one.ID)
		case e != nil:
			err = e
		default:
			ids = append(ids, v.(*record).ID)
		}
		return true
	})
	return ids, broken, err
}

func perPage(n string) url.Values { return url.Values{"per_page": {n}} }

func TestWalkYieldsEachRecordOnce(t *testing.T) {
	t.Parallel()
	newest := upTo(23)
	slices.Reverse(newest)
	for _, says := range []string{"both", "total", "pages", ""} {
		for _, largest := range []int{0, 3} {
			for _, exact := range []bool{false, true} {
				list := &fake{ids: upTo(23), says: says, largest: largest}
				ids, broken, err := walked(t.Context(), list, perPage("5"), Options{Exact: exact})
				want := newest
				if exact {
					want = list.ids
				}
				unsupported := exact && (says == "" || says == "pages" || largest > 0) &&
					errors.Is(err, fault.ErrExactUnsupported)
				if !unsupported && (err != nil || !slices.Equal(ids, want) || len(broken) > 0) {
					t.Errorf("totals %q, pages of %d, exact %t: %v, broken %v, error %v, want %v and no more", says, largest, exact,
						ids, broken, err, want)
				}
			}
		}
	}
}

func TestExactWalkMissesNoRecordThatStays(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2000) {
		random := rand.New(rand.NewPCG(seed, 0))
		list := &fake{ids: upTo(5 + random.IntN(30)), says: "both"}
		stays, next := map[int64]bool{}, int64(len(list.ids))
		for _, id := range list.ids {
			stays[id] = true
		}
		list.before = func(int) {
			for range random.IntN(5) {
				if at := random.IntN(len(list.ids)); len(list.ids) > 2 && random.IntN(2) == 0 {
					delete(stays, list.ids[at])
					list.ids = slices.Delete(list.ids, at, at+1)
					continue
				}
				next++
				list.ids = append(list.ids, next)
			}
		}
		ids, _, err := walked(t.Context(), list, perPage("4"), Options{Exact: true})
		switch {
		case err != nil:
			t.Fatalf("seed %d: walk: error %v, want nil", seed, err)
		case !slices.IsSorted(ids):
			t.Fatalf("seed %d: walk yields %v, want sorted ids", seed, ids)
		case len(slices.Compact(slices.Clone(ids))) != len(ids):
			t.Fatalf("seed %d: walk yields %v (error %v), want each id once", seed, ids, err)
		}
		for id := range stays {
			if !slices.Contains(ids, id) {
				t.Errorf("seed %d: walk yields %v, want %d among them", seed, ids, id)
			}
		}
	}
}

func TestRecordsThatTheSiteFailsOnAreFound(t *testing.T) {
	t.Parallel()
	for _, exact := range []bool{false, true} {
		list := &fake{ids: upTo(20), says: "both", fails: map[int64]bool{3: true, 11: true, 12: true}}
		ids, broken, err := walked(t.Context(), list, perPage("10"), Options{Exact: exact})
		slices.Sort(broken)
		switch {
		case err != nil:
			t.Errorf("exact %t: walk: error %v, want nil", exact, err)
		case len(ids) != 17:
			t.Errorf("exact %t: walk yields %d records, want 17", exact, len(ids))
		case !slices.Equal(broken, []int64{3, 11, 12}):
			t.Errorf("exact %t: walk yields broken %v, want %v", exact, broken, []int64{3, 11, 12})
		}
	}
	list := &fake{ids: upTo(20), says: "both", fails: map[int64]bool{}}
	for id := range int64(MaxBroken + 1) {
		list.fails[id+1] = true
	}
	if _, _, err := walked(t.Context(), list, perPage("20"), Options{}); !errors.Is(err, errBroke) {
		t.Errorf("an outage: %v, want %v", err, errBroke)
	}
}

func TestWalkResumesAfterTheRecordThatItStoppedAt(t *testing.T) {
	t.Parallel()
	for _, exact := range []bool{false, true} {
		list := &fake{ids: upTo(13), says: "both"}
		whole, _, err := walked(t.Context(), list, perPage("4"), Options{Exact: exact})
		if err != nil {
			t.Fatal(err)
		}
		for stop := range len(whole) {
			cursor := &Cursor{}
			w, err := Begin(list, perPage("4"), options(Options{Exact: exact, Cursor: cursor}))
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			w.Each(t.Context(), func(any, error) bool { n++; return n <= stop })
			rest, _, err := walked(t.Context(), list, perPage("4"), Options{Exact: exact, Cursor: cursor})
			switch {
			case err != nil:
				t.Errorf("exact %t, resumed after %d: error %v, want nil", exact, stop, err)
			case !slices.Equal(rest, whole[stop+1:]):
				t.Errorf("exact %t, resumed after %d: %v, want %v", exact, stop, rest, whole[stop+1:])
			case !cursor.Done:
				t.Errorf("exact %t, resumed after %d: cursor %+v, want Done", exact, stop, cursor)
			}
			again, _, err := walked(t.Context(), list, perPage("4"), Options{Exact: exact, Cursor: cursor})
			if !errors.Is(err, fault.ErrCursorUnusable) || len(again) > 0 {
				t.Errorf("a walk with a finished cursor: records %v, error %v, want ErrCursorUnusable", again, err)
			}
			other := &Cursor{Page: 1, PerPage: 4}
			if _, _, err := walked(t.Context(), list, perPage("5"), Options{Exact: exact, Cursor: other}); err == nil {
				t.Error("a cursor of other pages is taken: error nil, want an error")
			}
		}
	}
}

func TestWalkEndsOnASiteThatNeverEnds(t *testing.T) {
	t.Parallel()
	hidden := &fake{ids: upTo(2000), says: "both", hides: map[int64]bool{}}
	for _, id := range hidden.ids {
		hidden.hides[id] = true
	}
	_, _, err := walked(t.Context(), hidden, perPage("10"), Options{MaxEmpty: 50})
	if !errors.Is(err, fault.ErrEmptyPages) {
		t.Errorf("pages that hide all: %v, want ErrEmptyPages", err)
	}
	zero := &fake{ids: upTo(20), says: "both"}
	zero.before = func(calls int) {
		if calls == 2 {
			zero.ids = nil
		}
	}
	_, _, err = walked(t.Context(), zero, url.Values{"per_page": {"5"}, "offset": {"0"}}, Options{})
	if !errors.Is(err, fault.ErrTotalsVanished) {
		t.Errorf("a total that fell to zero: %v, want ErrTotalsVanished", err)
	}
}

func TestByIDsYieldsEachOnceInTheirOrder(t *testing.T) {
	t.Parallel()
	for _, largest := range []int{0, 30} {
		list := &fake{ids: upTo(250), says: "both", largest: largest, fails: map[int64]bool{7: true}}
		asked := upTo(260)
		slices.Reverse(asked)
		asked = append(asked, 5, 6)
		var ids, broken []int64
		yield := func(v any, err error) bool {
			if one, ok := errors.AsType[*Broken](err); ok {
				broken = append(broken, one.ID)
			} else if err != nil {
				t.Error(err)
			} else {
				ids = append(ids, v.(*record).ID)
			}
			return true
		}
		ByIDs(t.Context(), list, asked, url.Values{"order": {"asc"}}, options(Options{Ahead: 2}), yield)
		want := slices.DeleteFunc(upTo(250), func(id int64) bool { return id == 7 })
		slices.Reverse(want)
		switch {
		case !slices.Equal(ids, want):
			t.Errorf("pages of %d: byIDs: %v, broken %v, want %v", largest, ids, broken, want)
		case !slices.Equal(broken, []int64{7}):
			t.Errorf("pages of %d: %v, broken %v, want %v", largest, ids, broken, []int64{7})
		}
	}
}

func TestErrorsArePrintable(t *testing.T) {
	t.Parallel()
	const evil = "\x1b[2J\u202eevil\r\nFAKE LINE"
	for _, err := range []error{&Broken{ID: 1, Name: evil, Err: errors.New(evil)}} {
		if got := err.Error(); got != transport.Line(got, transport.MaxError) {
			t.Errorf("got %q, want %q", got, transport.Line(got, transport.MaxError))
		}
	}
}

// TestExactWalkEndsWhenTheOnlyRecordDisappears deletes the record between the search for
// the highest id and the first page.
func TestExactWalkEndsWhenTheOnlyRecordDisappears(t *testing.T) {
	t.Parallel()
	list := &fake{ids: upTo(1), says: "both"}
	list.before = func(calls int) {
		if calls == 2 {
			list.ids = nil
		}
	}
	ids, broken, err := walked(t.Context(), list, perPage("5"), Options{Exact: true})
	switch {
	case !errors.Is(err, fault.ErrTotalsVanished):
		t.Errorf("walk: %v, broken %v, error %v, want ErrTotalsVanished", ids, broken, err)
	case len(ids)+len(broken) > 0:
		t.Errorf("walk yields %v and broken %v (error %v), want none", ids, broken, err)
	case list.calls != 2:
		t.Errorf("walk: %d requests, want 2", list.calls)
	}
}
