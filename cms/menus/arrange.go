package menus

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

// Arrange puts the items of a menu in an order, and returns them so. ids names items in that
// order. The items that it does not name follow, in their present order. To move an item, move
// its id in a list of all ids. Parents are not changed: see [cms.MenuItemParams] and [Tree].
//
// It reads the items, 100 with each request, and numbers their menu_order from 1. It updates
// only items with another number, with one request for each. After an error some items may have
// their new places; call Arrange again. An item that someone else moves at the same time may
// get the place of another item, so that both have one number.
//
// Errors: [cms.ErrInvalidArgument] if the menu has no item with an id, or ids has an id twice.
// Nothing is written then.
func (m *Menus) Arrange(ctx context.Context, menu int64, ids []int64,
	options ...cms.CallOption) ([]*cms.MenuItem, error) {
	for i, id := range ids {
		if slices.Contains(ids[:i], id) {
			return nil, refuse("Menus.Arrange", "ids", fmt.Sprintf("the id %d is in the list twice", id))
		}
	}
	items, err := m.items(ctx, menu, options)
	if err != nil {
		return nil, err
	}
	place := map[int64]int{}
	for i, id := range ids {
		place[id] = i - len(ids)
		if !slices.ContainsFunc(items, func(item *cms.MenuItem) bool { return item.ID == id }) {
			return nil, refuse("Menus.Arrange", "ids", fmt.Sprintf("the menu %d has no item with the id %d", menu, id))
		}
	}
	slices.SortStableFunc(items, func(a, b *cms.MenuItem) int { return cmp.Compare(place[a.ID], place[b.ID]) })
	for i, item := range items {
		if item.MenuOrder == i+1 {
			continue
		}
		now, err := m.Client().MenuItems.Update(ctx, item.ID, &cms.MenuItemParams{MenuOrder: new(i + 1)}, options...)
		if err != nil {
			return nil, err
		}
		items[i] = now
	}
	return items, nil
}

// items returns the published items and the drafts of a menu, sorted by menu_order. Items with
// the same menu_order are sorted by id.
func (m *Menus) items(ctx context.Context, menu int64, options []cms.CallOption) (items []*cms.MenuItem, err error) {
	list := &cms.MenuItemListOptions{Menus: cms.Terms(menu), Context: cms.ContextEdit,
		Status: []cms.Status{cms.StatusPublish, cms.StatusDraft}}
	for item, err := range m.Client().MenuItems.All(ctx, list, cms.Sending(options...)) {
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	slices.SortStableFunc(items, func(a, b *cms.MenuItem) int {
		return cmp.Or(cmp.Compare(a.MenuOrder, b.MenuOrder), cmp.Compare(a.ID, b.ID))
	})
	return items, nil
}
