package fonts_test

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

const (
	manySize  = 100
	manyFonts = 1000
)

// stating answers with pages of a list, and states a total and a pageTotal where they are above zero.
func stating(list []string, total, pages int) func(int, asked) (int, string) {
	return func(_ int, a asked) (int, string) { return 200, page(cut(list, 1, a), totals(total, pages)) }
}

func totals(total, pages int) string {
	members := ""
	if total > 0 {
		members += fmt.Sprintf(`,"total":%d`, total)
	}
	if pages > 0 {
		members += fmt.Sprintf(`,"pageTotal":%d`, pages)
	}
	return members
}

// hole empties some pages of a server.
func hole(answer func(int, asked) (int, string), members string, empty ...int) func(int, asked) (int, string) {
	return func(n int, a asked) (int, string) {
		if slices.Contains(empty, a.PageData.Page) {
			return 200, page(nil, members)
		}
		return answer(n, a)
	}
}

// walked is what a walk yields until its error.
func walked(walk iter.Seq2[*fonts.Font, error]) (list []string, last error) {
	for font, err := range walk {
		if err != nil {
			return list, err
		}
		list = append(list, font.ID)
	}
	return list, nil
}

// grown is the list before, and from page n on the list after.
func grown(n int, before, after []string) func(int, asked) (int, string) {
	return func(_ int, a asked) (int, string) {
		list := before
		if a.PageData.Page >= n {
			list = after
		}
		return 200, page(cut(list, 1, a), totals(len(list), (len(list)+a.PageData.Size-1)/a.PageData.Size))
	}
}

// added are ids of fonts that come later.
func added(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("new%d", i)
	}
	return list
}

func TestWalkThatMissesStatedFontsIsIncomplete(t *testing.T) {
	t.Parallel()
	all := names(manyFonts)
	for name, c := range map[string]struct {
		answer func(int, asked) (int, string)
		want   int // fonts that are yielded before the error
		text   string
	}{
		"an empty page": {hole(stating(all, 1000, 10), totals(1000, 10), 3), 200, "200 of 1000 fonts"},
		"an empty page, total alone": {
			hole(stating(all, 1000, 0), totals(1000, 0), 3), 200, "200 of 1000 fonts",
		},
		"an empty page, pageTotal alone": {
			hole(stating(all, 0, 10), totals(0, 10), 3), 200, "2 of 10 pages",
		},
		"an empty page without totals": {
			hole(stating(all, 1000, 10), "", 3), 200, "200 of 1000 fonts",
		},
		"an empty first page":             {hole(stating(all, 1000, 10), totals(1000, 10), 1), 0, "0 of 1000 fonts"},
		"an empty last page":              {hole(stating(all, 1000, 10), totals(1000, 10), 10), 900, "900 of 1000 fonts"},
		"two empty last pages, pageTotal": {hole(stating(all, 0, 10), totals(0, 10), 9, 10), 800, "8 of 10 pages"},
		"several empty pages": {hole(stating(all, 1000, 10), totals(1000, 10), 2, 3, 4, 8), 100,
			"100 of 1000 fonts"},
		"all pages but one are empty": {
			hole(stating(all, 1000, 10), totals(1000, 10), 2, 3, 4, 5, 6, 7, 8, 9, 10), 100, "100 of 1000 fonts",
		},
		"an empty page beside a total of the page": {func(n int, a asked) (int, string) {
			if a.PageData.Page == 2 {
				return 200, page(nil, `,"pageTotal":10`)
			}
			return stating(all, 100, 10)(n, a)
		}, 100, "1 of 10 pages"},
		"an empty page after a total that was exceeded": {
			hole(stating(all, 500, 10), totals(500, 10), 8), 700, "7 of 10 pages",
		},
		"100 fonts added in front":              {grown(2, all, append(added(100), all...)), 100, "100 of 1100 fonts"},
		"150 fonts added in front":              {grown(2, all, append(added(150), all...)), 1050, "1050 of 1150 fonts"},
		"250 fonts added in front":              {grown(3, all, append(added(250), all...)), 1050, "1050 of 1250 fonts"},
		"one page more is stated than there is": {stating(all, 0, 11), 1000, "10 of 11 pages"},
		"fonts were removed, and the pageTotal stays": {func(n int, a asked) (int, string) {
			if a.PageData.Page > 1 {
				return stating(all[100:], 0, 10)(n, a)
			}
			return stating(all, 0, 10)(n, a)
		}, 900, "9 of 10 pages"},
		"one more is stated than there is":  {stating(all, 1001, 0), 1000, "1000 of 1001 fonts"},
		"one more is stated, pages as well": {stating(all, 1001, 11), 1000, "1000 of 1001 fonts"},
		"many more are stated":              {stating(all, 2000, 20), 1000, "1000 of 2000 fonts"},
		"two pages more are stated":         {stating(all, 0, 12), 1000, "10 of 12 pages"},
		"a page comes twice in place of the next one": {func(n int, a asked) (int, string) {
			if a.PageData.Page == 5 {
				a.PageData.Page = 4
			}
			return stating(all, 1000, 10)(n, a)
		}, 400, "400 of 1000 fonts"},
		"one more is stated, and unknown pages are refused": {func(n int, a asked) (int, string) {
			if a.PageData.Page > 10 {
				return 404, `{"code":404,"message":"no such page","data":null}`
			}
			return stating(all, 1001, 10)(n, a)
		}, 1000, "1000 of 1001 fonts"},
		"one more is stated, and the last page comes again": {func(n int, a asked) (int, string) {
			a.PageData.Page = min(a.PageData.Page, 10)
			return stating(all, 1001, 10)(n, a)
		}, 1000, "1000 of 1001 fonts"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			options := &fonts.ListOptions{Size: manySize}
			for way, walkOptions := range ways() {
				open := func() (*fonts.Client, *script) { return client(t, c.answer, fonts.WithFirstPage(1)) }
				var cursor fonts.Cursor
				catalogue, server := open()
				got, err := walked(catalogue.All(t.Context(), options, append([]fonts.WalkOption{fonts.Resume(&cursor)},
					walkOptions...)...))
				if len(got) != c.want || cursor.Done {
					t.Errorf("All %s: %d fonts, want %d, cursor %+v", way, len(got), c.want, cursor)
				}
				short(t, "All "+way, err, c.text)
				if n := len(server.pages()); n > 40 {
					t.Errorf("%d requests, want at most 40", n)
				}

				catalogue, _ = open()
				cursor = fonts.Cursor{}
				err = nil
				for _, e := range catalogue.Pages(t.Context(), options, append([]fonts.WalkOption{fonts.Resume(&cursor)},
					walkOptions...)...) {
					err = e
				}
				if cursor.Done {
					t.Errorf("Pages %s: cursor %+v, want it not Done", way, cursor)
				}
				short(t, "Pages "+way, err, c.text)
			}
		})
	}
}

