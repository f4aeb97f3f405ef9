package fonts_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

// twice is a list of n fonts that holds some of them again, at other places.
func twice(n int, again map[int]int) []string {
	list := names(n)
	for _, at := range slices.Sorted(func(yield func(int) bool) {
		for at := range again {
			if !yield(at) {
				return
			}
		}
	}) {
		list = slices.Insert(list, at, fmt.Sprintf("f%03d", again[at]))
	}
	return list
}

func TestFontThatIsListedOnTwoPagesCountsTwice(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		list []string
		most int // requests
	}{
		"once":                     {twice(250, map[int]int{150: 3}), 5},
		"on neighbouring pages":    {twice(250, map[int]int{100: 99}), 5},
		"several":                  {twice(250, map[int]int{120: 3, 150: 50, 210: 60, 211: 110, 212: 3}), 13},
		"alone on the last page":   {twice(200, map[int]int{200: 3}), 5},
		"on three pages":           {twice(250, map[int]int{150: 3, 220: 3}), 7},
		"on a later page, in turn": {twice(950, map[int]int{930: 3}), 12},
	} {
		for _, pages := range []int{0, (len(c.list) + 99) / 100} {
			for way, walkOptions := range ways() {
				t.Run(fmt.Sprintf("%s %s/%d", name, way, pages), func(t *testing.T) {
					t.Parallel()
					catalogue, server := client(t, stating(c.list, len(c.list), pages), fonts.WithFirstPage(1))
					snapshot, err := catalogue.Snapshot(t.Context(), nil, walkOptions...)
					if err != nil {
						t.Fatal(err)
					}
					distinct := slices.Compact(slices.Sorted(slices.Values(c.list)))
					if len(snapshot.Fonts) != len(distinct) {
						t.Errorf("%d fonts, want %d", len(snapshot.Fonts), len(distinct))
					}
					if n := len(server.pages()); way == "page by page" && n > c.most {
						t.Errorf("%d requests: %v", n, server.pages())
					}
				})
			}
		}
	}
}

func TestAWalkLooksAtAHundredFontsThatComeAgain(t *testing.T) {
	t.Parallel()
	for again, want := range map[int]string{99: "", 100: "", 101: "551 of 552 fonts", 110: "551 of 561 fonts"} {
		list := slices.Concat(names(350), names(again), names(451)[350:]) // the last page brings new ones
		catalogue, server := client(t, stating(list, len(list), 0), fonts.WithFirstPage(1))
		got, err := walked(catalogue.All(t.Context(), nil))
		if len(got) != 451 {
			t.Errorf("%d again: %d fonts", again, len(got))
		}
		alone := 0
		for _, a := range server.asked {
			if a.PageData.Size == 1 {
				alone++
			}
		}
		equal(t, fmt.Sprintf("%d again: asked for alone", again), alone, 2*min(again, 100))
		if want != "" {
			short(t, fmt.Sprintf("%d again", again), err, want)
		} else if err != nil {
			t.Errorf("%d again: %v", again, err)
		}
	}
}

func TestNothingThatComesAgainCountsAfterOneThatHasMoved(t *testing.T) {
	t.Parallel()
	list := twice(250, map[int]int{150: 3, 220: 60})
	catalogue, server := client(t, func(n int, a asked) (int, string) {
		if a.PageData.Size == 1 && a.PageData.Page == 4 {
			return 200, page([]string{"moved"}, totals(252, 0))
		}
		return stating(list, 252, 0)(n, a)
	}, fonts.WithFirstPage(1))
	_, err := walked(catalogue.All(t.Context(), nil))
	short(t, "the walk", err, "250 of 252 fonts")
	var alone []int
	for _, a := range server.asked {
		if a.PageData.Size == 1 {
			alone = append(alone, a.PageData.Page)
		}
	}
	equal(t, "asked for alone", alone, []int{4})
}

