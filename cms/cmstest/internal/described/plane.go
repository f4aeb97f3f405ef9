// Package described has the types and taxonomies that descriptions add to a site: it reads what the descriptions say,
// and serves the records as posts.
package described

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stock"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/terms"
)

// Plane is what descriptions add to a site.
type Plane struct {
	*content.Site
	Posts posts.Plane
	Terms terms.Plane
	Stock *stock.Site
}
