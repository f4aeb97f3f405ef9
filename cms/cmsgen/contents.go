package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// entry is a line of the package comment. It has a constructor, the route of the
// constructor, and the methods of the value that the constructor returns.
type entry struct {
	constructor, route string
	methods            []string
}

// enter adds an entry for a constructor to the package comment. params are the parameters
// of the constructor, without the first one, which is the site.
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
	if r.kind == contentKind && slices.Contains(all, "Delete") {
		all = append(all, "Trash")
	}
	if (r.kind == contentKind || r.kind == collectionKind) && slices.Contains(all, "List") {
		all = append(all, "All")
	}
	slices.SortStableFunc(all, func(a, b string) int { return rankOfMethod(a) - rankOfMethod(b) })
	return all
}

// rankOfMethod returns a number by which the methods of a type are ordered. Create, list
// and get come first, then update and delete, and then other methods.
func rankOfMethod(name string) int {
	order := []string{"Create", "List", "All", "Get", "Update", "Trash", "Delete", "DeleteAll"}
	if i := slices.Index(order, name); i >= 0 {
		return i
	}
	return len(order)
}

// verbs returns how many of the words Create, List and Delete occur in the names of the
// methods.
func (e entry) verbs() int {
	n := 0
	for _, verb := range []string{"Create", "List", "Delete"} {
		if slices.ContainsFunc(e.methods, func(name string) bool { return strings.Contains(name, verb) }) {
			n++
		}
	}
	return n
}

// packageComment returns the comment of the package, which lists the constructors. Routes
// with more of the verbs Create, List and Delete in their methods come first. If several
// routes have equally many, routes with fewer parameters come first, and then routes that
// are named like their namespace. The constructors of one route stay together.
func (g *generator) packageComment(pkg string) string {
	const most = 12
	var routes []string
	verbs := map[string]int{}
	for _, one := range g.contents {
		if !slices.Contains(routes, one.route) {
			routes = append(routes, one.route)
		}
		verbs[one.route] = max(verbs[one.route], one.verbs())
	}
	slices.SortStableFunc(routes, func(a, b string) int {
		return cmp.Or(verbs[b]-verbs[a], strings.Count(a, "{")-strings.Count(b, "{"), isMain(b)-isMain(a))
	})
	var out strings.Builder
	out.WriteString(comment("", fmt.Sprintf("Package %s calls routes of a site. These are its constructors, with the "+
		"route and the methods of the value that each returns. The ones that create, list and delete records come first.",
		pkg)))
	if slices.ContainsFunc(g.contents, func(e entry) bool { return slices.Contains(e.methods, "All") }) {
		out.WriteString("//\n" + comment("", "go doc does not show the methods of a [cms.Collection] and a [cms.Content], "+
			"types of github.com/fontcms/fontcms-go/cms: Create(ctx, params), Get(ctx, id), Update(ctx, id, params) and "+
			"Delete(ctx, id). List(ctx, options) returns a page with the records in Items, and "+
			"All(ctx, options) yields the records of all pages."))
	}
	out.WriteString("//\n")
	for _, route := range routes {
		for _, one := range g.contents {
			if one.route != route {
				continue
			}
			methods := strings.Join(one.methods[:min(len(one.methods), most)], ", ")
			if n := len(one.methods) - most; n > 0 {
				methods += fmt.Sprintf(" and %d more", n)
			}
			fmt.Fprintf(&out, "//\t%s\n//\t\t%s: %s\n", one.constructor, one.route, methods)
		}
	}
	return out.String()
}

// isMain returns 1 if the records of a route have the name of their namespace, such as
// "pods/v1/pods". It returns 0 for other routes.
func isMain(route string) int {
	parts := strings.Split(route, "/")
	if len(parts) > 1 && strings.EqualFold(shortest(singular(parts[0])), shortest(singular(parts[len(parts)-1]))) {
		return 1
	}
	return 0
}

// shortest returns a word without the ending "ion". So [isMain] treats "redirection" and
// "redirect" as the same word.
func shortest(word string) string { return strings.TrimSuffix(word, "ion") }
