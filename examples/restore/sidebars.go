package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/widgets"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// widget is what makes a widget: its type and its settings.
type widget struct {
	name, base string // the name is that in the folder
	raw        map[string]any
}

// sidebars fills the sidebars of the site with the widgets of the folder. A sidebar with
// other widgets stays as it is.
func (r *restore) sidebars(ctx context.Context, names []string) error {
	all := widgets.New(r.site)
	for _, name := range names {
		var from widgets.Sidebar
		if err := r.from.Read(archive.Sidebars, name, &from); err != nil {
			return err
		}
		wanted := r.widgets(from.Widgets)
		if len(wanted) == 0 {
			continue
		}
		has, err := onSidebar(ctx, all, from.ID)
		switch {
		case errors.Is(err, cms.ErrNotFound):
			r.leaveLook(archive.Sidebars, name, "the theme of the site has no such sidebar for its widgets")
			continue
		case err != nil:
			return err
		case !begins(wanted, has):
			r.leaveLook(archive.Sidebars, name, "the sidebar of the site has other widgets, and keeps them")
			continue
		}
		for _, one := range wanted[len(has):] {
			_, err := all.Create(ctx, &widgets.Params{IDBase: &one.base, Sidebar: &from.ID,
				Instance: &widgets.InstanceParams{Raw: one.raw}})
			if err != nil {
				if err := r.failLook(archive.Widgets, one.name, err); err != nil {
					return err
				}
				break // the next run continues with this one
			}
			r.looksDone[archive.Widgets]++
		}
	}
	return nil
}

// widgets reads the widgets of a sidebar of the folder in their order.
func (r *restore) widgets(ids []string) (all []widget) {
	for _, id := range ids {
		name := archive.Name(id)
		var from widgets.Widget
		if err := r.from.Read(archive.Widgets, name, &from); err != nil {
			r.leaveLook(archive.Widgets, name, "the folder lacks it")
			continue
		}
		one, ok := ofWidget(&from)
		if !ok {
			r.leaveLook(archive.Widgets, name, "its type does not show its settings, and another site does not take them")
			continue
		}
		one.name = name
		for member, value := range one.raw {
			if text, isText := value.(string); isText {
				one.raw[member] = r.content.Content(text)
			}
		}
		all = append(all, one)
	}
	return all
}

// ofWidget returns what makes a widget. It is false for a widget without settings as JSON.
func ofWidget(w *widgets.Widget) (widget, bool) {
	if w.Instance == nil || w.Instance.Raw == nil {
		return widget{}, false
	}
	one := widget{base: w.IDBase, raw: map[string]any{}}
	for name, value := range w.Instance.Raw {
		var v any
		if json.Unmarshal(value, &v) != nil {
			return widget{}, false
		}
		one.raw[name] = v
	}
	return one, true
}

// onSidebar reads the widgets of a sidebar of the site in their order.
func onSidebar(ctx context.Context, all *widgets.Widgets, id string) (has []widget, err error) {
	if _, err := all.Sidebars.Get(ctx, id); err != nil {
		return nil, err
	}
	list, err := all.List(ctx, &widgets.ListOptions{Context: cms.ContextEdit, Sidebar: id})
	for i := range list {
		if list[i].Sidebar != id {
			return nil, fmt.Errorf("%w: asked for the widgets of %s, got one of %.40q", cms.ErrFilterIgnored, id,
				list[i].Sidebar)
		}
		made, _ := ofWidget(&list[i]) // one without settings equals no other
		has = append(has, made)
	}
	return has, err
}

// begins reports whether the widgets of a site are the first of those that are wanted.
func begins(wanted, has []widget) bool {
	if len(has) > len(wanted) {
		return false
	}
	for i, one := range has {
		if one.base != wanted[i].base || !reflect.DeepEqual(one.raw, wanted[i].raw) {
			return false
		}
	}
	return true
}
