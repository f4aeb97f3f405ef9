// Package menus has the items of menus: their routes and their records. The menus themselves are terms.
package menus

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/catalogs"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
)

// Plane is the items of the menus of a site.
type Plane struct {
	*content.Site
	Posts    posts.Plane
	Catalogs catalogs.Plane
}
