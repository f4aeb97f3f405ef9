package cmstest

import "github.com/fontcms/fontcms-go/cms/cmstest/internal/php"

// catalog is a list of named things that the site describes: its types, taxonomies and statuses, the places of its menus. It
// comes as one object, with a member for each.
type catalog struct {
	base     string // in paths: "types"
	variable string // of the path to one of them: "type"
	params   []param
	mayList  func(*call) *fault
	mayGet   func(*call) *fault
	names    func(*call) []string // of those that a list shows
	find     func(c *call, name string) *fault
	show     func(c *call, name string) php.Object
	none     any  // the list without any
	linked   bool // what a list shows keeps its links whatever fields are wanted
}

// catalogRoutes are those of a catalog.
func (s catalogPlane) catalogRoutes(k *catalog) []*route {
	namespace := s.api.prefix + "/v2"
	list := func(c *call) (*response, *fault) {
		var body php.Object
		for _, name := range k.names(c) {
			// What is in the list is filtered by the fields that were asked for, and so is the list: of "post.name" nothing is left.
			fields := parseFields(c.get("_fields"))
			if k.linked && fields != nil {
				fields["_links"] = nil
			}
			body.Add(name, fields.filter(k.show(c, name)))
		}
		if body == nil && c.get("_fields") == nil {
			return &response{status: 200, body: k.none}, nil
		}
		return &response{status: 200, body: body}, nil
	}
	get := func(c *call) (*response, *fault) {
		name, _ := c.get(k.variable).(string)
		if why := k.find(c, name); why != nil {
			return nil, why
		}
		return &response{status: 200, body: k.show(c, name)}, nil
	}
	return []*route{
		{pattern: "/" + namespace + "/" + k.base, namespace: namespace, endpoints: []endpoint{
			{[]string{"GET"}, append([]param{contextParam()}, k.params...), k.mayList, list},
		}},
		{pattern: "/" + namespace + "/" + k.base + "/{" + k.variable + "}", namespace: namespace, endpoints: []endpoint{
			{[]string{"GET"}, []param{{name: k.variable, schema: text()}, contextParam()}, k.mayGet, get},
		}},
	}
}

// in says whether the call asks for this context.
func (c *call) in(context string) bool { return c.text("context") == context }
