package ledger_test

import (
	"context"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/terms"
)

var termOrders = []terms.OrderBy{
	terms.ByName, terms.ByID, terms.BySlug, terms.ByInclude, terms.ByIncludeSlugs, terms.ByTermGroup,
	terms.ByDescription, terms.ByCount,
}

// termsOf is the calls on the terms of one taxonomy. Those of a taxonomy with levels
// have a parent in place of an offset.
func termsOf(name, path string, levels bool, of func(*cms.Client) *terms.Terms) []call {
	all := func(s *services) *terms.Terms { return of(s.site) }
	options := &terms.ListOptions{
		Context: cms.ContextEdit, Page: 2, PerPage: 100, Search: "serif", Include: []int64{5, 6}, Exclude: []int64{3, 4},
		Order: cms.Ascending, OrderBy: terms.ByName, HideEmpty: true, Post: 9, Slug: []string{"one", "two"},
	}
	query := "context=edit&page=2&per_page=100&search=serif&include[]=5&include[]=6&exclude[]=3&exclude[]=4&order=asc&" +
		"orderby=name&hide_empty=true&post=9&slug[]=one&slug[]=two"
	params := &terms.Params{Name: new("Serif"), Slug: new("serif"), Description: new(""), Meta: &cms.MetaParams{}}
	body := `{"name":"Serif","slug":"serif","description":"","meta":{}`
	if levels {
		options.Parent, params.Parent = new(int64(0)), new(int64(3))
		query, body = query+"&parent=0", body+`,"parent":3`
	} else {
		options.Offset = 7
		query += "&offset=7"
	}
	out := slices.Concat(walking(name, path, all), getting(name, path, all, false),
		writing(name, path, all, params, body+"}"), listing(name, path, all, options, query))
	for _, o := range termOrders {
		out = append(out, listing(name, path, all, &terms.ListOptions{OrderBy: o, Order: cms.Descending},
			"order=desc&orderby="+string(o))...)
	}
	for _, c := range contexts {
		out = append(out, listing(name, path, all, &terms.ListOptions{Context: c}, "context="+string(c))...)
	}
	return out
}

func termCalls() []call {
	return slices.Concat(
		termsOf("terms.Categories", "/cms/v2/categories", true, terms.Categories),
		termsOf("terms.Tags", "/cms/v2/tags", false, terms.Tags),
		termsOf("terms.PatternCategories", "/cms/v2/cms_pattern_category", false, terms.PatternCategories),
		cataloguing("terms.Taxonomies", "/cms/v2/taxonomies", "post_tag", `{"slug":"post_tag"}`,
			func(s *services) *cms.Catalog[terms.Taxonomy, cms.ReadOnly, terms.TaxonomyListOptions] {
				return terms.Taxonomies(s.site)
			},
			map[string]*terms.TaxonomyListOptions{
				"": nil, "context=view": {Context: cms.ContextView}, "context=embed": {Context: cms.ContextEmbed},
				"context=edit&type=post": {Context: cms.ContextEdit, Type: "post"},
			}),
	)
}

// catalogue is the reading of records by name.
type catalogue[T, L any] interface {
	Get(ctx context.Context, name string, options ...cms.GetOption) (*T, error)
	List(ctx context.Context, options *L, callOptions ...cms.CallOption) ([]T, error)
}

// cataloguing is the calls that read a catalog: the list with each of the options,
// by the query that they make, and one record in each context.
func cataloguing[T, L any, C catalogue[T, L]](name, path, record, answer string, of func(*services) C,
	options map[string]*L) (out []call) {
	for query, o := range options {
		out = append(out, call{name + ".List", func(ctx context.Context, s *services) error {
			_, err := of(s).List(ctx, o)
			return err
		}, []want{{"GET", path, query, ""}}})
	}
	for _, c := range contexts {
		out = append(out, call{name + ".Get", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return answer }
			_, err := of(s).Get(ctx, record, cms.InContext(c))
			return err
		}, []want{{"GET", path + "/" + record, "context=" + string(c), ""}}})
	}
	return out
}
