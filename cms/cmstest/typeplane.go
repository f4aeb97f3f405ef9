// Package described has the types and taxonomies that descriptions add to a site: it reads what the descriptions say, and
// serves the records as posts.
package cmstest

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stock"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/terms"
)

// kindPlane is what descriptions add to a site.
type kindPlane struct {
	*content.Site
	posts posts.Plane
	terms terms.Plane
	stock *stock.Site
}
