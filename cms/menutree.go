package cms

import (
	"cmp"
	"slices"
)

// MenuNode is a menu item with those below it.
type MenuNode struct {
	Item     *MenuItem
	Children []*MenuNode
}

// MenuTree arranges the items of one menu as a tree, each level by MenuOrder and
// then by id. An item whose parent is not among the items comes to the top, as
// do items that stand above each other in a circle, at the one with the lowest
// id.
func MenuTree(items []MenuItem) []*MenuNode {
	nodes := make(map[int64]*MenuNode, len(items))
	order := make([]*MenuNode, 0, len(items))
	for i := range items {
		node := &MenuNode{Item: &items[i]}
		nodes[node.Item.ID] = node
		order = append(order, node)
	}
	slices.SortStableFunc(order, func(a, b *MenuNode) int {
		return cmp.Or(cmp.Compare(a.Item.MenuOrder, b.Item.MenuOrder), cmp.Compare(a.Item.ID, b.Item.ID))
	})
	var top []*MenuNode
	for _, node := range order {
		parent := nodes[node.Item.Parent]
		if parent == nil || endsCircle(nodes, node.Item) {
			top = append(top, node)
			continue
		}
		parent.Children = append(parent.Children, node)
	}
	return top
}

// endsCircle reports whether the way up from an item comes back to it, and no
// item on the way has a lower id.
func endsCircle(nodes map[int64]*MenuNode, item *MenuItem) bool {
	above := nodes[item.Parent]
	for range nodes {
		switch {
		case above == nil:
			return false
		case above.Item.ID == item.ID:
			return true
		case above.Item.ID < item.ID:
			return false
		}
		above = nodes[above.Item.Parent]
	}
	return false
}
