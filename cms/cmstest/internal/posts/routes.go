package posts

import (
	"fmt"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes returns the routes of a kind of records.
func (s Plane) Routes(kind *content.Resource) []*rest.Route {
	namespace, rules, one := s.NamespaceOf(kind), s.WriteRules(), s.One(kind)
	route := func(below string, endpoints ...rest.Endpoint) *rest.Route {
		return &rest.Route{Pattern: "/" + namespace + "/" + kind.Base + below, Namespace: namespace, Endpoints: endpoints}
	}
	return []*rest.Route{
		route("",
			rest.OnKind(kind, []string{"GET"}, kind.ListRules(), s.MayList, s.ListAll),
			rest.OnKind(kind, []string{"POST"}, rules, s.MayCreate, s.create)),
		route("/{id}",
			one.On([]string{"GET"}, nil, s.MayGet, s.Read),
			one.On(rest.UpdateMethods, rules, s.MayUpdate, s.update),
			one.On([]string{"DELETE"}, nil, s.MayDelete, s.remove)),
	}
}

// ListAll returns a list of a kind without further conditions.
func (s Plane) ListAll(c *rest.Call, kind *content.Resource) (*rest.Response, *rest.Error) {
	return s.List(c, kind)
}

// The functions below check arguments whose validation needs more than the schema.

// CheckStatus accepts the current status of the record, even if a request could not set it.
func (s Plane) CheckStatus(c *rest.Call, p *rest.Param, value any) *rest.Problem {
	if it := s.Items[c.Integer("id")]; it != nil && it.Status == value {
		return nil
	}
	return p.Validate("status", value)
}

func (s Plane) checkTemplate(c *rest.Call, _ *rest.Param, value any) *rest.Problem {
	if it := s.Items[c.Integer("id")]; !php.Truthy(value) || it != nil && value == it.Template {
		return nil
	}
	return &rest.Problem{Code: "rest_invalid_param", Message: "The theme has no template of this name."}
}

// cleanTemplate converts every empty value to "" for a new record. An update converts the value to
// a string.
func cleanTemplate(c *rest.Call, p *rest.Param, value any) (any, *rest.Problem) {
	if !php.Truthy(value) && c.Integer("id") == 0 {
		return "", nil
	}
	return p.Convert(value), nil
}

// WriteRules returns the rules for the arguments of a create or an update.
func (s Plane) WriteRules() rest.Rules {
	return rest.Rules{"status": {Check: s.CheckStatus}, "template": {Check: s.checkTemplate, Clean: cleanTemplate}}
}

func (s Plane) create(c *rest.Call, kind *content.Resource) (*rest.Response, *rest.Error) {
	if c.Get("id") != nil {
		return nil, rest.InvalidID() // WordPress refuses even an id of 0 or ""
	}
	next := content.NewItem(kind)
	next.Author = c.User.ID
	if kind.Comments == "open" {
		next.Comments, next.Pings = s.Settings.Text("default_comment_status"), s.Settings.Text("default_ping_status")
	}
	w := s.Change(c, nil, next)
	if why := w.make(); why != nil {
		return nil, why
	}
	c.SetContext("edit")
	return rest.Created(s.Show(c, next), s.ItemURL(next)), nil
}

func (s Plane) update(c *rest.Call, prev *content.Item) (*rest.Response, *rest.Error) {
	w := s.Change(c, prev, prev.Clone())
	if why := w.make(); why != nil {
		return nil, why
	}
	w.keepRevision()
	c.SetContext("edit")
	return rest.OK(s.Show(c, w.Next))
}

// Read returns the response with one record.
func (s Plane) Read(c *rest.Call, it *content.Item) (*rest.Response, *rest.Error) {
	answer := &rest.Response{Status: 200, Body: s.Show(c, it)}
	if !it.Kind.Article {
		return answer, nil
	}
	answer.Header.Add("Link", fmt.Sprintf("<%s>; rel=\"alternate\"; type=text/html", s.Address(c, it)))
	return answer, nil
}

// remove moves a record to the trash. With force it deletes the record permanently.
func (s Plane) remove(c *rest.Call, it *content.Item) (*rest.Response, *rest.Error) {
	force := c.Flag("force")
	c.SetContext("edit")
	if force {
		previous := s.Show(c, it)
		s.Destroy(it)
		return rest.Deleted(previous)
	}
	if it.Status == "trash" {
		return nil, rest.NewError(410, "rest_already_trashed", "The record is in the trash already.")
	}
	next, why := s.Trash(c, it)
	if why != nil {
		return nil, why
	}
	return rest.OK(s.Show(c, next))
}

// Trash moves a record to the trash and returns its new state.
func (s Plane) Trash(c *rest.Call, it *content.Item) (*content.Item, *rest.Error) {
	w := s.Change(c, it, it.Clone())
	w.Next.Status, w.Next.BeforeTrash, w.Next.Sticky = "trash", it.Status, false
	if why := w.Save(); why != nil {
		return nil, why
	}
	w.keepRevision()
	for _, hook := range s.Trashed {
		hook(it)
	}
	return w.Next, nil
}
