package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// pinned is the name that an earlier run gave to the records of a route.
type pinned struct {
	name  string
	order int // position among the names in the file
}

// pins returns the names in a description, by the patterns of routes.
func pins(d *describe.Description) map[string]pinned {
	all := map[string]pinned{}
	for i, line := range d.Names {
		if name, route, ok := strings.Cut(line, " "); ok && name != "" && goName(name) == name {
			all[route] = pinned{name, i}
		}
	}
	return all
}

// pin stores the names of all records in a description, in the order of the generated
// file. The names of the services follow.
func pin(d *describe.Description, all []*resource) {
	d.Names = nil
	for _, r := range all {
		d.Names = append(d.Names, r.record+" "+r.pattern)
	}
	d.Names = append(d.Names, pinnedServices(all)...)
}

// pinnedFirst compares resources for their order. Resources that an earlier run has named
// come first, in the order of that run. The other resources follow, shorter routes first,
// so that these get the shorter names.
func pinnedFirst(a, b *resource) int {
	switch {
	case a.pinned.name == "" && b.pinned.name == "":
		return len(a.path) - len(b.path)
	case a.pinned.name == "":
		return 1
	case b.pinned.name == "":
		return -1
	}
	return a.pinned.order - b.pinned.order
}

// declaredBy returns the names that the code of some resources declares.
func declaredBy(all []*resource) scope {
	g := newGenerator(all)
	for _, r := range all {
		g.resource(r)
	}
	return g.taken
}

// earlier returns the names in the file of -save. It fails if the file is not a
// description, because the run would replace the file.
func (o *options) earlier() ([]string, error) {
	if o.save == "" {
		return nil, nil
	}
	data, err := readFile(o.save, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	d, err := describe.Load(data)
	if err != nil {
		return nil, fmt.Errorf("%s is no description: give another name for -save, or remove it: %w", o.save, err)
	}
	return slices.Clone(d.Names), nil
}
