package main

import (
	"fmt"
	"slices"
	"strings"
)

// entry is a line of the package comment. It has a constructor, its route, and the
// methods of the value that it returns.
type entry struct {
	constructor, route string
	methods            []string
}

// enter adds an entry for a constructor to the package comment. params are the parameters
// after the site.
func (g *generator) enter(constructor string, params []string, route string, methods []string) {
	call := constructor + "(" + strings.Join(append([]string{"site"}, params...), ", ") + ")"
	g.contents = append(g.contents, entry{call, plainLine(route), methods})
}

// offered returns the methods of the type in package cms for which the site has a route.
func (r *resource) offered() []string {
	var all []string
	for _, o := range r.operations() {
		if !r.offers(o) {
			continue
		}
		if name := r.callName(o, scope{}); !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// verbs returns how many of the verbs create, list and delete the methods have.
func (e entry) verbs() int {
	n := 0
	for _, verb := range []string{"Create", "List", "Delete"} {
		if slices.ContainsFunc(e.methods, func(name string) bool { return strings.Contains(name, verb) }) {
			n++
		}
	}
	return n
}

// packageComment returns the comment of the package, which lists the constructors.
// Constructors of values that create, list and delete records come first.
func (g *generator) packageComment(pkg string) string {
	const most = 12
	all := slices.Clone(g.contents)
	slices.SortStableFunc(all, func(a, b entry) int { return b.verbs() - a.verbs() })
	var out strings.Builder
	out.WriteString(comment("", fmt.Sprintf("Package %s calls routes of a site. These are its constructors, with the "+
		"route and the methods of the value that each returns. The ones that create, list and delete records come first.",
		pkg)))
	out.WriteString("//\n")
	for _, one := range all {
		methods := strings.Join(one.methods[:min(len(one.methods), most)], ", ")
		if n := len(one.methods) - most; n > 0 {
			methods += fmt.Sprintf(" and %d more", n)
		}
		fmt.Fprintf(&out, "//\t%s\n//\t\t%s: %s\n", one.constructor, one.route, methods)
	}
	return out.String()
}
