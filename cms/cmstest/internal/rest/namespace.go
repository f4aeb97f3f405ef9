package rest

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Namespace is what a GET of the root of a namespace does: it describes the routes of the namespace.
func Namespace(name string) Endpoint {
	params := []Param{{Name: "namespace", Def: name}, {Name: "context", Def: "view"}}
	return On([]string{"GET"}, params, Everyone, describeNamespace)
}

// describeNamespace shows the namespace that the argument of that name says, whatever the path.
func describeNamespace(c *Call) (*Response, *Error) {
	namespace := c.Text("namespace")
	if !slices.Contains(c.api.Namespaces(), namespace) {
		return nil, NewError(404, "rest_invalid_namespace", "This site has no such namespace.")
	}
	body := php.Object{{"namespace", namespace}, {"routes", c.DescribeRoutes(namespace)}}
	return &Response{Status: 200, Body: body, Links: php.Object{{"up", Link(c.api.Address("/", ""))}}}, nil
}
