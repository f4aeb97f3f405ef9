package ensure

import (
	"context"
	"encoding/json"
	"net/url"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Fields are the fields of a record, as sent.
type Fields map[string]json.RawMessage

// Record holds the fields of a record that the procedure needs.
type Record struct {
	ID      int64
	Slug    string
	Parent  int64  // id of the parent; 0 for types without parents
	Content string // content as typed
	// Bare means that the site shows no content: the type has none, so no draft of it has a mark.
	Bare bool
	Link string // address of the record's page
	// Stored holds fields of the record as the site sent them: in a list and after Read
	// at least the fields that the run sets. A content is here only as it was typed.
	Stored Fields
	// Whole is the record in the form that the caller of [Run] wants, nil after List, Create
	// and Read.
	Whole any
}

// Store reads and writes the records of one type.
type Store interface {
	// List returns the records that a query selects, and the total.
	List(ctx context.Context, query url.Values) (found []Record, total int, err error)
	// Create creates a record. It is not retried.
	Create(ctx context.Context, fields Fields) (Record, error)
	// Update changes a record, and returns it with Whole. If the site may have stored the
	// fields nevertheless, the error is [fault.ErrOutcomeUnknown], [fault.ErrPartlyWritten]
	// or [fault.ErrDecode].
	Update(ctx context.Context, id int64, fields Fields) (Record, error)
	// Read reads a record by its id. The record must not come from a cache.
	Read(ctx context.Context, id int64) (Record, error)
	// ReadWhole is Read, and sets Whole.
	ReadWhole(ctx context.Context, id int64) (Record, error)
	// Same reports whether a record has the wanted value of a field.
	Same(name string, wanted json.RawMessage, record Record) bool
	// Delete deletes a record permanently.
	Delete(ctx context.Context, id int64) error
	// Fail returns the error of the whole procedure. method is the method of the last request.
	Fail(method string, reason error, hint string) error
	// Unread returns the error of a write without a usable response, if the record could not be
	// read after it. It wraps both errors.
	Unread(write, read error) error
}

// Taken means that the site stored another slug.
type Taken struct {
	Slug string // the slug that was asked for
	Got  string // the slug that the record has
	ID   int64  // id of the record
}

func (e *Taken) Error() string { return "the site stored another slug" }

// Shared means that several records have the slug, and still had it after the time in
// which other processes withdraw their records.
type Shared struct {
	Holders []Record // records with the slug, the lowest id first
}

func (e *Shared) Error() string { return "several records have the slug" }

// Typed returns a text as its author typed it: the member raw of the object. It returns any
// other value unchanged.
func Typed(value json.RawMessage) json.RawMessage {
	var text struct {
		Raw json.RawMessage `json:"raw"`
	}
	if len(value) > 0 && value[0] == '{' && wire.Unmarshal(value, &text) == nil && text.Raw != nil {
		return text.Raw
	}
	return value
}

// text returns a string as JSON.
func text(s string) json.RawMessage {
	out, _ := wire.Marshal(s) // a string always has a JSON form
	return out
}
