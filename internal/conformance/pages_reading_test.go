package conformance

import (
	"fmt"
	"slices"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

func pageReading() []scenario {
	of := chosen{
		ids: [3]int64{203, 208, 221}, slugs: [2]string{"hh-reference", "dd-rich-page"}, authors: []int64{2, 4},
		summer: moment("2025-05-16T09:05:15"), winter: moment("2025-03-14T19:05:13"),
		modified: [2]time.Time{moment("2026-05-14T17:45:13"), moment("2026-02-11T02:45:10")},
		bySlugs:  []int64{202, 221}, zebrafish: []int64{207, 226, 203, 222}, narrow: []int64{225, 222},
		authored: []int64{210, 206}, hidden: []int64{227, 211, 214},
	}
	byMenu := ordering{cms.ByMenuOrder, func(r record) any { return r.int("menu_order") }}
	return slices.Concat(
		pages().listing(sharedLists[cms.PageListOptions](of)),
		pages().listing(pageLists()),
		pages().orders(append(dated(), byMenu)),
		singles("pages", 221, 224, 222, 223, 212, 227, 214, 215),
		protected("pages", 224),
		pages().paging(known()),
		pages().counts(of),
		embeddings("pages", 221),
		hiddenParent(),
		secretSearches("pages", 224),
		statusesByRole("pages"),
		projections("pages", 221),
	)
}

// pageLists are the arguments that pages alone have.
func pageLists() []listCase[cms.PageListOptions] {
	type options = cms.PageListOptions
	var out []listCase[options]
	for _, parents := range [][]int64{{0}, {201}, {203, 221}, {201, 999999}} {
		out = append(out, listCase[options]{
			name: fmt.Sprintf("parent=%v", parents), argument: "parent", set: func(l *options) { l.Parent = parents },
			match: func(r record) bool { return slices.Contains(parents, r.int("parent")) },
		}, listCase[options]{
			name: fmt.Sprintf("parent_exclude=%v", parents), argument: "parent_exclude",
			set:   func(l *options) { l.ParentExclude = parents },
			match: func(r record) bool { return !slices.Contains(parents, r.int("parent")) },
		})
	}
	for _, order := range []int{0, 3, 5} {
		out = append(out, listCase[options]{
			name: fmt.Sprintf("menu_order=%d", order), argument: "menu_order", set: func(l *options) { l.MenuOrder = &order },
			match: func(r record) bool { return r.int("menu_order") == int64(order) },
		})
	}
	return append(out, listCase[options]{
		name: "parent wins over parent_exclude", argument: "parent",
		set:   func(l *options) { l.Parent, l.ParentExclude = []int64{201, 208}, []int64{201} },
		match: func(r record) bool { return slices.Contains([]int64{201, 208}, r.int("parent")) },
	})
}
