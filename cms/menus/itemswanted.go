package menus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

const ensureItems = "menus.EnsureItems"

// place returns the state of a call of EnsureItems. It checks the wanted items, and finds
// the item above each.
func (m *Menus) place(menu int64, wanted []WantedItem, options *cms.EnsureManyOptions[cms.MenuItem],
	callOptions []cms.CallOption) *placing {
	p := &placing{menus: m, menu: menu, options: []cms.CallOption{cms.Sending(callOptions...)}}
	if options != nil {
		p.may = options.MayWrite
	}
	p.many = &upsert.Many[cms.MenuItem]{Route: p.route(), Batches: p}
	var path []*placed // the items that may be above the next one, by depth
	for i, one := range wanted {
		w := &placed{placing: p, index: i}
		p.all = append(p.all, w)
		switch {
		case one.Depth < 0 || one.Depth > len(path):
			w.err = refuse(ensureItems, "wanted", fmt.Sprintf("item %d has the depth %d, but no item is above it", i, one.Depth))
			w.depth = len(path)
		case one.Params == nil:
			w.err, w.depth = refuse(ensureItems, "wanted", fmt.Sprintf("item %d has no params", i)), one.Depth
		default:
			w.params, w.depth = *one.Params, one.Depth
			w.err = w.check()
		}
		if len(cms.FieldsOf(callOptions...)) > 0 {
			w.err = refuse(ensureItems, "fields", "the whole item is needed to identify it")
		}
		if path = path[:w.depth]; len(path) > 0 {
			w.above = path[len(path)-1]
		}
		path = append(path, w)
		w.params.Menus = &p.menu
		for _, before := range p.all[:i] {
			if w.err == nil && before.err == nil && w.twin(before) {
				w.err = refuse(ensureItems, "wanted", fmt.Sprintf("the items %d and %d have the same parent, target and title",
					before.index, i))
				before.err = cmp.Or(before.err, w.err)
			}
		}
	}
	return p
}

// check returns an error for params that do not identify an item, or have an invalid value.
func (w *placed) check() error {
	invalid := func(reason string) error {
		return refuse(ensureItems, "wanted", fmt.Sprintf("item %d: %s", w.index, reason))
	}
	params := &w.params
	if params.Type == nil {
		params.Type = new(cms.MenuItemCustom)
	}
	switch {
	case params.Parent != nil || params.Menus != nil:
		return invalid("its params set Parent or Menus, which follow from Depth and the menu")
	case *params.Type == cms.MenuItemCustom && (params.URL == nil || *params.URL == "" || params.Title == nil):
		return invalid("a custom item needs a URL and a Title")
	case *params.Type != cms.MenuItemCustom && (params.Object == nil || *params.Object == ""),
		(*params.Type == cms.MenuItemPostType || *params.Type == cms.MenuItemTaxonomy) &&
			(params.ObjectID == nil || *params.ObjectID == 0):
		return invalid("its type needs an Object, and an ObjectID unless it is an archive")
	}
	err := params.Check()
	if wrong, ok := errors.AsType[*cms.ArgumentError](err); ok {
		return refuse(ensureItems, wrong.Argument, fmt.Sprintf("item %d: %s", w.index, wrong.Reason))
	}
	return err
}

// twin reports whether two wanted items have the same parent, target and title.
func (w *placed) twin(other *placed) bool {
	a, b := &w.params, &other.params
	return w.above == other.above && *a.Type == *b.Type && same(value(a.Title), value(b.Title)) &&
		value(a.Object) == value(b.Object) && value(a.ObjectID) == value(b.ObjectID) &&
		same(value(a.URL), value(b.URL))
}

// value returns the value that p points to, or the zero value if p is nil.
func value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// same reports whether two texts are equal, even if the site has escaped one of them.
func same(a, b string) bool { return html.UnescapeString(a) == html.UnescapeString(b) }

