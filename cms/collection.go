package cms

import (
	"context"
	"errors"
	"net/http"
	"reflect"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Collection is the records of one type: T as they are read, P what is written
// of one (its params), L the arguments of a list. terms.Tags returns one,
// [NewCollection] makes one for a type of a plugin's or your own. Records with a
// status and a slug, such as posts, are a [Content].
//
// Every verb but the requests for a batch sends one request, unless it says
// otherwise. Errors are an [*ArgumentError] for what was refused before it was
// sent, and otherwise an [*Error]: test them with errors.Is against the
// sentinels of this package.
type Collection[T, P, L any] struct{ verbs[T, P, L] }

// verbs is what a Collection and a Content have in common. It is embedded in both, and
// unexported, so that go doc shows the methods of each.
type verbs[T, P, L any] struct{ resource *resource }

// Get returns one record: GET {collection}/{id}. It reads the "view" context by
// default; see [InContext]. Errors: [ErrNotFound] if no record has the id.
func (c *verbs[T, P, L]) Get(ctx context.Context, id int64, options ...GetOption) (*T, error) {
	return typed[T](c.resource.site.perform(ctx, c.resource.get("Get", id), apply(options, GetOption.get)))
}

// Create makes a record: POST {collection}. The answer is the record in the
// shape of the context "edit". Create is retried only if the site
// provably did nothing. If the response is lost, it returns [ErrOutcomeUnknown].
func (c *verbs[T, P, L]) Create(ctx context.Context, params *P, options ...CallOption) (*T, error) {
	return typed[T](c.resource.site.perform(ctx, c.resource.create(params), apply(options, CallOption.get)))
}

// Update changes the fields of a record that params sets, and no others:
// POST {collection}/{id}, or PUT or PATCH by [UpdateMethod]. The answer is the
// record in the shape of the context "edit". It is retried when the connection
// fails: a second identical update changes nothing.
func (c *verbs[T, P, L]) Update(ctx context.Context, id int64, params *P, options ...CallOption) (*T, error) {
	return typed[T](c.resource.site.perform(ctx, c.resource.update(id, params), apply(options, CallOption.get)))
}

// Deleted is the answer to a Delete.
type Deleted[T any] struct {
	// Deleted is true. An answer that has neither this nor Previous is [ErrDecode].
	Deleted bool `json:"deleted"`
	// Previous is the record as it was, in the shape of the context "edit". It is
	// nil if DoneBefore is set.
	Previous *T `json:"previous"`
	// DoneBefore says that the answer to a first attempt was lost, and that the
	// repetition found no record.
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

// previous returns the record that was deleted, and whether the response says
// that one was.
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

// Delete removes a record for good, past the trash: DELETE
// {collection}/{id}?force=true. Plugins may answer with the record itself or with nothing:
// Delete then reads the record to find out whether it is gone.
//
// Errors: [ErrNotFound] for an unknown id, and for a record that somebody else deletes at
// the same time; [ErrDecode] if the response does not say that the record was deleted, and
// the site still has it; [ErrOutcomeUnknown] if that cannot be found out. In a batch it is
// not found out.
func (c *verbs[T, P, L]) Delete(ctx context.Context, id int64, options ...CallOption) (*Deleted[T], error) {
	return remove(ctx, c.resource.site, c.DeleteRequest(id), apply(options, CallOption.get))
}

// remove sends a request that deletes a record. Of one that is gone a repeated request
// has done it before.
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

// CreateRequest is [Collection.Create] as a value, for a batch.
func (c *verbs[T, P, L]) CreateRequest(params *P) Request[T] {
	return Request[T](c.resource.create(params))
}

// UpdateRequest is [Collection.Update] as a value, for a batch.
func (c *verbs[T, P, L]) UpdateRequest(id int64, params *P) Request[T] {
	return Request[T](c.resource.update(id, params))
}

// DeleteRequest is [Collection.Delete] as a value, for a batch.
func (c *verbs[T, P, L]) DeleteRequest(id int64) Request[Deleted[T]] {
	return Request[Deleted[T]](c.resource.removal(c.resource.item("Delete", http.MethodDelete, id)))
}

// codeInvalidTemplate refuses to delete a template that is a file of the theme. It is
// also the response to the second delete of a row that stood before one.
const codeInvalidTemplate ErrorCode = "rest_invalid_template"

// doneBefore reports that a repeated call failed because an earlier attempt of
// it had succeeded.
func doneBefore(err, sentinel error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.MaybeApplied && errors.Is(e, sentinel)
}

// vanished looks at the record that a site could not delete or trash, which is all that
// it says with the status 500 if another request did it meanwhile. The error becomes
// [ErrNotFound] if the record is not there, and that of a trash [ErrGone] if it is in
// the trash.
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
