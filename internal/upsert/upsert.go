// Package upsert finds or creates the one record with a key, and updates it if it differs
// from what its caller wants. It has the steps that all kinds of records share; a [Store]
// has what depends on the kind.
//
//  1. Look for the records with the key.
//  2. If there are some, compare the one with the lowest id with the wanted fields. Update
//     it if it differs, otherwise write nothing. Done.
//  3. If there are none, create the record, and look again: another process may have
//     created one too. If another record has a lower id, or if the created record did not
//     get the key, the store withdraws the created record, and the other one is compared.
//
// A failure that another look may resolve starts again with step 1: the response to a
// write was lost, the record exists although no list showed it, or it was deleted.
//
// A site may store a value in another form than the sent one. The record then differs
// after each update. So the procedure remembers which differences an update did not
// remove, and does not write them again: see [Memory].
package upsert

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Fields compares and writes the wanted fields of one kind of records.
type Fields[T any] interface {
	// ID returns the id of a record.
	ID(record *T) int64
	// Differs returns a text of all fields in which a record differs from the wanted
	// fields: for each field the wanted and the stored value. It is "" if no field
	// differs.
	Differs(record *T) string
	// Bring updates the fields of a record that differ. all are the records with the key.
	Bring(ctx context.Context, record *T, all []*T) (*T, error)
}

// Store reads and writes the records of one kind, for one key and one set of wanted
// fields.
type Store[T any] interface {
	Fields[T]
	// Look returns the records with the key. made is the record that this call has
	// created, nil before a create. With made, Look must return made too, and must not
	// use lists that may come from a cache.
	Look(ctx context.Context, made *T) ([]*T, error)
	// Make creates the record.
	Make(ctx context.Context) (*T, error)
	// Check returns an error if a created record did not get the key.
	Check(made *T) error
	// Withdraw deletes the created record, because the other record stays. An error means
	// that the created record is still there.
	Withdraw(ctx context.Context, made, other *T) error
	// Again reports whether another look may resolve a failure of Make, Bring or
	// Withdraw. It waits if other processes need time. created means that Look had found
	// no record.
	Again(ctx context.Context, failed error, created bool) (bool, error)
	// Missing is called if the look after a failure found no record, or failed with err.
	// It returns the record that the failure names, or the error of the call. If it
	// returns neither, the record is created again.
	Missing(ctx context.Context, failed, err error) ([]*T, error)
}

const most = 6 // largest number of rounds

// Run finds or creates the record of a store, and updates it. Route is the route of the
// kind of records.
func Run[T any](ctx context.Context, route string, store Store[T]) (*T, error) {
	return rounds(ctx, route, store, nil)
}

// rounds does what [Run] does. If made is not nil, it is a record that this call has already
// created. The first round then continues after the create: see [settle].
func rounds[T any](ctx context.Context, route string, store Store[T], made *T) (*T, error) {
	var last error // the error of the previous round, nil in the first round
	for range most {
		record, created, err := round(ctx, route, store, made, last)
		failed, isFinal := errors.AsType[*final](err)
		switch {
		case isFinal:
			return nil, failed.error
		case err == nil || ctx.Err() != nil:
			return record, err
		}
		again, stopped := store.Again(ctx, err, created)
		switch {
		case stopped != nil:
			return nil, stopped
		case !again:
			return nil, err
		}
		made, last = nil, err
	}
	return nil, last
}

// final is an error that ends [Run] without another look.
type final struct{ error }

// round runs one round of [Run]. created means that no record had the key before.
func round[T any](ctx context.Context, route string, store Store[T], made *T,
	last error) (_ *T, created bool, _ error) {
	if made != nil {
		record, err := settle(ctx, route, store, made)
		return record, true, err
	}
	found, err := store.Look(ctx, nil)
	if last != nil && (err != nil || len(found) == 0) {
		found, err = store.Missing(ctx, last, err)
	}
	switch {
	case err != nil:
		return nil, false, &final{err}
	case len(found) > 0:
		record, err := Bring[T](ctx, route, store, found)
		return record, false, err
	}
	if made, err = store.Make(ctx); err != nil {
		return nil, true, err
	}
	record, err := settle(ctx, route, store, made)
	return record, true, err
}

// settle checks whether another process has created the same record. Only the record with
// the lowest id stays. settle also updates this record if it differs from the wanted fields.
func settle[T any](ctx context.Context, route string, store Store[T], made *T) (*T, error) {
	all, err := store.Look(ctx, made)
	if err != nil {
		return nil, err
	}
	others := slices.DeleteFunc(slices.Clone(all), func(one *T) bool { return store.ID(one) == store.ID(made) })
	odd := store.Check(made)
	switch {
	case odd == nil && store.ID(lowest[T](store, all)) == store.ID(made):
		return Bring[T](ctx, route, store, all)
	case len(others) == 0:
		return nil, odd
	}
	if err := store.Withdraw(ctx, made, lowest[T](store, others)); err != nil {
		return nil, err
	}
	return Bring[T](ctx, route, store, others)
}

// lowest returns the record with the lowest id.
func lowest[T any](fields Fields[T], all []*T) *T {
	return slices.MinFunc(all, func(a, b *T) int { return cmp.Compare(fields.ID(a), fields.ID(b)) })
}

// Bring compares the record with the lowest id with the wanted fields, and updates it if
// it differs. It writes nothing if an update has left the same differences before. Route is
// the route of the kind of records.
func Bring[T any](ctx context.Context, route string, fields Fields[T], all []*T) (*T, error) {
	record := lowest(fields, all)
	if !Writes(ctx, route, fields, record) {
		return record, nil
	}
	now, err := fields.Bring(ctx, record, all)
	if err != nil {
		return nil, err
	}
	Remember(ctx, route, fields, now)
	return now, nil
}

// Writes reports whether [Bring] writes a record.
func Writes[T any](ctx context.Context, route string, fields Fields[T], record *T) bool {
	differences := fields.Differs(record)
	return differences != "" && !memoryOf(ctx).has(route, fields.ID(record), differences)
}

// Remember stores the differences that a record has after all wanted fields were written.
func Remember[T any](ctx context.Context, route string, fields Fields[T], written *T) {
	if left := fields.Differs(written); left != "" {
		memoryOf(ctx).add(route, fields.ID(written), left)
	}
}

// Text returns the JSON of values as one text, for [Store.Differs].
func Text(values ...any) string {
	text, err := wire.Marshal(values)
	if err != nil {
		return err.Error() // an update will fail with the same error
	}
	return string(text)
}

// NamedID returns the id of the term that a site names in the data of an error, because
// the term exists: {"term_id": 7}. It is 0 if the data names no term.
func NamedID(data []byte) int64 {
	var named struct {
		ID json.RawMessage `json:"term_id"`
	}
	_ = wire.Unmarshal(data, &named) // data that is not an object leaves named empty
	id, _ := strconv.ParseInt(strings.Trim(string(named.ID), `"`), 10, 64)
	return max(id, 0)
}
