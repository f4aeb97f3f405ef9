package catalogs

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// catalog is a list of named things that the site describes: its types, taxonomies and statuses, the places of its
// menus. It comes as one object, with a member for each.
type catalog struct {
	base     string // in paths: "types"
	variable string // of the path to one of them: "type"
	mayList  func(*rest.Call) *rest.Error
	mayGet   func(*rest.Call) *rest.Error
	names    func(*rest.Call) []string // of those that a list shows
	find     func(c *rest.Call, name string) *rest.Error
	show     func(c *rest.Call, name string) php.Object
	none     any  // the list without any
	linked   bool // its links are shown whatever fields are wanted
}

func (k *catalog) routes(api *rest.API) []*rest.Route {
	list := func(c *rest.Call) (*rest.Response, *rest.Error) {
		var body php.Object
		for _, name := range k.names(c) {
			// What is in the list is filtered by the fields that were asked for, and so is the list: of "post.name" nothing is
			// left.
			fields := rest.ParseFields(c.Get("_fields"))
			if k.linked && fields != nil {
				fields["_links"] = nil
			}
			body.Add(name, fields.Filter(k.show(c, name)))
		}
		if body == nil && c.Get("_fields") == nil {
			return rest.OK(k.none)
		}
		return rest.OK(body)
	}
	get := func(c *rest.Call) (*rest.Response, *rest.Error) {
		name, _ := c.Get(k.variable).(string)
		if why := k.find(c, name); why != nil {
			return nil, why
		}
		body := k.show(c, name)
		if last := len(body) - 1; k.linked {
			links, _ := body[last].Value.(php.Object)
			return &rest.Response{Status: 200, Body: body[:last], Links: links}, nil
		}
		return rest.OK(body)
	}
	return []*rest.Route{
		api.Route("/"+k.base, rest.On([]string{"GET"}, nil, k.mayList, list)),
		api.Route("/"+k.base+"/{"+k.variable+"}", rest.On([]string{"GET"}, nil, k.mayGet, get)),
	}
}
