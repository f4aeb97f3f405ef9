// Package described has the post types and taxonomies of [WithType] and [WithPostType]. It
// reads their descriptions. Packages posts and terms serve the records.
package described

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stock"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/terms"
)

// Plane has the post types and taxonomies of descriptions.
type Plane struct {
	*content.Site
	Posts posts.Plane
	Terms terms.Plane
	Stock *stock.Site
}

// Routes returns the routes of all post types and taxonomies of the descriptions.
func (s Plane) Routes() []*rest.Route {
	var routes []*rest.Route
	for _, kind := range s.Types {
		namespace := kind.Own.Namespace
		if namespace != s.API.Prefix+"/v2" &&
			!slices.ContainsFunc(routes, func(r *rest.Route) bool { return r.Namespace == namespace }) {
			routes = append(routes, rest.Namespace(namespace))
		}
		routes = append(routes, s.Posts.Routes(kind)...)
		routes[len(routes)-2].Description, routes[len(routes)-1].Description = kind.Own.List, kind.Own.Item
	}
	for _, tax := range s.Described {
		routes = append(routes, s.Terms.Routes(tax)...)
		routes[len(routes)-2].Description, routes[len(routes)-1].Description = tax.List, tax.Item
	}
	return routes
}

// Description is a description of custom post types, or one type like posts if it has no JSON.
type Description struct {
	JSON       []byte
	Type, Base string
}

// Read returns the post types in the descriptions.
func (s Plane) Read(descriptions []Description) ([]*content.Resource, error) {
	var out []*content.Resource
	for _, one := range descriptions {
		option, whole := "WithType", php.Object(nil)
		var err error
		if one.JSON == nil {
			option = "WithPostType"
			whole, err = s.likePosts(one, out)
		} else {
			var value any
			value, err = php.ParseOrdered(one.JSON)
			whole, _ = value.(php.Object)
		}
		if err == nil {
			out, err = s.read(whole, out)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", option, err)
		}
	}
	return out, nil
}

// read adds the post types in a description to out.
func (s Plane) read(whole php.Object, out []*content.Resource) ([]*content.Resource, error) {
	routes := whole.Child("routes")
	prefix, _ := whole.Get("prefix").(string)
	found := 0
	described := s.readTaxonomies(prefix, routes)
	for _, m := range routes {
		route, _ := m.Value.(php.Object)
		kind := s.readType(strings.Trim(m.Name, "/"), prefix, route, described)
		if kind == nil {
			continue
		}
		base := "/" + kind.Own.Namespace + "/" + kind.Base
		taken := func(other *content.Resource) bool { return other.Base == kind.Base }
		if slices.ContainsFunc(out, taken) || s.Resource(kind.Base) != nil || kind.Base == "media" ||
			s.stockRoute(base) >= 0 {
			return nil, fmt.Errorf("there are records of the name %q already", kind.Base)
		}
		item, _ := routes.Get(m.Name + `/(?P<id>[\d]+)`).(php.Object)
		like := "/" + s.API.Namespace() + "/posts"
		if kind.Tree {
			like = "/" + s.API.Namespace() + "/pages"
		}
		kind.Own.List = s.readRoute(kind.Own.Namespace, base, route, like)
		kind.Own.Item = s.readRoute(kind.Own.Namespace, base+`/(?P<id>[\d]+)`, item, like+"/{id}")
		out = append(out, kind)
		found++
	}
	if found == 0 {
		return nil, errors.New("the description holds no type of posts")
	}
	return out, nil
}

// stockRoute returns the index of a route of a stock site, or -1.
func (s Plane) stockRoute(path string) int {
	return slices.IndexFunc(s.Stock.Routes, func(d rest.Description) bool { return d.Path == path })
}

// readType returns the post type of a list route. It returns nil if the records of the route are
// not posts.
func (s Plane) readType(path, prefix string, route php.Object,
	described []content.Taxonomy) *content.Resource {
	namespace, base, ok := cutLast(s.ownPath(path, prefix))
	schema := route.Child("schema")
	properties := schema.Child("properties")
	if !ok || strings.Contains(path, "(") || rest.Args(route, "GET").Get("page") == nil {
		return nil
	}
	for _, name := range []string{"id", "date", "slug", "status", "type"} {
		if properties.Get(name) == nil {
			return nil
		}
	}
	title, _ := schema.Get("title").(string)
	if title == "" {
		title = base
	}
	// discussion returns the default of comment_status or ping_status. It is "closed" if the type
	// does not have the field.
	discussion := func(field string) string {
		if properties.Get(field) == nil {
			return "closed"
		}
		return "open"
	}
	kind := &content.Resource{
		Base: base, Type: title, Plural: "posts", QueryVar: title, SlugVar: "%pagename%", Article: true,
		Tree: properties.Get("parent") != nil, Comments: discussion("comment_status"), Pings: discussion("ping_status"),
		NeedsText: properties.Get("title") != nil && properties.Get("content") != nil && properties.Get("excerpt") != nil,
		Own:       &content.OwnType{Namespace: namespace},
	}
	for _, tax := range described {
		if properties.Get(tax.Base) != nil && tax.Home == namespace {
			tax.Records = base
			kind.Taxonomies = append(kind.Taxonomies, tax)
			s.Described = append(s.Described, tax)
		}
	}
	for _, m := range properties {
		raw, _ := m.Value.(php.Object)
		readonly, _ := raw.Get("readonly").(bool)
		kind.Own.Fields = append(kind.Own.Fields, content.OwnField{
			Param: rest.Described(m.Name, raw), Contexts: rest.Texts(raw.Get("context")), Readonly: readonly,
			Post: slices.Contains(postFields(), m.Name) || kind.Taxonomy(m.Name),
		})
		if m.Name == "meta" {
			kind.Meta = kind.Own.Field("meta").Props
		}
	}
	return kind
}

