package cms

import (
	"context"
	"fmt"
	"net/http"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Response holds the status, the headers and the number of attempts of a response.
type Response struct {
	Status   int         // HTTP status
	Header   http.Header // as received
	Attempts int         // how often the call was sent
	// Noise is text around the JSON in the body, at most 1 KB: a PHP warning before it,
	// a comment after it. Usually "", and always "" for a request with Secret.
	Noise string
	// DoneBefore means that an earlier attempt had already deleted or trashed the
	// record. Its response was lost, and the retry found the work done.
	DoneBefore bool
}

// Format writes the response as fmt would, without the values of headers that may hold
// secrets, such as Set-Cookie.
func (r Response) Format(s fmt.State, verb rune) {
	type response Response
	r.Header = transport.RedactHeader(r.Header)
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), response(r))
}

// MarshalJSON omits the same headers as Format.
func (r Response) MarshalJSON() ([]byte, error) {
	type response Response
	r.Header = transport.RedactHeader(r.Header)
	return wire.Marshal(response(r))
}

// Attempt names a call and the number of an attempt within it. Each HTTP request
// belongs to one attempt. See [AttemptFrom].
type Attempt struct {
	Operation string // operation of the call: "Posts.Create"
	Number    int    // number of the attempt, from 1; a redirect does not count
}

// AttemptFrom returns the attempt that a request belongs to. It is for middleware that
// names a span or counts retries. ctx is the context of the request. ok is false if the
// request is not from this package.
func AttemptFrom(ctx context.Context) (Attempt, bool) {
	a, ok := transport.AttemptFrom(ctx)
	return Attempt(a), ok
}

// Cursor is a position in a walk: see [Resume]. The zero value is the beginning.
type Cursor struct {
	// Page is the number of the current page, from 1. With an Offset, page 1 begins at
	// that offset.
	Page int `json:"page"`
	// Index is the number of records of this page already yielded.
	Index int `json:"index"`
	// PerPage is the page size. A walk without a PerPage continues with it. A walk with
	// another PerPage refuses the cursor, and so does a walk of a site that allows only
	// smaller pages.
	PerPage int `json:"per_page"`
	// Order is the order of the walk: orderby, and order if the options name it, such as
	// "id" or "date asc". It is "" for the default order of the site, and for a walk with
	// [Exact]. A walk in another order refuses the cursor.
	Order string `json:"order,omitzero"`
	// Short means that the page before Page had fewer than PerPage records. Only for a
	// walk with an Offset on a site that does not send the number of pages.
	Short bool `json:"short,omitzero"`
	// Exact means that the walk uses [Exact]. All records with an id up to LastID were
	// yielded. The walk will yield the records up to HighestID. HighestID is 0 while it
	// is not known. In such a walk Index is always 0.
	Exact     bool  `json:"exact,omitzero"`
	LastID    int64 `json:"last_id,omitzero"`
	HighestID int64 `json:"highest_id,omitzero"`
	// Done means that the walk reached its end. A walk refuses the cursor then, with
	// [ErrCursorUnusable]: nothing is left to read. For a new walk use a zero Cursor.
	Done bool `json:"done"`
}
