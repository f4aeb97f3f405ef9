package cms

import (
	"github.com/fontcms/fontcms-go/cms/internal/walk"
	"github.com/fontcms/fontcms-go/internal/paging"
)

// Prefetch fetches up to n pages of a walk ahead, 64 at most. Records stay in order. Two
// to four suit a small site; more can make it slower. [PrefetchAdaptive] adjusts the
// number itself. The default is 0: a page is fetched when it is needed.
func Prefetch(n int) WalkOption {
	return walkOption(func(s *callSettings) {
		if n < 0 || n > 64 {
			s.fail("prefetch", "must be 0 to 64, not %d", n)
		}
		s.Ahead, s.Adapt = n, false
	})
}

// PrefetchAdaptive is [Prefetch] with a number that adjusts itself. It begins with four
// pages, or two if the list is short. It doubles the number, up to 16, as long as that
// makes pages arrive faster. It halves the number when a request is retried or pages
// arrive half as fast. After a wait because of 429, it does not raise the number until
// 20 times that wait has passed. At most 16 pages are held in memory. Records stay in
// order.
func PrefetchAdaptive() WalkOption {
	return walkOption(func(s *callSettings) { s.Ahead, s.Adapt = paging.Most, true })
}

// MaxEmptyPages sets how many empty pages in a row a walk accepts while the totals
// promise more. The next one ends it with [ErrEmptyPages]. The default is 1,000. Sites
// count records that the caller may not read, so a user with few rights may need a
// larger n. With [Exact], a request for a range of ids that returns no records counts
// as an empty page.
func MaxEmptyPages(n int) WalkOption {
	return walkOption(func(s *callSettings) {
		if n < 1 {
			s.fail("empty_pages", "must be 1 or more, not %d", n)
		}
		s.MaxEmpty = n
	})
}

// Resume stores in cursor the position after the current record (or page). It is set
// before each yield. Pass a saved cursor, kept in memory or as JSON, to continue there
// in a later walk. A zero cursor starts at the beginning.
//
// Use the same list options as before. The walk does not notice other filters: it may
// then end at once, with Done set, or with [ErrTotalsVanished], also if all records were
// deleted meanwhile: pass a zero cursor then. Records that are created or deleted in between
// shift positions, so a walk may miss some or yield some twice. With [Exact] it does not.
// With IgnoreSticky set to false, a resumed walk yields the sticky posts a second time,
// at their position.
//
// A walk refuses a cursor that it cannot continue with [ErrCursorUnusable], before the
// first request. Pass a zero cursor then, to begin anew. Such a cursor is
//   - Done: the earlier walk has reached its end, and nothing is left to read
//   - from a walk in another order, also from a version of this module whose walks did
//     not go by id: see [Collection.Pages]
//   - from a walk with another page size, or exact where this one is not
//
// The program examples/howto/resume of the repository keeps the cursor in a file.
func Resume(cursor *Cursor) WalkOption {
	return walkOption(func(s *callSettings) {
		if cursor == nil {
			s.fail("cursor", "must not be nil")
		}
		s.Cursor = (*walk.Cursor)(cursor)
	})
}

// Exact makes a walk safe against concurrent changes. If a record matches and is readable
// during the whole walk, it is yielded exactly once. Records come in the order of ids.
// Records that appear or disappear during the walk are yielded once or not at all. A plain
// walk counts positions, and misses records that move.
//
// [Prefetch] and [Resume] work with Exact. A cursor can only be resumed by the same kind
// of walk. Of an empty list Pages yields no page; a plain walk yields one without records.
//
// Exact refuses the options OrderBy, Order, Offset and Page. It also refuses Sticky and
// IgnoreSticky if they are false. The error is [ErrExactUnsupported] if the site sends no
// totals or does not order by id. The package snippets does not support Exact.
//
// # Cost
//
// Exact reads pages in the order of ids. Each page begins with the last record of the page
// before. Then Exact requests the ids that are missing between the records. That takes at
// most 2n/(PerPage-1) + m/PerPage + 4 requests. n is the largest number of records that
// matched, m the highest id at the beginning. Without gaps it is one request for every
// PerPage-1 records, nearly as for a plain walk. If PerPage or more of the newest records
// are hidden from the caller, Exact searches the highest readable id page by page. It
// does so at the beginning and at the end.
//
// # Limitations
//
// While it searches the highest readable id (see Cost), Exact may stop too low and miss
// records with higher ids. This happens only if the record moves to another page during
// both searches.
//
// If the last matching record disappears during the walk, the walk may end with
// [ErrTotalsVanished] after it has yielded everything. A site with a broken database
// looks the same. If your loop deletes the records, or changes them so that they no longer
// match, collect the ids first. The program examples/howto/exact of the repository shows a loop.
func Exact() WalkOption {
	return walkOption(func(s *callSettings) { s.Exact = true })
}
