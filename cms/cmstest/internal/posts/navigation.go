package posts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// FallbackRoutes are those of the namespace of the editor that are served: the navigation of a site that has none.
func (s Plane) FallbackRoutes() []*rest.Route {
	namespace := s.API.Prefix + "-block-editor/v1"
	may := rest.Needs("edit_theme_options", "rest_cannot_create", "You may not make a navigation.")
	return []*rest.Route{
		rest.Namespace(namespace),
		{Pattern: "/" + namespace + "/navigation-fallback", Namespace: namespace,
			Endpoints: []rest.Endpoint{rest.On([]string{"GET"}, nil, may, s.navigationFallback)}},
	}
}

// navigationFallback finds the newest navigation. A site that has none makes one, although it is only read: a list of
// its pages.
func (s Plane) navigationFallback(c *rest.Call) (*rest.Response, *rest.Error) {
	kind := s.Resource("navigation")
	published := slices.DeleteFunc(s.Sorted(kind), func(it *content.Item) bool { return it.Status != "publish" })
	slices.SortFunc(published,
		func(a, b *content.Item) int { return cmp.Or(-strings.Compare(a.Date, b.Date), cmp.Compare(b.ID, a.ID)) })
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
