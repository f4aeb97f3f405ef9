package menus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// ByName returns the menu with a name. Names are compared by [terms.SameName]. It reads
// the list of menus, 100 with each request. It needs an administrator.
//
// Errors: [cms.ErrNotFound] if no menu has the name; [cms.ErrAmbiguous] if several have
// it; [cms.ErrInvalidArgument] for [cms.Fields].
func (m *Menus) ByName(ctx context.Context, name string, options ...cms.CallOption) (*Menu, error) {
	const operation = "menus.ByName"
	found, err := find(ctx, m, operation, name, 0, options)
	if err != nil {
		return nil, err
	}
	if len(found) == 1 {
		return found[0], nil
	}
	failed := &cms.Error{
		Operation: operation, Method: http.MethodGet, Path: m.route(),
		Reason: fmt.Errorf("%w: no menu has the name %.200q", cms.ErrNotFound, name),
	}
	if len(found) > 1 {
		several := &cms.AmbiguousError{}
		for _, menu := range found {
			several.IDs = append(several.IDs, menu.ID)
		}
		failed.Reason = several
	}
	return nil, failed
}

// route returns the route of menus as the site spells it.
func (m *Menus) route() string { return m.Client().Prefix() + "/v2/menus" }

// find returns the menus with a name, the lowest id first. If except is not 0, find leaves
// out the menu with this id.
func find(ctx context.Context, menus *Menus, operation, name string, except int64,
	options []cms.CallOption) (found []*Menu, err error) {
	if len(cms.FieldsOf(options...)) > 0 {
		return nil, refuse(operation, "fields", "the whole menu is needed to identify it")
	}
	walking := make([]cms.WalkOption, 0, len(options))
	for _, o := range options {
		walking = append(walking, o)
	}
	list := &ListOptions{OrderBy: ByID}
	if except != 0 {
		list.Exclude = []int64{except}
	}
	for menu, err := range menus.All(ctx, list, walking...) {
		if err != nil {
			return nil, err
		}
		if menu.ID != except && terms.SameName(menu.Name, name) {
			found = append(found, menu)
		}
	}
	slices.SortFunc(found, func(a, b *Menu) int { return cmp.Compare(a.ID, b.ID) })
	return found, nil
}

func refuse(operation, argument, reason string) error {
	return &cms.ArgumentError{Operation: operation, Argument: argument, Reason: reason}
}

// Ensure finds or creates the menu with a name and updates it to params. Fields that
// params does not set are not changed, and the description is kept. Names are compared
// by [terms.SameName]. An existing menu keeps the spelling of its name. Slug is ignored:
// see [Params].
//
// If another menu has one of the Locations, Ensure fails and writes nothing, unless
// TakeLocations is set. Locations that the menu already has are not an error.
//
// Ensure writes nothing if no field differs: one request. An update takes two requests, and
// sends the description and the fields that differ. A new menu takes three. There is one
// more if locations change, and more on a site with more than 100 menus. Ensure calls of
// one client wait for each other.
//
// If the site stores a field in another form, the menu still differs after its update. The
// client remembers that, and writes the field again only if the wanted or the stored value
// has changed. Another client, or the next run of the program, writes it once more.
//
// Several processes may create the menu at the same time. So Ensure searches for other
// menus after a create. If it finds a menu with a lower id, it returns that menu and
// deletes its own one, which is a duplicate. It deletes no other menu. If its own menu has
// items, or somebody has changed it, Ensure keeps it and fails with [cms.ErrConflict].
//
// A duplicate stays without an error if the process ends before it searches again, or if
// the response to its create is lost. If there are duplicates, Ensure returns the one
// with the lowest id.
//
// Limitations:
//   - An item that another process adds to a duplicate immediately before the delete is
//     deleted too.
//   - A description that somebody else writes between the check and an update is
//     overwritten.
//
// The option [cms.Fields] is refused. [cms.Capture] holds the last response that
// concerns the menu.
//
// Errors:
//   - [cms.ErrInvalidArgument] for a name that [terms.CheckName] refuses, and if params
//     have another Name.
//   - [ErrLocationTaken] if another menu has a location.
//   - [cms.ErrConflict] if the site takes "Café" and the existing name "Cafe" as equal,
//     or if it stored another name than the given one. Also if Ensure keeps its duplicate;
//     the error then holds a [*cms.AmbiguousError] with the ids of both menus.
//   - [cms.ErrOutcomeUnknown] after several creates with lost responses.
//   - Those of a list, a create and an update.
func (m *Menus) Ensure(ctx context.Context, name string, params *Params, options ...cms.CallOption) (*Menu, error) {
	e := &ensuring{menus: m, name: name, options: options}
	if params != nil {
		e.wanted = *params
	}
	if err := terms.CheckName(name); err != nil {
		if refused, ok := errors.AsType[*cms.ArgumentError](err); ok {
			refused.Operation = operation
		}
		return nil, err
	}
	if e.wanted.Name != nil && !terms.SameName(*e.wanted.Name, name) {
		return nil, refuse(operation, "name", "the Name of params differs")
	}
	e.wanted.Name = &name
	ctx, cancel := m.Client().CallContext(ctx)
	defer cancel()
	unlock, err := m.Client().Lock(ctx, operation)
	if err != nil {
		return nil, e.fail(http.MethodPost, err, "")
	}
	defer unlock()
	return upsert.Run(ctx, m.route(), e)
}

