package wire

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestMaxElements(t *testing.T) {
	t.Parallel()
	for size, want := range map[int]int{
		-1: 100_000, 0: 100_000, 1: 1000, 10: 1000, 100: 1000, 101: 1010, 5000: 50_000, math.MaxInt / 2: math.MaxInt,
		math.MaxInt: math.MaxInt,
	} {
		if got := MaxElements(size); got != want {
			t.Errorf("MaxElements(%d) = %d, expected %d", size, got, want)
		}
	}
}

func TestFitMovesAListWithMoreThanAQuarterUnused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		length, room int
		moved        bool
	}{{0, 1, false}, {0, 2, true}, {4, 1, false}, {4, 2, true}, {8, 2, false}, {8, 3, true}, {100, 25, false},
		{100, 26, true}} {
		list := make([]int, test.length, test.length+test.room)
		for i := range list {
			list[i] = i
		}
		got := Compact(list)
		switch {
		case !slices.Equal(got, list):
			t.Errorf("Compact of %d elements with room for %d: %v, want %v", test.length, test.room, got, list)
		case cap(got) != len(got):
			t.Errorf("Compact(list): %d and room for %d: %v, room for %d: cap(got) %d, want %d", test.length, test.room, got,
				cap(got)-len(got), cap(got), len(got))
		}
		if test.length > 0 && (&got[0] != &list[0]) != test.moved {
			t.Errorf("Compact of %d elements with room for %d: moved %t, want %t", test.length, test.room, !test.moved,
				test.moved)
		}
	}
}

func TestListRefusesTooManyElements(t *testing.T) {
	t.Parallel()
	type record struct {
		ID int64 `json:"id"`
	}
	list := func(n int) []byte { return []byte("[" + strings.TrimSuffix(strings.Repeat(`{"id":1},`, n), ",") + "]") }
	for _, test := range []struct {
		n, size int
		read    bool
	}{
		{1000, 100, true}, {1001, 100, false}, {1000, 1, true}, {1001, 1, false}, {2000, 200, true}, {2001, 200, false},
		{100_000, 0, true}, {100_001, 0, false},
	} {
		records, err := listOf[record](list(test.n), test.size)
		switch {
		case test.read != (err == nil):
			t.Errorf("List of %d elements, page of %d: error %v, want an error: %t", test.n, test.size, err, !test.read)
		case err == nil && len(records) != test.n:
			t.Errorf("List of %d elements, page of %d: %d records (error %v), want all", test.n, test.size, len(records), err)
		}
		if spare := cap(records) - len(records); spare > len(records)/4 {
			t.Errorf("List: room for %d more than %d elements, want at most %d", spare, len(records), len(records)/4)
		}
	}
}

// TestListAllocatesNoMoreForLongLists reads lists whose elements are equal in size, or
// the first of which is short, so that too much is allocated at first.
func TestListAllocatesNoMoreForLongLists(t *testing.T) { //nolint:paralleltest // AllocsPerRun refuses parallel tests
	allocated := func(data string) float64 {
		return testing.AllocsPerRun(20, func() {
			if _, err := listOf[struct{ A int }]([]byte(data), 0); err != nil {
				t.Fatal(err)
			}
		})
	}
	exact := allocated(`[{},{}]`)
	if got := allocated("[{}" + strings.Repeat(",{}", 99) + "]"); got != exact {
		t.Errorf("List of 100 elements allocates %v times, want %v as for 2", got, exact)
	}
	if got := allocated("[{},{" + strings.Repeat(" ", 30) + "}]"); got != exact+1 {
		t.Errorf("List of 2 elements, of which the first is short: allocates %v times, want %v", got, exact+1)
	}
}
