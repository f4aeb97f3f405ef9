package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/widgets"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// widget is what makes a widget: its type and its settings.
type widget struct {
	id         string // that of the site
	name, base string // the name is that in the folder
	raw        map[string]any
}

// is reports whether two widgets are of the same type, with the same settings.
func (w widget) is(other widget) bool {
	return w.base == other.base && w.raw != nil && reflect.DeepEqual(w.raw, other.raw)
}

// sidebars fills the sidebars of the site with the widgets of the folder. A sidebar with
// other widgets stays as it is. The inactive widgets come last, because a new widget is
// inactive before it is in its sidebar.
func (r *restore) sidebars(ctx context.Context, names []string) error {
	all := widgets.New(r.site)
	slices.SortStableFunc(names, func(a, b string) int {
		last := func(name string) int {
			if name == widgets.Inactive {
				return 1
			}
			return 0
		}
		return last(a) - last(b)
	})
	for _, name := range names {
		var from widgets.Sidebar
		if err := r.from.Read(archive.Sidebars, name, &from); err != nil {
			return err
		}
		wanted := r.widgets(from.Widgets)
		if len(wanted) == 0 {
			continue
		}
		if from.ID != widgets.Inactive {
			has, fits, err := r.begun(ctx, all, name, from.ID, wanted)
			if err != nil {
				return err
			}
			if !fits {
				continue
			}
			wanted = wanted[has:]
		}
		if len(wanted) == 0 {
			continue
		}
		spare, err := onSidebar(ctx, all, widgets.Inactive)
		if err != nil {
			return err
		}
		if from.ID == widgets.Inactive { // what is there stays
			wanted = slices.DeleteFunc(wanted, func(one widget) bool { _, ok := take(&spare, one); return ok })
			spare = nil
		}
		for _, one := range wanted {
			if err := settle(ctx, all, from.ID, one, &spare); err != nil {
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

// begun returns how many of the wanted widgets a sidebar of the site begins with. fits is
// false if the sidebar stays as it is. The widgets that WordPress gives a new site become
// inactive.
func (r *restore) begun(
	ctx context.Context, all *widgets.Widgets, name, id string, wanted []widget,
) (n int, fits bool, err error) {
	_, err = all.Sidebars.Get(ctx, id)
	if errors.Is(err, cms.ErrNotFound) {
		r.leaveLook(archive.Sidebars, name, "the theme of the site has no such sidebar for its widgets")
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	has, err := onSidebar(ctx, all, id)
	if err != nil || begins(wanted, has) {
		return len(has), err == nil, err
	}
	if slices.ContainsFunc(has, func(one widget) bool { return !isStock(one) }) {
		r.leaveLook(archive.Sidebars, name, "the sidebar of the site has other widgets, and keeps them")
		return 0, false, nil
	}
	for _, one := range has {
		if _, err := all.Update(ctx, one.id, &widgets.Params{Sidebar: new(widgets.Inactive)}); err != nil {
			return 0, false, err
		}
	}
	program.Printf(r.notes, "%s/%s: the widgets that WordPress gives a new site are inactive now\n", archive.Sidebars,
		name)
	return 0, true, nil
}

// stockBlocks are the contents of the widgets of a new site. Their titles are in its
// language.
var stockBlocks = regexp.MustCompile(`^(<!-- wp:search /-->|<!-- wp:group --><div class="wp-block-group">` +
	`<!-- wp:heading --><h2[^<>]*>[^<>]*</h2><!-- /wp:heading -->` +
	`<!-- wp:(latest-posts|latest-comments|archives|categories)( \{[^{}]*\})? /--></div><!-- /wp:group -->)$`)

// isStock reports whether WordPress has given a new site this widget.
func isStock(one widget) bool {
	content, _ := one.raw["content"].(string)
	return slices.Contains([]string{"block-2", "block-3", "block-4", "block-5", "block-6"}, one.id) &&
		stockBlocks.MatchString(content)
}

// settle puts a widget at the end of a sidebar. It takes an inactive one that is the same: a
// run that was killed may have made it.
func settle(ctx context.Context, all *widgets.Widgets, sidebar string, one widget, spare *[]widget) error {
	if id, ok := take(spare, one); ok {
		_, err := all.Update(ctx, id, &widgets.Params{Sidebar: &sidebar})
		return err
	}
	_, err := all.Create(ctx, &widgets.Params{IDBase: &one.base, Sidebar: &sidebar,
		Instance: &widgets.InstanceParams{Raw: one.raw}})
	return err
}

// take removes a widget with these settings from a list, and returns its id.
func take(from *[]widget, wanted widget) (id string, ok bool) {
	i := slices.IndexFunc(*from, wanted.is)
	if i < 0 {
		return "", false
	}
	id = (*from)[i].id
	*from = slices.Delete(*from, i, i+1)
	return id, true
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
			one.raw[member] = r.setting(one.base, member, value)
		}
		all = append(all, one)
	}
	return all
}

// setting is a setting of a widget on this site: it may name records or addresses.
func (r *restore) setting(base, member string, value any) any {
	kind := map[string]string{
		"nav_menu.nav_menu":         archive.Menus,
		"pages.exclude":             archive.Pages,
		"media_image.attachment_id": archive.Media,
		"media_audio.attachment_id": archive.Media,
		"media_video.attachment_id": archive.Media,
		"media_gallery.ids":         archive.Media,
	}[base+"."+member]
	switch v := value.(type) {
	case string:
		if kind == "" {
			return r.content.Content(v)
		}
		return r.listed(kind, v)
	case float64:
		if kind != "" {
			return float64(r.journal.id(kind, int64(v))) // 0 is none
		}
	case []any:
		for i := range v {
			v[i] = r.setting(base, member, v[i])
		}
	}
	return value
}

// listed renumbers a list of ids with commas.
func (r *restore) listed(kind, ids string) string {
	list := strings.Split(ids, ",")
	for i, one := range list {
		if id, err := strconv.ParseInt(strings.TrimSpace(one), 10, 64); err == nil {
			list[i] = strconv.FormatInt(r.journal.id(kind, id), 10)
		}
	}
	return strings.Join(list, ",")
}

// ofWidget returns what makes a widget. It is false for a widget without settings as JSON.
func ofWidget(w *widgets.Widget) (widget, bool) {
	if w.Instance == nil || w.Instance.Raw == nil {
		return widget{id: w.ID}, false
	}
	one := widget{id: w.ID, base: w.IDBase, raw: map[string]any{}}
	for name, value := range w.Instance.Raw {
		var v any
		if json.Unmarshal(value, &v) != nil {
			return widget{id: w.ID}, false
		}
		one.raw[name] = v
	}
	return one, true
}

// onSidebar reads the widgets of a sidebar of the site in their order.
func onSidebar(ctx context.Context, all *widgets.Widgets, id string) (has []widget, err error) {
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
		if !wanted[i].is(one) {
			return false
		}
	}
	return true
}