const operation = "menus.Ensure"

// ensuring implements [upsert.Store] for a menu.
type ensuring struct {
	menus   *Menus
	name    string
	wanted  Params // including the name
	options []cms.CallOption
}

func (e *ensuring) fail(method string, reason error, hint string) error {
	return &cms.Error{Operation: operation, Method: method, Path: e.menus.route(), Reason: reason, Hint: hint}
}

func (e *ensuring) ID(menu *Menu) int64 { return menu.ID }

// Look returns the menus with the name. If this call has created a menu, the request
// excludes its id: no cache has an old response to such a request, since the id is new. A
// duplicate may have taken a location of the created menu in the meantime.
func (e *ensuring) Look(ctx context.Context, made *Menu) ([]*Menu, error) {
	if made == nil {
		return find(ctx, e.menus, operation, e.name, 0, e.options)
	}
	sending := cms.Sending(e.options...)
	found, err := find(ctx, e.menus, operation, e.name, made.ID, []cms.CallOption{sending})
	if err == nil && len(found) > 0 && made.ID < found[0].ID && e.Check(made) == nil {
		made, err = e.menus.Get(ctx, made.ID, cms.InContext(cms.ContextEdit), sending)
	}
	return append(found, made), err
}

func (e *ensuring) Make(ctx context.Context) (*Menu, error) {
	if err := e.menus.free(ctx, operation, &e.wanted, e.options); err != nil {
		return nil, err
	}
	made, err := e.menus.collection.Create(ctx, &e.wanted, e.options...)
	return made, e.menus.located(ctx, err, e.options)
}

func (e *ensuring) Check(made *Menu) error {
	if terms.SameName(made.Name, e.name) {
		return nil
	}
	return fmt.Errorf("cms: %s: %w: menu %d has the name %.200q, not %.200q", operation, cms.ErrConflict, made.ID,
		made.Name, e.name)
}

func (e *ensuring) Withdraw(ctx context.Context, made, other *Menu) error {
	gone, err := e.discard(ctx, made)
	if err != nil || gone {
		return err
	}
	several := &cms.AmbiguousError{IDs: []int64{other.ID, made.ID}}
	return e.fail(http.MethodPost, fmt.Errorf("%w: %w", cms.ErrConflict, several), fmt.Sprintf(
		"this call made the menu %d, which somebody uses or has changed; the next call returns the menu %d",
		made.ID, other.ID))
}

// Again reports whether to look again after an error: if the menu exists, is gone, or may
// exist. A menu that exists may appear in the list soon. After a create, Again also returns
// true if a location is taken: another process may have created the same menu.
func (e *ensuring) Again(ctx context.Context, failed error, created bool) (bool, error) {
	if exists(failed) {
		const pause = 100 * time.Millisecond
		if err := relay.Sleep(ctx, pause); err != nil {
			return false, e.fail(http.MethodGet, err, "")
		}
		return true, nil
	}
	return created && errors.Is(failed, ErrLocationTaken) ||
		errors.Is(failed, cms.ErrNotFound) || errors.Is(failed, cms.ErrOutcomeUnknown), nil
}

// exists reports whether an error means that the menu exists.
func exists(err error) bool {
	return errors.Is(err, CodeMenuExists) || errors.Is(err, CodeTermExists)
}

