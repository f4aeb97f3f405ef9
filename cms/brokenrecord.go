package cms

import (
	"encoding/json"
	"fmt"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// BrokenRecordError is a record that cannot be read. Either the site fails when it
// renders the record, for example because of a plugin, or the record does not fit its
// type. In a type with a field [Extra], a field whose value does not fit is zero, without
// an error. Extra has its value.
//
// A walk yields this error in place of the record and continues:
//   - Pages yields it before the page.
//   - All yields it after the other records of the page; with [Exact], in the order of
//     ids.
//   - GetMany yields it after the other records of the same request, which has up to 100
//     ids.
//
// A create or update returns it within an [*Error] if the site has written the record
// but the response does not fit the type. Such an error is not [ErrOutcomeUnknown]: the
// record exists, and ID and Raw identify it.
//
// The walk ends with an error if
//   - the site fails on more than 5 records of a page
//   - more than 1,000 records of a page do not fit
type BrokenRecordError struct {
	// ID is the id of the record. It is read from the JSON or, after a create, from the
	// header Location. It is 0 if neither holds one.
	ID int64
	// Name is the id of a record whose id is not a number, or "".
	Name string
	// Raw is the record as the site sent it, without the credentials of the call. It may be
	// any JSON value. It is nil if the site failed on the record, and for a request with
	// Secret.
	Raw json.RawMessage
	// Err is the error of a request for this record only, or [ErrDecode] for a record
	// that does not fit.
	Err error
}

// Error names the record and has the text of Err, in one line.
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

// redact removes the secrets that the call has sent: some plugins copy a token into their
// response.
func (e *BrokenRecordError) redact(sent *transport.Sent) {
	e.Name, e.Err = sent.Redact(e.Name), sent.RedactError(e.Err)
	if e.Raw != nil {
		e.Raw = json.RawMessage(sent.Redact(string(e.Raw)))
	}
}

// maxUnread is the maximum number of broken records on a page. With more broken records,
// the whole page fails.
const maxUnread = 1000
