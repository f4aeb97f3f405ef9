package cmstest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// fallbackRoutes are those of the namespace of the editor that are served: the navigation of a site that has none.
func (s contentPlane) fallbackRoutes() []*route {
	namespace := s.api.prefix + "-block-editor/v1"
	may := func(c *call) *fault {
		if !c.user.Can("edit_theme_options") {
			return c.forbidden("rest_cannot_create", "You may not make a navigation.")
		}
		return nil
	}
	return []*route{
		{pattern: "/" + namespace, namespace: namespace, endpoints: []endpoint{{[]string{"GET"}, indexParams(namespace), everyone, s.index.namespaceIndex}}},
		{pattern: "/" + namespace + "/navigation-fallback", namespace: namespace, endpoints: []endpoint{{[]string{"GET"}, nil, may, s.navigationFallback}}},
	}
}

// navigationFallback finds the newest navigation. A site that has none makes one, although it is only read: a list of its pages.
func (s contentPlane) navigationFallback(c *call) (*response, *fault) {
	kind := s.kind.resource("navigation")
	published := slices.DeleteFunc(s.sorted(kind), func(it *item) bool { return it.status != "publish" })
	slices.SortFunc(published, func(a, b *item) int { return cmp.Or(-strings.Compare(a.date, b.date), cmp.Compare(b.id, a.id)) })
	if len(published) == 0 {
		next := newItem(kind)
		next.author, next.title, next.slug, next.content, next.status = c.user.ID, "Navigation", "navigation", "<!-- wp:page-list /-->", "publish"
		if why := (&write{s: s, call: c, next: next, statusSent: true}).save(); why != nil {
			return nil, why
		}
		published = []*item{next}
	}
	self := append(php.Object{{"embeddable", true}}, s.selfLink(c, published[0])...)
	return &response{status: 200, body: php.Object{{"id", published[0].id}, {"_links", php.Object{{"self", []php.Object{self}}}}}}, nil
}
