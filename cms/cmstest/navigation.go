package cmstest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// fallbackRoutes are those of the namespace of the editor that are served: the navigation of a site that has none.
func (s contentPlane) fallbackRoutes() []*rest.Route {
	namespace := s.api.Prefix + "-block-editor/v1"
	may := rest.Needs("edit_theme_options", "rest_cannot_create", "You may not make a navigation.")
	return []*rest.Route{
		{Pattern: "/" + namespace, Namespace: namespace, Endpoints: []rest.Endpoint{rest.Namespace(namespace)}},
		{Pattern: "/" + namespace + "/navigation-fallback", Namespace: namespace,
			Endpoints: []rest.Endpoint{rest.On([]string{"GET"}, nil, may, s.navigationFallback)}},
	}
}

// navigationFallback finds the newest navigation. A site that has none makes one, although it is only read: a list of
// its pages.
func (s contentPlane) navigationFallback(c *rest.Call) (*rest.Response, *rest.Error) {
	kind := s.kind.resource("navigation")
	published := slices.DeleteFunc(s.sorted(kind), func(it *item) bool { return it.status != "publish" })
	slices.SortFunc(published,
		func(a, b *item) int { return cmp.Or(-strings.Compare(a.date, b.date), cmp.Compare(b.id, a.id)) })
	if len(published) == 0 {
		next := newItem(kind)
		next.author, next.title, next.slug, next.content, next.status = c.User.ID, "Navigation", "navigation",
			"<!-- wp:page-list /-->", "publish"
		if why := (&write{s: s, Call: c, next: next, statusSent: true}).save(); why != nil {
			return nil, why
		}
		published = []*item{next}
	}
	self := append(php.Object{{"embeddable", true}}, s.selfLink(c, published[0])...)
	return &rest.Response{Status: 200,
		Body: php.Object{{"id", published[0].id}, {"_links", php.Object{{"self", []php.Object{self}}}}}}, nil
}
