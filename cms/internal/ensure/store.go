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
	Parent  int64  // 0 for types without parents
	Title   string // as typed
	Content string // as typed
}

// Store reads and writes the records of one type.
type Store interface {
	// List returns the records that a query selects, and the total.
	List(ctx context.Context, query url.Values) (found []Record, total int, err error)
	// Create creates a record. It is not retried.
	Create(ctx context.Context, fields Fields) (Record, error)
	// Update changes a record. It also returns the record in the form that the caller of
	// [Run] wants.
	Update(ctx context.Context, id int64, fields Fields) (whole any, now Record, err error)
	// Read returns a whole record as JSON.
	Read(ctx context.Context, id int64) (json.RawMessage, error)
	// Trash moves a record to the trash.
	Trash(ctx context.Context, id int64) error
	// Delete deletes a record permanently.
	Delete(ctx context.Context, id int64) error
	// Fail returns the error of the whole procedure. method is that of the last request.
	Fail(method string, reason error, hint string) error
}

// Taken means that the site stored another slug.
type Taken struct {
	Slug string // the slug that was asked for
	Got  string // the slug that the record has
	ID   int64  // of the record
}

func (e *Taken) Error() string { return "the site stored another slug" }

// text returns a string as JSON.
func text(s string) json.RawMessage {
	out, _ := wire.Marshal(s) // a string always has a JSON form
	return out
}
