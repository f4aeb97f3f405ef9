package cms

import (
	"context"
	"errors"
	"net/http"
	"reflect"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Collection reads and writes the records of one type. T is the type of a record that
// is read. P is the type of the params that are written. L is the type of the options
// of a list. [NewCollection] makes a Collection for a type of a plugin or your own, and
// says what T, P and L have to be. Records with a status and a slug, such as posts, are a
// [Content].
//
// A verb sends one request, unless its comment says more. The methods whose names end in
// Request send nothing.
//
// Errors: an [*ArgumentError] for a call that is refused before it is sent, otherwise an
// [*Error]. Test both with errors.Is and the sentinels of this package.
type Collection[T, P, L any] struct{ resource *resource }

// Get returns one record: GET {collection}/{id}. It reads the "view" context by
// default; see [InContext]. Errors: [ErrNotFound] if no record has the id.
func (c *Collection[T, P, L]) Get(ctx context.Context, id int64, options ...GetOption) (*T, error) {
	return typed[T](c.resource.sendGet(ctx, id, options))
}

// Create creates a record: POST {collection}. It returns the record as the context
// "edit" shows it. Create is retried only if the site provably did nothing. If the
// response is lost, it returns [ErrOutcomeUnknown]: look for the record before you call
// Create again.
func (c *Collection[T, P, L]) Create(ctx context.Context, params *P, options ...CallOption) (*T, error) {
	return typed[T](c.resource.sendCreate(ctx, params, options))
}

// Update changes only the fields that params sets: POST {collection}/{id}, or PUT or
// PATCH with [UpdateMethod]. It returns the record as the context "edit" shows it.
// Update is retried, as [RepeatSafe] says: a second identical update changes nothing.
//
// If the response holds the record as the context "view" shows it, a proxy has turned the
// request into a read, and nothing was written. The error is then [ErrDecode]. This cannot
// be told
//   - for terms, menus, settings, templates and application passwords, whose contexts are
//     alike
//   - for the routes of plugins
//   - with [Fields]
func (c *Collection[T, P, L]) Update(ctx context.Context, id int64, params *P, options ...CallOption) (*T, error) {
	return typed[T](c.resource.sendUpdate(ctx, id, params, options))
}

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
func (c *Collection[T, P, L]) Delete(ctx context.Context, id int64, options ...CallOption) (*Deleted[T], error) {
	return typed[Deleted[T]](c.resource.sendDelete(ctx, id, new(Deleted[T]), options))
}

// The methods below have no type parameters: see resource.

func (c *resource) sendGet(ctx context.Context, id int64, options []GetOption) (any, error) {
	return c.site.perform(ctx, c.get("Get", id), apply(options, GetOption.get))
}

func (c *resource) sendCreate(ctx context.Context, params any, options []CallOption) (any, error) {
	return c.site.perform(ctx, c.create(params), apply(options, CallOption.get))
}

func (c *resource) sendUpdate(ctx context.Context, id int64, params any, options []CallOption) (any, error) {
	return c.site.perform(ctx, c.update(id, params), apply(options, CallOption.get))
}

func (c *resource) sendDelete(ctx context.Context, id int64, r confirmation, options []CallOption) (any, error) {
	return c.remove(ctx, c.delete(id), r, options)
}

// CreateRequest returns the request of [Collection.Create], for a batch.
func (c *Collection[T, P, L]) CreateRequest(params *P) Request[T] {
	return typedRequest[T](c.resource.create(params))
}

// UpdateRequest returns the request of [Collection.Update], for a batch.
func (c *Collection[T, P, L]) UpdateRequest(id int64, params *P) Request[T] {
	return typedRequest[T](c.resource.update(id, params))
}

// DeleteRequest returns the request of [Collection.Delete], for a batch.
func (c *Collection[T, P, L]) DeleteRequest(id int64) Request[Deleted[T]] {
	return typedRequest[Deleted[T]](c.resource.delete(id))
}

// remove sends a request that deletes a record. If a retry finds that the record is gone, an
// earlier attempt deleted the record, and remove succeeds. response is a pointer to a zero
// Deleted[T].
func (c *resource) remove(ctx context.Context, r request, response confirmation, options []CallOption) (any, error) {
	s := apply(options, CallOption.get)
	r.result = reflect.TypeOf(response).Elem()
	v, err := c.site.perform(ctx, r, s)
	err = vanished(ctx, c.site, r, err, s)
	code := ErrorCode(c.about.DeletedCode)
	if doneBefore(err, ErrNotFound) || code != "" && doneBefore(err, code) {
		s.markDoneBefore()
		d := response.deletion()
		*d.deleted, *d.doneBefore = true, true
		return response, nil
	}
	return v, err
}

func (s *callSettings) markDoneBefore() {
	for _, capture := range s.Captures {
		capture.DoneBefore = true
	}
}

// doneBefore reports whether a call failed because an earlier attempt of the same call had
// succeeded.
func doneBefore(err, sentinel error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.MaybeApplied && errors.Is(e, sentinel)
}

// vanished reads the record that a site failed to delete or trash. If another request deletes
// or trashes the record at the same time, the site only sends the status 500. The error
// becomes [ErrNotFound] if the record does not exist. It becomes [ErrGone] if the request
// was to trash the record, and the record is already in the trash.
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
