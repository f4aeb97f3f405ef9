package menus

import (
	"fmt"

	"github.com/fontcms/fontcms-go/cms"
)

// Codes of errors of menus.
const (
	// CodeMenuExists means the name is taken. It has the status 400 for a create, and
	// 500 for an update. Neither is retried.
	CodeMenuExists cms.ErrorCode = "menu_exists"
	// CodeTermExists is what a create answers in place of CodeMenuExists if another
	// request creates the menu at the same time. It has the status 400.
	CodeTermExists cms.ErrorCode = "term_exists"
	// CodeInvalidMenu means there is no menu with this id. It is [cms.ErrNotFound].
	CodeInvalidMenu cms.ErrorCode = "rest_term_invalid"
	// CodeInvalidLocation means the theme has no such location. It is [cms.ErrNotFound].
	// Written in a menu, such a location is [cms.CodeInvalidParam].
	CodeInvalidLocation cms.ErrorCode = "rest_menu_location_invalid"
)

// Menu is a menu of a site. The context "embed" gives ID, Name and Slug, "view" and
// "edit" give all. The menu does not tell how many items it has.
type Menu struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"` // HTML: "A &amp; B"
	Slug        string `json:"slug"` // made from the name at each update
	Description string `json:"description"`
	// Locations are the places of the theme that show the menu: see [Menus].Locations.
	Locations cms.StringList `json:"locations"`
	// AutoAdd reports whether new top-level pages are added to the menu.
	AutoAdd bool     `json:"auto_add"`
	Meta    cms.Meta `json:"meta,omitzero"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading says whether the menu was read whole.
	Reading cms.Reading `json:"-"`
}

// Params is what a create or update of a menu sets. A nil field is left alone, with
// one exception: the site empties the description in an update that does not have it.
// An update without Description is therefore refused: [ErrDescriptionDue].
// [Menu.Params] has the description of the menu.
//
// An error that is [cms.ErrPartlyWritten] means that the site refused a member of
// Meta, and that the menu was created, or its other fields were changed.
type Params struct {
	// Name is text or HTML. A create needs it. No two menus have the same name.
	Name *string `json:"name,omitzero"`
	// Slug is ignored by sites: the slug follows the name.
	Slug *string `json:"slug,omitzero"`
	// Description must be in an update.
	Description *string `json:"description,omitzero"`
	// Locations are the places of the theme that show the menu. They replace those that
	// it has; an empty list that is not nil takes all away. A location of another menu
	// is refused unless TakeLocations is set: [ErrLocationTaken].
	Locations []string `json:"locations,omitzero"`
	// TakeLocations permits Locations that other menus have. They lose them.
	TakeLocations bool `json:"-"`
	// AutoAdd adds new top-level pages to the menu. Default false.
	AutoAdd *bool           `json:"auto_add,omitzero"`
	Meta    *cms.MetaParams `json:"meta,omitzero"`
	// Extra holds members that plugins take: see [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// Params returns the settable fields of a menu, to change them or to create the menu
// elsewhere.
// Errors: [cms.ErrIncomplete] if the menu was read with [cms.Fields] or in the context
// "embed", or came along with another record.
func (m *Menu) Params() (*Params, error) {
	if m.Reading.Partial || m.Name == "" || m.Slug == "" || m.Locations == nil || m.Meta.IsZero() { // the context "embed" has no meta
		return nil, fmt.Errorf("%w: read it without Fields, and not in the context embed", cms.ErrIncomplete)
	}
	return &Params{
		Name: new(m.Name), Slug: new(m.Slug), Description: new(m.Description),
		Locations: append([]string{}, m.Locations...), AutoAdd: new(m.AutoAdd), Meta: m.Meta.Params(),
	}, nil
}

// OrderBy is what a list of menus is ordered by (argument orderby).
type OrderBy string

// The orders of menus. ByInclude and ByIncludeSlugs need Include or Slug; in
// descending order they are reversed. Walks refuse ByName and ByTermGroup with
// [cms.ErrUnstableOrder], because sites lose menus between pages in these.
const (
	ByName         OrderBy = "name" // the default of a List
	ByID           OrderBy = "id"
	BySlug         OrderBy = "slug"
	ByInclude      OrderBy = "include"
	ByIncludeSlugs OrderBy = "include_slugs"
	ByTermGroup    OrderBy = "term_group"
	ByDescription  OrderBy = "description"
	ByCount        OrderBy = "count" // of items
)

// ListOptions are the arguments of a list of menus.
type ListOptions struct {
	// Context is how much of each menu is read. Default "view". "edit" needs an
	// administrator.
	Context cms.Context `url:"context,omitempty"`
	// Page is the page, from 1. Default 1. A page past the last one is empty.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 for a List, and 100 for a
	// walk.
	PerPage int `url:"per_page,omitempty"`
	// Search finds menus whose name or slug contains this text. The site compares names
	// in HTML: "A &amp; B" is found, "A & B" is not.
	Search string `url:"search,omitempty"`
	// Include and Exclude choose by ids. With Include the site ignores Exclude.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
	// Offset skips this many menus. The site then ignores Page.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default ascending.
	Order cms.Order `url:"order,omitempty"`
	// OrderBy is what the list is ordered by. Default by name for a List, and by id for
	// a walk.
	OrderBy OrderBy `url:"orderby,omitempty"`
	// HideEmpty leaves out menus without items.
	HideEmpty bool `url:"hide_empty,omitempty"`
	// Post chooses the menus that a menu item is in.
	Post int64 `url:"post,omitempty"`
	// Slug chooses by slugs.
	Slug []string `url:"slug,brackets,omitempty"`
}
