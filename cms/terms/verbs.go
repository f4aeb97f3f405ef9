package terms

import (
	"context"
	"iter"

	"github.com/fontcms/fontcms-go/cms"
)

// Client returns the client that sends the calls.
func (t *Terms) Client() *cms.Client {
	return t.collection.Client()
}

// Get returns one term: GET {taxonomy}/{id}, such as cms/v2/tags/5. It reads the
// context "view" by default. Errors: [cms.ErrNotFound] if no term has the id. See
// [cms.Collection.Get].
func (t *Terms) Get(ctx context.Context, id int64, options ...cms.GetOption) (*Term, error) {
	return t.collection.Get(ctx, id, options...)
}

// BySlug returns the term with a slug: GET {taxonomy}?slug[]=… See
// [cms.Collection.BySlug].
func (t *Terms) BySlug(ctx context.Context, slug string, options ...cms.GetOption) (*Term, error) {
	return t.collection.BySlug(ctx, slug, options...)
}

// ByPath returns the term at a path of slugs: "serif/old-style" is the term old-style
// whose parent is the term serif at the top level. Each part takes one request: GET
// {taxonomy}?slug[]=…&parent=… See [cms.Collection.ByPath].
func (t *Terms) ByPath(ctx context.Context, path string, options ...cms.GetOption) (*Term, error) {
	return t.collection.ByPath(ctx, path, options...)
}

// List returns one page of terms: GET {taxonomy}. See [cms.Collection.List].
func (t *Terms) List(ctx context.Context, options *ListOptions,
	callOptions ...cms.CallOption) (*cms.ListPage[Term], error) {
	return t.collection.List(ctx, options, callOptions...)
}

// Count returns the number of terms that match options: GET {taxonomy}, of which it
// reads the total. See [cms.Collection.Count].
func (t *Terms) Count(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) (int, error) {
	return t.collection.Count(ctx, options, callOptions...)
}

// Pages walks the pages of the list: GET {taxonomy} for each. See
// [cms.Collection.Pages].
func (t *Terms) Pages(ctx context.Context, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*cms.ListPage[Term], error] {
	return t.collection.Pages(ctx, options, walkOptions...)
}

// All walks the terms of the list: GET {taxonomy} for each page. See
// [cms.Collection.All].
func (t *Terms) All(ctx context.Context, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*Term, error] {
	return t.collection.All(ctx, options, walkOptions...)
}

// GetMany reads the terms with these ids, in this order, a hundred with each request:
// GET {taxonomy}?include[]=… See [cms.Collection.GetMany].
func (t *Terms) GetMany(ctx context.Context, ids []int64, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*Term, error] {
	return t.collection.GetMany(ctx, ids, options, walkOptions...)
}

// Create creates a term: POST {taxonomy}. Errors: [CodeTermExists] if the taxonomy has
// a term with the name; [cms.ErrOutcomeUnknown] if the response is lost; use
// [Terms.Ensure]. See [cms.Collection.Create].
func (t *Terms) Create(ctx context.Context, params *Params, options ...cms.CallOption) (*Term, error) {
	return t.collection.Create(ctx, params, options...)
}

// Update changes only the fields of a term that params sets: POST {taxonomy}/{id}. See
// [cms.Collection.Update].
func (t *Terms) Update(ctx context.Context, id int64, params *Params, options ...cms.CallOption) (*Term, error) {
	return t.collection.Update(ctx, id, params, options...)
}

// Delete deletes a term permanently: DELETE {taxonomy}/{id}?force=true. Terms have no
// trash. See [cms.Collection.Delete].
func (t *Terms) Delete(ctx context.Context, id int64, options ...cms.CallOption) (*cms.Deleted[Term], error) {
	return t.collection.Delete(ctx, id, options...)
}

// CreateRequest returns the request of [Terms.Create], for a batch.
func (t *Terms) CreateRequest(params *Params) cms.Request[Term] {
	return t.collection.CreateRequest(params)
}

// UpdateRequest returns the request of [Terms.Update], for a batch.
func (t *Terms) UpdateRequest(id int64, params *Params) cms.Request[Term] {
	return t.collection.UpdateRequest(id, params)
}

// DeleteRequest returns the request of [Terms.Delete], for a batch.
func (t *Terms) DeleteRequest(id int64) cms.Request[cms.Deleted[Term]] {
	return t.collection.DeleteRequest(id)
}
