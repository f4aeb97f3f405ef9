package fonts_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

// shrunk answers with pages of lists: with the second one from the first request for a page on, with the third from the
// next request on, and so forth.
func shrunk(number int, lists ...[]string) func(int, asked) (int, string) {
	return func(_ int, a asked) (int, string) {
		if len(lists) > 1 && (a.PageData.Page == number || number == 0) {
			lists, number = lists[1:], 0
		}
		list := lists[0]
		return 200, page(cut(list, 1, a), totals(len(list), (len(list)+a.PageData.Size-1)/a.PageData.Size))
	}
}

func TestFontsThatMoveWhenOthersAreRemovedAreRead(t *testing.T) {
	t.Parallel()
	all := names(250)
	for name, c := range map[string]struct {
		page  int // from which on some are removed
		after []string
		pages []int // that are read
	}{
		"some in front":               {2, all[10:], []int{1, 2, 1, 3}},
		"one in front":                {2, all[1:], []int{1, 2, 1, 3}},
		"all but one":                 {3, all[249:], []int{1, 2, 3, 1, 2}},
		"a page":                      {3, all[100:], []int{1, 2, 3, 2}},
		"more than a page":            {3, all[120:], []int{1, 2, 3, 1, 2}},
		"nearly all":                  {3, all[240:], []int{1, 2, 3, 1, 2}},
		"those that were not read":    {2, all[:240], []int{1, 2, 1, 3}},
		"so many that pages are full": {3, all[50:], []int{1, 2, 3, 2}},
	} {
		for call := range 2 {
			catalogue, server := client(t, shrunk(c.page, all, c.after), fonts.WithFirstPage(1))
			var got []string
			var err error
			if call == 0 {
				got, err = walked(catalogue.All(t.Context(), nil))
			} else {
				for page, failed := range catalogue.Pages(t.Context(), nil) {
					if err = failed; err == nil {
						for _, font := range page.Fonts {
							got = append(got, font.ID)
						}
					}
				}
			}
			want := slices.Compact(slices.Sorted(slices.Values(slices.Concat(all[:100*(c.page-1)], c.after))))
			if slices.Sort(got); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %d fonts, want %d, %v", name, len(got), len(want), err)
			}
			equal(t, name+": pages", server.pages(), c.pages)
		}
	}
}

func TestWalkIsIncompleteIfMovedFontsCannotBeFound(t *testing.T) {
	t.Parallel()
	all, long := names(250), names(10_500)
	for name, answer := range map[string]func(int, asked) (int, string){
		"the total falls again":        shrunk(2, all, all[10:], all[20:]),
		"the page is gone":             shrunk(3, all, all[60:], all[240:]),
		"it falls by two pages, twice": shrunk(3, long, long[150:], long[150:], long[150:], long[300:]),
		"the page is refused": func(n int, a asked) (int, string) {
			if n == 3 {
				return 404, `{"code":404,"message":"no such page","data":null}`
			}
			return shrunk(2, all, all[10:])(n, a)
		},
	} {
		catalogue, _ := client(t, answer, fonts.WithFirstPage(1))
		var cursor fonts.Cursor
		got, err := walked(catalogue.All(t.Context(), nil, fonts.Resume(&cursor)))
		switch {
		case !errors.Is(err, fonts.ErrIncomplete):
			t.Errorf("%s: walk ends with error %v after %d fonts, want ErrIncomplete", name, err, len(got))
		case cursor.Done:
			t.Errorf("%s: cursor %+v, want it not Done", name, cursor)
		}
	}
	catalogue, server := client(t, shrunk(9, long, long[10_001:]), fonts.WithFirstPage(1))
	got, err := walked(catalogue.All(t.Context(), &fonts.ListOptions{Size: 1300}))
	switch {
	case !errors.Is(err, fonts.ErrIncomplete):
		t.Errorf("walk that forgets fonts: error %v after %d fonts, want ErrIncomplete; pages %v", err, len(got),
			server.pages())
	case len(server.pages()) != 9:
		t.Errorf("walk that forgets fonts reads the pages %v, want 9", server.pages())
	}
}

func TestErrorOfAPageThatIsReadAgainEndsTheWalk(t *testing.T) {
	t.Parallel()
	all := names(250)
	answer := shrunk(2, all, all[10:])
	catalogue, _ := client(t, func(n int, a asked) (int, string) {
		if n == 3 {
			return 403, `{"code":403,"message":"no","data":null}`
		}
		return answer(n, a)
	}, fonts.WithFirstPage(1))
	got, err := walked(catalogue.All(t.Context(), nil))
	if len(got) != 100 || !errors.Is(err, fonts.ErrForbidden) {
		t.Errorf("walk yields %d fonts and error %v, want 100 and ErrForbidden", len(got), err)
	}
}

// TestWalkResumedBetweenFontsThatMovedIsIncomplete stops at each of ten fonts that moved, and after them.
func TestWalkResumedBetweenFontsThatMovedIsIncomplete(t *testing.T) {
	t.Parallel()
	all := names(250)
	for stop := 100; stop <= 120; stop++ {
		catalogue, _ := client(t, shrunk(2, all, all[10:]), fonts.WithFirstPage(1))
		var cursor fonts.Cursor
		var got []string
		for font, err := range catalogue.All(t.Context(), nil, fonts.Resume(&cursor)) {
			if err != nil {
				t.Fatal(err)
			}
			if got = append(got, font.ID); len(got) == stop {
				break
			}
		}
		rest, err := walked(catalogue.All(t.Context(), nil, fonts.Resume(&cursor)))
		between := stop > 100 && stop < 110
		switch {
		case between != errors.Is(err, fonts.ErrIncomplete):
			t.Errorf("walk stopped after %d fonts and resumed: error %v, want ErrIncomplete: %t", stop, err, between)
		case !between && stop > 100 && (err != nil || len(got)+len(rest) != 250):
			t.Errorf("walk stopped after %d fonts and resumed: %d more, error %v, want %d more and nil", stop, len(rest), err,
				250-len(got))
		}
	}
}

