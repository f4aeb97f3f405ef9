package catalogs

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// typesCatalog are the types of records.
func (s Plane) typesCatalog() *catalog {
	editable := func(c *rest.Call, name string) bool {
		rights, _ := s.types().get(name).Get("capabilities").(php.Object)
		right, _ := rights.Get("edit_posts").(string)
		return !c.In("edit") || c.User.Can(right)
	}
	names := func(c *rest.Call) []string {
		return slices.DeleteFunc(s.TypeNames(), func(name string) bool { return !editable(c, name) })
	}
	return &catalog{
		base: "types", variable: "type", mayGet: rest.Everyone, names: names, none: php.Object{},
		mayList: func(c *rest.Call) *rest.Error {
			if len(names(c)) == 0 {
				return c.Forbidden("rest_cannot_view", "You may not edit records of any type.")
			}
			return nil
		},
		find: func(c *rest.Call, name string) *rest.Error {
			known := s.types().get(name) != nil
			switch {
			case !known && slices.Contains(hiddenTypes, name):
				return c.Forbidden("rest_cannot_read_type", "This type is not for the interface.")
			case !known:
				return rest.NewError(404, "rest_type_invalid", "There is no such type.")
			case !editable(c, name):
				return c.Forbidden("rest_forbidden_context", "You may not edit records of this type.")
			}
			return nil
		},
		show: func(c *rest.Call, name string) php.Object {
			types := s.types()
			return append(types.contexts.Filter(types.get(name), c.Text("context")), s.itemsLinks("types", types.get(name)))
		},
	}
}

// hiddenTypes are those that every site has and the interface does not show.
var hiddenTypes = []string{"revision", "custom_css", "customize_changeset", "oembed_cache", "user_request"}
