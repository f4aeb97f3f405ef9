// Package stored serves the routes that a description has and no plane: what is sent to them is stored, listed and
// given back in the contexts of the schema. They do nothing else.
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

// Header is in every response of such a route.
const Header = "X-Cmstest-Stored-Only"

// Plane is what a site stores of records that no other plane has.
type Plane struct {
	*content.Site
	*State
	Stock *stock.Site
	// Places are what the routes of the description are about: see [Places].
	Places func() []*place
	// Report is told of each such response, unless it is nil.
	Report func(method, route string)
}

// place is what a route is about: a list, a record of one, or a document.
type place struct {
	description *rest.Description
	home        *regexp.Regexp // the path of the list, or of the document
	key         string         // the member by which a path names a record; "" on other routes
	list        bool
}

// State is what a site stores of such records, by the path of their list, and its documents by their paths.
type State struct {
	lists     map[string][]entry
	documents map[string]php.Object
	next      int64
}

// entry is a record with its number, by which a test knows it. It is replaced, never changed.
type entry struct {
	number int64
	record php.Object
}

// NewState is the state of a new site.
func NewState() State { return State{map[string][]entry{}, map[string]php.Object{}, 1} }

// Clone shares nothing with st that may change.
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

// find is the place of a record in a list, below zero if there is none.
func (st *State) find(home, key, value string) int {
	return slices.IndexFunc(st.lists[home], func(e entry) bool { return fmt.Sprint(e.record.Get(key)) == value })
}

// put stores a record in the place of another one, or at the end.
func (st *State) put(home string, at int, e entry) {
	list := slices.Clone(st.lists[home])
	if at < 0 {
		list = append(list, e)
	} else {
		list[at] = e
	}
	st.lists[home] = list
}

// take is a number for a record: that of its id if it has one that is a number.
func (s Plane) take(id any) (number int64) {
	if n, ok := id.(int64); ok {
		s.NextItem = max(s.NextItem, n+1)
		return n
	}
	s.next++
	return s.next - 1
}

func properties(schema php.Object) []rest.Param { return rest.AllDescribed(schema.Child("properties")) }

// complete is a record with all that its schema has. Texts that are shown as HTML are shown as they were written.
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

// misfit says why a record cannot have the value, nil if it can. What is in an object is not checked: a request may
// leave out members that the schema requires. What has a raw member may also be written as a text.
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
