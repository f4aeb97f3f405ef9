// Package facts has a table of facts about some routes of WordPress, and of the plugins
// that this module has packages for. The facts hold for every request to such a route: of
// a collection of this module, of a collection that a caller makes on the same route, of
// cms.Do and of an item of a batch.
package facts

import "strings"

// Facts describe how a route and the routes below it differ from ordinary routes. The zero
// Facts describe an ordinary route.
type Facts struct {
	// Shapes are the routes below this one that have other arguments than numbers. The
	// first shape that fits counts for a GET, and all shapes that fit for other methods.
	Shapes []Shape
	// DeleteNeeds is the argument that the DELETE of a record must have.
	DeleteNeeds string
	// Undescribed are the arguments of a POST to the route that a site takes, but does not
	// describe.
	Undescribed []string
	// FieldNeeds maps the name of a field to a second field. The site sends the first
	// field empty unless it is asked for the second one, too.
	FieldNeeds map[string]string
	// TermLists are the fields that hold ids of terms. Their order means nothing.
	TermLists []string
	// Proof is the filter that a site may drop without an error.
	Proof Proof
	// Orders are the orders of its list that a site keeps from page to page.
	Orders Orders
	// StatusInherited means that the records have the status of another record. A list
	// rejects the status "any".
	StatusInherited bool
	// AutosaveNamesParent means that the body of a new autosave has the id of its record as
	// the field parent. For other records, parent is the record above.
	AutosaveNamesParent bool
	// Slashes means that the name of a record has two slashes in its middle, even if the
	// route continues after the name.
	Slashes bool
	// DeletedCode is the error code of a DELETE whose record is already deleted. Other
	// routes respond with 404.
	DeletedCode string
	// GetWrites means that a GET of the route, or of a route below it, changes the site.
	GetWrites bool
	// PostReads are the routes below this one whose POST changes nothing.
	PostReads []Shape
	// Contexts are the fields that tell the context of a record, where its texts do not.
	Contexts Contexts
}

// Contexts names fields of a record by the contexts that show them.
type Contexts struct {
	Always []string // in "view" and "edit"
	Edit   []string // only in "edit"
}

// Proof tells how a list shows that a filter was applied.
type Proof struct {
	Filter string // the argument that filters
	Field  string // the field of a record that holds one of the values
	Kinds  string // a second argument: Field may begin with one of its values and a slash
}

// Orders names the stable orders of a list.
type Orders int

// The values of Orders.
const (
	OrdersOfContent Orders = iota // orders of posts, terms and the like
	OrdersOfUsers
	AllOrders // the site adds the id to each order, or sorts the list without a database
	NoOrder   // the list cannot be ordered
)

// Shape is the rest of a route, after the route that the Facts are for.
type Shape []Segment

// Segment is a segment of a [Shape]. With neither Word nor Name it is any segment.
type Segment struct {
	Word     string // fixed text, compared without case
	Name     string // name of the argument whose value is here
	Several  bool   // the value has one segment or more
	Optional bool   // the value may be absent
}

// Of returns the facts about a route with the prefix of the specification, and the rest
// of the route: "" or "/5/revisions". It compares the first three segments. Case does not
// count.
func Of(route string) (f *Facts, below string) {
	end := 0
	for range 3 {
		n := strings.IndexByte(route[end:], '/')
		if n < 0 {
			end = len(route) + 1
			break
		}
		end += n + 1
	}
	base := route[:end-1]
	f = table[strings.ToLower(base)]
	if f == nil {
		f = ordinary
	}
	return f, route[len(base):]
}

// Holds reports whether a route may hold the argument name in one of the shapes or as a
// number, or whether a DELETE may need it.
func Holds(name string) bool { return held[name] }
