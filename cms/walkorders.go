package cms

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/walk"
)

// ErrUnstableOrder means that a walk was asked for an order in which the site loses
// records. The database orders records that are equal in it anew for each page, so that
// some stand on two pages and others on none. Nothing was sent. Order by id, use
// [Exact], or read one page with [Collection.List].
var ErrUnstableOrder = errors.New("the site loses records between pages in this order")

// WalkOrders says in which orders a list can be walked page by page. The zero value
// allows all. See [Collection.WithWalkOrders].
type WalkOrders struct {
	// Default is the argument orderby that the site assumes if a list has none: "name".
	Default string
	// Unstable returns the orders in which the site orders equal records anew for each
	// page, for a list with these arguments.
	Unstable func(arguments url.Values) []string
}

// WithWalkOrders returns the collection with other orders of its walks. All and Pages
// refuse an unstable order with [ErrUnstableOrder]. Where the default one is unstable, a
// walk whose options name no order goes by id, in the direction that they name. List is
// not affected.
//
// Without WithWalkOrders the collections of cms/v2 have the orders of posts: see
// [Collection.All].
func (c *Collection[T, P, L]) WithWalkOrders(orders WalkOrders) *Collection[T, P, L] {
	other := *c.resource
	other.orders = orders
	return &Collection[T, P, L]{&other}
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
