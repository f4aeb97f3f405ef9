// Package stored serves the routes of the description that no other package serves. It stores and
// lists what is sent, and returns it in the contexts of the schema. The routes have no other
// effect.
package stored

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stock"
)

// Header is a header in all responses of stored routes.
const Header = "X-Cmstest-Stored-Only"

// Plane has the records and documents of stored routes.
type Plane struct {
	*content.Site
	*State
	Stock *stock.Site
	// Places returns the place of each route: see [Places].
	Places func() []*place
	// Seen returns a record of a list as a call sees it.
	Seen func(c *rest.Call, home string, record php.Object) php.Object
	// Links returns further links of a record of a list.
	Links func(home string, record php.Object) php.Object
	// Report is called for each request to a stored route, unless it is nil.
	Report func(method, route string)
}

// place is the list, record or document that a route serves.
type place struct {
	description *rest.Description
	home        *regexp.Regexp // path of the list or of the document
	key         string         // field that identifies a record in a path; "" for lists and documents
	list        bool
}

// State holds the records by the path of their list, and the documents by path.
type State struct {
	lists     map[string][]entry
	documents map[string]php.Object
	next      int64
}

// entry is a record with the id that Insert returned. An update replaces the entry, and never
// changes its record, because snapshots share the record.
type entry struct {
	number int64
	record php.Object
}

// NewState returns the state of a new site.
func NewState() State { return State{map[string][]entry{}, map[string]php.Object{}, 1} }

// Clone returns a copy. It shares only data that never changes.
func (st *State) Clone() State {
	next := NewState()
	next.next = st.next
	for path, list := range st.lists {
		next.lists[path] = slices.Clone(list)
	}
	for path, document := range st.documents {
		next.documents[path] = document
	}
	return next
}

// find returns the index of the record in which the field key has the given value, or -1.
func (st *State) find(home, key, value string) int {
	return slices.IndexFunc(st.lists[home], func(e entry) bool { return fmt.Sprint(e.record.Get(key)) == value })
}

// put replaces the record at an index, or adds a record if the index is negative.
func (st *State) put(home string, at int, e entry) {
	list := slices.Clone(st.lists[home])
	if at < 0 {
		list = append(list, e)
	} else {
		list[at] = e
	}
	st.lists[home] = list
}

// take returns the number of a new record: its id if the id is an integer, otherwise the next
// number.
func (s Plane) take(id any) (number int64) {
	if n, ok := id.(int64); ok {
		s.NextItem = max(s.NextItem, n+1)
		return n
	}
	s.next++
	return s.next - 1
}

func properties(schema php.Object) []rest.Param { return rest.AllDescribed(schema.Child("properties")) }

// complete returns a copy of the record known with the values of given. A field of the schema that
// is in neither of them gets its default. The HTML of a text is the same as the raw text.
func complete(schema php.Object, known, given php.Object) php.Object {
	out := slices.Clone(known)
	for _, p := range properties(schema) {
		value, sent := given.Lookup(p.Name)
		switch {
		case sent && value != nil:
			out = out.With(p.Name, written(&p, value))
		case known.Get(p.Name) == nil:
			out = out.With(p.Name, unset(&p))
		}
	}
	return out
}

func unset(p *rest.Param) any {
	if p.Kind == "object" && p.Def == nil {
		return php.Object{}
	}
	return p.Zero()
}

// misfit returns the problem of a value for a field, or nil. It does not check objects, because a
// request may leave out required members. It does not check fields with a member raw, because they
// may also be a string.
func misfit(p *rest.Param, value any) *rest.Problem {
	if _, object := php.ToObject(value); object && p.Kind == "object" || p.Property("raw") != nil {
		return nil
	}
	return p.Validate(p.Name, value)
}

func written(p *rest.Param, value any) any {
	if p.Property("raw") == nil {
		return p.Convert(value)
	}
	raw := value
	if members, ok := php.ToObject(value); ok && value != "" {
		if raw = members.Get("raw"); raw == nil {
			return members
		}
	}
	return php.Object{{"raw", raw}, {"rendered", raw}}
}
