package cms

import (
	"cmp"
	"slices"
)

// MenuNode is a menu item with those below it.
type MenuNode = Node[MenuItem]

// MenuTree arranges the items of one menu, as [Collection.All] yields them, as a
// [Tree], each level by MenuOrder and then by id.
func MenuTree(items []*MenuItem) []*MenuNode {
	sorted := slices.Clone(items)
	slices.SortStableFunc(sorted, func(a, b *MenuItem) int {
		return cmp.Or(cmp.Compare(a.MenuOrder, b.MenuOrder), cmp.Compare(a.ID, b.ID))
	})
	return Tree(sorted, func(item *MenuItem) (id, parent int64) { return item.ID, item.Parent })
}