// short holds an error to what a walk that ended early returns.
func short(t *testing.T, what string, err error, text string) {
	t.Helper()
	e, ok := errors.AsType[*fonts.Error](err)
	switch {
	case !ok:
		t.Errorf("%s, %s: error %v, want a *fonts.Error", what, text, err)
		return
	case !strings.HasPrefix(e.Operation, "fonts."):
		t.Errorf("%s, %s: Operation %q, want the prefix %q", what, text, e.Operation, "fonts.")
		return
	case !errors.Is(err, fonts.ErrIncomplete):
		t.Errorf("%s, %s: error %v, want ErrIncomplete", what, text, err)
		return
	case !strings.Contains(err.Error(), text):
		t.Errorf("%s: error %v, want %q in it", what, err, text)
		return
	}
	i, ok := errors.AsType[*fonts.IncompleteError](err)
	unit := "fonts"
	if ok && i.Pages {
		unit = "pages"
	}
	switch {
	case !ok:
		t.Errorf("%s, %s: error %v, want a *fonts.IncompleteError", what, text, err)
	case fmt.Sprintf("%d of %d %s", i.Got, i.Want, unit) != text:
		t.Errorf(`%s: fmt.Sprintf("%%d of %%d %%s", i.Got, i.Want, unit) %q, want %q`, what,
			fmt.Sprintf("%d of %d %s", i.Got, i.Want, unit), text)
	}
}

