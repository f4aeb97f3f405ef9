package walk

import (
	"context"
	"errors"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
)

// told is a list whose pages hold these ids. It states the total and the number of pages.
type told struct {
	fake

	pages  [][]int64
	totals []int // by page, nil for the number of all ids
}

func (l *told) Page(_ context.Context, query url.Values, _ How) (*Page, error) {
	number, _ := strconv.Atoi(query.Get("page"))
	if query.Has("offset") {
		offset, _ := strconv.Atoi(query.Get("offset"))
		size, _ := strconv.Atoi(query.Get("per_page"))
		number = offset/size + 1
	}
	if number = max(number, 1); number > len(l.pages) {
		return nil, errEnded
	}
	page := &Page{Items: Empty(reflect.TypeFor[record]()), TotalPages: len(l.pages), IDs: []int64{}}
	for i, ids := range l.pages {
		page.Total += len(ids)
		if i == number-1 {
			for _, id := range ids {
				page.Items.Set(reflect.Append(page.Items, reflect.ValueOf(record{id})))
				page.IDs = append(page.IDs, id)
			}
		}
	}
	if l.totals != nil {
		page.Total = l.totals[number-1]
	}
	return page, nil
}

func TestWalkByIDChecksTheOrderOfIDs(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		pages    [][]int64
		totals   []int
		query    string // further arguments
		want     []int64
		unstable bool
	}{
		"falling":               {pages: [][]int64{{9, 8, 7}, {6, 5, 4}}, want: []int64{9, 8, 7, 6, 5, 4}},
		"rising":                {pages: [][]int64{{1, 2, 3}, {4, 5, 6}}, want: []int64{1, 2, 3, 4, 5, 6}},
		"pages of one record":   {pages: [][]int64{{3}, {2}, {1}}, want: []int64{3, 2, 1}},
		"one page in any order": {pages: [][]int64{{3, 9, 1, 7}}, want: []int64{3, 9, 1, 7}},
		"sorted anew for each page": {pages: [][]int64{{9, 8, 7, 6}, {4, 9, 5}}, want: []int64{9, 8, 7, 6},
			unstable: true},
		"sorted by a plugin": {pages: [][]int64{{3, 9, 1, 7}, {2, 8, 4, 6}}, want: []int64{3, 9, 1, 7},
			unstable: true},
		"a first page that is not in order": {pages: [][]int64{{9, 8, 5, 7, 6, 10}, {4, 3}},
			want: []int64{9, 8, 5, 7, 6, 10}, unstable: true},
		"against the direction asked for": {pages: [][]int64{{1, 2}, {3, 4}}, query: "order=desc", want: []int64{1, 2},
			unstable: true},
		"rising after falling": {pages: [][]int64{{9, 8}, {7, 6}, {1, 2}}, want: []int64{9, 8, 7, 6},
			unstable: true},
		"a record that has moved": {pages: [][]int64{{9, 8, 7}, {7, 6, 5}}, totals: []int{5, 6},
			want: []int64{9, 8, 7, 6, 5}},
		"more new records than a page holds": {pages: [][]int64{{9, 8}, {12, 11}, {10, 9}, {8, 7}}, totals: []int{3, 6, 6, 6},
			want: []int64{9, 8, 12, 11, 10, 7}},
		"sticky posts that a plugin adds": {pages: [][]int64{{2, 5, 9, 8, 7}, {6, 5, 4}, {3, 2, 1}}, totals: []int{9, 9, 9},
			want: []int64{2, 5, 9, 8, 7, 6, 4, 3, 1}},
		"sticky posts twice on one page": {pages: [][]int64{{8, 9, 8, 7}, {6, 5, 4}}, want: []int64{8, 9, 7, 6, 5, 4}},
		"sticky posts that are asked for": {pages: [][]int64{{2, 4, 9}, {8}, {4}, {2}}, query: "ignore_sticky=false",
			totals: []int{4, 4, 4, 4}, want: []int64{2, 4, 9, 8}},
		"sticky posts on each page of an offset": {
			pages: [][]int64{{2, 9, 8}, {2, 7, 6}, {2, 5, 4}, {2}}, query: "offset=0&ignore_sticky=false&per_page=2",
			totals: []int{7, 7, 7, 7}, want: []int64{2, 9, 8, 7, 6, 5, 4},
		},
	} {
		for _, ahead := range []int{0, 2} {
			for _, by := range []string{"Each", "Pages", "Count"} {
				query, err := url.ParseQuery("orderby=id&" + test.query)
				if err != nil {
					t.Fatal(err)
				}
				if !query.Has("per_page") {
					query.Set("per_page", strconv.Itoa(len(slices.MinFunc(test.pages, func(a, b []int64) int {
						return len(b) - len(a)
					}))))
				}
				got, err := walkedBy(t, by, &told{pages: test.pages, totals: test.totals}, query, Options{Ahead: ahead})
				if errors.Is(err, fault.ErrUnstableOrder) != test.unstable || err != nil && !test.unstable {
					t.Errorf("%s, %s with %d pages ahead: error %v, want ErrUnstableOrder: %t", name, by, ahead, err, test.unstable)
				}
				if by == "Count" && !test.unstable && got[0] != int64(len(test.want)) {
					t.Errorf("%s: Count returns %d, want %d", name, got[0], len(test.want))
				}
				if by != "Count" && !slices.Equal(got, test.want) {
					t.Errorf("%s, %s with %d pages ahead: ids %v, want %v", name, by, ahead, got, test.want)
				}
			}
		}
	}
}

