package cms

import (
	"encoding/json"
	"fmt"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// BrokenRecordError is a record that cannot be read: the site fails on
// it whenever it has to show it, as when a plugin breaks on its content, or sends
// it in a form that does not fit its type. A walk yields this error in place of
// the record and goes on. Pages yields it before the page; All yields it after the
// other records of the page, with [Exact] in the order of ids. GetMany yields it
// after the other records of the hundred that the id belongs to.
//
// It is also what a create or update returns, within an [*Error], if the site has
// written the record and its answer does not fit the type. [ErrOutcomeUnknown] is
// no part of such an error: the record is there, and ID and Raw say which it is.
//
// Limits: a site that fails on more than 5 records of one page has an outage, and
// its error ends the walk. So does a page with more than 1,000 records that do not
// fit.
type BrokenRecordError struct {
	// ID is the id of the record, 0 if its JSON has none, nor for a record that was
	// created the header Location.
	ID int64
	// Name is the id of a record that has no number, "" if its JSON has none.
	Name string
	// Raw is the record as the site sent it, nil if the site failed on it, and for a
	// request with Secret. It may be any JSON value.
	Raw json.RawMessage
	// Err is the response to a request for the record alone, or [ErrDecode] for a
	// record that was sent.
	Err error
}

func (e *BrokenRecordError) Error() string {
	which := fmt.Sprintf("record %d", e.ID)
	switch {
	case e.Name != "":
		which = fmt.Sprintf("record %.80q", e.Name)
	case e.ID == 0:
		which = "a record without an id"
	}
	return transport.Line(fmt.Sprintf("cms: %s cannot be read: %v", which, e.Err), transport.MaxError)
}

// Unwrap returns Err.
func (e *BrokenRecordError) Unwrap() error { return e.Err }

// maxUnread is how many records of a page may be impossible to decode before the
// page is.
const maxUnread = 1000
