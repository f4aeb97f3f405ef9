package cms

// Node is a record with its children: see [Tree].
type Node[T any] struct {
	Item     *T
	Children []*Node[T]
}

// Tree arranges records by their parents: pages, terms, comments, menu items. place
// returns the id of a record and the id of its parent, 0 if it has none. Siblings keep the
// order of items. A record whose parent is missing becomes a root. A cycle is cut at its
// lowest id.
//
//	cms.Tree(pages, func(p *cms.Page) (id, parent int64) { return p.ID, p.Parent })
func Tree[T any](items []*T, place func(*T) (id, parent int64)) []*Node[T] {
	nodes := make(map[int64]*Node[T], len(items))
	above := make(map[int64]int64, len(items))
	order := make([]*Node[T], 0, len(items))
	for _, item := range items {
		id, parent := place(item)
		node := &Node[T]{Item: item}
		nodes[id], above[id] = node, parent
		order = append(order, node)
	}
	first := circles(above)
	var top []*Node[T]
	for _, node := range order {
		id, parent := place(node.Item)
		if holder := nodes[parent]; parent != 0 && holder != nil && !first[id] {
			holder.Children = append(holder.Children, node)
			continue
		}
		top = append(top, node)
	}
	return top
}

// circles returns the lowest id of each cycle. above maps the id of a record to the id of its
// parent. circles follows each link from a record to its parent at most twice.
func circles(above map[int64]int64) map[int64]bool {
	first := map[int64]bool{}
	way := make(map[int64]int, len(above)) // the number of the walk that first visited an id
	number := 0
	for id := range above {
		number++
		for {
			parent, known := above[id]
			if !known || way[id] != 0 && way[id] != number {
				break
			}
			if way[id] == number { // found a cycle: go through it once more to find its lowest id
				lowest := id
				for next := above[id]; next != id; next = above[next] {
					lowest = min(lowest, next)
				}
				first[lowest] = true
				break
			}
			way[id] = number
			id = parent
		}
	}
	return first
}
