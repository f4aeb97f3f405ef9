package content

// Destroy deletes a record permanently. What was below it moves up.
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
