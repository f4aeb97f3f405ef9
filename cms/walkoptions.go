package cms

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/walk"
	"github.com/fontcms/fontcms-go/internal/paging"
	"github.com/fontcms/fontcms-go/internal/relay"
)

// PanicError is the value of a panic that happened in another goroutine, and that is
// repeated in the goroutine of the caller. Four kinds of calls start goroutines that
// run functions of the caller: a walk with [Prefetch] runs middleware, an upload reads
// its content, comments.Each runs its verb, and a response of more than 1 MiB is decoded,
// perhaps by an UnmarshalJSON. Value is the value of the first panic;
// errors.Is and errors.As look into it if it is an error. Stack is where it happened.
// A panic in the goroutine of the caller arrives as it is.
type PanicError = relay.PanicError

// Prefetch fetches up to n pages of a walk, 64 at most, ahead of the one that is being
// consumed. The order stays. Two to four suit a small site, more can make it
// slower; [PrefetchAdaptive] finds out. The default is 0: a page is fetched when it is needed.
func Prefetch(n int) WalkOption {
	return walkOption(func(s *callSettings) {
		if n < 0 || n > 64 {
			s.fail("prefetch", "%d is not between 0 and 64", n)
		}
		s.ahead, s.adapt = n, false
	})
}

// PrefetchAdaptive is [Prefetch] with a number that the walk finds out. It fetches four
// pages at once, two of a short list, and doubles the number while pages come faster, up
// to 16. It halves the number when a request is retried or pages come half as fast. After
// a 429 it tries a larger number only when 20 times the wait has passed. At most 16 pages
// are held in memory. The order stays.
func PrefetchAdaptive() WalkOption {
	return walkOption(func(s *callSettings) { s.ahead, s.adapt = paging.Most, true })
}

// MaxEmptyPages sets after how many empty pages in a row a walk ends with
// [ErrEmptyPages], if the totals of the site say that there is more. The default
// is 1,000. Sites count records that the caller may not read and leave them out, so a
// user with few rights may need a larger n. With [Exact], a window of ids without
// records counts as an empty page.
func MaxEmptyPages(n int) WalkOption {
	return walkOption(func(s *callSettings) {
		if n < 1 {
			s.fail("empty_pages", "%d is not 1 or more", n)
		}
		s.maxEmpty = n
	})
}

// Resume stores in cursor the position after the current record (or page). It is set
// before each yield. A cursor that was kept, in memory or as JSON, starts a later walk
// there. A zero cursor starts at the beginning.
//
// Resume with the list options of the walk before. Another size of a page is refused, but
// other filters are not noticed: the walk may then end at once, with Done set.
// Records created or deleted in between shift positions, and sticky posts put first by
// IgnoreSticky come again in their place.
func Resume(cursor *Cursor) WalkOption {
	return walkOption(func(s *callSettings) {
		if cursor == nil {
			s.fail("cursor", "it is nil")
		}
		s.cursor = cursor
	})
}

// Exact makes a walk yield each record that matched and was readable throughout
// it exactly once, in the order of ids, whatever others create, delete, trash or
// publish meanwhile; a plain walk counts positions, and misses what moves past
// it. Records that come or go during the walk are yielded once or not at all.
//
// If the last matching record goes during the walk, the walk may end with
// [ErrTotalsVanished] after it has yielded all, since a site with a broken database looks
// the same. A loop that empties its own list collects the ids first.
//
// It reads pages of the list ordered by id, which overlap by one record, and
// between them the ids that a page leaves open. That takes a request for every
// PerPage-1 records, as a plain walk nearly does, and one more for each page
// behind which ids are open and for each PerPage ids there: no more than
// 2n/(PerPage-1) + m/PerPage + 4, where n is the most records that matched and
// m is the highest id at the beginning, whatever happens meanwhile. [Prefetch]
// and [Resume] go with it; a cursor goes with the kind of walk that kept it.
//
// OrderBy, Order, Offset, Page, Sticky false and IgnoreSticky false are refused.
// A site that states no totals or does not order by id is [ErrExactUnsupported];
// so are snippets. Where the newest PerPage records and more are hidden from the
// caller, the highest readable id is looked for page by page at the beginning and
// at the end. A newer visible record can be missed only if it moves during both.
func Exact() WalkOption {
	return walkOption(func(s *callSettings) { s.exact = true })
}

// WalkOrders says in which orders a list can be walked page by page. The zero value
// allows all. See [Collection.WithWalkOrders].
type WalkOrders struct {
	// Default is the argument orderby that the site assumes if a list has none: "name".
	Default string
	// Unstable returns the orders in which the site orders equal records anew for each
	// page, for a list with these arguments.
	Unstable func(arguments url.Values) []string
	// NotByID means that the site cannot order the list by id. Walks with [Exact] are
	// then refused with [ErrExactUnsupported], before anything is sent.
	NotByID bool
}

// contentOrders are those of posts and of all other types of records. A site reads the
// records of one status by an index of dates that ends with the id. It reads those of
// several statuses, and those of an author, without that index, and orders them itself.
func contentOrders() WalkOrders {
	return WalkOrders{Default: string(ByDate), Unstable: func(arguments url.Values) []string {
		unstable := []string{string(ByAuthor), string(ByMenuOrder), string(ByModified), string(ByParent)}
		statuses := walk.Values(arguments, "status")
		if len(statuses) > 1 || slices.Contains(statuses, string(StatusAny)) || len(walk.Values(arguments, "author")) > 0 {
			unstable = append(unstable, string(ByDate))
		}
		return unstable
	}}
}

// menuItemOrders are those of menu items. A filter by menus keeps them in a fixed order.
func menuItemOrders() WalkOrders {
	content := contentOrders()
	return WalkOrders{Default: string(ByMenuOrder), Unstable: func(arguments url.Values) []string {
		unstable := content.Unstable(arguments)
		if arguments.Has("menus[]") || arguments.Has("menus[terms][]") {
			unstable = slices.DeleteFunc(unstable, func(order string) bool { return order == string(ByMenuOrder) })
		}
		return unstable
	}}
}

// byID refuses an exact walk of a list without an order by id.
func (o WalkOrders) byID() error {
	if !o.NotByID {
		return nil
	}
	return &ArgumentError{Argument: "exact", Reason: "the site cannot order this list by id", Err: ErrExactUnsupported}
}

// settle refuses an order that loses records, and chooses one where the walk has none.
func (o WalkOrders) settle(query url.Values) error {
	if o.Unstable == nil {
		return nil
	}
	order := query.Get("orderby")
	unstable := o.Unstable(query)
	switch {
	case order == "" && slices.Contains(unstable, o.Default):
		query.Set("orderby", "id")
	case slices.Contains(unstable, order):
		return &ArgumentError{Argument: "orderby", Err: ErrUnstableOrder, Reason: fmt.Sprintf(
			"%v: records that are equal in %q come in another order on each page, and so may those of %s; order by id, or use Exact",
			ErrUnstableOrder, order, strings.Join(unstable, ", "))}
	}
	return nil
}
