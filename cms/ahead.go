package cms

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"net/http"

	"github.com/fontcms/fontcms-go/internal/paging"
)

// Prefetch fetches up to n pages of a walk, 64 at most, ahead of the one that is being
// consumed. The order stays. Two to four suit a small site, more can make it
// slower; [PrefetchAdaptive] finds out. The default is 0: a page is fetched when it is needed.
func Prefetch(n int) WalkOption {
	return walkOption(func(s *settings) {
		if n < 0 || n > 64 {
			s.fail("prefetch", "%d is not between 0 and 64", n)
		}
		s.ahead, s.adapt = n, false
	})
}

// PrefetchAdaptive is [Prefetch] with a number that the walk finds out: it begins
// with two pages, fetches more at once as long as that makes them come faster, up
// to eight, and fewer when the site becomes slow or a page had to be asked for
// again. The order stays.
func PrefetchAdaptive() WalkOption {
	return walkOption(func(s *settings) { s.ahead, s.adapt = 8, true })
}

// MaxEmptyPages sets after how many empty pages in a row a walk ends with
// [ErrEmptyPages], if the totals of the site say that there is more. The default
// is 1,000. Sites count records that the caller may not read and leave them out, so a
// user with few rights may need a larger n. With [Exact], a window of ids without
// records counts as an empty page.
func MaxEmptyPages(n int) WalkOption {
	return walkOption(func(s *settings) {
		if n < 1 {
			s.fail("empty_pages", "%d is not 1 or more", n)
		}
		s.maxEmpty = n
	})
}

// emptyPages is how many empty pages in a row end a walk.
func (s *settings) emptyPages() int { return cmp.Or(s.maxEmpty, 1000) }

// tooEmpty is the error of a walk that met that many pages without records.
func (c *Collection[T, P, L]) tooEmpty(verb string, n int) *Error {
	e := c.fails(verb, http.MethodGet, because(ErrEmptyPages, fmt.Errorf("%d brought nothing, and the totals say that there is more", n)))
	e.Hint = "if records that the user may not read are between those that he may, raise MaxEmptyPages"
	return e
}

// inOrder walks pages, as many of them ahead as settings say.
func inOrder[T any](ctx context.Context, s *settings, first int, fetch func(context.Context, int) (*ListPage[T], error), inspect func(int, *ListPage[T]) (paging.Step, error)) iter.Seq2[*ListPage[T], error] {
	return paging.Walk(ctx, paging.Source[*ListPage[T]]{
		First: first, Ahead: s.ahead, Adapt: s.adapt, Fetch: fetch, Inspect: inspect,
		Strained: func(page *ListPage[T], _ error) bool { return page != nil && page.Response.Attempts > 1 },
	})
}
