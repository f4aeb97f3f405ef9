package ensure

import (
	"context"
	"encoding/json"
	"net/url"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Fields are members of a record, as they are sent.
type Fields map[string]json.RawMessage

// Record is what has to be known of a record.
type Record struct {
	ID      int64
	Slug    string
	Parent  int64  // 0 where records have none
	Title   string // as typed
	Content string // as typed
}

// Store reads and writes the records of one type.
type Store interface {
	// List returns the records that a query selects, and how many the site counts.
	List(ctx context.Context, query url.Values) (found []Record, total int, err error)
	// Create makes a record. It is sent once.
	Create(ctx context.Context, fields Fields) (Record, error)
	// Update changes a record. It returns the record as the caller of [Run] wants it, too.
	Update(ctx context.Context, id int64, fields Fields) (whole any, now Record, err error)
	// Read returns a whole record as JSON.
	Read(ctx context.Context, id int64) (json.RawMessage, error)
	// Trash moves a record to the trash.
	Trash(ctx context.Context, id int64) error
	// Delete deletes a record for good.
	Delete(ctx context.Context, id int64) error
	// Fail returns the error of the whole procedure. The method is that of the request
	// that it ended at.
	Fail(method string, reason error, hint string) error
}

// Taken means that the site gives another slug than was asked for.
type Taken struct {
	Slug string // asked for
	Got  string // what the record has instead
	ID   int64  // of the record
}

func (e *Taken) Error() string { return "the site gives another slug" }

// text returns a text as JSON.
func text(s string) json.RawMessage {
	out, _ := wire.Marshal(s) // a string always has a JSON form
	return out
}
