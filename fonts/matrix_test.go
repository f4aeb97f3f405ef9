package fonts_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

// reading is one way to read what the specification leaves open.
type reading struct {
	name     string
	options  []fontstest.Option
	prefetch int
	count    int
}

// readings is every combination. The size asked for is 3.
func readings() []reading {
	var all []reading
	sizes := map[string][]fontstest.Option{
		"size as asked": nil,
		"size capped":   {fontstest.WithMaxSize(2)},
		"size fixed":    {fontstest.WithFixedSize(4)},
		"all at once":   {fontstest.WithFixedSize(1000)},
	}
	ends := map[string][]fontstest.Option{
		"empty behind the end":  nil,
		"last page repeated":    {fontstest.WithRepeatedLastPage()},
		"repeated, no page":     {fontstest.WithRepeatedLastPage(), fontstest.WithPageNumberMissing()},
		"empty, no page number": {fontstest.WithPageNumberMissing()},
	}
	for first := range 2 {
		for size, sizeOptions := range sizes {
			for end, endOptions := range ends {
				for _, totals := range []fontstest.Totals{fontstest.TotalsNumbers, fontstest.TotalsStrings, fontstest.TotalsZero,
					fontstest.TotalsMissing} {
					for _, prefetch := range []int{0, 3} {
						for _, count := range []int{0, 1, 2, 3, 4, 5, 6, 13} {
							options := slices.Concat([]fontstest.Option{
								fontstest.WithFonts(records(names(count))), fontstest.WithFirstPage(first), fontstest.WithTotals(totals),
							}, sizeOptions, endOptions)
							name := fmt.Sprintf("from %d/%s/%s/totals %s/prefetch %d/%d fonts", first, size, end, totals, prefetch, count)
							all = append(all, reading{name, options, prefetch, count})
						}
					}
				}
			}
		}
	}
	return all
}

func TestWalkYieldsEveryFontOnceOnEveryServer(t *testing.T) {
	t.Parallel()
	for _, r := range readings() {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			handler := fontstest.NewHandler(r.options...)
			options := &fonts.ListOptions{Size: 3}
			c := open(t, handler)
			want := names(r.count)
			equal(t, "all", ids(t, c.All(t.Context(), options, fonts.Prefetch(r.prefetch))), want)
			equal(t, "again, with what was found out", ids(t, c.All(t.Context(), options, fonts.Prefetch(r.prefetch))), want)

			paged := []string{}
			for page, err := range open(t, handler).Pages(t.Context(), options, fonts.Prefetch(r.prefetch)) {
				if err != nil {
					t.Fatal(err)
				}
				if len(page.Fonts) == 0 {
					t.Error("page without fonts, want at least 1")
				}
				for _, font := range page.Fonts {
					paged = append(paged, font.ID)
				}
			}
			equal(t, "pages", paged, want)

			count, err := open(t, handler).Count(t.Context(), options)
			if err != nil || count != r.count {
				t.Errorf("Count(options): %d, error %v, want %d and nil", count, err, r.count)
			}
			first, err := open(t, handler).List(t.Context(), options)
			if err != nil {
				t.Fatal(err)
			}
			if r.count > 0 && (len(first.Fonts) == 0 || first.Fonts[0].ID != want[0]) {
				t.Errorf("fonts of the first page: %+v, want %q first", first.Fonts, want[0])
			}
		})
	}
}

func TestResumedWalkContinuesAfterTheLastFontOnEveryServer(t *testing.T) {
	t.Parallel()
	for _, r := range readings() {
		if r.prefetch == 0 && r.count == 2 || r.count > 6 {
			continue
		}
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			handler := fontstest.NewHandler(r.options...)
			options := &fonts.ListOptions{Size: 3}
			for stop := 1; stop <= r.count; stop++ {
				var cursor fonts.Cursor
				got := []string{}
				for font, err := range open(t, handler).All(t.Context(), options, fonts.Resume(&cursor),
					fonts.Prefetch(r.prefetch)) {
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, font.ID)
					if len(got) == stop {
						break
					}
				}
				got = append(got, ids(t, open(t, handler).All(t.Context(), options, fonts.Resume(&cursor),
					fonts.Prefetch(r.prefetch)))...)
				equal(t, fmt.Sprintf("stopped after %d", stop), got, names(r.count))
				if !cursor.Done {
					t.Errorf("walk resumed after %d fonts: cursor %+v, want Done", stop, cursor)
				}
				for font, err := range open(t, handler).All(t.Context(), options, fonts.Resume(&cursor)) {
					if font != nil || !errors.Is(err, fonts.ErrCursorUnusable) {
						t.Errorf("All after the end: font %v, error %v, want ErrCursorUnusable", font, err)
					}
				}
			}
		})
	}
}
