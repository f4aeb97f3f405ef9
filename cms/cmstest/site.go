package cmstest

import (
	"maps"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// records is a site as its planes know it: where it is, what time it is there, which kinds of records and terms it
// has, and what it stores of them.
type records struct {
	*store
	api       *rest.API
	clock     site.Clock
	types     []*resource
	described []taxonomy // those of descriptions
}

// store is what a site stores of users, records, terms and settings. Every field that changes belongs into clone.
type store struct {
	users    []*site.User
	items    map[int64]*item
	terms    map[int64]*term
	settings site.Settings
	places   map[string]int64 // the menus of the locations, by their names
	nextUser int64
	nextItem int64
	nextTerm int64
}

// clone shares nothing with st that may change.
func (st *store) clone() store {
	next := *st
	next.users = make([]*site.User, len(st.users))
	for i, u := range st.users {
		next.users[i] = u.Clone()
	}
	next.items = cloneMap(st.items, func(it *item) *item {
		other := *it
		other.meta, other.terms, other.own = maps.Clone(it.meta), maps.Clone(it.terms), it.own.clone()
		return &other
	})
	next.terms = cloneMap(st.terms, func(t *term) *term { return new(*t) })
	next.settings = st.settings.Clone()
	next.places = maps.Clone(st.places)
	return next
}

// cloneMap is a map of clones.
func cloneMap[K comparable, V any](from map[K]V, clone func(V) V) map[K]V {
	to := make(map[K]V, len(from))
	for key, value := range from {
		to[key] = clone(value)
	}
	return to
}
