package cms

import (
	"context"
	"iter"
	"net/url"
)

// Content reads and writes records with a status and a slug: posts, pages, blocks,
// navigations, and custom post types of this kind. T is the type of a record that is
// read. P is the type of the params that are written. L is the type of the options of a
// list. For posts they are [Post], [PostParams] and [PostListOptions].
//
// A Content has the methods of a [Collection], which has their full comments, and these:
//   - Trash moves a record to the trash, from which it can be restored.
//   - Ensure finds or creates the record with a slug, EnsureMany many records.
//   - UpdateIfUnchanged updates a record unless someone else changed it.
//   - AddTerms and RemoveTerms change some terms of a record.
//   - Revisions and Autosaves return the revisions and autosaves of a record.
//
// [Client.Posts] is a Content. [NewContent] makes one for a type of a plugin or your
// own. A custom post type has revisions if it supports "revisions", and autosaves if it
// supports "editor". Otherwise these calls fail with [ErrNoRoute].
type Content[T, P, L any] struct{ resource *resource }

// Client returns the client that sends the calls of c.
func (c *Content[T, P, L]) Client() *Client { return c.resource.site.client }

// Get returns one record: GET {collection}/{id}. See [Collection.Get].
func (c *Content[T, P, L]) Get(ctx context.Context, id int64, options ...GetOption) (*T, error) {
	return typed[T](c.resource.sendGet(ctx, id, options))
}

// BySlug returns the record with a slug: GET {collection}?slug[]=… See
// [Collection.BySlug].
func (c *Content[T, P, L]) BySlug(ctx context.Context, slug string, options ...GetOption) (*T, error) {
	return typed[T](c.resource.sendBySlug(ctx, slug, options))
}

// ByPath returns the record at a path of slugs, such as "guides/kerning". See
// [Collection.ByPath].
func (c *Content[T, P, L]) ByPath(ctx context.Context, path string, options ...GetOption) (*T, error) {
	return typed[T](c.resource.byPath(ctx, path, options))
}

// List returns one page: GET {collection}. See [Collection.List].
func (c *Content[T, P, L]) List(ctx context.Context, options *L, callOptions ...CallOption) (*ListPage[T], error) {
	page, err := c.resource.sendList(ctx, options, callOptions)
	return typedPage[T](page), err
}

// Count returns the number of records that match options. See [Collection.Count].
func (c *Content[T, P, L]) Count(ctx context.Context, options *L, callOptions ...CallOption) (int, error) {
	return c.resource.count(ctx, options, callOptions)
}

// Pages walks the pages of a list. See [Collection.Pages].
func (c *Content[T, P, L]) Pages(
	ctx context.Context, options *L, walkOptions ...WalkOption,
) iter.Seq2[*ListPage[T], error] {
	return typedPages[T](c.resource.pages(ctx, options, walkOptions))
}

// All walks the records of a list. See [Collection.All].
func (c *Content[T, P, L]) All(ctx context.Context, options *L, walkOptions ...WalkOption) iter.Seq2[*T, error] {
	return typedRecords[T](c.resource.all(ctx, options, walkOptions))
}

// GetMany reads the records with these ids, in this order. See [Collection.GetMany].
func (c *Content[T, P, L]) GetMany(ctx context.Context, ids []int64, options *L,
	walkOptions ...WalkOption) iter.Seq2[*T, error] {
	return typedRecords[T](c.resource.many(ctx, ids, options, walkOptions))
}

// Create creates a record: POST {collection}. If the response is lost, it returns
// [ErrOutcomeUnknown]. [Content.Ensure] finds out by the slug whether the record exists. See
// [Collection.Create].
func (c *Content[T, P, L]) Create(ctx context.Context, params *P, options ...CallOption) (*T, error) {
	return typed[T](c.resource.sendCreate(ctx, params, options))
}

// Update changes only the fields that params sets: POST {collection}/{id}. See
// [Collection.Update].
func (c *Content[T, P, L]) Update(ctx context.Context, id int64, params *P, options ...CallOption) (*T, error) {
	return typed[T](c.resource.sendUpdate(ctx, id, params, options))
}

// Delete deletes a record permanently, without the trash: DELETE
// {collection}/{id}?force=true. See [Collection.Delete].
func (c *Content[T, P, L]) Delete(ctx context.Context, id int64, options ...CallOption) (*Deleted[T], error) {
	return typed[Deleted[T]](c.resource.sendDelete(ctx, id, new(Deleted[T]), options))
}

// CreateRequest returns the request of [Content.Create], for a batch.
func (c *Content[T, P, L]) CreateRequest(params *P) Request[T] {
	return typedRequest[T](c.resource.create(params))
}

// UpdateRequest returns the request of [Content.Update], for a batch.
func (c *Content[T, P, L]) UpdateRequest(id int64, params *P) Request[T] {
	return typedRequest[T](c.resource.update(id, params))
}

// DeleteRequest returns the request of [Content.Delete], for a batch.
func (c *Content[T, P, L]) DeleteRequest(id int64) Request[Deleted[T]] {
	return typedRequest[Deleted[T]](c.resource.delete(id))
}

// WithWalkOrders returns the content with other orders of its walks: see
// [Collection.WithWalkOrders].
func (c *Content[T, P, L]) WithWalkOrders(stable func(order string, arguments url.Values) bool) *Content[T, P, L] {
	return &Content[T, P, L]{c.resource.walkedBy(stable)}
}

// Trash moves a record to the trash: DELETE {collection}/{id}. It returns the record as
// it is in the trash. To restore it, update its status. The site does not show which status
// it had, so keep that before. The restored record gets another slug if a different record
// took its slug in the meantime. Get still finds a record in the trash; BySlug and lists do
// not.
//
// If a response is lost and the retry finds the record in the trash, Trash reads the
// record and succeeds; see DoneBefore of [Response]. On routes of plugins Trash is not
// retried, because a second request may delete the record permanently. There it returns
// [ErrOutcomeUnknown] if the response is lost.
//
// Errors:
//   - [ErrGone] if the record is already in the trash, also if somebody else trashes it
//     at the same time.
//   - [ErrTrashUnsupported] if the trash of the site is off.
func (c *Content[T, P, L]) Trash(ctx context.Context, id int64, options ...CallOption) (*T, error) {
	return typed[T](c.resource.moveToTrash(ctx, id, options))
}

func (c *resource) moveToTrash(ctx context.Context, id int64, options []CallOption) (any, error) {
	r, s := c.trash(id), apply(options, CallOption.get)
	v, err := c.site.perform(ctx, r, s)
	err = vanished(ctx, c.site, r, err, s)
	if !doneBefore(err, ErrGone) {
		return v, err
	}
	s.markDoneBefore()
	read := *s
	read.Captures, read.query = nil, url.Values{"context": {string(ContextEdit)}}
	return c.site.perform(ctx, c.get("Trash", id), &read)
}

// TrashRequest returns the request of [Content.Trash], for a batch.
func (c *Content[T, P, L]) TrashRequest(id int64) Request[T] {
	return typedRequest[T](c.resource.trash(id))
}
