package posts

import (
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// alike holds the links that are the same for all records of a kind in one response.
type alike struct {
	collection, about, curies any
	actions                   []string
}

type alikeOf struct{ *content.Resource }

func (s Plane) alike(c *rest.Call, kind *content.Resource) *alike {
	return rest.Once(c, alikeOf{kind}, func() *alike {
		return &alike{rest.Link(s.API.Address("/"+s.NamespaceOf(kind)+"/"+kind.Base, "")),
			rest.Link(s.API.At("types/"+kind.Type, "")), s.API.Curies(), s.actions(c, kind)}
	})
}

// FirstLinks returns the links that records of all kinds have.
func (s Plane) FirstLinks(c *rest.Call, it *content.Item) php.Object {
	id := strconv.FormatInt(it.ID, 10)
	out, alike := make(php.Object, 0, 24), s.alike(c, it.Kind)
	out.Add("self", []php.Object{s.SelfLink(c, it)})
	out.Add("collection", alike.collection)
	out.Add("about", alike.about)
	if it.Kind.Article && it.Author != 0 && it.Kind.Has("author") {
		out.Add("author", rest.Embeddable(s.API.At("users/"+strconv.FormatInt(it.Author, 10), "")))
	}
	if it.Kind.Article && it.Kind.Has("comment_status") {
		out.Add("replies", rest.Embeddable(s.API.At("comments", "post="+id)))
	}
	return out
}

// links returns the links of a record. In the edit context each permitted action is a link, too.
func (s Plane) links(c *rest.Call, it *content.Item) php.Object {
	id, out := strconv.FormatInt(it.ID, 10), s.FirstLinks(c, it)
	if it.Kind.Revisions {
		history := s.API.At(it.Kind.Base+"/"+id+"/revisions", "")
		out.Add("version-history", []php.Object{{{"count", len(it.Revisions)}, {"href", history}}})
		if last := it.Newest(); last != 0 {
			out.Add("predecessor-version", []php.Object{{{"id", last}, {"href", history + "/" + strconv.FormatInt(last, 10)}}})
		}
	}
	if parent := s.Items[it.Parent]; parent != nil {
		out.Add("up", rest.Embeddable(s.ItemURL(parent)))
	}
	// The featured record may be of any kind. A deleted record gets no link.
	if featured := s.Items[it.Featured]; featured != nil &&
		(s.Inherited(featured) == "publish" || s.MayRead(c, featured)) {
		out.Add(s.API.Prefix+":featuredmedia", rest.Embeddable(s.ItemURL(featured)))
	}
	out.Add(s.API.Prefix+":attachment", rest.Link(s.API.At("media", "parent="+id)))
	if terms := s.TermLinks(it); terms != nil {
		out.Add(s.API.Prefix+":term", terms)
	}
	s.AddActions(c, &out, it, 0)
	return out
}

// TermLinks returns the links to the terms of a record, by taxonomy.
func (s Plane) TermLinks(it *content.Item) []php.Object {
	id := strconv.FormatInt(it.ID, 10)
	var terms []php.Object
	for _, tax := range it.Kind.Taxonomies {
		terms = append(terms, php.Object{{"taxonomy", tax.Name}, {"embeddable", true},
			{"href", s.TermsURL(tax, "", "post="+id)}})
	}
	return terms
}

// AddActions adds the action links in the edit context. It also adds the link curies if
// out then has more links than before.
func (s Plane) AddActions(c *rest.Call, out *php.Object, it *content.Item, before int) {
	alike := s.alike(c, it.Kind)
	if c.Text("context") == "edit" {
		var self any = rest.Link(s.ItemURL(it))
		for _, action := range alike.actions {
			out.Add(action, self)
		}
	}
	if len(*out) > before {
		out.Add("curies", alike.curies)
	}
}

// actions returns the names of the action links for a kind. There is a link for each action that
// the caller may do, except reading.
func (s Plane) actions(c *rest.Call, kind *content.Resource) []string {
	var out []string
	add := func(may bool, name string) {
		if may {
			out = append(out, s.API.Prefix+":action-"+name)
		}
	}
	others, publish := c.User.Can("edit_others_"+kind.Plural), c.User.Can("publish_"+kind.Plural)
	add(publish && !kind.Attachment, "publish") // media have no capability to publish
	add(c.User.Can("unfiltered_html"), "unfiltered-html")
	add(kind.Sticky && others && publish, "sticky")
	add(others && kind.Article, "assign-author")
	for _, tax := range kind.Taxonomies {
		add(!tax.Tree || c.User.Can("manage_categories"), "create-"+tax.Base)
		add(true, "assign-"+tax.Base)
	}
	return out
}

// FallbackRoutes returns the route navigation-fallback and the index of its namespace.
func (s Plane) FallbackRoutes() []*rest.Route {
	namespace := s.API.Prefix + "-block-editor/v1"
	may := rest.Needs("edit_theme_options", "rest_cannot_create", "You may not make a navigation.")
	return []*rest.Route{
		rest.Namespace(namespace),
		{Pattern: "/" + namespace + "/navigation-fallback", Namespace: namespace,
			Endpoints: []rest.Endpoint{rest.On([]string{"GET"}, nil, may, s.navigationFallback)}},
	}
}

// navigationFallback returns the newest published navigation. If there is none, it
// creates a navigation with a list of pages, although the request is a GET.
func (s Plane) navigationFallback(c *rest.Call) (*rest.Response, *rest.Error) {
	kind := s.Resource("navigation")
	published := slices.SortedFunc(s.All(kind), func(a, b *content.Item) int { return -content.ByDate(a, b) })
	published = slices.DeleteFunc(published, func(it *content.Item) bool { return it.Status != "publish" })
	if len(published) == 0 {
		next := content.NewItem(kind)
		next.Author, next.Title, next.Slug, next.Content, next.Status = c.User.ID, "Navigation", "navigation",
			"<!-- wp:page-list /-->", "publish"
		if why := (&Write{s: s, Call: c, Next: next, statusSent: true}).Save(); why != nil {
			return nil, why
		}
		published = []*content.Item{next}
	}
	self := append(php.Object{{"embeddable", true}}, s.SelfLink(c, published[0])...)
	return &rest.Response{Status: 200,
		Body: php.Object{{"id", published[0].ID}, {"_links", php.Object{{"self", []php.Object{self}}}}}}, nil
}
