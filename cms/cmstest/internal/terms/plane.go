// Package terms has the terms of a site, menus among them: their routes and their records.
package terms

import "github.com/fontcms/fontcms-go/cms/cmstest/internal/content"

// Plane is the terms of a site, of every taxonomy.
type Plane struct{ *content.Site }
