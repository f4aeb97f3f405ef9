package cms

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"net/http"
	"net/url"
	"strconv"

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

// Resume keeps cursor at the position behind the record (or page) that the walk
// yields, set before it is yielded. A cursor that was kept, in memory or as
// JSON, starts a later walk with the same options there; a zero one starts at
// the beginning. Records created or deleted in between shift positions, and sticky
// posts put first by IgnoreSticky come again in their place.
func Resume(cursor *Cursor) WalkOption {
	return walkOption(func(s *settings) {
		if cursor == nil {
			s.fail("cursor", "it is nil")
		}
		s.cursor = cursor
	})
}

// Cursor is a position in a walk: see [Resume]. The zero value is its beginning.
type Cursor struct {
	// Page is the page, or with an offset the window, that the walk is in, from 1.
	Page int `json:"page"`
	// Index is how many records of that page were yielded.
	Index int `json:"index"`
	// PerPage is the size of its pages. A walk with another size refuses the cursor.
	PerPage int `json:"per_page"`
	// Exact says that the walk is one with [Exact]. All up to LastID was yielded,
	// all up to HighestID will be, 0 as long as that is unknown, and Index is 0.
	Exact     bool  `json:"exact,omitzero"`
	LastID    int64 `json:"last_id,omitzero"`
	HighestID int64 `json:"highest_id,omitzero"`
	// Done says that the walk reached its end.
	Done bool `json:"done"`
}

// possible reports that a walk may have kept the cursor. Offsets are counted
// from its page: one that is too large would begin the list anew, or before it.
func (c *Cursor) possible() bool {
	return c.Page >= 0 && c.Page <= math.MaxInt32 && c.Index >= 0 && c.LastID >= 0 && c.HighestID >= 0
}

// start is the position that the walk begins at.
func (s *settings) start(query url.Values) Cursor {
	perPage, _ := strconv.Atoi(query.Get("per_page"))
	first, _ := strconv.Atoi(query.Get("page"))
	position := Cursor{Page: max(first, 1), PerPage: perPage}
	if query.Has("offset") {
		position.Page = 1
	}
	if s.cursor != nil && s.cursor.Page > 0 {
		position.Page, position.Index = s.cursor.Page, s.cursor.Index
	}
	return position
}

// at keeps the cursor of the caller.
func (s *settings) at(position Cursor) {
	if s.cursor != nil {
		*s.cursor = position
	}
}

// inOrder walks pages, as many of them ahead as settings say.
func inOrder[T any](ctx context.Context, s *settings, first int, fetch func(context.Context, int) (*ListPage[T], error), inspect func(int, *ListPage[T]) (paging.Step, error)) iter.Seq2[*ListPage[T], error] {
	return paging.Walk(ctx, paging.Source[*ListPage[T]]{
		First: first, Ahead: s.ahead, Adapt: s.adapt, Fetch: fetch, Inspect: inspect,
		Strained: func(page *ListPage[T], _ error) bool { return page != nil && page.Response.Attempts > 1 },
	})
}
