package fonts_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

// TestCursorOfAWalkFromTheMiddleCountsWhatLiesBefore begins where the first page that
// is read does not tell how many fonts lie before it: page numbers may begin at 0, and
// the last page is shorter.
func TestCursorOfAWalkFromTheMiddleCountsWhatLiesBefore(t *testing.T) {
	t.Parallel()
	all := names(7)
	for first := range 2 {
		for skip := range 3 {
			options := &fonts.ListOptions{Page: new(first + skip), Size: 3}
			answer := func(_ int, a asked) (int, string) { return 200, page(cut(all, first, a), "") }
			name := fmt.Sprintf("numbers from %d, %d pages left out: ", first, skip)

			catalogue, _ := client(t, answer)
			var cursor fonts.Cursor
			var counts []int
			for _, err := range catalogue.All(t.Context(), options, fonts.Resume(&cursor)) {
				if err != nil {
					t.Fatal(err)
				}
				counts = append(counts, cursor.Count)
			}
			equal(t, name+"All", counts, []int{1, 2, 3, 4, 5, 6, 7}[3*skip:])

			catalogue, _ = client(t, answer)
			cursor, counts = fonts.Cursor{}, nil
			for _, err := range catalogue.Pages(t.Context(), options, fonts.Resume(&cursor)) {
				if err != nil {
					t.Fatal(err)
				}
				counts = append(counts, cursor.Count)
			}
			equal(t, name+"Pages", counts, []int{3, 6, 7}[skip:])
		}
	}
}

func TestWalkFromTheMiddleCountsThePagesBefore(t *testing.T) {
	t.Parallel()
	for first := range 2 {
		for _, told := range [][]fonts.Option{nil, {fonts.WithFirstPage(first)}} {
			for count, missing := range map[int]string{10: "", 9: "3 of 4 pages", 7: "3 of 4 pages", 6: "2 of 4 pages",
				4: "2 of 4 pages"} {
				catalogue, server := client(t, func(_ int, a asked) (int, string) {
					return 200, page(cut(names(count), first, a), totals(0, 4))
				}, told...)
				what := fmt.Sprintf("numbers from %d, told %t, %d fonts", first, told != nil, count)
				_, err := walked(catalogue.All(t.Context(), &fonts.ListOptions{Page: new(first + 1), Size: 3}))
				if missing != "" {
					short(t, what, err, missing)
				} else if err != nil {
					t.Errorf("%s: walk ends with error %v, want nil; pages %v", what, err, server.pages())
				}
			}
		}
	}
}

// TestWalkFromPageZeroMissesNothingWherePagesCountFromOne has servers that state how much
// there is, and answer page 0 with something.
func TestWalkFromPageZeroMissesNothingWherePagesCountFromOne(t *testing.T) {
	t.Parallel()
	for _, k := range kinds() {
		if k.first == 0 || !k.total && !k.pages || k.unknown != "empty" && k.unknown != "first page" &&
			k.unknown != "nearest page" {
			continue
		}
		for _, told := range [][]fonts.Option{nil, {fonts.WithFirstPage(1)}} {
			for _, resume := range [][]fonts.WalkOption{nil, {fonts.Resume(&fonts.Cursor{})}} {
				catalogue, server := client(t, k.answer, told...)
				got, err := walked(catalogue.All(t.Context(), &fonts.ListOptions{Page: new(0), Size: 3}, resume...))
				switch {
				case err != nil:
					t.Errorf("%v, told %t, cursor %t: walk ends with error %v, want nil; pages %v", k, told != nil, resume != nil, err,
						server.pages())
				case !slices.Equal(got, names(k.count)):
					t.Errorf("%v, told %t, cursor %t: walk yields %q, want %q; pages %v", k, told != nil, resume != nil, got,
						names(k.count), server.pages())
				}
			}
		}
	}
}
