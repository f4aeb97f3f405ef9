package rest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Read parses the description.
func (d *Description) Read() (php.Object, error) {
	value, err := php.ParseOrdered([]byte(d.Route()))
	route, _ := value.(php.Object)
	return route, err
}

// Args returns the arguments of a method in the description of a route, or nil if there are none.
func Args(route php.Object, method string) php.Object {
	for _, endpoint := range DescribedEndpoints(route) {
		if slices.Contains(Texts(endpoint.Get("methods")), method) {
			return endpoint.Child("args")
		}
	}
	return nil
}

// DescribedEndpoints returns the endpoints in the description of a route.
func DescribedEndpoints(route php.Object) []php.Object {
	list, _ := route.Get("endpoints").([]any)
	out := make([]php.Object, len(list))
	for i := range list {
		out[i], _ = list[i].(php.Object)
	}
	return out
}

// Taking returns the endpoint with the given arguments, as JSON. Use it for routes without a
// description.
func (e Endpoint) Taking(args string) Endpoint {
	e.args = args
	return e
}

// match reports whether a path matches the route, and returns the variables in the path. Case does
// not matter.
func (r *Route) match(path string) (variables []php.Member, ok bool) {
	prefix, _, varies := strings.Cut(r.Path, "(")
	if !varies {
		return nil, strings.EqualFold(path, prefix)
	}
	if len(path) < len(prefix) || !strings.EqualFold(path[:len(prefix)], prefix) {
		return nil, false
	}
	if r.form == nil {
		r.form = &form{}
	}
	if r.form.path == nil {
		r.form.path = regexp.MustCompile("(?i)^" + r.Path + "$")
	}
	found := r.form.path.FindStringSubmatch(path)
	for i, name := range r.form.path.SubexpNames() {
		if found != nil && name != "" {
			variables = append(variables, php.Member{name, found[i]})
		}
	}
	return variables, found != nil
}

// load parses the description once. Each endpoint of the description gets the rules and the
// handler of the endpoint in r.Endpoints that has the same methods.
func (r *Route) load() *form {
	if r.form == nil {
		r.form = &form{}
	}
	f := r.form
	if f.endpoints != nil {
		return f
	}
	value, err := php.ParseOrdered([]byte(r.described()))
	if err != nil {
		panic(fmt.Sprintf("cmstest: the description of %s: %v", r.Path, err)) // cannot happen: r.Path was parsed before
	}
	route, _ := value.(php.Object)
	f.endpoints, f.batch = []Endpoint{}, r.Batch
	for _, endpoint := range DescribedEndpoints(route) {
		methods := Texts(endpoint.Get("methods"))
		at := slices.IndexFunc(r.Endpoints, func(e Endpoint) bool { return slices.Contains(methods, e.methods[0]) })
		if at < 0 {
			continue
		}
		e := r.Endpoints[at]
		e.methods = methods
		for _, m := range endpoint.Child("args") {
			e.params = append(e.params, e.param(m))
		}
		f.endpoints = append(f.endpoints, e)
		f.batch = f.batch || endpoint.Get("allow_batch") != nil
	}
	return f
}

// described returns the description of a route. If the route has no description, described creates
// one from the endpoints.
func (r *Route) described() string {
	if r.Route != nil {
		return r.Route()
	}
	var methods, endpoints []any
	for _, e := range r.Endpoints {
		for _, method := range e.methods {
			methods = append(methods, method)
		}
		args := e.args
		if args == "" {
			args = "[]"
		}
		endpoints = append(endpoints, php.Object{{"methods", e.methods}, {"args", php.Raw(args)}})
	}
	return string(php.AppendJSON(nil,
		php.Object{{"namespace", r.Namespace}, {"methods", methods}, {"endpoints", endpoints}}))
}

// param returns an argument with its schema from the description, and its rule from the endpoint.
func (e *Endpoint) param(said php.Member) Param {
	raw, _ := said.Value.(php.Object)
	p := Described(said.Name, raw)
	rule, special := e.rules[p.Name]
	if !special {
		rule, special = e.rules["*"]
	}
	switch e.methods[0] {
	case "GET":
		switch {
		case special:
		case p.Name == "context" || p.Name == "page" || p.Name == "per_page":
			rule.Early = true
		case p.Name == "search":
			rule.Early, rule.Clean = true, CleanLine
		}
	case "DELETE":
	default:
		switch {
		case p.Name == "id":
			rule.Late = true
		case p.Name == "meta":
			rule.Check, rule.Raw = checkMeta, true
		case special:
		case p.Name == "slug":
			rule.Clean = cleanSlug
		case raw.Child("properties").Get("raw") != nil:
			rule.Raw, rule.Late = true, true
		}
		rule.Early = !rule.Late
	}
	p.Rule = rule
	return p
}

func checkMeta(_ *Call, _ *Param, value any) *Problem {
	switch value.(type) {
	case map[string]any, php.Object, []any:
		return nil
	}
	return &Problem{Message: "meta must be an object."}
}

func cleanSlug(_ *Call, _ *Param, value any) (any, *Problem) {
	text, _ := value.(string)
	return php.SanitizeSlug(text), nil
}

// DescribeRoutes returns the routes of a namespace, or all routes if namespace is "".
func (c *Call) DescribeRoutes(namespace string) php.Object {
	var out php.Object
	for _, r := range c.api.Routes {
		if (namespace == "" || r.Namespace == namespace) && (c.Secure || !r.Secure) {
			out.Add(r.Path, c.api.describe(r, c.Text("context") == "help"))
		}
	}
	return out
}

func (a *API) describe(r *Route, schema bool) php.Raw {
	out := strings.TrimSuffix(r.described(), "}")
	if schema && r.Schema != nil && r.Schema() != "" {
		out += `,"schema":` + r.Schema()
	}
	if !strings.Contains(r.Path, "(") {
		out += `,"_links":` + string(php.AppendJSON(nil, php.Object{{"self", Link(a.Address(r.Path, ""))}}))
	}
	return php.Raw(out + "}")
}

// Namespace returns the index route of a namespace.
func Namespace(name string) *Route {
	args := php.AppendJSON(nil, php.Object{
		{"namespace", php.Object{{"default", name}, {"required", false}}},
		{"context", php.Object{{"default", "view"}, {"required", false}}}})
	root := On([]string{"GET"}, nil, Everyone, describeNamespace).Taking(string(args))
	return &Route{Pattern: "/" + name, Namespace: name, Endpoints: []Endpoint{root}}
}

// describeNamespace serves the index of the namespace in the argument namespace. The namespace in
// the path may be another one.
func describeNamespace(c *Call) (*Response, *Error) {
	namespace := c.Text("namespace")
	if !slices.Contains(c.api.Namespaces(), namespace) {
		return nil, NewError(404, "rest_invalid_namespace", "This site has no such namespace.")
	}
	body := php.Object{{"namespace", namespace}, {"routes", c.DescribeRoutes(namespace)}}
	return &Response{Status: 200, Body: body, Links: php.Object{{"up", Link(c.api.Address("/", ""))}}}, nil
}
