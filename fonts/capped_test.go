package fonts_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

func TestWalkReadsPastATotalThatEndsWithAPage(t *testing.T) {
	t.Parallel()
	all := names(250)
	for name, c := range map[string]struct {
		answer func(int, asked) (int, string)
		size   int
	}{
		"total":    {stating(all, 200, 0), 100},
		"both":     {stating(all, 200, 2), 100},
		"one page": {stating(all, 100, 1), 100},
		"pages are smaller": {func(_ int, a asked) (int, string) { a.PageData.Size = 50; return stating(all, 200, 4)(0, a) },
			100},
		"refused at the end": {func(n int, a asked) (int, string) {
			if a.PageData.Page > 3 {
				return 404, `{"code":404,"message":"no such page","data":null}`
			}
			return stating(all, 200, 2)(n, a)
		}, 100},
	} {
		for way, walkOptions := range ways() {
			t.Run(name+" "+way, func(t *testing.T) {
				t.Parallel()
				catalogue, _ := client(t, c.answer, fonts.WithFirstPage(1))
				options := &fonts.ListOptions{Size: c.size}
				list, err := walked(catalogue.All(t.Context(), options, walkOptions...))
				switch {
				case err != nil:
					t.Errorf("walked: %d fonts, %v, want nil", len(list), err)
				case len(list) != len(all):
					t.Errorf("walk over %d fonts: %d yielded (error %v), want all", len(all), len(list), err)
				}
				var cursor fonts.Cursor
				for _, err := range catalogue.All(t.Context(), options, append([]fonts.WalkOption{fonts.Resume(&cursor)},
					walkOptions...)...) {
					if err != nil || cursor.Count == 200 {
						break
					}
				}
				rest := ids(t, catalogue.All(t.Context(), options, append([]fonts.WalkOption{fonts.Resume(&cursor)},
					walkOptions...)...))
				switch {
				case !slices.Equal(rest, all[200:]):
					t.Errorf("ids: rest %q, want %q", rest, all[200:])
				case !cursor.Done:
					t.Errorf("walk resumed after %d fonts of the rest: cursor %+v, want Done", len(rest), cursor)
				}
			})
		}
	}
}

func TestOneMorePageIsAskedForOnlyAfterAFullOne(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fonts, size, total, pages int
		want                      []int
	}{
		{250, 100, 250, 3, []int{1, 2, 3}},
		{250, 100, 250, 0, []int{1, 2, 3}},
		{300, 100, 300, 3, []int{1, 2, 3, 4}},
		{300, 100, 300, 0, []int{1, 2, 3, 4}},
		{60, 100, 60, 1, []int{1}},
	} {
		for _, ahead := range []int{0, 8} {
			if ahead > 0 && c.pages == 0 {
				continue // pages past the end are fetched anyway
			}
			catalogue, server := client(t, stating(names(c.fonts), c.total, c.pages), fonts.WithFirstPage(1))
			if got := ids(t, catalogue.All(t.Context(), &fonts.ListOptions{Size: c.size},
				fonts.Prefetch(ahead))); len(got) != c.fonts {
				t.Errorf("ids: %+v: %d fonts, want %d", c, len(got), c.fonts)
			}
			pages := server.pages()
			slices.Sort(pages)
			equal(t, fmt.Sprintf("pages of %+v, %d ahead", c, ahead), pages, c.want)
		}
	}
}

func TestPageAfterAReachedTotalIsTheEndIfItIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		body   string
		want   error // nil if it is the end
	}{
		"empty":                   {200, page(nil, totals(200, 2)), nil},
		"empty, totals at zero":   {200, page(nil, `,"total":0,"pageTotal":0`), nil},
		"refused":                 {404, `{"code":404,"message":"no such page","data":null}`, nil},
		"refused in the envelope": {200, `{"code":400,"message":"no such page","data":null}`, nil},
		"refused by a web page":   {404, "<html>", nil},
		"the server fails on it":  {500, `{"code":500,"message":"SQL","data":null}`, nil},
		"not allowed":             {403, `{"code":403,"message":"no","data":null}`, fonts.ErrForbidden},
		"an outage":               {503, "", fonts.ErrUnavailable},
		"cut short":               {200, `{"code":200,"data":{"dataList":[`, fonts.ErrNotJSON},
	} {
		catalogue, _ := client(t, func(n int, a asked) (int, string) {
			if a.PageData.Page > 2 {
				return c.status, c.body
			}
			return stating(names(200), 200, 2)(n, a)
		}, fonts.WithFirstPage(1))
		got, err := walked(catalogue.All(t.Context(), nil))
		switch {
		case len(got) != 200:
			t.Errorf("%s: walk yields %d fonts (error %v), want 200", name, len(got), err)
		case (err == nil) != (c.want == nil):
			t.Errorf("%s: walk ends with error %v, want %v", name, err, c.want)
		case c.want != nil && !errors.Is(err, c.want):
			t.Errorf("%s: walk ends with error %v, want %v", name, err, c.want)
		}
	}
}
