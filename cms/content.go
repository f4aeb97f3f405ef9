package cms

import (
	"context"
	"net/url"
)

// Content reads and writes records that are written and published: posts, pages, blocks,
// navigations, custom post types of that kind. They have a status and a slug. A Content
// has the verbs of a [Collection], and these:
//   - Trash moves a record to the trash, from which it can be restored.
//   - Ensure finds or creates the record with a slug.
//   - UpdateIfUnchanged updates a record unless someone else changed it.
//   - Revisions and Autosaves return the revisions and autosaves of a record.
//
// [Client.Posts] is a Content. [NewContent] makes one for a type of a plugin or your
// own. A custom post type has revisions if it supports "revisions", and autosaves if it
// supports "editor". Otherwise these calls fail with [ErrNoRoute].
type Content[T, P, L any] struct{ verbs[T, P, L] }

// WithWalkOrders returns the content with other orders of its walks: see
// [Collection.WithWalkOrders].
func (c *Content[T, P, L]) WithWalkOrders(orders WalkOrders) *Content[T, P, L] {
	return &Content[T, P, L]{verbs[T, P, L]{c.resource.walkedBy(orders)}}
}

// Trash moves a record to the trash: DELETE {collection}/{id}. It returns the record as
// it is in the trash. To restore it, update its status. It gets another slug if a record
// has taken its own in the meantime.
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
	return typed[T](c.resource.moveToTrash(ctx, id, apply(options, CallOption.get)))
}

func (c *resource) moveToTrash(ctx context.Context, id int64, s *callSettings) (any, error) {
	r := c.trash(id)
	v, err := c.site.perform(ctx, r, s)
	err = vanished(ctx, c.site, r, err, s)
	if !doneBefore(err, ErrGone) {
		return v, err
	}
	s.markDoneBefore()
	read := *s
	read.captures, read.query = nil, url.Values{"context": {string(ContextEdit)}}
	return c.site.perform(ctx, c.get("Trash", id), &read)
}

// TrashRequest is [Content.Trash] as a value, for a batch.
func (c *Content[T, P, L]) TrashRequest(id int64) Request[T] {
	return Request[T](c.resource.trash(id))
}
