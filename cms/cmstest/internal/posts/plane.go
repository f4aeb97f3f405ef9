// Package posts has the records that are written as posts are: posts, pages, blocks, navigations, and those of types
// that a description adds.
package posts

import "github.com/fontcms/fontcms-go/cms/cmstest/internal/content"

// Plane is the posts of a site, and what is like them.
type Plane struct{ *content.Site }
