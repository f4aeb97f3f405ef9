package cms

import (
	"context"
	"net/url"
)

// Content is a [Collection] of records that somebody writes and publishes: posts,
// pages, blocks, navigations, custom types of that kind. They have a status and a slug.
// A Content has the verbs of a Collection, and besides:
//   - Trash moves a record to the trash, from which it can be restored.
//   - Ensure finds or makes the record with a slug.
//   - UpdateIfUnchanged updates a record unless somebody else did.
//   - Revisions and Autosaves return the revisions and the autosaves of a record.
//
// [Client.Posts] is one. [NewContent] makes one for a type of a plugin or your own. A
// custom type has revisions and autosaves if it supports "revisions" and "editor";
// without them these calls fail with [ErrNoRoute].
type Content[T, P, L any] struct{ verbs[T, P, L] }

// WithWalkOrders returns the content with other orders of its walks: see
// [Collection.WithWalkOrders].
func (c *Content[T, P, L]) WithWalkOrders(orders WalkOrders) *Content[T, P, L] {
	return &Content[T, P, L]{verbs[T, P, L]{c.resource.walkedBy(orders)}}
}

// Trash moves a record to the trash: DELETE {collection}/{id}. It returns the record as
// the site then has it. Updating its status restores it,
// under another slug if a record has taken its own meanwhile.
//
// If a response is lost and the retry finds the record in the trash, Trash reads the
// record and succeeds; see [Response]. On routes of plugins it is not retried, because a
// second request may delete the record for good. A lost response is then
// [ErrOutcomeUnknown].
//
// Errors:
//   - [ErrGone] if the record is in the trash, also if somebody else trashes it at the
//     same time.
//   - [ErrTrashUnsupported] if the site has turned its trash off.
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
