package fonts_test

import (
	"errors"
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
		if !errors.Is(last, fonts.ErrTotalsVanished) || cursor.Done {
			t.Errorf("stopped after %d: %v, %+v", stop, last, cursor)
		}
	}
}
