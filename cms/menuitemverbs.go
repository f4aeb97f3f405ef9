package cms

import (
	"context"
	"iter"
)

// MenuItems reads and writes the items of all menus: cms/v2/menu-items. Reading needs a
// user who may edit posts, writing an administrator.
type MenuItems struct {
	collection *Collection[MenuItem, MenuItemParams, MenuItemListOptions]
}

// Client returns the client that sends the calls.
func (m *MenuItems) Client() *Client {
	return m.collection.Client()
}

// Get returns one menu item: GET cms/v2/menu-items/{id}. It reads the context "view" by
// default. See [Collection.Get].
func (m *MenuItems) Get(ctx context.Context, id int64, options ...GetOption) (*MenuItem, error) {
	return m.collection.Get(ctx, id, options...)
}

// List returns one page of menu items, 100 by default: GET cms/v2/menu-items. See
// [Collection.List].
func (m *MenuItems) List(ctx context.Context, options *MenuItemListOptions,
	callOptions ...CallOption) (*ListPage[MenuItem], error) {
	return m.collection.List(ctx, options, callOptions...)
}

// Count returns the number of menu items that match options: GET cms/v2/menu-items, of
// which it reads the total. See [Collection.Count].
func (m *MenuItems) Count(ctx context.Context, options *MenuItemListOptions, callOptions ...CallOption) (int, error) {
	return m.collection.Count(ctx, options, callOptions...)
}

// Pages walks the pages of the list: GET cms/v2/menu-items for each. See
// [Collection.Pages].
func (m *MenuItems) Pages(ctx context.Context, options *MenuItemListOptions,
	walkOptions ...WalkOption) iter.Seq2[*ListPage[MenuItem], error] {
	return m.collection.Pages(ctx, options, walkOptions...)
}

// All walks the menu items of the list: GET cms/v2/menu-items for each page. See
// [Collection.All].
func (m *MenuItems) All(ctx context.Context, options *MenuItemListOptions,
	walkOptions ...WalkOption) iter.Seq2[*MenuItem, error] {
	return m.collection.All(ctx, options, walkOptions...)
}

// GetMany reads the menu items with these ids, in this order, a hundred with each
// request: GET cms/v2/menu-items?include[]=… See [Collection.GetMany].
func (m *MenuItems) GetMany(ctx context.Context, ids []int64, options *MenuItemListOptions,
	walkOptions ...WalkOption) iter.Seq2[*MenuItem, error] {
	return m.collection.GetMany(ctx, ids, options, walkOptions...)
}

// Create creates a menu item: POST cms/v2/menu-items. If the response is lost, it
// returns [ErrOutcomeUnknown]. See [Collection.Create].
func (m *MenuItems) Create(ctx context.Context, params *MenuItemParams, options ...CallOption) (*MenuItem, error) {
	return m.collection.Create(ctx, params, options...)
}

// Update changes only the fields of a menu item that params sets: POST
// cms/v2/menu-items/{id}. See [Collection.Update].
func (m *MenuItems) Update(ctx context.Context, id int64, params *MenuItemParams,
	options ...CallOption) (*MenuItem, error) {
	return m.collection.Update(ctx, id, params, options...)
}

// Delete deletes a menu item permanently: DELETE cms/v2/menu-items/{id}?force=true.
// Menu items have no trash. See [Collection.Delete].
func (m *MenuItems) Delete(ctx context.Context, id int64, options ...CallOption) (*Deleted[MenuItem], error) {
	return m.collection.Delete(ctx, id, options...)
}

// CreateRequest returns the request of [MenuItems.Create], for a batch.
func (m *MenuItems) CreateRequest(params *MenuItemParams) Request[MenuItem] {
	return m.collection.CreateRequest(params)
}

// UpdateRequest returns the request of [MenuItems.Update], for a batch.
func (m *MenuItems) UpdateRequest(id int64, params *MenuItemParams) Request[MenuItem] {
	return m.collection.UpdateRequest(id, params)
}

// DeleteRequest returns the request of [MenuItems.Delete], for a batch.
func (m *MenuItems) DeleteRequest(id int64) Request[Deleted[MenuItem]] {
	return m.collection.DeleteRequest(id)
}

// Autosaves returns the autosaves of a menu item. It sends nothing. The site has the
// routes, but stores nothing useful.
func (m *MenuItems) Autosaves(parent int64) *Autosaves[MenuItemParams] {
	return &Autosaves[MenuItemParams]{m.collection.resource.autosaves(parent), parent}
}
