package cms

import (
	"fmt"
	"net/url"
	"slices"

	"github.com/fontcms/fontcms-go/cms/internal/facts"
	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/cms/internal/walk"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// stableOrder reports whether a site keeps an order from page to page, for a list with these
// arguments: see [Collection.WithWalkOrders]. A nil stableOrder means that the site keeps all
// orders.
type stableOrder func(order string, arguments url.Values) bool

// ordersOf returns which orders of a list of the content system are stable. below is the part
// of the route below the collection, such as "/5/revisions". All orders of revisions and
// autosaves are stable: for revisions the site adds the id to each order, and autosaves do not
// come from a query of the database.
func ordersOf(about *facts.Facts, below string) stableOrder {
	switch {
	case route.IsHistory(below):
		return nil
	case below != "":
		return contentOrder
	}
	switch about.Orders {
	case facts.AllOrders:
		return nil
	case facts.NoOrder:
		return noOrder
	case facts.OrdersOfUsers:
		return userOrder
	}
	return contentOrder
}

// contentOrder reports whether an order of posts, terms or similar records is stable. An order
// by id is stable, because no two records have the same id. For slugs and titles, no index of
// the database guarantees a stable order, but every site keeps it.
func contentOrder(order string, arguments url.Values) bool {
	switch OrderBy(order) {
	case ByID, BySlug, ByTitle:
		return true
	case ByInclude:
		return len(walk.Values(arguments, "include")) > 0
	case ByIncludeSlugs:
		return len(walk.Values(arguments, "slug")) > 0
	case ByDate:
		return datesStable(arguments)
	}
	return false
}

// datesStable reports whether the database reads a list by date from its index of the columns
// type, status, date and id. With any other filter the database may sort the records itself,
// and the order of equal dates may then change.
func datesStable(arguments url.Values) bool {
	for key := range arguments {
		switch name := wire.ServerName(key); name {
		case "context", "page", "per_page", "offset", "order", "orderby", "after", "before", "exclude", "ignore_sticky":
		case "status":
			if status := walk.Values(arguments, name); len(status) > 1 || slices.Contains(status, string(StatusAny)) {
				return false
			}
		default:
			if name[0] != '_' {
				return false
			}
		}
	}
	return true
}

// userOrder reports whether an order of users is stable.
func userOrder(order string, arguments url.Values) bool {
	switch order {
	case "email":
		return true
	case "name", "url":
		return !arguments.Has("roles[]") && !arguments.Has("capabilities[]") && !arguments.Has("who")
	}
	return order != string(ByDate) && contentOrder(order, arguments)
}

// noOrder is the stableOrder of a list whose orders are all unstable.
func noOrder(string, url.Values) bool { return false }

// byID refuses an exact walk of a list that the site cannot order by id.
func (c *resource) byID(arguments url.Values) error {
	if c.stable == nil || c.stable(string(ByID), arguments) {
		return nil
	}
	return &ArgumentError{Argument: "exact", Reason: "the site cannot order this list by id", Err: ErrExactUnsupported}
}

// settle refuses an order in which a walk loses records. If the options name no order, and the
// default order of the site is not stable, settle sets the order to id and returns true. It
// does so only if the order by id is stable.
func (c *resource) settle(query url.Values) (byID bool, err error) {
	order := query.Get("orderby")
	if c.stable == nil || c.stable(order, query) {
		return false, nil
	}
	if order == "" {
		if byID = c.stable(string(ByID), query); byID {
			query.Set("orderby", string(ByID))
		}
		return byID, nil
	}
	reason := fmt.Sprintf("%v: records with the same %q may change places between two pages", ErrUnstableOrder, order)
	if order == string(ByDate) && c.stable(order, url.Values{}) {
		reason += ", unless only one status, after, before and exclude filter the list"
	}
	return false, &ArgumentError{Argument: "orderby", Err: ErrUnstableOrder,
		Reason: reason + "; order by id and sort the result in your program, or read one page with List"}
}

// walkedBy returns a copy of the resource with other orders for its walks.
func (c *resource) walkedBy(stable stableOrder) *resource {
	other := *c
	other.stable = stable
	return &other
}
