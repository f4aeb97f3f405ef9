package described

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// likePosts returns the description of a type whose records have the fields of posts, except the
// fields that need a taxonomy and the field sticky.
func (s Plane) likePosts(one Description, others []*content.Resource) (php.Object, error) {
	name := regexp.MustCompile(`^[a-z0-9_-]+$`)
	const longest = 20 // WordPress stores the name in a column of this size
	for _, text := range []string{one.Type, one.Base} {
		if !name.MatchString(text) {
			return nil, fmt.Errorf("%q must have at least one character, and only a-z, 0-9, _ and -", text)
		}
	}
	if len(one.Type) > longest {
		return nil, fmt.Errorf("the name %q has more than %d characters", one.Type, longest)
	}
	_, known := s.Stock.Types.Lookup(one.Type)
	if known || one.Type == "revision" ||
		slices.ContainsFunc(others, func(other *content.Resource) bool { return other.Type == one.Type }) {
		return nil, fmt.Errorf("there is a type of the name %q already", one.Type)
	}
	posts := "/" + s.API.Namespace() + "/posts"
	schema := s.Stock.Schema(posts)
	schema = schema.With("title", one.Type).With("properties", withoutTerms(schema.Child("properties")))
	base := "/" + s.API.Namespace() + "/" + one.Base
	routes := php.Object{}
	for _, end := range []string{"", `/(?P<id>[\d]+)`} {
		stock, err := s.Stock.Routes[s.stockRoute(posts+end)].Read()
		if err != nil {
			return nil, err
		}
		var endpoints []any
		for _, endpoint := range rest.DescribedEndpoints(stock) {
			endpoints = append(endpoints, endpoint.With("args", withoutTerms(endpoint.Child("args"))))
		}
		routes.Add(base+end, stock.With("endpoints", endpoints).With("schema", schema))
	}
	return php.Object{{"routes", routes}}, nil
}

// withoutTerms returns a copy of the fields or arguments in all. It leaves out those that only a
// type with terms has.
func withoutTerms(all php.Object) php.Object {
	return slices.DeleteFunc(slices.Clone(all), func(m php.Member) bool {
		return slices.Contains([]string{"sticky", "ignore_sticky", "format", "tax_relation", "categories",
			"categories_exclude", "tags", "tags_exclude"}, m.Name)
	})
}
