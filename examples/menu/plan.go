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

// wanted returns the item as [menus.Menus.EnsureItems] takes it.
func (it *item) wanted() menus.WantedItem {
	params := &cms.MenuItemParams{Type: &it.leads.kind, Status: new(cms.StatusPublish), MenuOrder: &it.order,
		Target: &it.Target, Classes: append([]string{}, it.Classes...)}
	if it.Title != "" {
		params.Title = &it.Title
	}
	if it.leads.kind == cms.MenuItemCustom {
		params.URL = &it.leads.url
	} else {
		params.Object, params.ObjectID = &it.leads.object, &it.leads.id
	}
	return menus.WantedItem{Depth: it.depth(), Params: params}
}

// same compares texts of which the site may have escaped one.
func same(a, b string) bool { return html.UnescapeString(a) == html.UnescapeString(b) }

// differs names the fields that the site had with other values. The item above it has its id by
// then, unless a dry run would create it.
func (it *item) differs() (names []string) {
	parent := it.above != nil && it.above.id == 0
	if it.above != nil {
		parent = parent || it.there.Parent != it.above.id
	} else {
		parent = it.there.Parent != 0
	}
	for _, field := range []struct {
		name    string
		differs bool
	}{
		{"title", it.Title != "" && !same(it.there.Title.Raw, it.Title)},
		{"parent", parent},
		{"order", it.there.MenuOrder != it.order},
		{"target", it.there.Target != it.Target},
		{"classes", !slices.Equal(it.there.Classes, it.Classes)},
		{"status", it.there.Status != cms.StatusPublish},
	} {
		if field.differs {
			names = append(names, field.name)
		}
	}
	return names
}

// print writes what is done with an item.
func (it *item) print(out io.Writer, action cms.EnsureAction) {
	name := strings.Repeat("  ", it.depth()) + it.name()
	switch action {
	case cms.EnsureCreated:
		program.Printf(out, "create     %s\n", name)
	case cms.EnsureUpdated:
		program.Printf(out, "update     %s  %v\n", name, it.differs())
	default:
		program.Printf(out, "unchanged  %s\n", name)
	}
}

// printExtra writes what becomes of the items that the file does not have.
func printExtra(out io.Writer, extra []*cms.MenuItem, prune bool) {
	what := "leave"
	if prune {
		what = "delete"
	}
	for _, there := range extra {
		program.Printf(out, "%-9s  %s  (item %d, which the file does not have)\n", what, there.Title.Raw, there.ID)
	}
}
