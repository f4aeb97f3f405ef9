package menus

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// ErrDescriptionDue means that an update of a menu had no Description. It was not sent,
// because the site would have emptied the description.
var ErrDescriptionDue = errors.New("an update without a description empties it")

// ErrItems means that the delete of a menu was called without [DeleteItems]. It was not
// sent.
var ErrItems = errors.New("deleting a menu deletes its items")

// ErrLocationTaken means that another menu has one of the locations. Nothing was
// written. The text names the location and the menu.
var ErrLocationTaken = errors.New("another menu has this location")

// Items sets what happens to the items of a deleted menu.
type Items string

// DeleteItems deletes the items of a menu together with the menu. Sites offer no
// alternative.
const DeleteItems Items = "delete"

// Menus reads and writes the menus of a site. Create, Update and Delete refuse what would
// silently lose data.
type Menus struct {
	collection *cms.Collection[Menu, Params, ListOptions]

	// Locations holds the menu locations of the active theme: cms/v2/menu-locations.
	// They are read-only, and only for administrators: other users get
	// [cms.ErrUnauthorized] or [cms.ErrForbidden]. The list is empty if the theme has no
	// locations. Most block themes have none. Errors: [cms.ErrNotFound] with
	// [CodeInvalidLocation] if the theme has no such location.
	Locations *cms.Catalog[Location, cms.ReadOnly, LocationListOptions]

	// Navigations holds the navigations of block themes: cms/v2/navigation. Writing
	// needs an administrator.
	Navigations *cms.Content[Navigation, NavigationParams, NavigationListOptions]
}

// New returns the menus of a site: cms/v2/menus. Reading needs a user who may edit
// posts. Writing, and reading in the context "edit", need an administrator. Otherwise
// calls fail with [cms.ErrUnauthorized] or [cms.ErrForbidden].
func New(site *cms.Client) *Menus {
	all := cms.NewCollection[Menu, Params, ListOptions](site, "cms/v2/menus")
	return &Menus{
		all,
		cms.NewCatalog[Location, cms.ReadOnly, LocationListOptions](site, "cms/v2/menu-locations", "name"),
		cms.NewContent[Navigation, NavigationParams, NavigationListOptions](site, "cms/v2/navigation"),
	}
}

// Create creates a menu: POST cms/v2/menus. If Locations is set, it first reads which
// menus have these locations. It is never retried once the site may have received it.
//
// Errors:
//   - [CodeMenuExists] if another menu has the name.
//   - [ErrLocationTaken] if another menu has a location, unless TakeLocations is set.
//   - [cms.CodeInvalidParam] if the theme has no such location.
//   - [cms.ErrOutcomeUnknown] if the response was lost; use [Menus.Ensure].
func (m *Menus) Create(ctx context.Context, params *Params, options ...cms.CallOption) (*Menu, error) {
	if err := m.free(ctx, "menus.Create", params, options); err != nil {
		return nil, err
	}
	made, err := m.collection.Create(ctx, params, options...)
	return made, m.located(ctx, err, options)
}

// Update changes only the fields of a menu that params sets: POST cms/v2/menus/{id}. If
// Locations is set, it first reads which menus have these locations. It is retried on
// connection errors.
//
// Errors:
//   - [ErrDescriptionDue] if params has no Description.
//   - [ErrLocationTaken] if another menu has a location, unless TakeLocations is set.
//   - [cms.ErrNotFound] if no menu has the id.
func (m *Menus) Update(ctx context.Context, id int64, params *Params, options ...cms.CallOption) (*Menu, error) {
	r := m.UpdateRequest(id, params)
	if r.Err == nil {
		if err := m.free(ctx, "menus.Update", params, options, id); err != nil {
			return nil, err
		}
	}
	menu, err := cms.Do(ctx, m.Client(), r, options...)
	return menu, m.located(ctx, err, options)
}

// UpdateRequest returns the request of [Menus.Update], for a batch. It does not check whether
// other menus have the locations.
func (m *Menus) UpdateRequest(id int64, params *Params) cms.Request[Menu] {
	r := m.collection.UpdateRequest(id, params)
	if params == nil || params.Description == nil {
		r.Err = &cms.ArgumentError{Argument: "description", Reason: ErrDescriptionDue.Error(), Err: ErrDescriptionDue}
	}
	return r
}

// Delete deletes a menu and its items permanently: DELETE cms/v2/menus/{id}?force=true.
// Its locations are then empty.
//
// Errors: [ErrItems] if items is not [DeleteItems]; [cms.ErrNotFound] if no menu has the
// id.
func (m *Menus) Delete(ctx context.Context, id int64, items Items,
	options ...cms.CallOption) (*cms.Deleted[Menu], error) {
	r := m.DeleteRequest(id, items)
	if r.Err != nil {
		return cms.Do(ctx, m.Client(), r, options...)
	}
	return m.collection.Delete(ctx, id, options...)
}

// DeleteRequest returns the request of [Menus.Delete], for a batch.
func (m *Menus) DeleteRequest(id int64, items Items) cms.Request[cms.Deleted[Menu]] {
	r := m.collection.DeleteRequest(id)
	if items != DeleteItems {
		r.Err = &cms.ArgumentError{Argument: "items", Reason: ErrItems.Error() + ": to allow it, pass menus.DeleteItems",
			Err: ErrItems}
	}
	return r
}

// free returns an error if one of the wanted locations belongs to a menu whose id is not in the
// parameter own.
func (m *Menus) free(ctx context.Context, operation string, params *Params, options []cms.CallOption,
	own ...int64) error {
	if params == nil || len(params.Locations) == 0 || params.TakeLocations {
		return nil
	}
	all, err := m.Locations.List(ctx, nil, cms.Sending(options...))
	if err != nil {
		return err
	}
	for _, wanted := range params.Locations {
		for i := range all {
			if holder := all[i].Menu; all[i].Name == wanted && holder > 0 && !slices.Contains(own, holder) {
				return &cms.ArgumentError{
					Operation: operation, Argument: "locations", Err: ErrLocationTaken,
					Reason: strconv.Quote(wanted) + " is the location of the menu " + strconv.FormatInt(holder, 10) +
						": to take it from that menu, set TakeLocations",
				}
			}
		}
	}
	return nil
}

// located adds a hint to an error about an unknown location. The hint lists the existing
// locations.
func (m *Menus) located(ctx context.Context, err error, options []cms.CallOption) error {
	refused, ok := errors.AsType[*cms.Error](err)
	if !ok || refused.Params["locations"] == "" {
		return err
	}
	all, failed := m.Locations.List(ctx, nil, cms.Sending(options...))
	if failed != nil {
		return err
	}
	names := make([]string, len(all))
	for i := range all {
		names[i] = strconv.Quote(all[i].Name)
	}
	refused.Hint = "choose one of the menu locations of the theme: " + strings.Join(names, ", ")
	if len(all) == 0 {
		refused.Hint = "the active theme has no menu locations: leave Locations empty"
	}
	return err
}
