package main

import (
	"html"
	"io"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// plan is what makes a menu what it is to be.
type plan struct {
	items []*item         // all that are wanted, each above those below it
	extra []*cms.MenuItem // what nobody wants
	prune bool
}

// compare finds for each item what the site has of it: first where it stands, then
// anywhere in the menu, and those with the same title before others.
func compare(wanted *file, items []*cms.MenuItem) *plan {
	p := &plan{items: wanted.all()}
	free := walk(menus.Tree(items))
	take := func(it *item, fits func(*cms.MenuItem) bool) {
		i := slices.IndexFunc(free, func(there *cms.MenuItem) bool { return it.leadsAs(there) && fits(there) })
		if it.there != nil || i < 0 {
			return
		}
		it.there, it.id = free[i], free[i].ID
		free = slices.Delete(free, i, i+1)
	}
	below := func(it *item, there *cms.MenuItem) bool {
		known, parent := it.parent()
		return known && there.Parent == parent
	}
	titled := func(it *item, there *cms.MenuItem) bool { return it.Title == "" || same(there.Title.Raw, it.Title) }
	for _, fits := range []func(*item, *cms.MenuItem) bool{
		func(it *item, there *cms.MenuItem) bool { return below(it, there) && titled(it, there) },
		below,
		titled,
		func(*item, *cms.MenuItem) bool { return true },
	} {
		for _, it := range p.items {
			take(it, func(there *cms.MenuItem) bool { return fits(it, there) })
		}
	}
	p.extra = free
	return p
}

// walk are the items of a tree in the order of the menu.
func walk(nodes []*cms.Node[cms.MenuItem]) (items []*cms.MenuItem) {
	for _, node := range nodes {
		items = append(append(items, node.Item), walk(node.Children)...)
	}
	return items
}

// leadsAs reports that an item of the site leads where it should.
func (it *item) leadsAs(there *cms.MenuItem) bool {
	if there.Invalid || there.Type != it.leads.kind {
		return false
	}
	if it.leads.kind == cms.MenuItemCustom {
		return same(there.URL, it.leads.url)
	}
	return there.Object == it.leads.object && there.ObjectID == it.leads.id
}

// same compares texts of which the site may have escaped one.
func same(a, b string) bool { return html.UnescapeString(a) == html.UnescapeString(b) }

// parent is the id of the item above, 0 for the top; known is false while it has none.
func (it *item) parent() (known bool, id int64) {
	if it.above == nil {
		return true, 0
	}
	return it.above.id != 0, it.above.id
}

// params are what has to be sent for an item; what differs names the fields, and is
// empty if the site has it so.
func (it *item) params(menu int64) (params *cms.MenuItemParams, differs []string) {
	_, parent := it.parent()
	if it.there == nil {
		params = &cms.MenuItemParams{
			Type: &it.leads.kind, Status: new(cms.StatusPublish), Menus: &menu,
			Parent: &parent, MenuOrder: &it.order, Target: &it.Target, Classes: append([]string{}, it.Classes...),
		}
		if it.Title != "" {
			params.Title = &it.Title
		}
		if it.leads.kind == cms.MenuItemCustom {
			params.URL = &it.leads.url
		} else {
			params.Object, params.ObjectID = &it.leads.object, &it.leads.id
		}
		return params, []string{"everything"}
	}
	params = &cms.MenuItemParams{}
	if it.Title != "" && !same(it.there.Title.Raw, it.Title) {
		params.Title, differs = &it.Title, append(differs, "title")
	}
	if known, _ := it.parent(); !known || it.there.Parent != parent {
		params.Parent, differs = &parent, append(differs, "parent")
	}
	if it.there.MenuOrder != it.order {
		params.MenuOrder, differs = &it.order, append(differs, "order")
	}
	if it.there.Target != it.Target {
		params.Target, differs = &it.Target, append(differs, "target")
	}
	if !slices.Equal(it.there.Classes, it.Classes) {
		params.Classes, differs = append([]string{}, it.Classes...), append(differs, "classes")
	}
	if it.there.Status != cms.StatusPublish {
		params.Status, differs = new(cms.StatusPublish), append(differs, "status")
	}
	return params, differs
}

// print writes the plan, and returns how many items it changes.
func (p *plan) print(out io.Writer, m *menu) (changes int) {
	if m.id == 0 {
		program.Printf(out, "create     the menu %q\n", m.name)
	}
	for _, it := range p.items {
		name := strings.Repeat("  ", it.depth()) + it.name()
		switch _, differs := it.params(m.id); {
		case it.there == nil:
			changes++
			program.Printf(out, "create     %s\n", name)
		case len(differs) > 0:
			changes++
			program.Printf(out, "update     %s  %v\n", name, differs)
		default:
			program.Printf(out, "unchanged  %s\n", name)
		}
	}
	for _, there := range p.extra {
		what := "leave"
		if p.prune {
			what = "delete"
			changes++
		}
		program.Printf(out, "%-9s  %s  (item %d, which the file does not have)\n", what, there.Title.Raw, there.ID)
	}
	return changes
}