func (s Plane) ownPath(path, prefix string) string {
	if rest, ok := strings.CutPrefix(path, prefix+"/"); ok && prefix != "" {
		return s.API.Prefix + "/" + rest
	}
	return path
}

// readTaxonomies returns the taxonomies in a description. It leaves out taxonomies that the site
// already has.
func (s Plane) readTaxonomies(prefix string, routes php.Object) []content.Taxonomy {
	var out []content.Taxonomy
	for _, m := range routes {
		route, _ := m.Value.(php.Object)
		properties := route.Child("schema").Child("properties")
		home, base, ok := cutLast(s.ownPath(strings.Trim(m.Name, "/"), prefix))
		names := rest.Texts(properties.Child("taxonomy").Get("enum"))
		if !ok || len(names) != 1 || names[0] == "" || strings.Contains(m.Name, "(") ||
			rest.Args(route, "GET").Get("page") == nil || s.Taxonomy(names[0]) != nil {
			continue
		}
		name := names[0]
		tax := content.Taxonomy{Base: base, Name: name, Path: name, Query: name,
			Label: strings.ToUpper(name[:1]) + name[1:], Tree: properties.Get("parent") != nil, Home: home}
		like := "/" + s.API.Namespace() + "/tags"
		if tax.Tree {
			like = "/" + s.API.Namespace() + "/categories"
		}
		item, _ := routes.Get(m.Name + `/(?P<id>[\d]+)`).(php.Object)
		path := "/" + home + "/" + base
		tax.List = s.readRoute(home, path, route, like)
		tax.Item = s.readRoute(home, path+`/(?P<id>[\d]+)`, item, like+"/{id}")
		out = append(out, tax)
	}
	return out
}

// postFields returns the fields that posts of any type may have.
func postFields() []string {
	return strings.Fields(
		"id date date_gmt guid modified modified_gmt password slug status type link title content excerpt author " +
			"featured_media parent menu_order comment_status ping_status template meta " +
			"permalink_template generated_slug class_list")
}

func cutLast(path string) (before, last string, ok bool) {
	at := strings.LastIndex(path, "/")
	if at < 1 {
		return "", "", false
	}
	return path[:at], path[at+1:], true
}

// readRoute returns the description of a route, with the prefix of this site. like is the path of
// a similar route of the stock site. Arguments that both routes have are copied from the stock
// route. Methods that only the stock route has are copied, too.
func (s Plane) readRoute(namespace, path string, route php.Object, like string) rest.Description {
	stock, _ := s.Stock.Routes[s.stockRoute(rest.PathOf(like))].Read()
	var methods, endpoints []any
	add := func(endpoint, args php.Object) {
		some, _ := endpoint.Get("methods").([]any)
		methods = append(methods, some...)
		endpoints = append(endpoints,
			php.Object{{"methods", some}, {"allow_batch", php.Object{{"v1", true}}}, {"args", args}})
	}
	for _, endpoint := range rest.DescribedEndpoints(route) {
		args := slices.Clone(endpoint.Child("args"))
		for _, method := range rest.Texts(endpoint.Get("methods")) {
			known := rest.Args(stock, method)
			for i, m := range args {
				if value, ok := known.Lookup(m.Name); ok {
					args[i].Value = value
				}
			}
		}
		add(endpoint, args)
	}
	for _, endpoint := range rest.DescribedEndpoints(stock) {
		if first := rest.Texts(endpoint.Get("methods"))[0]; !slices.Contains(methods, any(first)) {
			add(endpoint, endpoint.Child("args"))
		}
	}
	schema := ""
	if members := route.Child("schema"); members != nil {
		schema = string(php.AppendJSON(nil, members))
	}
	raw := string(php.AppendJSON(nil,
		php.Object{{"namespace", namespace}, {"methods", methods}, {"endpoints", endpoints}}))
	return rest.Description{Path: path, Route: func() string { return raw }, Schema: func() string { return schema }}
}