// walkedBy returns the ids that a walk yields, or the one number that it counts.
func walkedBy(t *testing.T, by string, list List, query url.Values, o Options) (ids []int64, failed error) {
	t.Helper()
	w, err := Begin(list, query, options(o))
	if err != nil {
		return nil, err
	}
	switch by {
	case "Count":
		n, err := w.Count(t.Context())
		return []int64{int64(n)}, err
	case "Each":
		w.Each(t.Context(), func(v any, err error) bool {
			if failed = err; err == nil {
				ids = append(ids, v.(*record).ID)
			}
			return true
		})
	default:
		w.Pages(t.Context(), func(page *Page, err error) bool {
			if failed = err; err == nil {
				ids = append(ids, page.IDs...)
			}
			return true
		})
	}
	return ids, failed
}

func TestWalkInAnotherOrderDoesNotCheckIDs(t *testing.T) {
	t.Parallel()
	for _, order := range []string{"", "title"} {
		query := perPage("3")
		if order != "" {
			query.Set("orderby", order)
		}
		got, err := walkedBy(t, "Each", &told{pages: [][]int64{{3, 9, 1}, {2, 8, 4}}}, query, Options{})
		if err != nil || !slices.Equal(got, []int64{3, 9, 1, 2, 8, 4}) {
			t.Errorf("walk in the order %q: ids %v, error %v, want all six in the order of the site", order, got, err)
		}
	}
}

// whole is a site that sends its whole list for each page.
type whole struct {
	script

	total, pages int // that it states
}

func (w *whole) Page(_ context.Context, _ url.Values, _ How) (*Page, error) {
	page := &Page{Items: Empty(reflect.TypeFor[record]()), Total: w.total, TotalPages: w.pages, IDs: []int64{}}
	for _, id := range w.script.pages[0] {
		page.Items.Set(reflect.Append(page.Items, reflect.ValueOf(record{id})))
		page.IDs = append(page.IDs, id)
	}
	return page, nil
}

func TestResumedWalkOfASiteThatSendsItsWholeListYieldsTheRest(t *testing.T) {
	t.Parallel()
	ids := []int64{5, 4, 3, 2, 1}
	for name, test := range map[string]struct {
		total, pages int
		distinct     bool
		query        string
	}{
		"without totals":             {-1, -1, true, "per_page=2"},
		"a larger page":              {-1, -1, true, "per_page=9"},
		"a type of the caller":       {-1, -1, false, "per_page=2"},
		"by id":                      {-1, -1, true, "per_page=2&orderby=id"},
		"with totals":                {5, 1, true, "per_page=2"},
		"with totals, of the caller": {5, 1, false, "per_page=2"},
		"with totals of none":        {0, 0, true, "per_page=2&orderby=id"},
		"with an offset":             {-1, -1, true, "per_page=9&offset=0"},
	} {
		for _, by := range []string{"Each", "Pages"} {
			for stop := range len(ids) {
				var cursor Cursor
				var got []int64
				for range 3 {
					if cursor.Done {
						break
					}
					query, _ := url.ParseQuery(test.query)
					list := &whole{script{fake: fake{distinct: test.distinct}, pages: [][]int64{ids}}, test.total, test.pages}
					w, err := Begin(list, query, options(Options{Cursor: &cursor}))
					if err != nil {
						t.Fatal(err)
					}
					n := 0
					if by == "Each" {
						w.Each(t.Context(), func(v any, e error) bool {
							if err = e; e == nil {
								got = append(got, v.(*record).ID)
							}
							n++
							return n <= stop
						})
					} else {
						w.Pages(t.Context(), func(page *Page, e error) bool {
							if err = e; e == nil {
								got = append(got, page.IDs...)
							}
							return false
						})
					}
					if err != nil {
						t.Errorf("%s, %s: error %v, want none", name, by, err)
					}
				}
				if want := ids[:min(3*(stop+1), len(ids))]; !slices.Equal(got, want) {
					if by == "Each" || !slices.Equal(got, ids) {
						t.Errorf("%s, %s that is stopped after %d: ids %v, want %v", name, by, stop+1, got, want)
					}
				}
			}
		}
	}
}
