package cms

// Node is a record with those below it: see [Tree].
type Node[T any] struct {
	Item     *T
	Children []*Node[T]
}

// Tree arranges records of which each names the one above it: pages, terms,
// comments, menu items. place returns the id of a record and that of its parent, 0
// for none. Records on one level keep the order of items. A record whose parent is
// not among the items comes to the top, as do records that stand above each other in
// a circle, at the one with the lowest id.
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

// circles returns the lowest id of each circle, given the id above each. It looks at
// each id twice at most.
func circles(above map[int64]int64) map[int64]bool {
	first := map[int64]bool{}
	way := make(map[int64]int, len(above)) // on which way up an id was met
	number := 0
	for id := range above {
		number++
		for {
			parent, known := above[id]
			if !known || way[id] != 0 && way[id] != number {
				break
			}
			if way[id] == number { // round once more, for the lowest
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
