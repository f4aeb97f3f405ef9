package cms

import (
	"context"
	"errors"
	"net/http"
	"reflect"

	"github.com/fontcms/fontcms-go/internal/wire"
)

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

// confirmation is a *Deleted[T] of any T.
type confirmation interface{ deletion() deletion }

func (d *Deleted[T]) deletion() deletion {
	return deletion{&d.Deleted, &d.DoneBefore, &d.unconfirmed, &d.Previous}
}

// deletion has the fields of a Deleted[T] without its type.
type deletion struct {
	deleted, doneBefore, unconfirmed *bool
	field                            any // a **T
}

// deletionOf returns the fields of v if it is the response to a delete.
func deletionOf(v any) (d deletion, ok bool) {
	c, ok := v.(confirmation)
	if ok {
		d = c.deletion()
	}
	return d, ok
}

// record is the type of what was deleted.
func (d deletion) record() reflect.Type { return reflect.TypeOf(d.field).Elem().Elem() }

// adopt takes v, a *T, for what was deleted, nil if the response is empty, until confirm
// is called.
func (d deletion) adopt(v any) {
	*d.deleted, *d.doneBefore, *d.unconfirmed = false, false, true
	previous := reflect.ValueOf(d.field).Elem()
	previous.SetZero()
	if v != nil {
		previous.Set(reflect.ValueOf(v))
	}
}

// confirm says that the record is gone, and reports whether that was open.
func (d deletion) confirm() (open bool) {
	open = *d.unconfirmed
	*d.deleted, *d.unconfirmed = *d.deleted || open, false
	return open
}

// previous returns the deleted record, and whether the response confirms the delete.
func (d deletion) previous() (record any, tells bool) {
	if *d.unconfirmed {
		return nil, true
	}
	if previous := reflect.ValueOf(d.field).Elem(); !previous.IsNil() {
		return previous.Interface(), true
	}
	return nil, *d.deleted
}

// remove sends a request that deletes a record. If a retry finds that the record is gone,
// an earlier attempt deleted it. response is a zero Deleted[T].
func (c *resource) remove(ctx context.Context, r request, response confirmation, options []CallOption) (any, error) {
	s := apply(options, CallOption.get)
	r.answer = reflect.TypeOf(response).Elem()
	v, err := c.site.perform(ctx, r, s)
	err = vanished(ctx, c.site, r, err, s)
	if doneBefore(err, ErrNotFound) || doneBefore(err, codeInvalidTemplate) {
		s.markDoneBefore()
		d := response.deletion()
		*d.deleted, *d.doneBefore = true, true
		return response, nil
	}
	return v, err
}

func (s *callSettings) markDoneBefore() {
	for _, capture := range s.captures {
		capture.DoneBefore = true
	}
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
