package rest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// UpdateMethods are those that change a record.
var UpdateMethods = []string{"POST", "PUT", "PATCH"}

// On is what methods do on a route: the rules of their arguments, nil if there are none, who may use them, and the
// handler, which is called with valid arguments.
func On(methods []string, rules Rules, permit func(*Call) *Error, handle func(*Call) (*Response, *Error)) Endpoint {
	return Endpoint{methods: methods, rules: rules, permit: permit, handle: handle}
}

// OnKind is [On] for functions that serve several kinds of records or terms.
func OnKind[K any](kind K, methods []string, rules Rules, may func(*Call, K) *Error,
	handle func(*Call, K) (*Response, *Error)) Endpoint {
	return On(methods, rules, func(c *Call) *Error { return may(c, kind) },
		func(c *Call) (*Response, *Error) { return handle(c, kind) })
}

// One is the record of a call, such as that of the argument id.
type One[T comparable] struct {
	Find    func(*Call) T
	Missing func() *Error // the response if there is none
}

// On is [On] for functions that take the record.
func (o One[T]) On(methods []string, rules Rules, may func(*Call, T) *Error,
	handle func(*Call, T) (*Response, *Error)) Endpoint {
	return On(methods, rules, o.Permit(may), func(c *Call) (*Response, *Error) { return handle(c, o.Find(c)) })
}

// Permit is a permission that depends on the record, which has to be there.
func (o One[T]) Permit(may func(*Call, T) *Error) func(*Call) *Error {
	return func(c *Call) *Error {
		found, none := o.Find(c), *new(T)
		if found == none {
			return o.Missing()
		}
		return may(c, found)
	}
}

// Everyone may do this.
func Everyone(*Call) *Error { return nil }

// Needs is for those who have a right. Others are refused with a code.
func Needs(right, code, message string) func(*Call) *Error {
	return func(c *Call) *Error {
		return c.Unless(c.User.Can(right), code, message)
	}
}

// variableForm is what a name in braces stands for: digits, except for some names.
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

// PathOf is a pattern as the index shows it.
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

// Address is the address of a route of the interface. The query is encoded already.
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

// At is the address of a route of the content system's own.
func (a *API) At(path, query string) string { return a.Address("/"+a.Prefix+"/v2/"+path, query) }

// Namespace is that of the content system's own routes.
func (a *API) Namespace() string { return a.Prefix + "/v2" }

// Route is a route of that namespace.
func (a *API) Route(path string, endpoints ...Endpoint) *Route {
	return &Route{Pattern: "/" + a.Namespace() + path, Namespace: a.Namespace(), Endpoints: endpoints}
}

// DiscoveryLink is the header that leads from any page to the interface.
func (a *API) DiscoveryLink() string {
	return fmt.Sprintf("<%s>; rel=\"https://api.w.org/\"", a.Address("/", ""))
}

// Curies say what names of relations that begin with the prefix of the site mean.
func (a *API) Curies() php.Raw {
	return php.Raw(php.AppendJSON(nil,
		[]php.Object{{{"name", a.Prefix}, {"href", "https://api.w.org/{rel}"}, {"templated", true}}}))
}

// Namespaces are those of the routes, in their order.
func (a *API) Namespaces() []string {
	var out []string
	for _, r := range a.Routes {
		if r.Namespace != "" && !slices.Contains(out, r.Namespace) {
			out = append(out, r.Namespace)
		}
	}
	return out
}

// Self is the relation of a record to itself, with the methods that the caller may use on it.
func Self(href string, allow []string) []php.Object {
	self := php.Object{{"href", href}}
	if len(allow) > 0 {
		self.Add("targetHints", php.Object{{"allow", allow}})
	}
	return []php.Object{self}
}

// Link is a relation, encoded at once: nothing reads it again.
func Link(href string) php.Raw {
	var space [256]byte
	return php.Raw(append(php.AppendString(append(space[:0], `[{"href":`...), href), "}]"...))
}

// Embeddable is a relation to a record that _embed puts into the response.
func Embeddable(href string) []php.Object {
	return []php.Object{{{"embeddable", true}, {"href", href}}}
}