func TestTotalsThatGrowAtTheEndOrAreExceededAreRead(t *testing.T) {
	t.Parallel()
	all := names(manyFonts)
	later := append(slices.Clone(all), added(130)...)
	for name, c := range map[string]struct {
		answer func(int, asked) (int, string)
		want   []string
	}{
		"fonts added behind":        {grown(2, all, later), later},
		"fonts added while at last": {grown(10, all, later), later},
		"the total is exceeded":     {stating(later, 950, 0), later},
		"both totals are exceeded":  {stating(later, 950, 10), later},
		"the totals go up and down": {func(n int, a asked) (int, string) {
			return stating(all, 1000-n%2, 0)(n, a)
		}, all},
		"the first page comes again": {func(n int, a asked) (int, string) {
			switch {
			case a.PageData.Page == 5:
				a.PageData.Page = 1
			case a.PageData.Page > 5:
				a.PageData.Page--
			}
			return stating(all, 1000, 0)(n, a)
		}, all},
		"a font is listed twice on its page": {stating(append(slices.Clone(all[:950]),
			append([]string{"f900"}, all[950:]...)...), 1001, 11), all},
	} {
		for way, walkOptions := range ways() {
			t.Run(name+" "+way, func(t *testing.T) {
				t.Parallel()
				catalogue, _ := client(t, c.answer, fonts.WithFirstPage(1))
				if got := ids(t, catalogue.All(t.Context(), nil, walkOptions...)); !slices.Equal(got, c.want) {
					t.Errorf("%d fonts, want %d", len(got), len(c.want))
				}
			})
		}
	}
}

func TestWalkOverTotalsThatLieEndsWithFewRequests(t *testing.T) {
	t.Parallel()
	all := names(manyFonts)
	for name, c := range map[string]struct {
		answer func(int, asked) (int, string)
		most   int // requests
	}{
		"the same page, total":            {fixed(200, page(all[:100], totals(1e12, 0))), 4},
		"the same font, total":            {fixed(200, page(all[:1], totals(1e12, 0))), 4},
		"the same page, both":             {fixed(200, page(all[:100], totals(1e12, 1e10))), 4},
		"the same page, pageTotal":        {fixed(200, page(all[:100], totals(0, 1e12))), 4},
		"the same page, pageTotal at max": {fixed(200, page(all[:100], totals(0, math.MaxInt64))), 4},
		"the same page, both at max":      {fixed(200, page(all[:100], totals(math.MaxInt64, math.MaxInt64))), 4},
		"an empty page, total":            {fixed(200, page(nil, totals(1e12, 0))), 1001},
		"an empty page, pageTotal":        {fixed(200, page(nil, totals(0, 1e12))), 1001},
		"an empty page, both at max":      {fixed(200, page(nil, totals(math.MaxInt64, math.MaxInt64))), 1001},
		"total at max":                    {stating(all, math.MaxInt64, 0), 1011},
		"pageTotal at max":                {stating(all, 0, math.MaxInt64), 1011},
		"two pages in turn": {func(n int, _ asked) (int, string) {
			return 200, page(all[n%2*100:][:100], totals(1e12, 0))
		}, 1003},
	} {
		for first := range 2 {
			t.Run(fmt.Sprintf("%s/from %d", name, first), func(t *testing.T) {
				t.Parallel()
				for way, walkOptions := range ways() {
					catalogue, server := client(t, c.answer, fonts.WithFirstPage(first))
					most := c.most + 16 // some may be under way
					_, err := walked(catalogue.All(t.Context(), nil, walkOptions...))
					if n := len(server.pages()); !errors.Is(err, fonts.ErrIncomplete) || n > most {
						t.Errorf("%s: walk ends with error %v after %d requests, want ErrIncomplete after at most %d", way, err, n, most)
					}
					for _, a := range server.asked {
						if a.PageData.Page < 0 {
							t.Fatalf("page %d was asked for, want at least 0", a.PageData.Page)
						}
					}
				}
			})
		}
	}
}

func TestPagesBeyondTheEndOfTheTotalsAreNotAskedFor(t *testing.T) {
	t.Parallel()
	all := names(900)
	for first := range 2 {
		for skip := range 3 {
			for members, last := range map[string]int{
				totals(901, 0): 9, totals(1000, 0): 9, totals(1001, 0): 9, totals(1100, 0): 9, totals(0, 12): 9,
				totals(1101, 11): 9, totals(1000, 12): 9,
			} {
				catalogue, server := client(t, func(_ int, a asked) (int, string) { return 200, page(cut(all, first, a), members) },
					fonts.WithFirstPage(first))
				_, err := walked(catalogue.All(t.Context(), &fonts.ListOptions{Page: new(first + skip)}))
				switch {
				case !errors.Is(err, fonts.ErrIncomplete):
					t.Errorf("first page %d, %d pages left out, totals %s: walk ends with error %v, want ErrIncomplete", first, skip,
						members, err)
				case slices.Max(server.pages()) != first+last:
					t.Errorf("first page %d, %d pages left out, totals %s: pages %v, want %d as the last", first, skip, members,
						server.pages(), first+last)
				}
			}
		}
	}
}

