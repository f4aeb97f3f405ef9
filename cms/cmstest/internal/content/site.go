// Package content is a site as its planes know it: records and terms with their kinds, what is stored of them, who may
// see and change them, their addresses, and how lists are searched and ordered.
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

// Site is a site as its planes know it: where it is, what time it is there, which kinds of records and terms it
// has, and what it stores of them.
type Site struct {
	*Store
	API        *rest.API
	Clock      site.Clock
	Contexts   func(path string) rest.Contexts // of the records of a route, by the description of the site
	Types      []*Resource
	Described  []Taxonomy  // those of descriptions
	MenuPlaces []MenuPlace // those of the theme
	Ties       Ties
	Hooks
}

// MenuPlace is a place of the theme that shows a menu.
type MenuPlace struct{ Name, Description string }

// Store is what a site stores of users, records, terms and settings. Every field that changes belongs into clone.
type Store struct {
	Users    []*site.User
	Items    map[int64]*Item
	Terms    map[int64]*Term
	Settings site.Settings
	Places   map[string]int64 // the menus of the locations, by their names
	NextUser int64
	NextItem int64
	NextTerm int64
}

// Clone shares nothing with st that may change.
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

// CloneMap is a map of clones.
func CloneMap[K comparable, V any](from map[K]V, clone func(V) V) map[K]V {
	to := make(map[K]V, len(from))
	for key, value := range from {
		to[key] = clone(value)
	}
	return to
}

// Shown returns the members of a record that a route of the site shows in the context of the request.
func (s *Site) Shown(c *rest.Call, path string, record php.Object) php.Object {
	return s.Contexts("/"+s.API.Namespace()+"/"+path).Show(record, cmp.Or(c.Text("context"), "view"))
}

// FindUser is the user of a username or an address for mail, nil if there is none.
func (s *Site) FindUser(name string) *site.User {
	for _, u := range s.Users {
		if strings.EqualFold(name, u.Login) || strings.EqualFold(name, u.Mail) {
			return u
		}
	}
	return nil
}

// UserByID is the user of an id, nil if there is none.
func (s *Site) UserByID(id int64) *site.User {
	for _, u := range s.Users {
		if u.ID == id {
			return u
		}
	}
	return nil
}

// FindRevision finds a revision or an autosave of any record, and the record.
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

// TakeID is the next free id of records.
func (s *Site) TakeID() int64 {
	id := s.NextItem
	s.NextItem++
	return id
}

// All are the records of a kind, in no order.
func (s *Site) All(kind *Resource) iter.Seq[*Item] {
	return func(yield func(*Item) bool) {
		for _, it := range s.Items {
			if it.Kind.Base == kind.Base && !yield(it) {
				return
			}
		}
	}
}

// Find returns a record of this kind only: the id of a page is not the id of a post.
func (s *Site) Find(kind *Resource, id int64) *Item {
	if it := s.Items[id]; it != nil && it.Kind.Base == kind.Base {
		return it
	}
	return nil
}

// Shower makes what is shown of a record.
type Shower func(c *rest.Call, it *Item) php.Object

// Hooks are what planes do when a record goes, and what only one of them can do. Code that knows a record needs to know
// no plane.
type Hooks struct {
	Destroyed []func(*Item) // after the record is gone
	Trashed   []func(*Item) // after it has gone to the trash
	// Show makes what is shown of a record, for types that are not shown as posts are.
	Show map[string]Shower
	// Trash moves a record to the trash in the name of the caller. The plane of posts does it.
	Trash func(*rest.Call, *Item) *rest.Error
}

// Destroy deletes a record permanently. What was below it moves up.
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

// DropMenuItems removes the items of menus that lead to a record or a term which was destroyed.
func (s *Site) DropMenuItems(typ string, id int64) {
	for _, it := range s.Items {
		if it.Kind.Menu && it.Pointer.Type == typ && it.Pointer.ObjectID == id {
			delete(s.Items, it.ID)
		}
	}
}
