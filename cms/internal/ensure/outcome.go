package ensure

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
)

// Wish is a record that is wanted.
type Wish struct {
	Slug   string
	Parent string // "" for types without parents
	Fields Fields
	// May decides whether the record may be written: see [run.may].
	May func(whole any) bool
}

// Did tells what was done with a record.
type Did string

// The values of Did.
const (
	Created   Did = "created"
	Updated   Did = "updated"
	Unchanged Did = "unchanged"
	Refused   Did = "refused" // by Wish.May
)

// Outcome is the result of a [Wish].
type Outcome struct {
	Whole any // as [Record.Whole]; nil after an error, and for a new record that was refused
	Did   Did // "" after an error
	// Rewritten has the names of wanted fields that the record has with another value after
	// they were written.
	Rewritten []string
	Left      int64 // the id of a record that a failed run may have left, 0 if there is none
	Err       error
}

// declined is the error of a write that the caller does not permit.
type declined struct{ whole any }

func (*declined) Error() string { return "the caller refuses to write the record" }

// ask asks the caller whether to write a record. If the caller refuses, ask returns a
// [*declined]. whole is nil for a new record.
func (e *run) ask(whole any) error {
	if e.may != nil && !e.may(whole) {
		return &declined{whole}
	}
	return nil
}

// asked asks the caller whether to update a record, unless no field differs. It returns the
// record with Whole.
func (e *run) asked(ctx context.Context, record *Record) (*Record, error) {
	if record.Whole == nil {
		now, err := e.store.ReadWhole(ctx, record.ID)
		switch {
		case errors.Is(err, fault.ErrNotFound), err == nil && now.Slug != e.slug:
			return nil, errAgain
		case err != nil:
			return nil, err
		}
		record = &now
	}
	if len(e.differing(*record)) == 0 {
		return record, nil // the record already has the wanted fields; only the list was out of date
	}
	return record, e.ask(record.Whole)
}

// decide sets what was done, and which wanted fields the site has stored with another value.
func (e *run) decide(did Did, now Record) {
	e.did, e.rewritten = did, slices.Sorted(maps.Keys(e.differing(now)))
}
