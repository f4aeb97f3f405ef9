package main

import (
	"fmt"
	"slices"
	"strings"
)

// shared is a struct that several types have in common.
type shared struct {
	short   string   // the name without the place: "MetaData", "ContextOptions"
	records []string // whose types it is
}

// neutral notes a use of a struct, and returns the name that it has for all places: "" if it is
// named after its one place.
func (g *generator) neutral(form, short, record string) string {
	one := g.uses[form]
	if one == nil {
		one = &shared{short: short}
		g.uses[form] = one
	}
	if !slices.Contains(one.records, record) {
		one.records = append(one.records, record)
	}
	return g.names[form]
}

// share names the structs that several records have in common, and reports whether it has named
// one. The code is then written once more, since names are part of what other structs contain.
func (g *generator) share() bool {
	found := false
	for _, form := range sortedKeys(g.uses) {
		one := g.uses[form]
		if len(one.records) < 2 || one.short == "" || g.names[form] != "" || g.taken[one.short] {
			continue
		}
		g.names[form], g.taken[one.short] = one.short, true
		found = true
	}
	return found
}

// again returns a generator for the same resources, which has the names of share.
func (g *generator) again(all []*resource) *generator {
	next := newGenerator(all)
	next.names = g.names
	for _, name := range g.names {
		next.taken[name] = true
	}
	return next
}

// shortOptions is a name for options that several routes take, made of their one or two fields.
func shortOptions(prefix string, fields []field) string {
	name := prefix
	switch len(fields) {
	case 0:
		return prefix + "NoOptions"
	case 1, 2:
	default:
		return ""
	}
	for _, f := range fields {
		if f.name != "PerPage" || len(fields) == 1 { // pages have both arguments
			name += f.name
		}
	}
	return name + "Options"
}

// alias declares another name for a struct.
func alias(name, doc, same string) string {
	return comment("", fmt.Sprintf("%s It is the same type as [%s].", sentence(doc), same)) +
		fmt.Sprintf("type %s = %s\n\n", name, same)
}

// renamed are methods for a struct of another name.
func renamed(methods, name, other string) string {
	return strings.ReplaceAll(methods, "(p *"+name+")", "(p *"+other+")")
}
