package fonts_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

func TestResumedWalkIsNotOverWhereTheTotalHasVanished(t *testing.T) {
	t.Parallel()
	gone := false
	c, _ := client(t, func(_ int, a asked) (int, string) {
		if gone {
			return 200, page(nil, `,"pageTotal":0,"total":0`)
		}
		return 200, page(names(8)[2*a.PageData.Page-2:2*a.PageData.Page], `,"pageTotal":4,"total":8`)
	}, fonts.WithFirstPage(1))
	for _, stop := range []int{1, 2, 5} {
		var cursor fonts.Cursor
		gone = false
		n := 0
		for _, err := range c.All(t.Context(), &fonts.ListOptions{Size: 2}, fonts.Resume(&cursor)) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == stop {
				break
			}
		}
		gone = true
		var last error
		for _, err := range c.All(t.Context(), &fonts.ListOptions{Size: 2}, fonts.Resume(&cursor)) {
			last = err
		}
		switch {
		case !errors.Is(last, fonts.ErrTotalsVanished):
			t.Errorf("walk stopped after %d fonts: last error %v, want ErrTotalsVanished", stop, last)
		case cursor.Done:
			t.Errorf("walk stopped after %d fonts: cursor %+v, want it not Done", stop, cursor)
		}
	}
}

func TestWalkFromTheMiddleFailsWithTheLookAtTheBeginning(t *testing.T) {
	t.Parallel()
	var pages []int
	c, _ := client(t, func(_ int, a asked) (int, string) {
		pages = append(pages, a.PageData.Page)
		switch a.PageData.Page {
		case 3:
			return 200, page(names(2), `,"pageTotal":4,"total":8`)
		case 4, 5, 6:
			return 200, page(nil, `,"pageTotal":0,"total":0`)
		}
		return 404, `{"code":404,"message":"gone","data":null}`
	})
	var last error
	for _, err := range c.All(t.Context(), &fonts.ListOptions{Page: new(3), Size: 2}) {
		last = err
	}
	switch {
	case !errors.Is(last, fonts.ErrNotFound):
		t.Errorf("pages %v: %v, want ErrNotFound", pages, last)
	case !slices.Equal(pages, []int{1, 0}):
		t.Errorf("pages read %v (error %v), want %v", pages, last, []int{1, 0})
	}
}

func TestResumedWalkCountsWhatItsCursorDoesNot(t *testing.T) {
	t.Parallel()
	all := names(8)
	c, _ := client(t, stating(all, 8, 4), fonts.WithFirstPage(1))
	for _, kept := range []fonts.Cursor{{Page: 3, Size: 2}, {Page: 3, Size: 2, Count: 4},
		{Page: 2, Size: 2, Index: 1, Count: 3}} {
		cursor := kept
		got, err := walked(c.All(t.Context(), &fonts.ListOptions{Size: 2}, fonts.Resume(&cursor)))
		switch want := 8 - 2*(kept.Page-1) - kept.Index; {
		case err != nil:
			t.Errorf("walk resumed at %+v: error %v, want nil", kept, err)
		case len(got) != want:
			t.Errorf("walk resumed at %+v yields %d fonts, want %d", kept, len(got), want)
		case !cursor.Done:
			t.Errorf("walk resumed at %+v: cursor %+v, want Done", kept, cursor)
		case cursor.Count != 8:
			t.Errorf("walk resumed at %+v: cursor %+v, want Count 8", kept, cursor)
		}
	}
}

func TestCaptureOfAWalkIsThatOfThePageBefore(t *testing.T) {
	t.Parallel()
	c, _ := client(t, func(n int, a asked) (int, string) {
		status, body := stating(names(4), 4, 2)(n, a)
		if a.PageData.Page == 2 {
			status = 201
		}
		return status, body
	}, fonts.WithFirstPage(1))
	var seen fonts.Response
	var statuses []int
	for _, err := range c.All(t.Context(), &fonts.ListOptions{Size: 2}, fonts.Capture(&seen)) {
		if err != nil {
			t.Fatal(err)
		}
		statuses = append(statuses, seen.Status)
	}
	equal(t, "statuses", statuses, []int{200, 200, 201, 201})
}
