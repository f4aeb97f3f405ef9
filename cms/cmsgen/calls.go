package main

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// callService is a generated type that has a method for each call of a namespace.
type callService struct {
	namespace string
	methods   scope
	names     []string // method names, in the order of the generated file
	code      strings.Builder
}

// isCall reports whether a route is a call. A call has a single operation and no route of
// one record, and no type of package cms fits it. All calls of a namespace become methods
// of one type.
func (r *resource) isCall() bool {
	return r.kind == serviceKind && r.item == nil && len(r.operations()) == 1
}

// versionEnd returns the number of segments up to and including the version of a route,
// or 1 if the route has no version.
func versionEnd(p describe.Path) int {
	end := 1
	for i, s := range p[:min(3, len(p)-1)] {
		if isVersion(s.Word) {
			end = i + 1
		}
	}
	return end
}

// isVersion reports whether a word of a route is a version, such as "v2" or "1.0".
func isVersion(word string) bool {
	return word != "" && strings.Trim(strings.TrimPrefix(word, "v"), "0123456789.") == ""
}

// namespaceEnd returns the number of segments of the namespace of the route p. The parameter
// indexes has the paths of the namespaces that have an index in the description. If p is in
// none of these, its namespace ends with the version.
func namespaceEnd(p describe.Path, indexes []describe.Path) int {
	end := 0
	for _, index := range indexes {
		if len(index) < len(p) && len(index) > end && p[:len(index)].Same(index) {
			end = len(index)
		}
	}
	return cmp.Or(end, versionEnd(p))
}

// namespace returns the namespace of the route, such as "shop/v1".
func (r *resource) namespace() string {
	return strings.Join(strings.Split(r.spelledPath(), "/")[:r.end], "/")
}

// nameServices chooses the names of the types for the calls of each namespace.
func nameServices(all []*resource, taken scope) {
	names := map[string]string{}
	for _, r := range all {
		if r.isCall() && r.service != "" {
			names[r.namespace()] = r.service
		}
	}
	for _, r := range all {
		if !r.isCall() {
			continue
		}
		namespace := r.namespace()
		if names[namespace] == "" {
			names[namespace] = serviceName(namespace, r.typePrefix, taken)
		}
		r.service = names[namespace]
	}
}

// serviceName returns the type name for a namespace. The name contains the version only
// if the shorter name is already used: WcService, WcV3Service.
func serviceName(namespace, prefix string, taken scope) string {
	short := namespace
	if i := strings.LastIndexByte(namespace, '/'); i > 0 {
		short = namespace[:i]
	}
	free := func(name string) bool { return !taken[name] && !taken["New"+name] }
	name := prefix + goName(short) + "Service"
	if !free(name) {
		name = prefix + goName(namespace) + "Service"
	}
	name = taken.take(name)
	taken["New"+name] = true
	return name
}

// call writes the operation of a route as a method of the type for its namespace.
func (w *writer) call(r *resource, record, params string) {
	service := w.g.service(r)
	o := r.operations()[0]
	m := w.method(r, o, r.callName(o, scope{}), record, params)
	m.name = service.methods.take(r.methodName(o))
	service.names = append(service.names, m.name)
	declared, names := r.pathArgs()
	m.args, m.path = declared, r.pathExpression(names)
	service.code.WriteString(m.print(r.service, r))
}

// methodName returns the method name for a call. This is the name of the records. For a
// DELETE, the method name begins with Delete, and for a PUT or PATCH with Update. A POST
// gets no verb, because the name of its route often is a verb.
func (r *resource) methodName(o operation) string {
	name := strings.TrimPrefix(r.record, r.typePrefix)
	if r.given == "" && len(r.schema.Properties) == 0 {
		// r.record may end in a number that makes it unique among the types of the package.
		// A method needs no such number.
		name = r.routeName()
	}
	if o.method == http.MethodGet && r.many {
		last := r.path.LastWord()
		if name == goName(singular(last)) {
			name = goName(last)
		} else {
			name = plural(name)
		}
	}
	switch o.method {
	case http.MethodDelete:
		return "Delete" + name
	case http.MethodPut, http.MethodPatch:
		return "Update" + name
	}
	return name
}

// service returns the type for the calls in the namespace of a route.
func (g *generator) service(r *resource) *callService {
	if g.services[r.service] == nil {
		g.services[r.service] = &callService{namespace: r.namespace(), methods: scope{}}
	}
	return g.services[r.service]
}

// callServices writes the types for the calls of all namespaces.
func (g *generator) callServices() string {
	var out strings.Builder
	for _, name := range sortedKeys(g.services) {
		service := g.services[name]
		g.enter("New"+name, nil, service.namespace, service.names)
		out.WriteString(comment("", fmt.Sprintf("%s has a method for each route of %s that takes one operation.", name,
			service.namespace)))
		fmt.Fprintf(&out, "type %s struct{ site *cms.Client }\n\n", name)
		out.WriteString(comment("", fmt.Sprintf("New%s returns a service for %s.", name, service.namespace)))
		fmt.Fprintf(&out, "func New%s(site *cms.Client) *%[1]s { return &%[1]s{site} }\n\n%s", name, service.code.String())
	}
	return out.String()
}

// pinnedServices returns the lines that [pin] stores for the types of services. Each line
// has the name of the type, a space, and the path pattern of the namespace.
func pinnedServices(all []*resource) []string {
	var lines []string
	for _, r := range all {
		if line := r.service + " " + r.servicePattern(); r.service != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// servicePattern returns the path pattern of the namespace to which r belongs.
func (r *resource) servicePattern() string { return "/" + r.path[:r.end].Template() }
