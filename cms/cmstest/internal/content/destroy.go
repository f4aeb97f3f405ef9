package content

import "github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"

// Hooks are what planes do when a record goes, and what only one of them can do. Whoever knows a record needs to know no
// plane.
type Hooks struct {
	Destroyed []func(*Item) // after the record is gone
	Trashed   []func(*Item) // after it has gone to the trash
	// Trash moves a record to the trash in the name of the caller. The plane of posts does it.
	Trash func(*rest.Call, *Item) *rest.Error
}

// Destroy deletes a record for good. What was below it moves up.
func (s *Site) Destroy(it *Item) {
	delete(s.Items, it.ID)
	for _, child := range s.Items {
		if (child.Kind.Tree || child.Kind.Attachment) && child.Parent == it.ID {
			child.Parent = it.Parent
		}
	}
	for _, hook := range s.Destroyed {
		hook(it)
	}
}

// DropMenuItems removes the items of menus that lead to a record or a term which was destroyed.
func (s *Site) DropMenuItems(typ string, id int64) {
	for _, it := range s.Items {
		if it.Kind.Menu && it.Pointer.Type == typ && it.Pointer.ObjectID == id {
			delete(s.Items, it.ID)
		}
	}
}
