package cms

import (
	"context"
	"fmt"
	"net/http"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Response is what is known of an answer besides its record.
type Response struct {
	Status   int         // HTTP status
	Header   http.Header // as received
	Attempts int         // how often the call was sent
	// Noise is what stood around the JSON in the body, cut at a kilobyte: a PHP
	// warning before it, a comment after it. Usually "", and always for a request with
	// Secret.
	Noise string
	// DoneBefore says that a repeated delete or trash found its work done: the
	// answer to an earlier attempt was lost.
	DoneBefore bool
}

// Format writes the response as fmt would, without the values of headers that may
// open something, such as Set-Cookie.
func (r Response) Format(s fmt.State, verb rune) {
	type response Response
	r.Header = transport.RedactHeader(r.Header)
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), response(r))
}

// MarshalJSON leaves out what Format leaves out.
func (r Response) MarshalJSON() ([]byte, error) {
	type response Response
	r.Header = transport.RedactHeader(r.Header)
	return wire.Marshal(response(r))
}

// Attempt says which request middleware has before it: see [AttemptFrom].
type Attempt struct {
	Operation string // of the call: "Posts.Create"
	Number    int    // of the attempt, from 1; a redirect is no new one
}

// AttemptFrom returns the attempt that a request belongs to, for middleware that
// names a span or counts what is repeated. It takes the context of the request,
// and is false where that is none of this package.
func AttemptFrom(ctx context.Context) (Attempt, bool) {
	a, ok := transport.AttemptFrom(ctx)
	return Attempt(a), ok
}

// Cursor is a position in a walk: see [Resume]. The zero value is its beginning.
type Cursor struct {
	// Page is the page, or with an offset the window, that the walk is in, from 1.
	Page int `json:"page"`
	// Index is how many records of that page were yielded.
	Index int `json:"index"`
	// PerPage is the size of its pages. A walk with another size refuses the cursor.
	PerPage int `json:"per_page"`
	// Short says that the page before Page held fewer than PerPage records, in a walk
	// with an Offset of a site that does not state how many pages there are.
	Short bool `json:"short,omitzero"`
	// Exact says that the walk is one with [Exact]. All up to LastID was yielded,
	// all up to HighestID will be, 0 as long as that is unknown, and Index is 0.
	Exact     bool  `json:"exact,omitzero"`
	LastID    int64 `json:"last_id,omitzero"`
	HighestID int64 `json:"highest_id,omitzero"`
	// Done says that the walk reached its end.
	Done bool `json:"done"`
}
