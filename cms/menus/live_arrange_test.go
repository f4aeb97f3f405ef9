package menus_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestLiveArrangeMovesItemsOfAMenu checks the order that a site stores.
func TestLiveArrangeMovesItemsOfAMenu(t *testing.T) {
	t.Parallel()
	site, ctx := sitetest.Live(t), t.Context()
	all := menus.New(site)
	menu, err := all.Create(ctx, &menus.Params{Name: new(fmt.Sprintf("order %x", time.Now().UnixNano()))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = all.Delete(context.Background(), menu.ID, menus.DeleteItems) })
	var ids []int64
	for i := range 4 {
		item, err := site.MenuItems.Create(ctx, &cms.MenuItemParams{Title: new(fmt.Sprint("Item ", i)),
			URL: new(fmt.Sprintf("https://fonts.example.org/%d", i)), Menus: &menu.ID, Status: new(cms.StatusPublish),
			Parent: new(parentOf(ids))})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, item.ID)
	}
	for _, want := range [][]int64{
		{ids[3], ids[0], ids[1], ids[2]}, {ids[3], ids[2], ids[1], ids[0]}, {ids[3], ids[2], ids[1], ids[0]},
	} {
		arranged, err := all.Arrange(ctx, menu.ID, want[:2])
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for _, item := range arranged {
			got = append(got, item.ID)
		}
		for i, item := range stored(t, site, menu.ID) {
			if item.ID != got[i] || item.MenuOrder != i+1 {
				t.Errorf("Arrange: the site has item %d at place %d with the number %d, want item %d", item.ID, i+1, item.MenuOrder,
					got[i])
			}
			if wantParent := map[bool]int64{true: ids[0]}[item.ID == ids[1]]; item.Parent != wantParent {
				t.Errorf("Arrange: item %d is below %d, want %d", item.ID, item.Parent, wantParent)
			}
		}
		if !slices.Equal(got[:2], want[:2]) {
			t.Errorf("Arrange to %v first: %v, want these two first", want[:2], got)
		}
	}
}

// parentOf puts the second item below the first one.
func parentOf(ids []int64) int64 {
	if len(ids) == 1 {
		return ids[0]
	}
	return 0
}

// stored returns the items of a menu in the order of their numbers.
func stored(t *testing.T, site *cms.Client, menu int64) (items []*cms.MenuItem) {
	t.Helper()
	for item, err := range site.MenuItems.All(t.Context(), &cms.MenuItemListOptions{Menus: cms.Terms(menu)}) {
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	slices.SortFunc(items, func(a, b *cms.MenuItem) int { return a.MenuOrder - b.MenuOrder })
	return items
}
