package comments

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes are those of comments.
func (s Plane) Routes() []*rest.Route {
	password := rest.Param{Name: "password", Schema: rest.Text()}
	return []*rest.Route{
		s.API.Route("/comments",
			rest.On([]string{"GET"}, listParams(), s.mayList, s.list),
			rest.On([]string{"POST"}, writeParams(true), s.mayCreate, s.create)),
		s.API.Route("/comments/{id}",
			rest.On([]string{"GET"}, []rest.Param{rest.IDParam(), rest.ContextParam(), password}, s.mayGet, s.get),
			rest.On(rest.UpdateMethods, append([]rest.Param{rest.IDParam()}, writeParams(false)...), s.mayUpdate, s.update),
			rest.On([]string{"DELETE"}, append(content.DeleteParams(), password), s.mayDelete, s.remove)),
	}
}

func listParams() []rest.Param {
	ids, none := rest.List(rest.Integer()), []any{}
	word := func(name, def string) rest.Param {
		return rest.Param{Name: name, Schema: rest.Text(), Def: def, Early: true, Clean: rest.CleanKey}
	}
	return append(append([]rest.Param{rest.ContextParam()}, rest.PageParams()...), []rest.Param{
		{Name: "after", Schema: rest.DateTime()}, {Name: "author", Schema: ids}, {Name: "author_exclude", Schema: ids},
		{Name: "author_email", Schema: rest.Schema{Kind: "string", Format: "email"}},
		{Name: "before", Schema: rest.DateTime()}, {Name: "exclude", Schema: ids, Def: none},
		{Name: "include", Schema: ids, Def: none}, {Name: "offset", Schema: rest.Integer()},
		{Name: "order", Schema: rest.Text("asc", "desc"), Def: "desc"},
		{Name: "orderby", Schema: rest.Text("date", "date_gmt", "id", "include", "post", "parent", "type"), Def: "date_gmt"},
		{Name: "parent", Schema: ids, Def: none}, {Name: "parent_exclude", Schema: ids, Def: none},
		{Name: "post", Schema: ids, Def: none}, word("status", "approve"), word("type", "comment"),
		{Name: "password", Schema: rest.Text()},
	}...)
}

func (s Plane) get(c *rest.Call) (*rest.Response, *rest.Error) {
	return &rest.Response{Status: 200, Body: s.show(c, s.find(c.Integer("id")))}, nil
}
