package fonts_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

// TestWalkFromTheMiddleFailsIfTheFirstPageCannotBeRead has walks that need the first
// page to know what lies before them.
func TestWalkFromTheMiddleFailsIfTheFirstPageCannotBeRead(t *testing.T) {
	t.Parallel()
	all := names(manyFonts)
	for name, answer := range map[string]func(int, asked) (int, string){
		"no totals":                       stating(all, 0, 0),
		"an empty page within the total":  hole(stating(all, manyFonts, 0), totals(manyFonts, 0), 6),
		"an empty page within the pages":  hole(stating(all, 0, manyFonts/manySize), totals(0, manyFonts/manySize), 6),
		"a full page that ends the total": stating(all, manyFonts, 0),
		"a page that is refused": func(n int, a asked) (int, string) {
			if a.PageData.Page == 6 {
				return 404, `{"code":404,"message":"no such page","data":null}`
			}
			return stating(all, manyFonts, 0)(n, a)
		},
		"a total that falls to zero": hole(stating(all, manyFonts, 0), `,"total":0`, 6),
		"a page that repeats an early one": func(n int, a asked) (int, string) {
			a.PageData.Page = min(a.PageData.Page, 4)
			return stating(all, manyFonts, 0)(n, a)
		},
	} {
		for _, cursor := range []*fonts.Cursor{nil, {Page: 3, Size: manySize}} {
			for _, told := range [][]fonts.Option{nil, {fonts.WithFirstPage(1)}} {
				t.Run(fmt.Sprintf("%s, cursor %t, told %t", name, cursor != nil, told != nil), func(t *testing.T) {
					t.Parallel()
					catalogue, server := client(t, func(n int, a asked) (int, string) {
						if a.PageData.Page <= 1 {
							return 403, `{"code":403,"message":"not this one","data":null}`
						}
						return answer(n, a)
					}, told...)
					options, resume := &fonts.ListOptions{Page: new(3), Size: manySize}, []fonts.WalkOption(nil)
					if cursor != nil {
						kept := *cursor
						options.Page, resume = nil, []fonts.WalkOption{fonts.Resume(&kept)}
					}
					list, err := walked(catalogue.All(t.Context(), options, resume...))
					if !errors.Is(err, fonts.ErrForbidden) {
						t.Errorf("walk from the middle: %d fonts, error %v, want ErrForbidden; pages %v", len(list), err, server.pages())
					}
				})
			}
		}
	}
}

func TestWalkFromTheMiddleReadsTheFirstPageOnce(t *testing.T) {
	t.Parallel()
	all := names(manyFonts)
	for first := range 2 {
		for _, stated := range []string{totals(manyFonts, manyFonts/manySize), totals(manyFonts, 0),
			totals(0, manyFonts/manySize), ""} {
			for _, told := range [][]fonts.Option{nil, {fonts.WithFirstPage(first)}} {
				catalogue, server := client(t, func(_ int, a asked) (int, string) {
					switch a.PageData.Page - first {
					case 4, 5, 7:
						return 200, page(nil, stated)
					}
					return 200, page(cut(all, first, a), stated)
				}, told...)
				var cursor fonts.Cursor
				_, _ = walked(catalogue.All(t.Context(), &fonts.ListOptions{Page: new(first + 3), Size: manySize},
					fonts.Resume(&cursor)))
				times := map[int]int{}
				for _, number := range server.pages() {
					times[number]++
				}
				for number, n := range times {
					if n > 1 {
						t.Errorf("first page %d, told %t, totals %q: page %d is read %d times, want at most once; pages %v", first,
							told != nil, stated, number, n, server.pages())
					}
				}
			}
		}
	}
}

func TestListThatBeginsAnewIsNotReadFontByFont(t *testing.T) {
	t.Parallel()
	all := names(300)
	catalogue, server := client(t, func(_ int, a asked) (int, string) {
		start := (a.PageData.Page - 1) * a.PageData.Size % len(all)
		return 200, page(all[start:start+a.PageData.Size], `,"total":1000000`)
	}, fonts.WithFirstPage(1))
	_, err := walked(catalogue.All(t.Context(), &fonts.ListOptions{Size: 100}))
	short(t, "the walk", err, "300 of 1000000 fonts")
	for _, a := range server.asked {
		if a.PageData.Size != 100 {
			t.Fatalf("a page of %d is asked for, want 100", a.PageData.Size)
		}
	}
}

// TestWalkFromTheMiddleReadsEveryPromisedPage has a last page beyond the total. Where
// page numbers begin is found out on the way.
func TestWalkFromTheMiddleReadsEveryPromisedPage(t *testing.T) {
	t.Parallel()
	all := names(960)
	for first := range 2 {
		for _, told := range [][]fonts.Option{nil, {fonts.WithFirstPage(first)}} {
			catalogue, server := client(t, func(_ int, a asked) (int, string) {
				switch a.PageData.Page - first {
				case 9:
					return 200, page(all[900:950], totals(950, 11))
				case 10:
					return 200, page(all[950:], totals(950, 11))
				}
				return 200, page(cut(all, first, a), totals(950, 11))
			}, told...)
			var cursor fonts.Cursor
			got, err := walked(catalogue.All(t.Context(), &fonts.ListOptions{Page: new(first + 3), Size: 100},
				fonts.Resume(&cursor)))
			switch {
			case err != nil:
				t.Errorf("first page %d, told %t: walk ends with error %v, want nil; pages %v", first, told != nil, err,
					server.pages())
			case len(got) != 660:
				t.Errorf("first page %d, told %t: walk yields %d fonts, want 660; pages %v", first, told != nil, len(got),
					server.pages())
			case !cursor.Done:
				t.Errorf("first page %d, told %t: cursor %+v, want Done", first, told != nil, cursor)
			}
		}
	}
}
