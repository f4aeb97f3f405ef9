// Package history has the revisions and autosaves of records: their routes and how tests insert them.
package cmstest

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
)

// historyPlane is the earlier states of the records of a site, and what users were about to write.
type historyPlane struct {
	*content.Site
	posts   posts.Plane
	menus   menuPlane
	deletes bool // revisions can be deleted
}
