package cms

import (
	"fmt"
	"time"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// MenuItemType is what a menu item points to.
type MenuItemType string

// The types of menu items.
const (
	MenuItemTaxonomy        MenuItemType = "taxonomy"
	MenuItemPostType        MenuItemType = "post_type"
	MenuItemPostTypeArchive MenuItemType = "post_type_archive"
	MenuItemCustom          MenuItemType = "custom"
)

// MenuItem is a record of cms/v2/menu-items. It has no dates.
type MenuItem struct {
	ID        int64  `json:"id"`
	Title     Text   `json:"title"`
	Status    Status `json:"status"`
	URL       string `json:"url"`
	AttrTitle string `json:"attr_title"`
	// Description is shown by some themes.
	Description string       `json:"description"`
	Type        MenuItemType `json:"type"`
	TypeLabel   string       `json:"type_label"`
	// Object is the post type or taxonomy of the target of the item. ObjectID is the id of
	// the target. For a custom item, ObjectID is the id of the item itself.
	Object   string `json:"object"`
	ObjectID int64  `json:"object_id"`
	// Parent is the id of the parent item, 0 at the top level: see menus.Tree.
	Parent    int64  `json:"parent"`
	MenuOrder int    `json:"menu_order"`
	Target    string `json:"target"` // "_blank" for a new window, or ""
	// Classes and XFN are empty if there are none. The site sends [""].
	Classes StringList `json:"classes"`
	XFN     StringList `json:"xfn"`
	// Invalid means that what the item points to no longer exists.
	Invalid bool `json:"invalid"`
	// Menus is the id of the menu that holds the item, 0 if none does.
	Menus int64 `json:"menus,omitzero"`
	Meta  Meta  `json:"meta,omitzero"`

	Links    Links    `json:"_links,omitzero"`
	Embedded Embedded `json:"_embedded,omitzero"` // see [Embed]

	// Extra holds the fields that this package does not know.
	Extra Extra `json:",embed"`

	// Reading tells whether the whole record was read.
	Reading Reading `json:"-"`
}

// MenuItemParams are the fields that a create or update of a menu item sets. A nil field
// is not changed. An empty slice that is not nil clears the list.
type MenuItemParams struct {
	Title *string `json:"title,omitzero"`
	// Type defaults to custom on create; a custom item needs Title and URL.
	Type *MenuItemType `json:"type,omitzero"`
	// Status defaults to publish on create.
	Status *Status `json:"status,omitzero"`
	// Parent is the id of the parent item. 0, the default, is the top level.
	Parent      *int64   `json:"parent,omitzero"`
	AttrTitle   *string  `json:"attr_title,omitzero"`
	Classes     []string `json:"classes,omitzero"`
	Description *string  `json:"description,omitzero"`
	// MenuOrder is the position in the menu, from 1. Default 1.
	MenuOrder *int     `json:"menu_order,omitzero"`
	Object    *string  `json:"object,omitzero"`
	ObjectID  *int64   `json:"object_id,omitzero"`
	Target    *string  `json:"target,omitzero"` // "_blank" for a new window, or ""
	URL       *string  `json:"url,omitzero"`
	XFN       []string `json:"xfn,omitzero"`
	// Menus is the id of the menu that holds the item.
	Menus *int64      `json:"menus,omitzero"`
	Meta  *MetaParams `json:"meta,omitzero"`
	// Extra holds fields that plugins accept: see [Extra.Set].
	Extra Extra `json:",embed"`
}

// Check returns an error for a field outside its limits. Calls check p before they send
// it.
func (p *MenuItemParams) Check() error {
	for _, limit := range []struct {
		argument string
		value    *int64
	}{{"parent", p.Parent}, {"object_id", p.ObjectID}} {
		if limit.value != nil && *limit.value < 0 {
			return &ArgumentError{Argument: limit.argument, Reason: fmt.Sprintf("%d is negative", *limit.value)}
		}
	}
	if p.MenuOrder != nil && *p.MenuOrder < 1 {
		return &ArgumentError{Argument: "menu_order", Reason: fmt.Sprintf("must be 1 or more, not %d", *p.MenuOrder)}
	}
	return nil
}

// Params returns the settable fields of a menu item. The item must have been read in the
// context "edit" and without [Fields]; otherwise the error is [ErrIncomplete].
//
// An item without a title of its own shows the title of its target, and stays so when
// the params are written back. Exception: if the title of the target has characters
// such as & and ', every update stores that title in the item.
func (m *MenuItem) Params() (*MenuItemParams, error) {
	if err := requireWhole(m.Reading.Partial, [][2]string{
		{"status", string(m.Status)}, {"type", string(m.Type)},
	}, m.Title); err != nil {
		return nil, err
	}
	params := &MenuItemParams{
		Title:       new(m.Title.Raw),
		Type:        nonZero(m.Type),
		Status:      settableStatus(m.Status),
		Parent:      new(m.Parent),
		AttrTitle:   new(m.AttrTitle),
		Classes:     append([]string{}, m.Classes...),
		Description: new(m.Description),
		MenuOrder:   nonZero(m.MenuOrder),
		Target:      new(m.Target),
		XFN:         append([]string{}, m.XFN...),
		Menus:       nonZero(m.Menus),
	}
	params.Meta = m.Meta.Params()
	if m.Type == MenuItemCustom {
		params.URL = new(m.URL)
	} else {
		params.Object, params.ObjectID = nonZero(m.Object), nonZero(m.ObjectID)
	}
	wire.LeaveOut(params, m.Extra)
	return params, nil
}

// MenuItemListOptions are the arguments of GET cms/v2/menu-items. Zero fields are not
// sent.
type MenuItemListOptions struct {
	// Context sets how much of each record is read. Default "view".
	Context Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 100.
	PerPage int `url:"per_page,omitempty"`
	// Search finds records that contain all of these words. -word excludes records that
	// contain word.
	Search string `url:"search,omitempty"`
	// SearchSemantics sets how Search compares.
	SearchSemantics SearchSemantics `url:"search_semantics,omitempty"`
	// SearchColumns are the columns to search. Default all. WordPress 6.1 ignores this
	// argument: see [WithCheckedArguments].
	SearchColumns []SearchColumn `url:"search_columns,brackets,omitempty"`
	// After and Before limit the date. ModifiedAfter and ModifiedBefore limit the date
	// of the last change. A limit may be in any time zone. The limits themselves are
	// excluded. Dates are compared to the second.
	After          time.Time `url:"after,omitempty"`
	Before         time.Time `url:"before,omitempty"`
	ModifiedAfter  time.Time `url:"modified_after,omitempty"`
	ModifiedBefore time.Time `url:"modified_before,omitempty"`
	// Include and Exclude select by id. With Include the site ignores Exclude.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
	// Offset skips this many records. The site then ignores Page. A walk skips the oldest
	// records, or the first ones of OrderBy, and continues to the end.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default ascending.
	Order Order `url:"order,omitempty"`
	// OrderBy is the field that the list is ordered by. Default "menu_order" for List, "id"
	// for a walk. A walk takes ByID, BySlug and ByTitle, ByInclude with Include, ByIncludeSlugs
	// with Slug, and ByDate if nothing but one Status, After, Before and Exclude filters. It
	// refuses the other orders with [ErrUnstableOrder], "menu_order" among them, also with
	// Menus: several items of a menu may have one place. See [Collection.Pages].
	OrderBy OrderBy `url:"orderby,omitempty"`
	// Slug selects by slug.
	Slug []string `url:"slug,brackets,omitempty"`
	// Status selects by status. Default "publish". Other statuses need a user who may
	// edit.
	Status []Status `url:"status,brackets,omitempty"`
	// TaxRelation combines the conditions on several taxonomies. Default AND.
	TaxRelation TaxRelation `url:"tax_relation,omitempty"`
	// Menus and MenusExclude select by the menu that holds the item.
	Menus        TermFilter `url:"menus,omitempty"`
	MenusExclude TermFilter `url:"menus_exclude,omitempty"`
	// MenuOrder selects by position in the menu.
	MenuOrder *int `url:"menu_order,omitempty"`
}