// leadsTo reports whether an item of the site has the target of the wanted item.
func (w *placed) leadsTo(item *cms.MenuItem) bool {
	params := &w.params
	switch {
	case item.Invalid || item.Type != *params.Type:
		return false
	case item.Type == cms.MenuItemCustom:
		return same(item.URL, *params.URL)
	}
	return item.Object == *params.Object && (params.ObjectID == nil || item.ObjectID == *params.ObjectID)
}

// changes returns the wanted fields whose values differ from those of the item, or nil if
// none differs. If adrift is true, changes never returns nil, because the parent would
// differ.
func (w *placed) changes(item *cms.MenuItem) *cms.MenuItemParams {
	wanted, changes, differs := &w.params, cms.MenuItemParams{}, w.adrift
	for _, text := range []struct {
		wanted *string
		stored string
		change **string
	}{
		{wanted.Title, item.Title.Raw, &changes.Title},
		{wanted.AttrTitle, item.AttrTitle, &changes.AttrTitle},
		{wanted.Description, item.Description, &changes.Description},
		{wanted.Target, item.Target, &changes.Target},
	} {
		if text.wanted != nil && !same(*text.wanted, text.stored) {
			*text.change, differs = text.wanted, true
		}
	}
	for _, list := range []struct {
		wanted []string
		stored cms.StringList
		change *[]string
	}{{wanted.Classes, item.Classes, &changes.Classes}, {wanted.XFN, item.XFN, &changes.XFN}} {
		if list.wanted != nil && !slices.Equal(list.wanted, list.stored) {
			*list.change, differs = list.wanted, true
		}
	}
	if wanted.Status != nil && *wanted.Status != item.Status {
		changes.Status, differs = wanted.Status, true
	}
	if wanted.Parent != nil && *wanted.Parent != item.Parent {
		changes.Parent, differs = wanted.Parent, true
	}
	if wanted.MenuOrder != nil && *wanted.MenuOrder != item.MenuOrder {
		changes.MenuOrder, differs = wanted.MenuOrder, true
	}
	if changes.Meta = wanted.Meta.Changes(item.Meta); changes.Meta != nil {
		differs = true
	}
	if changes.Extra = wanted.Extra.Changes(item.Extra); changes.Extra != nil {
		differs = true
	}
	if !differs {
		return nil
	}
	return &changes
}

func (p *placing) route() string { return p.menus.Client().Prefix() + "/v2/menu-items" }

func (p *placing) lock() string { return fmt.Sprintf("%s %d", ensureItems, p.menu) }

func (p *placing) fail(reason error, hint string) error {
	return &cms.Error{Operation: ensureItems, Method: http.MethodPost, Path: p.route(), Reason: reason, Hint: hint}
}

// kept checks that the site stored the wanted target of an item that this call of EnsureItems
// has created. If the target differs, kept deletes the item and returns an error. Without this,
// the next call of EnsureItems would not find the item, and would create a second one.
func (w *placed) kept(ctx context.Context, made *cms.MenuItem) error {
	if w.leadsTo(made) {
		w.record, w.own = made, true
		return nil
	}
	reason := fmt.Errorf("%w: the site stored the target %.200q, not %.200q", cms.ErrConflict,
		target(made.URL, made.Object, made.ObjectID),
		target(value(w.params.URL), value(w.params.Object), value(w.params.ObjectID)))
	hint := "write the target as the site stores it; the new item was deleted"
	if made.Invalid {
		reason = fmt.Errorf("%w: the site has no %.40q with the id %d", cms.ErrConflict, made.Object, made.ObjectID)
		hint = "create the target first; the new item was deleted"
	}
	if _, err := w.menus.Client().MenuItems.Delete(ctx, made.ID, w.options...); err != nil {
		return cms.Join(w.fail(reason, fmt.Sprintf("delete the item %d", made.ID)), err)
	}
	return w.fail(reason, hint)
}

func target(url, object string, id int64) string {
	if object == "" || object == string(cms.MenuItemCustom) {
		return url
	}
	return fmt.Sprintf("%s %d", object, id)
}
