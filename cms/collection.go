package cms

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"reflect"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Collection reads and writes the records of one type. T is the type of a record that
// is read. P is the type of the params that are written. L is the type of the arguments
// of a list. terms.Tags returns a Collection; [NewCollection] makes one for a type of a
// plugin or your own. Records with a status and a slug, such as posts, are a [Content].
//
// A verb sends one request, unless its comment says more. The methods whose names end in
// Request send nothing.
//
// Errors: an [*ArgumentError] for a call that is refused before it is sent, otherwise an
// [*Error]. Test both with errors.Is and the sentinels of this package.
type Collection[T, P, L any] struct{ verbs[T, P, L] }

// verbs is what a Collection and a Content have in common. It is embedded in both, and
// unexported, so that go doc shows the methods of each.
type verbs[T, P, L any] struct{ resource *resource }

// Get returns one record: GET {collection}/{id}. It reads the "view" context by
// default; see [InContext]. Errors: [ErrNotFound] if no record has the id.
func (c *verbs[T, P, L]) Get(ctx context.Context, id int64, options ...GetOption) (*T, error) {
	return typed[T](c.resource.site.perform(ctx, c.resource.get("Get", id), apply(options, GetOption.get)))
}

// Create creates a record: POST {collection}. It returns the record as the context
// "edit" shows it. Create is retried only if the site provably did nothing. If the
// response is lost, it returns [ErrOutcomeUnknown].
func (c *verbs[T, P, L]) Create(ctx context.Context, params *P, options ...CallOption) (*T, error) {
	return typed[T](c.resource.site.perform(ctx, c.resource.create(params), apply(options, CallOption.get)))
}

// Update changes only the fields that params sets: POST {collection}/{id}, or PUT or
// PATCH with [UpdateMethod]. It returns the record as the context "edit" shows it.
// Update is retried on connection errors: a second identical update changes nothing.
func (c *verbs[T, P, L]) Update(ctx context.Context, id int64, params *P, options ...CallOption) (*T, error) {
	return typed[T](c.resource.site.perform(ctx, c.resource.update(id, params), apply(options, CallOption.get)))
}

// Deleted is the response to a Delete.
type Deleted[T any] struct {
	// Deleted is true. A response with neither Deleted nor Previous is [ErrDecode].
	Deleted bool `json:"deleted"`
	// Previous is the record before the delete, as the context "edit" shows it. It is
	// nil if DoneBefore is set.
	Previous *T `json:"previous"`
	// DoneBefore means that the response to a first attempt was lost, and that the retry
	// found no record.
	DoneBefore bool `json:"-"`

	unconfirmed bool // the response is the record itself, or empty
}

// adopt takes v, a *T, for what was deleted, nil if the response is empty, until
// confirmDeletion has looked.
func (d *Deleted[T]) adopt(v any) {
	*d = Deleted[T]{unconfirmed: true}
	d.Previous, _ = v.(*T)
}

// confirm says that the record is gone, and reports whether that was open.
func (d *Deleted[T]) confirm() (open bool) {
	open = d.unconfirmed
	d.Deleted, d.unconfirmed = d.Deleted || open, false
	return open
}

// previous returns the deleted record, and whether the response confirms the delete.
func (d *Deleted[T]) previous() (record any, tells bool) {
	if d.unconfirmed {
		return nil, true
	}
	if d.Previous == nil {
		return nil, d.Deleted
	}
	return d.Previous, true
}

// record is the type of what was deleted.
func (*Deleted[T]) record() reflect.Type { return reflect.TypeFor[T]() }

// Delete deletes a record permanently, without the trash: DELETE
// {collection}/{id}?force=true. Plugins may respond with the record itself or with an
// empty response. Delete then reads the record to find out whether it is gone. In a
// batch this check is not made.
//
// Errors:
//   - [ErrNotFound] if no record has the id, also if somebody else deletes it at the
//     same time.
//   - [ErrDecode] if the response does not confirm the delete and the record still
//     exists.
//   - [ErrOutcomeUnknown] if it is not known whether the record still exists.
func (c *verbs[T, P, L]) Delete(ctx context.Context, id int64, options ...CallOption) (*Deleted[T], error) {
	return remove(ctx, c.resource.site, c.DeleteRequest(id), apply(options, CallOption.get))
}

// remove sends a request that deletes a record. If a retry finds that the record is
// gone, an earlier attempt deleted it.
func remove[T any](ctx context.Context, on *site, r Request[Deleted[T]], s *callSettings) (*Deleted[T], error) {
	v, err := perform(ctx, on, r, s)
	err = vanished(ctx, on, request(r), err, s)
	if doneBefore(err, ErrNotFound) || doneBefore(err, codeInvalidTemplate) {
		s.markDoneBefore()
		return &Deleted[T]{Deleted: true, DoneBefore: true}, nil
	}
	return v, err
}

func (s *callSettings) markDoneBefore() {
	for _, capture := range s.captures {
		capture.DoneBefore = true
	}
}

// CreateRequest returns the request of [Collection.Create], for a batch.
func (c *verbs[T, P, L]) CreateRequest(params *P) Request[T] {
	return Request[T](c.resource.create(params))
}

// UpdateRequest returns the request of [Collection.Update], for a batch.
func (c *verbs[T, P, L]) UpdateRequest(id int64, params *P) Request[T] {
	return Request[T](c.resource.update(id, params))
}

// DeleteRequest returns the request of [Collection.Delete], for a batch.
func (c *verbs[T, P, L]) DeleteRequest(id int64) Request[Deleted[T]] {
	return Request[Deleted[T]](c.resource.removal(c.resource.item("Delete", http.MethodDelete, id)))
}

// codeInvalidTemplate is the code for deleting a template that is a file of the theme.
// It is also the response to a second delete of a template that replaced such a file.
const codeInvalidTemplate ErrorCode = "rest_invalid_template"

// doneBefore reports whether a retried call failed because an earlier attempt of it had
// succeeded.
func doneBefore(err, sentinel error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.MaybeApplied && errors.Is(e, sentinel)
}

// vanished reads the record that a site failed to delete or trash. If another request
// did it at the same time, the site only sends the status 500. The error becomes
// [ErrNotFound] if the record does not exist, and [ErrGone] if it was to be trashed and
// is in the trash.
func vanished(ctx context.Context, on *site, r request, err error, s *callSettings) error {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Code != CodeCannotDelete || e.Status != http.StatusInternalServerError || e.Reason != nil {
		return err
	}
	raw, absent := on.readAgain(ctx, r, s)
	if errors.Is(absent, ErrNotFound) {
		e.Reason = ErrNotFound
	}
	var now struct {
		Status string `json:"status"`
	}
	if absent == nil && !r.Query.Has("force") && wire.Unmarshal(*raw, &now) == nil && now.Status == string(StatusTrash) {
		e.Reason = ErrGone
	}
	return err
}

// Content reads and writes records with a status and a slug: posts, pages, blocks,
// navigations, and custom post types of this kind. A Content has the verbs of a
// [Collection], and these:
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
// it is in the trash. To restore it, update its status. The restored record gets another
// slug if a different record took its slug in the meantime.
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

// TrashRequest returns the request of [Content.Trash], for a batch.
func (c *Content[T, P, L]) TrashRequest(id int64) Request[T] {
	return Request[T](c.resource.trash(id))
}
