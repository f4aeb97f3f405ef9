package main

import (
	"errors"
	"net/http"
	"slices"
	"strings"
)

// kind is how a resource is called.
type kind int

const (
	collectionKind kind = iota // records with numbers, in pages: cms.Collection
	catalogKind                // records with names, in one list: cms.Catalog
	documentKind               // one of its kind: cms.Document
	serviceKind                // anything else: calls of its own
)

// resource is a route with the route of one of its records.
type resource struct {
	kind         kind
	path         pattern // as the site spells it
	route, item  *Route
	itemPath     pattern // which may name the parameters of the list otherwise
	itemParam    segment
	schema       *Schema
	many         bool   // GET answers several records
	record       string // the Go name of one
	key          string // of a catalog
	seen         Kinds
	given        string // the name that the caller gave
	prefixOfSite string
}

// resources are those of a description, by their routes.
func (d *Description) resources(w wants) ([]*resource, error) {
	patterns, routes := map[string]pattern{}, sortedKeys(d.Routes)
	for _, route := range routes {
		if p, ok := parsePattern(route); ok {
			patterns[route] = p
		}
	}
	items := map[string]string{} // of each list
	taken := map[string]bool{}
	for _, list := range routes {
		best := ""
		for _, route := range routes {
			p, q := patterns[route], patterns[list]
			if q == nil || p == nil || !p.below(q) || !d.Routes[list].lists(q, p) {
				continue
			}
			if best == "" || p.rank(len(d.Routes[route].Endpoints)) > patterns[best].rank(len(d.Routes[best].Endpoints)) {
				best = route
			}
		}
		if best != "" {
			items[list] = best
			taken[best] = true
		}
	}
	var all []*resource
	for _, route := range routes {
		p := patterns[route]
		if p == nil || taken[route] || len(d.Routes[route].Endpoints) == 0 || d.Routes[route].indexes() {
			continue
		}
		r := &resource{path: p, route: d.Routes[route], seen: d.Routes[route].Seen, given: w.name(p, d.Prefix), prefixOfSite: d.Prefix}
		if item, ok := items[route]; ok {
			r.item = d.Routes[item]
			r.itemPath, r.itemParam = patterns[item], patterns[item][len(p)]
			r.itemParam.digit = r.itemParam.digit || r.item.numbers(r.itemParam.param)
		}
		for i, s := range p {
			p[i].digit = s.digit || s.param != "" && r.route.numbers(s.param)
		}
		r.classify()
		all = append(all, r)
	}
	if len(all) == 0 {
		return nil, errors.New("none of the routes can be called: a route is words and named parameters")
	}
	slices.SortStableFunc(all, func(a, b *resource) int { return len(a.path) - len(b.path) }) // the shorter route has the shorter name
	return all, d.spell(all)
}

// lists reports that a route answers several records, of which the other is one.
func (r *Route) lists(p, item pattern) bool {
	if r.takes(http.MethodGet) == nil && r.takes(http.MethodPost) == nil {
		return false
	}
	return p[len(p)-1].param == "" || item[len(p)].digit && !p[len(p)-1].digit
}

// numbers reports that a parameter of the route is an integer, as its arguments say.
func (r *Route) numbers(param string) bool {
	for _, endpoint := range r.Endpoints {
		if s := endpoint.Args.named(param); s != nil && s.is("integer") {
			return true
		}
	}
	return false
}

// indexes reports that the route is the index of a namespace.
func (r *Route) indexes() bool {
	get := r.takes(http.MethodGet)
	return get != nil && r.Schema == nil && len(r.Endpoints) == 1 && len(get.Args) == 2 && get.Args.named("namespace") != nil && get.Args.named("context") != nil
}

// rank says how likely a route is that of one record: a site may have several below
// a list.
func (p pattern) rank(endpoints int) int {
	last := p[len(p)-1]
	rank := endpoints
	switch {
	case last.digit:
		rank += 1000
	case last.param == "id", last.param == "slug", last.param == "name":
		rank += 100
	}
	return rank
}

