// Package menus has the items of menus: their routes and their records. The menus themselves are terms.
package cmstest

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/catalogs"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
)

// menuPlane is the items of the menus of a site.
type menuPlane struct {
	*content.Site
	posts    posts.Plane
	catalogs catalogs.Plane
}
