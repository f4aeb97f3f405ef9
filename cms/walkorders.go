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

// stableOrder reports whether a site keeps an order from page to page, for a list with
// these arguments: see [Collection.WithWalkOrders]. nil means that it keeps all orders.
type stableOrder func(order string, arguments url.Values) bool

// ordersOf returns the orders of a list of the content system. below is the rest of its
// route. For revisions the site adds the id to each order. Autosaves do not come from a
// query of the database.
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

// contentOrder reports the stable orders of posts, terms and the like. No two records have
// the same id. No index guarantees the order of slugs and titles, but every site keeps it.
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

// datesStable reports whether the database reads a list by date from the index of type,
// status, date and id. With any other condition it may sort the records itself.
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

// userOrder reports the stable orders of users.
func userOrder(order string, arguments url.Values) bool {
	switch order {
	case "email":
		return true
	case "name", "url":
		return !arguments.Has("roles[]") && !arguments.Has("capabilities[]") && !arguments.Has("who")
	}
	return order != string(ByDate) && contentOrder(order, arguments)
}

// noOrder is for a list that cannot be ordered.
func noOrder(string, url.Values) bool { return false }

// byID refuses an exact walk of a list that the site cannot order by id.
func (c *resource) byID(arguments url.Values) error {
	if c.stable == nil || c.stable(string(ByID), arguments) {
		return nil
	}
	return &ArgumentError{Argument: "exact", Reason: "the site cannot order this list by id", Err: ErrExactUnsupported}
}

// settle refuses an order in which a walk loses records. If the options name no order and
// the site does not keep its default order, the walk goes by id; settle then returns
// true.
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
