package rest

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Namespace is the root of a namespace: a GET of it describes the routes there.
func Namespace(name string) *Route {
	args := php.AppendJSON(nil, php.Object{
		{"namespace", php.Object{{"default", name}, {"required", false}}},
		{"context", php.Object{{"default", "view"}, {"required", false}}}})
	root := On([]string{"GET"}, nil, Everyone, describeNamespace).Taking(string(args))
	return &Route{Pattern: "/" + name, Namespace: name, Endpoints: []Endpoint{root}}
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
