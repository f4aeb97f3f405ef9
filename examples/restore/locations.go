package main

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// locations is the flag for the places of menus, and what the journal calls them.
const locations = "locations"

// shownMenus are the menus of the folder that its site shows somewhere, by their ids.
func (r *restore) shownMenus() (map[int64]*menus.Menu, error) {
	ids, err := r.records(archive.Menus)
	if err != nil {
		return nil, err
	}
	shown := map[int64]*menus.Menu{}
	for _, id := range ids {
		m := &menus.Menu{}
		if err := r.from.Read(archive.Menus, strconv.FormatInt(id, 10), m); err != nil {
			return nil, err
		}
		if len(m.Locations) > 0 {
			shown[id] = m
		}
	}
	return shown, nil
}

// locations shows the menus where the old site did, as far as the theme has these
// places and no other menu holds them.
func (r *restore) locations(ctx context.Context) error {
	shown, err := r.shownMenus()
	if err != nil || !r.wants(locations) {
		return err
	}
	for old := range shown {
		if r.journal.finished(locations, old) || r.journal.id(archive.Menus, old) == 0 {
			delete(shown, old)
		}
	}
	if len(shown) == 0 {
		return nil
	}
	places, err := menus.New(r.site).Locations.List(ctx, nil)
	if err != nil {
		return err
	}
	holders := map[string]int64{}
	for _, place := range places {
		holders[place.Name] = place.Menu
	}
	ids, err := r.records(archive.Menus)
	if err != nil {
		return err
	}
	for _, old := range ids {
		if shown[old] == nil {
			continue
		}
		if err := r.show(ctx, old, shown[old].Locations, holders); err != nil {
			return err
		}
	}
	return nil
}

// show gives a menu the places that are free, and leaves it those that it has.
func (r *restore) show(ctx context.Context, old int64, wanted []string, holders map[string]int64) error {
	id, all := r.journal.id(archive.Menus, old), true
	menu, err := menus.New(r.site).Get(ctx, id)
	if err != nil {
		return err
	}
	places := slices.Clone(menu.Locations)
	for _, place := range wanted {
		holder, there := holders[place]
		switch {
		case !there:
			r.note(archive.Menus, old, "the theme of the site has no place %s for it", place)
			all = false
		case holder != 0 && holder != id:
			r.note(archive.Menus, old, "the menu %d of the site has the place %s, and keeps it", holder, place)
			all = false
		case !slices.Contains(places, place):
			places = append(places, place)
			holders[place] = id
		}
	}
	if len(places) > len(menu.Locations) {
		_, err := menus.New(r.site).Update(ctx, id, &menus.Params{Description: &menu.Description, Locations: places})
		if errors.Is(err, menus.ErrLocationTaken) { // another menu got the location in the meantime
			r.note(archive.Menus, old, "%v", err)
			return nil
		}
		if refused(err) {
			r.fail(archive.Menus, old, err)
			return nil
		}
		if err != nil {
			return err
		}
	}
	if !all {
		return nil // a later theme may have these locations
	}
	return r.journal.write(entry{Kind: locations, Old: old, Done: true})
}
