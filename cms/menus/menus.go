package menus

import (
	"fmt"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Error codes of the routes of menus.
const (
	// CodeMenuExists means that another menu has the name. Its status is 400 for a
	// create and 500 for an update. Neither is retried.
	CodeMenuExists cms.ErrorCode = "menu_exists"
	// CodeTermExists replaces CodeMenuExists if another request creates the menu at the
	// same time. Its status is 400.
	CodeTermExists cms.ErrorCode = "term_exists"
	// CodeInvalidMenu means that no menu has the id. It is [cms.ErrNotFound].
	CodeInvalidMenu cms.ErrorCode = "rest_term_invalid"
	// CodeInvalidLocation means that the theme has no such location. It is
	// [cms.ErrNotFound]. If Params name such a location, Create and Update fail with
	// [cms.CodeInvalidParam] instead.
	CodeInvalidLocation cms.ErrorCode = "rest_menu_location_invalid"
)

// Menu is a menu of a site. The contexts "view" and "edit" have all fields. The context
// "embed" has only ID, Name and Slug. No context has the number of items.
type Menu struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"` // HTML: "A &amp; B"
	Slug        string `json:"slug"` // derived from the name at each update
	Description string `json:"description"`
	// Locations are the places in the theme that show the menu: see [Menus].Locations.
	Locations cms.StringList `json:"locations"`
	// AutoAdd reports whether new top-level pages are added to the menu.
	AutoAdd bool     `json:"auto_add"`
	Meta    cms.Meta `json:"meta,omitzero"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole menu was read.
	Reading cms.Reading `json:"-"`
}

// Params are the fields that a create or update of a menu sets. A nil field is not
// changed, with one exception: an update without a description empties it. So an update
// without Description is refused with [ErrDescriptionDue]. [Menu.Params] includes the
// description.
//
// [cms.ErrPartlyWritten] means that the site rejected a field of Meta after it had
// created the menu or stored the other fields.
type Params struct {
	// Name is text or HTML. A create needs it. The site rejects the name of another
	// menu with [CodeMenuExists].
	Name *string `json:"name,omitzero"`
	// Slug is ignored by sites: the slug is derived from the name.
	Slug *string `json:"slug,omitzero"`
	// Description is required in an update.
	Description *string `json:"description,omitzero"`
	// Locations are the places in the theme that show the menu. They replace the
	// current ones. An empty list that is not nil removes the menu from all locations.
	// A location of another menu is refused with [ErrLocationTaken], unless
	// TakeLocations is set.
	Locations []string `json:"locations,omitzero"`
	// TakeLocations allows Locations of other menus. These menus lose the locations.
	TakeLocations bool `json:"-"`
	// AutoAdd makes the site add new top-level pages to the menu. Default false.
	AutoAdd *bool           `json:"auto_add,omitzero"`
	Meta    *cms.MetaParams `json:"meta,omitzero"`
	// Extra holds fields that plugins accept: see [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// Params returns the settable fields of a menu, to change the menu or to create it
// elsewhere. Errors: [cms.ErrIncomplete] if the menu was read with [cms.Fields], in the
// context "embed", or was embedded in another record.
func (m *Menu) Params() (*Params, error) {
	// Meta is absent in the context "embed".
	if m.Reading.Partial || m.Name == "" || m.Slug == "" || m.Locations == nil || m.Meta.IsZero() {
		return nil, fmt.Errorf("%w: read it without Fields, and not in the context embed", cms.ErrIncomplete)
	}
	params := &Params{
		Name: new(m.Name), Slug: new(m.Slug), Description: new(m.Description),
		Locations: append([]string{}, m.Locations...), AutoAdd: new(m.AutoAdd), Meta: m.Meta.Params(),
	}
	wire.LeaveOut(params, m.Extra)
	return params, nil
}

// OrderBy is the field that a list of menus is ordered by (argument orderby).
type OrderBy string

// The orders of menus. ByInclude needs Include, and ByIncludeSlugs needs Slug. Both keep
// the order of that list; [cms.Descending] reverses it. Walks refuse ByName, ByTermGroup,
// ByDescription and ByCount with [cms.ErrUnstableOrder], because sites lose menus between
// pages in these orders.
const (
	ByName         OrderBy = "name" // the default of List
	ByID           OrderBy = "id"
	BySlug         OrderBy = "slug"
	ByInclude      OrderBy = "include"
	ByIncludeSlugs OrderBy = "include_slugs"
	ByTermGroup    OrderBy = "term_group"
	ByDescription  OrderBy = "description"
	ByCount        OrderBy = "count" // number of items
)

// ListOptions are the arguments of a list of menus.
type ListOptions struct {
	// Context sets how much of each menu is read. Default "view". "edit" needs an
	// administrator.
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1. A page past the last one is
	// empty.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 for List, 100 for a walk.
	PerPage int `url:"per_page,omitempty"`
	// Search finds menus whose name or slug contains this text. The site compares names
	// in HTML: "A &amp; B" is found, "A & B" is not.
	Search string `url:"search,omitempty"`
	// Include and Exclude select by id. With Include the site ignores Exclude.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
	// Offset skips this many menus. The site then ignores Page.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default ascending.
	Order cms.Order `url:"order,omitempty"`
	// OrderBy is the field that the list is ordered by. Default name for List, id for a
	// walk. A walk takes [ByID], [BySlug], [ByInclude] and [ByIncludeSlugs], and refuses the
	// others: see [OrderBy].
	OrderBy OrderBy `url:"orderby,omitempty"`
	// HideEmpty leaves out menus without items.
	HideEmpty bool `url:"hide_empty,omitempty"`
	// Post is the id of a menu item. The list then has the menus that contain this item.
	Post int64 `url:"post,omitempty"`
	// Slug selects by slug.
	Slug []string `url:"slug,brackets,omitempty"`
}