func TestFontThatComesAgainBecauseOthersMovedDoesNotCount(t *testing.T) {
	t.Parallel()
	all := names(250)
	moved := slices.Concat(all[240:241], all[:240], all[241:])
	for name, answer := range map[string]func(int, asked) (int, string){
		"one is added and one removed": grown(2, all, append(added(1), all[:249]...)),
		"one moves to the front":       grown(2, all, moved),
		"one is added":                 grown(2, all, append(added(1), all...)),
		"fonts that tie are cut anew on every page": func(n int, a asked) (int, string) {
			list := slices.Clone(all)
			if a.PageData.Page > 1 && a.PageData.Size > 1 {
				list[150] = all[3] // and not f150
			}
			return stating(list, 250, 3)(n, a)
		},
		"the size is ignored": func(n int, a asked) (int, string) {
			a.PageData.Size = 100
			return stating(twice(249, map[int]int{150: 3}), 250, 3)(n, a)
		},
		"alone they cannot be read": func(n int, a asked) (int, string) {
			if a.PageData.Size == 1 {
				return 500, `{"code":500,"message":"SQL","data":null}`
			}
			return stating(twice(249, map[int]int{150: 3}), 250, 3)(n, a)
		},
		"they differ": func(n int, a asked) (int, string) {
			list := twice(249, map[int]int{150: 3})
			if a.PageData.Size == 1 && a.PageData.Page == 151 {
				return 200, `{"code":200,"data":{"dataList":[{"id":"f003","name":"Font f003","category":"serif"}],"total":250}}`
			}
			return stating(list, 250, 3)(n, a)
		},
		"they differ in the id": func(n int, a asked) (int, string) {
			if a.PageData.Size == 1 && a.PageData.Page == 151 {
				return 200, `{"code":200,"data":{"dataList":[{"id":"other","name":"Font f003"}],"total":250}}`
			}
			return stating(twice(249, map[int]int{150: 3}), 250, 3)(n, a)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			catalogue, server := client(t, answer, fonts.WithFirstPage(1))
			_, err := walked(catalogue.All(t.Context(), nil))
			if !errors.Is(err, fonts.ErrIncomplete) {
				t.Error(err)
			}
			if n := len(server.pages()); n > 14 {
				t.Errorf("%d requests: %v", n, server.pages())
			}
		})
	}
}

func TestOneEmptyPageAtTheEndOfThePageTotalIsTheEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		list    int
		pages   int
		missing string // "" if the walk is complete
	}{
		"one too many":                     {250, 4, ""},
		"one too many after a full page":   {300, 4, ""},
		"one too many of a single page":    {50, 2, ""},
		"right":                            {250, 3, ""},
		"two too many":                     {250, 5, "3 of 5 pages"},
		"two too many after a single page": {50, 3, "1 of 3 pages"},
		"nothing on two pages":             {0, 2, "0 of 2 pages"},
	} {
		for way, walkOptions := range ways() {
			catalogue, _ := client(t, stating(names(c.list), 0, c.pages), fonts.WithFirstPage(1))
			var cursor fonts.Cursor
			got, err := walked(catalogue.All(t.Context(), nil, append([]fonts.WalkOption{fonts.Resume(&cursor)}, walkOptions...)...))
			if len(got) != c.list || cursor.Done != (err == nil) {
				t.Errorf("%s %s: %d fonts, %+v", name, way, len(got), cursor)
			}
			count, countErr := catalogue.Count(t.Context(), nil)
			if c.missing != "" {
				short(t, name+" "+way, err, c.missing)
				short(t, name+" Count", countErr, c.missing)
				continue
			}
			if err != nil || countErr != nil || count != c.list {
				t.Errorf("%s %s: %v, %d, %v", name, way, err, count, countErr)
			}
		}
	}
}

func TestEmptyPageAtTheEndOfAPageTotalThatChangedIsNotTheEnd(t *testing.T) {
	t.Parallel()
	all := names(250)
	for name, after := range map[string]string{"down": `,"pageTotal":3`, "to nothing": `,"pageTotal":0`, "to a total of nothing": `,"pageTotal":0,"total":0`} {
		catalogue, _ := client(t, func(n int, a asked) (int, string) {
			if a.PageData.Page == 1 {
				return stating(all, 0, 4)(n, a)
			}
			return 200, page(cut(all[100:], 1, a), after)
		}, fonts.WithFirstPage(1))
		_, err := walked(catalogue.All(t.Context(), nil))
		if !errors.Is(err, fonts.ErrIncomplete) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
