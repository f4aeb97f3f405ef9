// Package history has the revisions and autosaves of records: their routes and how tests insert them.
package history

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/menus"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
)

// Plane is the earlier states of the records of a site, and what users were about to write.
type Plane struct {
	*content.Site
	Posts   posts.Plane
	Menus   menus.Plane
	Deletes bool // revisions can be deleted
}