// classify says how the resource is called.
func (r *resource) classify() {
	r.schema = r.route.Schema
	if r.schema == nil && r.item != nil {
		r.schema = r.item.Schema
	}
	if r.schema == nil {
		r.schema = &Schema{}
	}
	get := r.route.takes(http.MethodGet)
	paged := get != nil && get.Args.named("page") != nil && get.Args.named("per_page") != nil
	switch {
	case slices.Contains(r.seen[""], kindArray), slices.Contains(r.seen[""], kindRecords):
		r.many = true
	case slices.Contains(r.seen[""], kindObject):
	default:
		r.many = r.item != nil || paged || r.isPlural()
	}
	single := r.item.takes(http.MethodGet) != nil
	switch {
	case get == nil:
		r.kind = serviceKind
	case r.many && single && paged && r.itemParam.digit && r.schema.Properties.named("id") != nil:
		r.kind = collectionKind
	case r.many && single && !r.itemParam.digit && r.nameKey() != "":
		r.kind, r.key = catalogKind, r.nameKey()
	case !r.many && r.item == nil && len(r.getArgs()) == 0 && len(r.schema.Properties) > 0:
		r.kind = documentKind
	default:
		r.kind = serviceKind
	}
}

// isPlural reports that the route is named by the plural of its records.
func (r *resource) isPlural() bool {
	last := r.path[len(r.path)-1].word
	one := words(strings.ToLower(singular(last)))
	title := words(strings.ToLower(r.schema.Title))
	return last != "" && singular(last) != last && len(one) <= len(title) && len(one) > 0 && slices.Equal(one, title[len(title)-len(one):])
}

// nameKey is the member with the name of a record, "" if there is none.
func (r *resource) nameKey() string {
	for _, key := range []string{r.itemParam.param, "slug", "name", "id"} {
		if s := r.schema.Properties.named(key); s != nil && s.is("string") {
			return key
		}
	}
	return ""
}

// listArgs, getArgs, writeArgs and deleteArgs are the arguments of the requests,
// without the parameters of the route.
func (r *resource) listArgs() Schemas {
	if !r.many {
		return nil
	}
	return r.args(r.route.takes(http.MethodGet))
}

func (r *resource) getArgs() Schemas {
	one := r.item.takes(http.MethodGet)
	if !r.many {
		one = r.route.takes(http.MethodGet)
	}
	return slices.DeleteFunc(r.args(one), func(arg NamedSchema) bool { return arg.Name == "context" })
}

func (r *resource) deleteArgs() Schemas {
	one := r.item.takes(http.MethodDelete)
	if !r.many {
		one = r.route.takes(http.MethodDelete)
	}
	return r.args(one)
}

// writeArgs are those of create and update, without what may only be read. What an
// argument leaves open the schema of the record says.
func (r *resource) writeArgs() Schemas {
	var all Schemas
	for _, endpoint := range []*Endpoint{r.route.takes(http.MethodPost), r.writeOne()} {
		for _, arg := range r.args(endpoint) {
			own := r.schema.Properties.named(arg.Name)
			if own != nil && own.ReadOnly || arg.Schema.ReadOnly || all.named(arg.Name) != nil || arg.Name == "id" || strings.HasPrefix(arg.Name, "_") { // _method and the like
				continue
			}
			if len(arg.Schema.types()) == 0 && len(arg.Schema.Variants) == 0 {
				typed := *arg.Schema
				typed.Types = append([]string{"string"}, typed.Types...)
				if own != nil {
					typed = *own
				}
				arg.Schema = &typed
			}
			all = append(all, arg)
		}
	}
	return all
}

// writeOne is the endpoint that changes a record.
func (r *resource) writeOne() *Endpoint {
	one := r.item
	if !r.many {
		one = r.route
	}
	return one.takes(http.MethodPost, http.MethodPut, http.MethodPatch)
}

// required are the arguments that a create needs.
func (r *resource) required() []string {
	var names []string
	for _, arg := range r.args(r.route.takes(http.MethodPost)) {
		if arg.Schema.Required {
			names = append(names, arg.Name)
		}
	}
	return names
}

func (r *resource) args(endpoint *Endpoint) Schemas {
	if endpoint == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(endpoint.Args), func(arg NamedSchema) bool {
		return r.path.has(arg.Name) || r.itemPath.has(arg.Name) && endpoint != r.route.takes(http.MethodPost)
	})
}
