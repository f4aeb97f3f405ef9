package walk

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
)

// TestLastPageFollowsFromWhatPagesStateAndHold has pages of a walk in a row, each
// with its records and totals, -1 for none, and the last page that follows.
func TestLastPageFollowsFromWhatPagesStateAndHold(t *testing.T) {
	t.Parallel()
	type page struct {
		records, total, totalPages, last int
		err                              error
	}
	for name, test := range map[string]struct {
		size, offset int // an offset below zero is none
		pages        []page
	}{
		"nothing is stated": {2, -1, []page{{2, -1, -1, unknown, nil},
			{1, -1, -1, unknown, nil}, {1, -1, -1, unknown, nil}, {0, -1, -1, unknown, nil}}},
		"nothing is stated of full pages": {2, 1, []page{{2, -1, -1, unknown, nil},
			{2, -1, -1, unknown, nil}, {1, -1, -1, unknown, nil}, {0, -1, -1, unknown, nil}}},
		"records behind a short page": {2,
			1, []page{{1, -1, -1, unknown, nil}, {1, -1, -1, 0, fault.ErrDecode}}},
		"the latest pages state nothing": {2, -1, []page{{2, 6, 3, 3, nil}, {2, -1, -1, 3, nil},
			{1, -1, -1, 3, nil}}},
		"an empty page states nothing": {2, -1,
			[]page{{2, 6, 3, 3, nil}, {0, -1, -1, 0, fault.ErrTotalsVanished}}},
		"an offset, and both totals":             {2, 3, []page{{2, 7, 4, 2, nil}, {2, 7, 4, 2, nil}}},
		"an offset, and smaller pages":           {2, 3, []page{{2, 7, 5, 0, fault.ErrDecode}}},
		"an offset, both totals and hidden ones": {2, 3, []page{{0, 7, 4, 2, nil}, {1, 7, 4, 2, nil}}},
		"an offset and a total": {2, 1, []page{{2, 6, -1, 3, nil}, {2, 6, -1, 3, nil},
			{1, 6, -1, 3, nil}}},
		"an offset and a total, a page too short": {2,
			1, []page{{1, 6, -1, 3, nil}, {1, 6, -1, 0, fault.ErrDecode}}},
		"an offset and a total, too few": {2, 1, []page{{2, 6, -1, 3, nil}, {2, 6, -1, 3, nil},
			{0, 6, -1, 0, fault.ErrDecode}}},
		"an offset and a total, a short page and an empty one": {2, 1, []page{{1, 6, -1, 3, nil}, {0, 6, -1, 3, nil},
			{1, 6, -1, 0, fault.ErrDecode}}},
		"a total alone, of full pages": {2, -1, []page{{2, 5, -1, 3, nil}, {2, 5, -1, 3, nil},
			{1, 5, -1, 3, nil}}},
		"a total alone, of smaller pages": {4, -1, []page{{2, 6, -1, 2, nil}, {2, 6, -1, 3, nil},
			{2, 6, -1, 3, nil}}},
		"a total alone, of hidden records": {4, -1, []page{{3, 8, -1, 2, nil}, {4, 8, -1, 3, nil},
			{0, 8, -1, 3, nil}}},
		"pages alone":                      {2, -1, []page{{2, -1, 3, 3, nil}, {1, -1, 3, 3, nil}}},
		"more in fewer pages":              {4, -1, []page{{6, 6, 1, 1, nil}}},
		"the totals contradict each other": {4, -1, []page{{2, 6, 1, 2, nil}, {4, 6, 1, 3, nil}}},
		"more pages than the size says":    {4, -1, []page{{2, 6, 3, 3, nil}}},
		"pages too few for the total, and small ones": {4, -1, []page{{1, 6, 1, 2, nil}, {1, 6, 1, 3, nil},
			{1, 6, 1, 4, nil}}},
		"more than the total, in smaller pages": {4, -1, []page{{2, 3, 1, 1, nil}, {2, 3, 1, 3, nil},
			{0, 3, 1, 1, nil}}},
		"more than the total":                        {2, -1, []page{{2, 3, 2, 2, nil}, {2, 3, 2, 3, nil}}},
		"more than a total of none":                  {2, -1, []page{{2, 0, 0, 2, nil}, {0, 0, 0, 0, nil}}},
		"an offset, and larger pages":                {2, 1, []page{{3, 6, 2, 0, fault.ErrDecode}}},
		"an offset, and pages too few for the total": {4, 1, []page{{2, 9, 1, 2, nil}, {2, 9, 1, 0, fault.ErrDecode}}},
		"no page of two records":                     {4, -1, []page{{2, 2, 0, 0, nil}}},
		"no pages alone":                             {2, -1, []page{{0, -1, 0, 0, nil}}},
		"one page, and then nothing stated":          {2, -1, []page{{2, 2, 1, 1, nil}, {1, -1, -1, 1, nil}}},
		"a total of none alone":                      {2, -1, []page{{0, 0, -1, 1, nil}}},
		"nothing at all":                             {4, -1, []page{{0, 0, 0, 0, nil}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := totals{size: test.size, offset: max(test.offset, 0), hasOffset: test.offset >= 0}
			for i, p := range test.pages {
				last, err := c.last(i+1, p.records, p.total, p.totalPages)
				switch {
				case last != p.last:
					t.Errorf("last page after %v: %d (error %v), want %d", test.pages[:i+1], last, err, p.last)
				case !errors.Is(err, p.err):
					t.Errorf("last page after %v: error %v, want %v", test.pages[:i+1], err, p.err)
				case p.err == nil && err != nil:
					t.Errorf("last page after %v: error %v, want nil", test.pages[:i+1], err)
				}
				if wants := fmt.Sprintf("page %d of 3", i+1); errors.Is(p.err, fault.ErrTotalsVanished) && err != nil &&
					!strings.Contains(err.Error(), wants) {
					t.Errorf("error %v, want %q in it", err, wants)
				}
			}
		})
	}
	for n, want := range map[int]int{-1: 0, 0: 0, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3} {
		if got := pages(n, 2); got != want {
			t.Errorf("pages(%d, 2): %d, want %d", n, got, want)
		}
	}
}