func TestListThatBeginsAnewIsNotReadForever(t *testing.T) {
	t.Parallel()
	all := names(25_000) // more than a walk remembers
	catalogue, server := client(t, func(_ int, a asked) (int, string) {
		start := (a.PageData.Page - 1) * a.PageData.Size % len(all)
		return 200, page(all[start:start+a.PageData.Size], `,"total":1000000000000`)
	}, fonts.WithFirstPage(1))
	n := 0
	var last error
	for _, err := range catalogue.All(t.Context(), &fonts.ListOptions{Size: 500}) {
		if last = err; err == nil {
			n++
		}
		if n > 2*len(all) {
			t.Fatalf("walk over a list that begins anew yields %d fonts, want at most %d", n, 2*len(all))
		}
	}
	short(t, "the walk", last, "25000 of 1000000000000 fonts")
	equal(t, "fonts and requests", []int{n, len(server.pages())}, []int{len(all), 51})
}

func TestResumedWalkKnowsWhatWasMissedBefore(t *testing.T) {
	t.Parallel()
	all := names(manyFonts)
	options := &fonts.ListOptions{Size: manySize}
	for _, stop := range []int{150, 250, 899, 900} {
		open := func() *fonts.Client {
			c, _ := client(t, hole(stating(all, 1000, 10), totals(1000, 10), 10))
			return c
		}
		var cursor fonts.Cursor
		n := 0
		for _, err := range open().All(t.Context(), options, fonts.Resume(&cursor)) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == stop {
				break
			}
		}
		equal(t, "count", cursor.Count, stop)
		for range 2 { // also after the error
			_, err := walked(open().All(t.Context(), options, fonts.Resume(&cursor)))
			short(t, fmt.Sprintf("stopped after %d", stop), err, "900 of 1000 fonts")
			if cursor.Done {
				t.Errorf("walk stopped after %d fonts: cursor %+v, want it not Done", stop, cursor)
			}
		}
	}
}

func TestWalkFromTheMiddleKnowsWhatItMisses(t *testing.T) {
	t.Parallel()
	all := names(manyFonts)
	for first := range 2 {
		for _, stated := range []string{totals(1000, 10), totals(1000, 0), totals(0, 10)} {
			for _, known := range []bool{false, true} {
				answer := func(_ int, a asked) (int, string) {
					if a.PageData.Page == first+6 {
						return 200, page(nil, stated)
					}
					return 200, page(cut(all, first, a), stated)
				}
				var told []fonts.Option
				if known {
					told = append(told, fonts.WithFirstPage(first))
				}
				catalogue, server := client(t, answer, told...)
				options := &fonts.ListOptions{Page: new(first + 3)}
				got, err := walked(catalogue.All(t.Context(), options))
				want := "600 of 1000 fonts"
				if !strings.Contains(stated, `"total"`) {
					want = "6 of 10 pages"
				}
				short(t, fmt.Sprintf("from %d, known %t, %s", first, known, stated), err, want)
				if !slices.Equal(got, all[300:600]) {
					t.Errorf("walked: %d fonts: %q, want %q", len(got), got, all[300:600])
				}
				if n := len(server.pages()); n > 12 {
					t.Errorf("%d requests for the pages %v, want at most 12", n, server.pages())
				}
			}
		}
	}
}