// Missing reads the menu that a refused create names.
func (e *ensuring) Missing(ctx context.Context, failed, err error) ([]*Menu, error) {
	switch {
	case err != nil:
		return nil, cms.Join(failed, err)
	case errors.Is(failed, ErrLocationTaken):
		return nil, failed // another menu has the location
	case !exists(failed):
		return nil, nil
	}
	var id int64
	if refusal, ok := errors.AsType[*cms.Error](failed); ok {
		id = upsert.NamedID(refusal.Data)
	}
	if id == 0 {
		return nil, failed
	}
	get := make([]cms.GetOption, 0, len(e.options))
	for _, o := range e.options {
		get = append(get, o)
	}
	found, err := e.menus.Get(ctx, id, get...)
	switch {
	case errors.Is(err, cms.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, cms.Join(failed, err)
	case e.Check(found) != nil:
		return nil, fmt.Errorf("%w: the site names menu %d, %.40q, which is a different one: %w",
			failed, id, found.Name, cms.ErrConflict)
	}
	return []*Menu{found}, nil
}

// Bring updates the fields of a menu that differ. It may take a location from a duplicate menu.
func (e *ensuring) Bring(ctx context.Context, menu *Menu, doubles []*Menu) (*Menu, error) {
	changes := e.changes(menu)
	own := []int64{menu.ID}
	for _, double := range doubles {
		own = append(own, double.ID)
	}
	if err := e.menus.free(ctx, operation, changes, e.options, own...); err != nil {
		return nil, err
	}
	return e.menus.collection.Update(ctx, menu.ID, changes, e.options...)
}

func (e *ensuring) Differs(menu *Menu) string {
	changes := e.changes(menu)
	if changes == nil {
		return ""
	}
	return upsert.Text(changes, menu.Description, menu.Locations, menu.AutoAdd, menu.Meta, menu.Extra)
}

// changes returns the wanted fields whose values differ from those of the menu, or nil if
// none differs. It always includes the description, because an update without a description
// would empty it.
func (e *ensuring) changes(menu *Menu) *Params {
	wanted, differs := &e.wanted, false
	changes := Params{Description: &menu.Description, TakeLocations: wanted.TakeLocations}
	text := wanted.Description
	if text != nil && *text != menu.Description && strings.ReplaceAll(*text, "&", "&amp;") != menu.Description {
		changes.Description, differs = text, true
	}
	if wanted.Locations != nil && !slices.Equal(sorted(wanted.Locations), sorted(menu.Locations)) {
		changes.Locations, differs = wanted.Locations, true
	}
	if wanted.AutoAdd != nil && *wanted.AutoAdd != menu.AutoAdd {
		changes.AutoAdd, differs = wanted.AutoAdd, true
	}
	if changes.Meta = wanted.Meta.Changes(menu.Meta); changes.Meta != nil {
		differs = true
	}
	if changes.Extra = wanted.Extra.Changes(menu.Extra); changes.Extra != nil {
		differs = true
	}
	if !differs {
		return nil
	}
	return &changes
}

// sorted returns a list in order, without duplicates.
func sorted(list []string) []string {
	list = slices.Sorted(slices.Values(list))
	return slices.Compact(list)
}

// within reports whether all contains each element of part.
func within(part, all []string) bool {
	return !slices.ContainsFunc(part, func(one string) bool { return !slices.Contains(all, one) })
}

// discard deletes a menu that the same call of Ensure has created as a duplicate. It keeps the
// menu if the menu has items, or if somebody has changed the menu. It reports whether the menu
// is gone.
func (e *ensuring) discard(ctx context.Context, made *Menu) (bool, error) {
	sending := cms.Sending(e.options...)
	now, err := e.menus.Get(ctx, made.ID, sending)
	switch {
	case errors.Is(err, cms.ErrNotFound):
		return true, nil
	case err != nil:
		return false, err
	case now.Name != made.Name || now.Slug != made.Slug,
		now.Description != made.Description || now.AutoAdd != made.AutoAdd,
		!within(now.Locations, made.Locations) || now.Meta.Params().Changes(made.Meta) != nil:
		return false, nil
	}
	items, err := e.menus.Client().MenuItems.List(ctx, &cms.MenuItemListOptions{
		Menus: cms.Terms(made.ID), Status: []cms.Status{cms.StatusPublish, cms.StatusDraft}, PerPage: 1,
	}, sending)
	if err != nil || len(items.Items) > 0 || items.Total > 0 {
		return false, err
	}
	if _, err = e.menus.Delete(ctx, made.ID, DeleteItems, sending); err == nil || errors.Is(err, cms.ErrNotFound) {
		return true, nil
	}
	return false, err
}
