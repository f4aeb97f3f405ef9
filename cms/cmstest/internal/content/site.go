// Package content has the records and terms of a site: their kinds, storage, permissions and
// addresses. It also filters and orders lists. It has no routes.
package content

import (
	"cmp"
	"iter"
	"maps"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// Site is the part of a site that all planes share.
type Site struct {
	*Store
	API        *rest.API
	Clock      site.Clock
	Contexts   func(path string) rest.Contexts // contexts of the fields of a route's records
	Types      []*Resource
	Described  []Taxonomy  // taxonomies of [WithType]
	MenuPlaces []MenuPlace // menu locations of the theme
	Ties       Ties
	Hooks
}

// MenuPlace is a menu location of the theme.
type MenuPlace struct{ Name, Description string }

// Store holds the users, records, terms and settings of a site. Clone must copy every
// field that changes.
type Store struct {
	Users    []*site.User
	Items    map[int64]*Item
	Terms    map[int64]*Term
	Settings site.Settings
	Places   map[string]int64 // ids of the menus by location name
	NextUser int64
	NextItem int64
	NextTerm int64
}

// Clone returns a copy. It shares only data that never changes.
func (st *Store) Clone() Store {
	next := *st
	next.Users = make([]*site.User, len(st.Users))
	for i, u := range st.Users {
		next.Users[i] = u.Clone()
	}
	next.Items = CloneMap(st.Items, func(it *Item) *Item {
		other := *it
		other.Meta, other.Terms, other.Own = maps.Clone(it.Meta), maps.Clone(it.Terms), it.Own.clone()
		return &other
	})
	next.Terms = CloneMap(st.Terms, func(t *Term) *Term { return new(*t) })
	next.Settings = st.Settings.Clone()
	next.Places = maps.Clone(st.Places)
	return next
}

// CloneMap returns a map with a clone of each value.
func CloneMap[K comparable, V any](from map[K]V, clone func(V) V) map[K]V {
	to := make(map[K]V, len(from))
	for key, value := range from {
		to[key] = clone(value)
	}
	return to
}

// Shown returns the fields of a record that a route shows in the context of the request.
func (s *Site) Shown(c *rest.Call, path string, record php.Object) php.Object {
	return s.Contexts("/"+s.API.Namespace()+"/"+path).Show(record, cmp.Or(c.Text("context"), "view"))
}

// FindUser returns the user with a login or an email address, or nil if there is none.
func (s *Site) FindUser(name string) *site.User {
	for _, u := range s.Users {
		if strings.EqualFold(name, u.Login) || strings.EqualFold(name, u.Mail) {
			return u
		}
	}
	return nil
}

// UserByID returns the user with an id, or nil if there is none.
func (s *Site) UserByID(id int64) *site.User {
	for _, u := range s.Users {
		if u.ID == id {
			return u
		}
	}
	return nil
}

// FindRevision returns the revision or autosave with an id, and its record. Both are nil if there
// is none.
func (s *Site) FindRevision(id int64) (*Item, *Revision) {
	for _, it := range s.Items {
		for _, r := range it.Revisions {
			if r.ID == id {
				return it, r
			}
		}
	}
	return nil, nil
}

// TakeID returns the next free id of records.
func (s *Site) TakeID() int64 {
	id := s.NextItem
	s.NextItem++
	return id
}

// All yields the records of a kind, in no particular order.
func (s *Site) All(kind *Resource) iter.Seq[*Item] {
	return func(yield func(*Item) bool) {
		for _, it := range s.Items {
			if it.Kind.Base == kind.Base && !yield(it) {
				return
			}
		}
	}
}

// Find returns the record with an id if it has the given kind, and nil otherwise.
func (s *Site) Find(kind *Resource, id int64) *Item {
	if it := s.Items[id]; it != nil && it.Kind.Base == kind.Base {
		return it
	}
	return nil
}

// Shower returns the fields that the REST API shows of a record.
type Shower func(c *rest.Call, it *Item) php.Object

// Hooks are functions of the planes, which this package cannot import.
type Hooks struct {
	Destroyed []func(*Item) // called after a record was destroyed
	Trashed   []func(*Item) // called after a record was trashed
	// Show has the Shower of each type that is not shown like posts.
	Show map[string]Shower
	// Trash moves a record to the trash on behalf of the caller. Package posts provides it.
	Trash func(*rest.Call, *Item) *rest.Error
}

// Destroy deletes a record permanently. Its child records and files get its parent.
func (s *Site) Destroy(it *Item) {
	delete(s.Items, it.ID)
	for _, child := range s.Items {
		if (child.Kind.Tree || child.Kind.Attachment) && child.Parent == it.ID {
			child.Parent = it.Parent
		}
	}
	for _, hook := range s.Destroyed {
		hook(it)
	}
}

// DropMenuItems removes the menu items that lead to a destroyed record or term.
func (s *Site) DropMenuItems(typ string, id int64) {
	for _, it := range s.Items {
		if it.Kind.Menu && it.Pointer.Type == typ && it.Pointer.ObjectID == id {
			delete(s.Items, it.ID)
		}
	}
}
