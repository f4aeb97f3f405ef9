package content

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Shower makes what is shown of a record, with its links or without.
type Shower func(c *rest.Call, it *Item, links bool) php.Object

// Hooks are what planes do when a record goes, and what only one of them can do. Whoever knows a record needs to know
// no plane.
type Hooks struct {
	Destroyed []func(*Item) // after the record is gone
	Trashed   []func(*Item) // after it has gone to the trash
	// Show makes what is shown of a record, for types that are not shown as posts are.
	Show map[string]Shower
	// Trash moves a record to the trash in the name of the caller. The plane of posts does it.
	Trash func(*rest.Call, *Item) *rest.Error
}
