package main

import (
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// kind says which Go type the generated code uses for a resource.
type kind int

const (
	collectionKind kind = iota // records with numeric ids, in pages: cms.Collection
	contentKind                // records with a status, a slug and a trash: cms.Content
	catalogKind                // records with names, in one list: cms.Catalog
	documentKind               // a route with one record: cms.Document
	serviceKind                // any other route: a generated service
)

// resource is a route, such as the route of a list or a document. If a route of one record
// exists below a list, both routes belong to one resource.
type resource struct {
	kind        kind
	path        describe.Path // path of the route, as the site spells it
	route, item *describe.Route
	itemPath    describe.Path // path of item, in which the parameters of the list may have other names
	itemParam   describe.Segment
	*answer
	many         bool   // whether GET returns several records
	record       string // Go name of the type of a record
	key          string // for a catalog, the member that holds the name of a record
	below        bool   // whether a route with one more parameter exists, even if item is nil
	given        string // name that the user gave with -route
	pinned       pinned
	pattern      string // route as the description has it, with regular expressions
	typePrefix   string
	actsOn       *resource // the writes of this route may return records of this other resource; or nil
	batchOf      *resource // list whose records this route creates, updates and deletes
	params       string    // Go name of the type of the params
	prefixOfSite string
	service      string // name of the type for the calls of the namespace
	end          int    // number of segments of the namespace
	folder       bool   // whether this route adds a parameter to the route of a list with the same schema
}

// resources returns the resources of a description in the order of [pinnedFirst].
func resources(d *describe.Description, w wants) ([]*resource, error) {
	patterns, routes := map[string]describe.Path{}, sortedKeys(d.Routes)
	var namespaces []describe.Path // namespaces that have an index
	for _, route := range routes {
		if p, ok := describe.ParsePath(route); ok {
			patterns[route] = p
			if indexes(d.Routes[route]) {
				namespaces = append(namespaces, p)
			}
		}
	}
	items := map[string]string{} // route of a record, by the route of its list
	taken := map[string]bool{}
	for _, list := range routes {
		best := ""
		for _, route := range routes {
			p, q := patterns[route], patterns[list]
			if len(q) == 0 || !p.Below(q) || !lists(d.Routes[list], q, p) || separate(d.Routes[list], d.Routes[route]) {
				continue
			}
			if best == "" || rank(p, len(d.Routes[route].Endpoints)) > rank(patterns[best], len(d.Routes[best].Endpoints)) {
				best = route
			}
		}
		if best != "" {
			items[list] = best
			taken[best] = true
		}
	}
	var all []*resource
	known, shared := pins(d), sharedKinds(d)
	for _, route := range routes {
		p := patterns[route]
		if p == nil || taken[route] || len(d.Routes[route].Endpoints) == 0 || indexes(d.Routes[route]) {
			continue
		}
		r := &resource{path: p, route: d.Routes[route], given: w.name(p, d.Prefix),
			prefixOfSite: d.Prefix, typePrefix: w.typePrefix, pattern: route, pinned: known[route],
			end: namespaceEnd(p, namespaces)}
		if item, ok := items[route]; ok {
			r.item = d.Routes[item]
			r.itemPath, r.itemParam = patterns[item], patterns[item][len(p)]
			r.itemParam.Digit = r.itemParam.Digit || numbers(r.item, r.itemParam.Param)
		}
		for i, s := range p {
			p[i].Digit = s.Digit || s.Param != "" && numbers(r.route, s.Param)
		}
		for above, q := range patterns {
			r.below = r.below || q.Below(p)
			r.folder = r.folder || p.Below(q) && r.route.Schema != nil && d.Routes[above].Schema != nil &&
				schemaKey(r.route.Schema, "") == schemaKey(d.Routes[above].Schema, "")
		}
		r.classify(shared)
		if r.isCall() {
			r.service = known[r.servicePattern()].name
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		return nil, noCalls(d)
	}
	for _, r := range all {
		r.batchOf = batched(r, all)
	}
	for _, r := range all {
		r.actsOn = actedOn(r, all)
	}
	slices.SortStableFunc(all, pinnedFirst)
	return all, spell(all)
}

// numbered reports whether the id of the records is a number.
func (r *resource) numbered() bool {
	id := r.schema.Properties.Named("id")
	if id == nil {
		return false
	}
	kind, _ := settle(id, r.seen[".id"])
	return kind != "string" || slices.Contains(r.seen[".id"], kindWhole)
}

// sendsFile reports whether the name of a route suggests that it sends a file. The route
// must have no operation other than GET, no schema and no sample.
func (r *resource) sendsFile() bool {
	if r.kind != serviceKind || len(r.seen) > 0 || len(r.schema.Properties) > 0 || len(r.operations()) != 1 ||
		r.route.Takes(http.MethodGet) == nil {
		return false
	}
	for _, word := range words(r.path.LastWord()) {
		switch strings.ToLower(word) {
		case "export", "download", "csv", "zip", "pdf":
			return true
		}
	}
	return false
}

// lists reports whether two routes probably belong together: r is the route of a list, and item
// is the route of one of its records. p is the path of r.
func lists(r *describe.Route, p, item describe.Path) bool {
	if indexes(r) || r.Takes(http.MethodGet) == nil && r.Takes(http.MethodPost) == nil {
		return false
	}
	return p[len(p)-1].Param == "" || item[len(p)].Digit && !p[len(p)-1].Digit || slices.Contains(r.Seen[""], kindArray)
}

// numbers reports whether the arguments declare a parameter of the route as an integer.
func numbers(r *describe.Route, param string) bool {
	for _, endpoint := range r.Endpoints {
		if s := endpoint.Args.Named(param); s != nil && s.Is("integer") {
			return true
		}
	}
	return false
}

// indexes reports whether the route is the index of a namespace.
func indexes(r *describe.Route) bool {
	get := r.Takes(http.MethodGet)
	return get != nil && r.Schema == nil && len(r.Endpoints) == 1 && len(get.Args) == 2 &&
		get.Args.Named("namespace") != nil && get.Args.Named("context") != nil
}

// rank returns a number that is higher for a route that is more likely the route of one
// record. A site may have several routes below a list.
func rank(p describe.Path, endpoints int) int {
	last := p[len(p)-1]
	rank := endpoints
	switch {
	case last.Digit:
		rank += 1000
	case last.Param == "id", last.Param == "slug", last.Param == "name":
		rank += 100
	}
	return rank
}

// classify sets the kind of the resource.
func (r *resource) classify(shared map[string]Kinds) {
	r.answer = answers(r.route, r.item, shared)
	get := r.route.Takes(http.MethodGet)
	paged := get != nil && get.Args.Named("page") != nil && get.Args.Named("per_page") != nil
	many, known := r.answer.many()
	r.many = known && many || !known && (r.item != nil || paged || r.isPlural())
	single := r.item.Takes(http.MethodGet) != nil
	switch {
	case get == nil, r.sampled, r.envelope != nil, r.around != nil, r.plain() != "", r.mixed() != "":
		r.kind = serviceKind
	case r.many && single && paged && r.itemParam.Digit && r.numbered():
		r.kind = collectionKind
		if r.isContent() {
			r.kind = contentKind
		}
	case r.many && single && !r.itemParam.Digit && r.nameKey() != "":
		r.kind, r.key = catalogKind, r.nameKey()
	case !r.many && r.item == nil && len(r.getArgs()) == 0 && len(r.schema.Properties) > 0:
		r.kind = documentKind
	default:
		r.kind = serviceKind
	}
}

// isContent reports whether [cms.Content] fits the records. Creates or updates must accept
// a status and a slug. Deletes must accept force: only this argument of a description shows
// that the records have a trash. Media files accept these arguments too, but by default
// they have no trash, so they do not fit. The list must accept the arguments that the
// methods of cms.Content send.
func (r *resource) isContent() bool {
	return r.resemblesContent() && len(r.unlisted()) == 0
}

// resemblesContent is isContent without the conditions for the list.
func (r *resource) resemblesContent() bool {
	written := r.writeArgs()
	return written.Named("status") != nil && written.Named("slug") != nil && r.deleteArgs().Named("force") != nil &&
		r.schema.Properties.Named("media_type") == nil
}

// unlisted returns the query arguments that the methods of [cms.Content] send, but that the
// list of the resource does not accept. The methods send lists of slugs and statuses, and
// the status "any".
func (r *resource) unlisted() []string {
	args := r.args(r.route.Takes(http.MethodGet))
	var missing []string
	for _, name := range []string{"slug", "status"} {
		switch arg := args.Named(name); {
		case arg == nil || !takesList(arg):
			missing = append(missing, name)
		case name == "status" && !takesWord(arg, "any"):
			missing = append(missing, "status with the value any")
		}
	}
	return missing
}

// takesWord reports whether an argument, or an element of it, may be the given word.
func takesWord(s *describe.Schema, word string) bool {
	words := s.Words()
	if s.Items != nil {
		words = append(words, s.Items.Words()...)
	}
	return len(words) == 0 || slices.Contains(words, word)
}

// takesList reports whether an argument may be a list.
func takesList(s *describe.Schema) bool {
	types := s.ValueTypes()
	return len(types)+len(s.Variants) == 0 || slices.Contains(types, "array") || slices.ContainsFunc(s.Variants, takesList)
}

// isPlural reports whether the name of the route is the plural of the title of its
// records.
func (r *resource) isPlural() bool {
	last := r.path[len(r.path)-1].Word
	one := words(strings.ToLower(singular(last)))
	title := words(strings.ToLower(r.schema.Title))
	return last != "" && singular(last) != last && len(one) <= len(title) && len(one) > 0 &&
		slices.Equal(one, title[len(title)-len(one):])
}

// nameKey returns the member that has the name of a record, or "". It uses what the samples
// show. Without a sample it judges by the names of the members.
func (r *resource) nameKey() string {
	for _, property := range r.schema.Properties {
		if slices.Contains(r.seen["."+property.Name], kindKey) {
			return property.Name
		}
	}
	for _, property := range r.schema.Properties {
		if slices.Contains(r.seen["."+property.Name], kindNoKey) {
			return "" // the samples have shown that no member is the last segment of the route
		}
	}
	if r.folder {
		// In types/{folder}/{name}, a slug may include the folder. Then the slug is not the
		// last segment.
		return ""
	}
	for _, key := range []string{r.itemParam.Param, "slug", "code", "key", "id", "name"} {
		if s := r.schema.Properties.Named(key); s != nil && s.Is("string") {
			return key
		}
	}
	return ""
}

// listArgs, getArgs, writeArgs and deleteArgs return the arguments of the requests,
// without the parameters of the route.
func (r *resource) listArgs() describe.Schemas {
	if !r.many {
		return nil
	}
	return r.args(r.route.Takes(http.MethodGet))
}

func (r *resource) getArgs() describe.Schemas {
	one := r.item.Takes(http.MethodGet)
	if !r.many {
		one = r.route.Takes(http.MethodGet)
	}
	return slices.DeleteFunc(r.args(one), func(arg describe.NamedSchema) bool { return arg.Name == "context" })
}

func (r *resource) deleteArgs() describe.Schemas {
	one := r.item.Takes(http.MethodDelete)
	if !r.many {
		one = r.route.Takes(http.MethodDelete)
	}
	return r.args(one)
}

// writeArgs returns the arguments of creates and updates.
func (r *resource) writeArgs() describe.Schemas {
	return r.written(r.route.Takes(http.MethodPost), r.writeOne())
}

// written returns the arguments that endpoints accept in a body. An argument without a type
// gets the schema that the record has for it, or the type string. An argument that its
// endpoint marks as readonly, and does not require, is left out. A readonly mark in the
// schema of the record does not count, because an endpoint may accept the argument.
func (r *resource) written(endpoints ...*describe.Endpoint) describe.Schemas {
	var all describe.Schemas
	for _, endpoint := range endpoints {
		for _, arg := range r.args(endpoint) {
			own := r.schema.Properties.Named(arg.Name)
			// An argument such as _method controls the REST API itself, so it is no field
			// of a body.
			if arg.Schema.ReadOnly && !arg.Schema.Required || all.Named(arg.Name) != nil || strings.HasPrefix(arg.Name, "_") {
				continue
			}
			// A body has no id: the site chooses the id, or the route contains it.
			if arg.Name == "id" && (r.item != nil || r.path[len(r.path)-1].Param != "") {
				continue
			}
			if len(arg.Schema.ValueTypes()) == 0 && len(arg.Schema.Variants) == 0 {
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

// writeOne returns the endpoint that changes a record.
func (r *resource) writeOne() *describe.Endpoint {
	one := r.item
	if !r.many {
		one = r.route
	}
	return one.Takes(http.MethodPost, http.MethodPut, http.MethodPatch)
}

// required returns the names of the arguments that an endpoint requires. An argument with a
// default is not required.
func required(args describe.Schemas) []string {
	var names []string
	for _, arg := range args {
		if arg.Schema.Required && arg.Schema.Default == nil {
			names = append(names, arg.Name)
		}
	}
	return names
}

// args returns the arguments of an endpoint without the parameters of its route.
func (r *resource) args(endpoint *describe.Endpoint) describe.Schemas {
	if endpoint == nil {
		return nil
	}
	path, own := r.path, false
	for i := 0; r.item != nil && i < len(r.item.Endpoints); i++ {
		own = own || &r.item.Endpoints[i] == endpoint
	}
	if own {
		path = r.itemPath
	}
	return slices.DeleteFunc(slices.Clone(endpoint.Args), func(arg describe.NamedSchema) bool {
		// The route of one record may use other names than the list route for the same
		// parameters. An argument with one of these names is left out, too, except in the POST
		// of the list route.
		parent := len(r.itemPath) > 0 && r.itemPath[:len(r.itemPath)-1].Has(arg.Name)
		return path.Has(arg.Name) || parent && endpoint != r.route.Takes(http.MethodPost)
	})
}