func TestWalkFromPastTheEndYieldsNothing(t *testing.T) {
	t.Parallel()
	for _, first := range []int{0, 1} {
		for _, stated := range []string{totals(1, 1), totals(1, 0), totals(0, 1), ""} {
			catalogue, server := client(t, func(_ int, a asked) (int, string) {
				return 200, page(cut(names(1), first, a), stated)
			})
			if got, err := walked(catalogue.All(t.Context(), &fonts.ListOptions{Page: new(first + 1)})); len(got) > 0 ||
				err != nil {
				t.Errorf("first page %d, totals %s: walk yields %v, error %v, want nothing and nil; pages %v", first, stated, got,
					err, server.pages())
			}
			if first == 1 && !strings.Contains(stated, `"total"`) { // nothing says that there is more
				equal(t, "pages with "+stated, server.pages(), []int{1, 0, 2})
			}
		}
	}
	all := names(manyFonts)
	for _, stated := range []string{totals(1000, 10), totals(1000, 0), totals(0, 10), ""} {
		for _, start := range []int{11, 50, math.MaxInt32, math.MaxInt} {
			catalogue, server := client(t, func(_ int, a asked) (int, string) {
				if a.PageData.Page > 10 {
					return 200, page(nil, stated)
				}
				return 200, page(cut(all, 1, a), stated)
			})
			var cursor fonts.Cursor
			got, err := walked(catalogue.All(t.Context(), &fonts.ListOptions{Page: &start}, fonts.Resume(&cursor),
				fonts.Prefetch(2)))
			switch {
			case len(got) > 0:
				t.Errorf("walk from page %d, totals %s: %d fonts, want none; pages %v", start, stated, len(got), server.pages())
			case err != nil:
				t.Errorf("walk from page %d, totals %s: error %v, want nil; pages %v", start, stated, err, server.pages())
			case !cursor.Done:
				t.Errorf("walk from page %d, totals %s: cursor %+v, want Done", start, stated, cursor)
			case len(server.pages()) > 6:
				t.Errorf("walk from page %d, totals %s: pages %v, want at most 6", start, stated, server.pages())
			}
			for _, a := range server.asked {
				if a.PageData.Page < 0 {
					t.Fatalf("page %d was asked for, want at least 0", a.PageData.Page)
				}
			}
		}
	}
}

func TestWalkEndsAtTheHighestPageNumber(t *testing.T) {
	t.Parallel()
	for _, prefetch := range []int{0, 64} {
		catalogue, server := client(t, func(_ int, a asked) (int, string) {
			return 200, page([]string{fmt.Sprint(a.PageData.Page)}, "")
		})
		n := 0
		for _, err := range catalogue.All(t.Context(), &fonts.ListOptions{Page: new(math.MaxInt - 1)},
			fonts.Prefetch(prefetch)) {
			if n++; err != nil || n > 100 {
				t.Fatalf("font %d: error %v, want nil and at most 100 fonts", n, err)
			}
		}
		for _, number := range server.pages() {
			if number < 0 {
				t.Fatalf("page %d was asked for, want at least 0", number)
			}
		}
	}
}

func TestCursorWithACountThatCannotBeIsResumed(t *testing.T) {
	t.Parallel()
	all := names(manyFonts)
	catalogue, _ := client(t, stating(all, 1000, 10), fonts.WithFirstPage(1))
	cursor := fonts.Cursor{Page: 4, Size: manySize, Count: math.MaxInt}
	switch got := ids(t, catalogue.All(t.Context(), nil, fonts.Resume(&cursor))); {
	case len(got) != 700:
		t.Errorf("walk resumed at %+v yields %d fonts, want 700", cursor, len(got))
	case !cursor.Done:
		t.Errorf("cursor after the walk %+v, want Done", cursor)
	case cursor.Count < 0:
		t.Errorf("cursor after the walk %+v, want a Count of at least 0", cursor)
	}
}

func TestWalkFromPageZeroOfAServerThatTakesItForOne(t *testing.T) {
	t.Parallel()
	all := names(7)
	for _, stated := range []string{totals(7, 3), totals(7, 0), totals(0, 3), ""} {
		catalogue, _ := client(t, func(_ int, a asked) (int, string) {
			a.PageData.Page = max(a.PageData.Page, 1)
			return 200, page(cut(all, 1, a), stated)
		})
		equal(t, stated, ids(t, catalogue.All(t.Context(), &fonts.ListOptions{Page: new(0), Size: 3})), all)
	}
}

func TestEmptyListWithAPageIsComplete(t *testing.T) {
	t.Parallel()
	for _, stated := range []string{`,"total":0,"pageTotal":1`, `,"pageTotal":1`, `,"total":0,"pageTotal":0`, `,"total":0`,
		""} {
		catalogue, _ := client(t, fixed(200, page(nil, stated)))
		list, err := walked(catalogue.All(t.Context(), nil))
		if err != nil || len(list) > 0 {
			t.Errorf("%s: walked: error %v, length of list %d, want nil and at most 0", stated, err, len(list))
		}
	}
}

func TestCountOfAnIncompleteWalkIsZero(t *testing.T) {
	t.Parallel()
	catalogue, _ := client(t, hole(stating(names(manyFonts), 0, 10), totals(0, 10), 3), fonts.WithFirstPage(1))
	n, err := catalogue.Count(t.Context(), nil)
	short(t, "Count", err, "2 of 10 pages")
	equal(t, "count", n, 0)
}
