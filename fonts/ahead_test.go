package fonts_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

// TestPagesAreFetchedAheadInOrder waits, at the first font, for a page behind that of
// the font: a walk that fetches none ahead would wait for ever.
func TestPagesAreFetchedAheadInOrder(t *testing.T) {
	t.Parallel()
	all := names(30)
	for name, option := range map[string]fonts.WalkOption{"a number of pages": fonts.Prefetch(2), "adaptive": fonts.PrefetchAdaptive()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			third := make(chan struct{}, 100)
			c, _ := client(t, func(_ int, a asked) (int, string) {
				if a.PageData.Page == 3 {
					third <- struct{}{}
				}
				return 200, page(cut(all, 1, a), totals(30, 10))
			}, fonts.WithFirstPage(1))
			var got []string
			for font, err := range c.All(t.Context(), &fonts.ListOptions{Size: 3}, option) {
				if err != nil {
					t.Fatal(err)
				}
				if len(got) == 0 {
					<-third
				}
				got = append(got, font.ID)
			}
			equal(t, "ids", got, all)
		})
	}
}
