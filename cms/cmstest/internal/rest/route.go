package rest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// UpdateMethods are the methods that update a record.
var UpdateMethods = []string{"POST", "PUT", "PATCH"}

// On returns an endpoint. permit returns an error unless the caller may use it. handle is called
// with valid arguments.
func On(methods []string, rules Rules, permit func(*Call) *Error, handle func(*Call) (*Response, *Error)) Endpoint {
	return Endpoint{methods: methods, rules: rules, permit: permit, handle: handle}
}

// OnKind is [On] for functions that serve several kinds of records or terms.
func OnKind[K any](kind K, methods []string, rules Rules, may func(*Call, K) *Error,
	handle func(*Call, K) (*Response, *Error)) Endpoint {
	return On(methods, rules, func(c *Call) *Error { return may(c, kind) },
		func(c *Call) (*Response, *Error) { return handle(c, kind) })
}

// One finds the record of a call, for example by the argument id.
type One[T comparable] struct {
	Find    func(*Call) T
	Missing func() *Error // error if there is no record
}

// On is [On] for functions that take the record.
func (o One[T]) On(methods []string, rules Rules, may func(*Call, T) *Error,
	handle func(*Call, T) (*Response, *Error)) Endpoint {
	return On(methods, rules, o.Permit(may), func(c *Call) (*Response, *Error) { return handle(c, o.Find(c)) })
}

// Permit returns a permission that needs the record. Without a record it returns the error of
// Missing.
func (o One[T]) Permit(may func(*Call, T) *Error) func(*Call) *Error {
	return func(c *Call) *Error {
		found, none := o.Find(c), *new(T)
		if found == none {
			return o.Missing()
		}
		return may(c, found)
	}
}

// Everyone permits all callers.
func Everyone(*Call) *Error { return nil }

// Needs permits callers with a capability. Other callers get an error with the code.
func Needs(right, code, message string) func(*Call) *Error {
	return func(c *Call) *Error {
		return c.Unless(c.User.Can(right), code, message)
	}
}

// variableForm returns the regular expression of a variable in a pattern.
func variableForm(name string) string {
	switch name {
	case "user_id":
		return `(?:[\d]+|me)`
	case "uuid":
		return `[\w\-]+`
	case "type", "taxonomy", "status", "location":
		return `[\w-]+`
	}
	return `[\d]+`
}

// PathOf returns a pattern as the index shows it.
func PathOf(pattern string) string {
	return variableName.ReplaceAllStringFunc(pattern, func(found string) string {
		name := strings.Trim(found, "{}")
		return "(?P<" + name + ">" + variableForm(name) + ")"
	})
}

var variableName = regexp.MustCompile(`{\w+}`)

func (c *Call) routePath() string {
	if c.Route.Pattern == "" {
		return c.path
	}
	path := c.Route.Pattern
	for _, name := range c.url.Names {
		path = strings.ReplaceAll(path, "{"+name+"}", fmt.Sprint(c.url.ByKey[name]))
	}
	return path
}

// Address returns the address of a route. The query must be encoded.
func (a *API) Address(route, query string) string {
	if !a.Plain {
		if query != "" {
			query = "?" + query
		}
		return *a.Base + "/" + a.Prefix + "-json" + route + query
	}
	if query == "" {
		return *a.Base + "/index.php?rest_route=" + route
	}
	return *a.Base + "/index.php?rest_route=" + strings.ReplaceAll(route, "/", "%2F") + "&" + query
}

// At returns the address of a route below {prefix}/v2.
func (a *API) At(path, query string) string { return a.Address("/"+a.Prefix+"/v2/"+path, query) }

// Namespace returns the namespace {prefix}/v2.
func (a *API) Namespace() string { return a.Prefix + "/v2" }

// Route returns a route below {prefix}/v2.
func (a *API) Route(path string, endpoints ...Endpoint) *Route {
	return &Route{Pattern: "/" + a.Namespace() + path, Namespace: a.Namespace(), Endpoints: endpoints}
}

// DiscoveryLink returns the Link header that leads from any page to the REST API.
func (a *API) DiscoveryLink() string {
	return fmt.Sprintf("<%s>; rel=\"https://api.w.org/\"", a.Address("/", ""))
}

// Curies returns the link that explains relations with the prefix of the site.
func (a *API) Curies() php.Raw {
	return php.Raw(php.AppendJSON(nil,
		[]php.Object{{{"name", a.Prefix}, {"href", "https://api.w.org/{rel}"}, {"templated", true}}}))
}

// Namespaces returns the namespaces of the routes, in their order.
func (a *API) Namespaces() []string {
	var out []string
	for _, r := range a.Routes {
		if r.Namespace != "" && !slices.Contains(out, r.Namespace) {
			out = append(out, r.Namespace)
		}
	}
	return out
}

// Self returns the self link of a record, with the methods that the caller may use.
func Self(href string, allow []string) []php.Object {
	self := php.Object{{"href", href}}
	if len(allow) > 0 {
		self.Add("targetHints", php.Object{{"allow", allow}})
	}
	return []php.Object{self}
}

// Link returns a link as JSON, because no code changes it later.
func Link(href string) php.Raw {
	var space [256]byte
	return php.Raw(append(php.AppendString(append(space[:0], `[{"href":`...), href), "}]"...))
}

// Embeddable returns a link to a record that _embed adds to the response.
func Embeddable(href string) []php.Object {
	return []php.Object{{{"embeddable", true}, {"href", href}}}
}
