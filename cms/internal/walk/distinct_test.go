package walk

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"testing"
)

// script is a list without totals. It gives its pages in their order and ignores the
// query. A record with an id below 0 cannot be read. One with the id 0 cannot be read
// and shows no id.
type script struct {
	fake

	pages [][]int64
	read  int
}

func (s *script) Page(_ context.Context, query url.Values, _ How) (*Page, error) {
	number, _ := strconv.Atoi(query.Get("page"))
	if number > len(s.pages) {
		return nil, fmt.Errorf("page %d is not in the script", number)
	}
	s.read = max(s.read, number)
	page := &Page{Items: Empty(reflect.TypeFor[record]()), Total: -1, TotalPages: -1, IDs: []int64{}}
	for _, id := range s.pages[number-1] {
		if id <= 0 {
			page.Broken = append(page.Broken, &Broken{ID: -id, Raw: []byte(fmt.Sprintf(`{"id":%d}`, id))})
			continue
		}
		page.Items.Set(reflect.Append(page.Items, reflect.ValueOf(record{id})))
		page.IDs = append(page.IDs, id)
	}
	return page, nil
}

func TestWalkWithoutTotalsLeavesOutWhatAnEarlierPageHeld(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		pages        [][]int64
		want, broken []int64
	}{
		"the whole list each time":       {[][]int64{{1, 2, 3}, {1, 2, 3}}, []int64{1, 2, 3}, nil},
		"the whole list, in other order": {[][]int64{{1, 2, 3}, {2, 1, 3}, {1, 2, 3}}, []int64{1, 2, 3}, nil},
		"the whole list, which grows":    {[][]int64{{1, 2}, {1, 2, 3}, {1, 2, 3}}, []int64{1, 2, 3}, nil},
		"pages that overlap":             {[][]int64{{1, 2}, {2, 3}, {3, 4}, {}}, []int64{1, 2, 3, 4}, nil},
		"a page again, and then more":    {[][]int64{{1, 2}, {2, 1}, {3, 4}, {}}, []int64{1, 2, 3, 4}, nil},
		"an id twice on one page":        {[][]int64{{1, 2, 1}, {}}, []int64{1, 2, 1}, nil},
		"an unreadable record":           {[][]int64{{1, -2, 3}, {3, -2, 1}, {1, 3, -2}}, []int64{1, 3}, []int64{2}},
		"an unreadable one without an id": {
			[][]int64{{1, 0, 3}, {3, 0, 1}, {1, 3, 0}}, []int64{1, 3}, []int64{0},
		},
	} {
		for _, by := range []string{"Each", "Pages", "Count"} {
			list := &script{fake: fake{distinct: true}, pages: test.pages}
			w, err := Begin(list, perPage("2"), options(Options{}))
			if err != nil {
				t.Fatal(err)
			}
			var got, broken []int64
			take := func(id int64, err error) bool {
				if one, ok := errors.AsType[*Broken](err); ok {
					broken = append(broken, one.ID)
				} else if err != nil {
					t.Errorf("%s, %s: error %v, want nil", name, by, err)
				} else {
					got = append(got, id)
				}
				return true
			}
			switch by {
			case "Each":
				w.Each(t.Context(), func(v any, err error) bool {
					one, _ := v.(*record)
					if one == nil {
						one = &record{}
					}
					return take(one.ID, err)
				})
			case "Pages":
				w.Pages(t.Context(), func(page *Page, err error) bool {
					if err != nil {
						return take(0, err)
					}
					for i := range page.Items.Len() {
						take(page.At(i).(*record).ID, nil)
					}
					return true
				})
			default:
				switch n, err := w.Count(t.Context()); {
				case err != nil:
					t.Errorf("Walk.Count: %s: %d records, %v, want nil", name, n, err)
				case n != len(test.want)+len(test.broken):
					t.Errorf("%s: Count: %d (error %v), want %d", name, n, err, len(test.want)+len(test.broken))
				}
				got, broken = test.want, test.broken
			}
			switch {
			case !slices.Equal(got, test.want):
				t.Errorf("%s, %s: walk yields %v, want %v", name, by, got, test.want)
			case !slices.Equal(broken, test.broken):
				t.Errorf("%s, %s: walk yields broken %v, want %v", name, by, broken, test.broken)
			case list.read != len(test.pages):
				t.Errorf("%s, %s: walk reads %d pages, want %d", name, by, list.read, len(test.pages))
			}
		}
	}
}

// TestWalkYieldsRepeatsIfIDsAreNotDistinct is over records that are not known to
// have an id each.
func TestWalkYieldsRepeatsIfIDsAreNotDistinct(t *testing.T) {
	t.Parallel()
	list := &script{pages: [][]int64{{1, 2}, {2, 1}, {1, 3}, {}}}
	ids, _, err := walked(t.Context(), list, perPage("2"), Options{})
	switch {
	case err != nil:
		t.Errorf("%v: walked: error %v, want nil", ids, err)
	case !slices.Equal(ids, []int64{1, 2, 2, 1, 1, 3}):
		t.Errorf("walked: ids %v, want %v", ids, []int64{1, 2, 2, 1, 1, 3})
	}
}

func TestWalkWithoutTotalsResumesWhereItStopped(t *testing.T) {
	t.Parallel()
	list, cursor := &script{fake: fake{distinct: true}, pages: [][]int64{{1, 2}, {2, 3, 4}, {}}}, &Cursor{}
	w, err := Begin(list, perPage("2"), options(Options{Cursor: cursor}))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	w.Each(t.Context(), func(any, error) bool { n++; return n < 3 })
	rest, _, err := walked(t.Context(), list, perPage("2"), Options{Cursor: cursor})
	switch {
	case err != nil:
		t.Errorf("%v: walked: error %v, want nil", rest, err)
	case !slices.Equal(rest, []int64{4}):
		t.Errorf("walked: rest %v, want %v", rest, []int64{4})
	}
}
