package menus

import (
	"cmp"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

// Tree arranges the items of one menu as the site shows them. Each item is below its
// parent. Items of one level are ordered by MenuOrder and then by id. See [cms.Tree].
//
//	items := &cms.MenuItemListOptions{Menus: cms.Terms(menu.ID)}
//	for item, err := range site.MenuItems.All(ctx, items) { … }
func Tree(items []*cms.MenuItem) []*cms.Node[cms.MenuItem] {
	sorted := slices.Clone(items)
	slices.SortStableFunc(sorted, func(a, b *cms.MenuItem) int {
		return cmp.Or(cmp.Compare(a.MenuOrder, b.MenuOrder), cmp.Compare(a.ID, b.ID))
	})
	return cms.Tree(sorted, func(item *cms.MenuItem) (id, parent int64) { return item.ID, item.Parent })
}