// TestResumedWalkKnowsThatFontsOfAShortListAreMissing stops where fonts may have moved. As many
// fonts were read by then as the list has.
func TestResumedWalkKnowsThatFontsOfAShortListAreMissing(t *testing.T) {
	t.Parallel()
	all := names(4)
	for name, test := range map[string]struct {
		size   int
		refuse int // the request that is refused
	}{
		"between two that moved": {2, 0}, "after a page that cannot be read again": {1, 3},
	} {
		answer := shrunk(2, all, all[2:])
		catalogue, server := client(t, func(n int, a asked) (int, string) {
			if n == test.refuse {
				return 404, `{"code":404,"message":"no such page","data":null}`
			}
			return answer(n, a)
		}, fonts.WithFirstPage(1))
		var cursor fonts.Cursor
		n := 0
		options := &fonts.ListOptions{Size: test.size}
		for _, err := range catalogue.All(t.Context(), options, fonts.Resume(&cursor)) {
			if err != nil {
				t.Fatalf("%s: All: error %v after %d fonts and the pages %v, want none", name, err, n, server.pages())
			}
			if n++; n == test.size+1 {
				break
			}
		}
		stopped := cursor
		rest, err := walked(catalogue.All(t.Context(), options, fonts.Resume(&cursor)))
		if !errors.Is(err, fonts.ErrIncomplete) {
			t.Errorf("%s: All resumed at %+v: %d fonts, error %v, want ErrIncomplete", name, stopped, len(rest), err)
		}
	}
}

func TestFontOnTwoPagesComesOnceAndTheWalkIsIncomplete(t *testing.T) {
	t.Parallel()
	list := slices.Insert(names(250), 150, "f003")
	for _, stated := range []int{0, 251} {
		catalogue, _ := client(t, stating(list, stated, 0), fonts.WithFirstPage(1))
		got, err := walked(catalogue.All(t.Context(), nil))
		if !slices.Equal(got, names(250)) {
			t.Errorf("walked: %d fonts: %q, want %q", len(got), got, names(250))
		}
		if stated > 0 {
			short(t, "the walk", err, "250 of 251 fonts")
		} else if err != nil {
			t.Error(err)
		}
	}
}

func TestFontsThatShareAKeyOnOnePageAndDifferAreMissed(t *testing.T) {
	t.Parallel()
	for second, want := range map[string]string{`{"id":"a","name":"A"}`: "",
		`{"id":"a","name":"A","category":"serif"}`: "1 of 2 fonts"} {
		catalogue, _ := client(t, func(_ int, a asked) (int, string) {
			return 200, `{"code":200,"data":{"dataList":[` + []string{"", `{"id":"a","name":"A"},` + second,
				""}[min(a.PageData.Page, 2)] + `],"total":2}}`
		}, fonts.WithFirstPage(1))
		got, err := walked(catalogue.All(t.Context(), nil))
		equal(t, "fonts", got, []string{"a"})
		if want != "" {
			short(t, second, err, want)
		} else if err != nil {
			t.Error(err)
		}
	}
}

func TestFontComesAgainAfterTenThousandOthers(t *testing.T) {
	t.Parallel()
	all := names(11_000)
	for many, again := range map[int]int{9_000: 0, 10_500: 1} {
		list, want := append(slices.Clone(all[:many]), "f005", "last"), many+1+again
		catalogue, _ := client(t, stating(list, 0, 0), fonts.WithFirstPage(1))
		got, err := walked(catalogue.All(t.Context(), &fonts.ListOptions{Size: 500}))
		if err != nil || len(got) != want {
			t.Errorf("%d fonts: %d came, want %d, %v", many, len(got), want, err)
		}
	}
}

// TestWalkRemembersExactlyTenThousandFonts has the first font again after 9,999 or 10,000 others.
func TestWalkRemembersExactlyTenThousandFonts(t *testing.T) {
	t.Parallel()
	all := names(10_000)
	for between, want := range map[string]int{"f005": 10_001, "new": 10_003} {
		pages := [][]string{all[:5000], all[5000:], {between}, {all[0], "last"}, nil}
		catalogue, _ := client(t, func(_ int, a asked) (int, string) {
			return 200, page(pages[a.PageData.Page-1], "")
		}, fonts.WithFirstPage(1))
		got, err := walked(catalogue.All(t.Context(), &fonts.ListOptions{Size: 5000}))
		if err != nil || len(got) != want {
			t.Errorf("All, the first font again after %s: %d fonts, error %v, want %d and none", between, len(got), err, want)
		}
	}
}

func TestWalkEndsAtAPageThatComesAgain(t *testing.T) {
	t.Parallel()
	all := names(250)
	for _, stated := range []int{0, 250} {
		catalogue, server := client(t, func(n int, a asked) (int, string) {
			a.PageData.Page = min(a.PageData.Page, 2)
			return stating(all, stated, 0)(n, a)
		}, fonts.WithFirstPage(1))
		got, err := walked(catalogue.All(t.Context(), nil))
		switch {
		case len(got) != 200:
			t.Errorf("walk yields %d fonts (error %v), want 200", len(got), err)
		case (stated > 0) != errors.Is(err, fonts.ErrIncomplete):
			t.Errorf("walk yields %d fonts, error %v, want ErrIncomplete: %t", len(got), err, stated > 0)
		}
		equal(t, fmt.Sprintf("pages, total %d", stated), server.pages(), []int{1, 2, 3})
	}
}
