package cms

import "reflect"

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

	unconfirmed bool // the response is the record itself, or empty, so it does not confirm the delete
}

// confirmation is implemented by *Deleted[T] for every T.
type confirmation interface{ deletion() deletion }

func (d *Deleted[T]) deletion() deletion {
	return deletion{&d.Deleted, &d.DoneBefore, &d.unconfirmed, &d.Previous}
}

// deletion holds pointers to the fields of a Deleted[T], without a type parameter.
type deletion struct {
	deleted, doneBefore, unconfirmed *bool
	field                            any // pointer to the field Previous, a **T
}

// deletionOf returns pointers to the fields of v if v is a *Deleted[T]. Otherwise ok is false.
func deletionOf(v any) (d deletion, ok bool) {
	c, ok := v.(confirmation)
	if ok {
		d = c.deletion()
	}
	return d, ok
}

// record returns the type of the deleted record.
func (d deletion) record() reflect.Type { return reflect.TypeOf(d.field).Elem().Elem() }

// adopt stores v, a *T, as the deleted record. v is nil if the response is empty. The
// delete is unconfirmed until confirm is called.
func (d deletion) adopt(v any) {
	*d.deleted, *d.doneBefore, *d.unconfirmed = false, false, true
	previous := reflect.ValueOf(d.field).Elem()
	previous.SetZero()
	if v != nil {
		previous.Set(reflect.ValueOf(v))
	}
}

// confirm marks the record as gone. It reports whether the delete was unconfirmed until now.
func (d deletion) confirm() (open bool) {
	open = *d.unconfirmed
	*d.deleted, *d.unconfirmed = *d.deleted || open, false
	return open
}

// previous returns the record in the field Previous, or nil. For an unconfirmed delete it
// always returns nil. tells is false if the response contains no information about the delete:
// Previous is nil, Deleted is false, and adopt was not called.
func (d deletion) previous() (record any, tells bool) {
	if *d.unconfirmed {
		return nil, true
	}
	if previous := reflect.ValueOf(d.field).Elem(); !previous.IsNil() {
		return previous.Interface(), true
	}
	return nil, *d.deleted
}
