package menus

import (
	"context"
	"iter"

	"github.com/fontcms/fontcms-go/cms"
)

// Client returns the client that sends the calls.
func (m *Menus) Client() *cms.Client {
	return m.collection.Client()
}

// Get returns one menu: GET cms/v2/menus/{id}. It reads the context "view" by default.
// See [cms.Collection.Get].
func (m *Menus) Get(ctx context.Context, id int64, options ...cms.GetOption) (*Menu, error) {
	return m.collection.Get(ctx, id, options...)
}

// BySlug returns the menu with a slug: GET cms/v2/menus?slug[]=… See
// [cms.Collection.BySlug].
func (m *Menus) BySlug(ctx context.Context, slug string, options ...cms.GetOption) (*Menu, error) {
	return m.collection.BySlug(ctx, slug, options...)
}

// List returns one page of menus: GET cms/v2/menus. See [cms.Collection.List].
func (m *Menus) List(ctx context.Context, options *ListOptions,
	callOptions ...cms.CallOption) (*cms.ListPage[Menu], error) {
	return m.collection.List(ctx, options, callOptions...)
}

// Count returns the number of menus that match options: GET cms/v2/menus, of which it
// reads the total. See [cms.Collection.Count].
func (m *Menus) Count(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) (int, error) {
	return m.collection.Count(ctx, options, callOptions...)
}

// Pages walks the pages of the list: GET cms/v2/menus for each. See
// [cms.Collection.Pages].
func (m *Menus) Pages(ctx context.Context, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*cms.ListPage[Menu], error] {
	return m.collection.Pages(ctx, options, walkOptions...)
}

// All walks the menus of the list: GET cms/v2/menus for each page. See
// [cms.Collection.All].
func (m *Menus) All(ctx context.Context, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*Menu, error] {
	return m.collection.All(ctx, options, walkOptions...)
}

// GetMany reads the menus with these ids, in this order, a hundred with each request:
// GET cms/v2/menus?include[]=… See [cms.Collection.GetMany].
func (m *Menus) GetMany(ctx context.Context, ids []int64, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*Menu, error] {
	return m.collection.GetMany(ctx, ids, options, walkOptions...)
}

// CreateRequest returns the request of [Menus.Create], for a batch. It does not check
// whether other menus have the locations.
func (m *Menus) CreateRequest(params *Params) cms.Request[Menu] {
	return m.collection.CreateRequest(params)
}
