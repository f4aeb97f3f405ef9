package cms

import (
	"context"
	"errors"
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

// responseOf is what the caller may know of an answer, or of a call without one.
func responseOf(resp *transport.Response, err error) (r Response) {
	if failure, ok := errors.AsType[*transport.Failure](err); ok {
		r.Attempts, resp = failure.Attempts, failure.Response
	}
	if resp != nil {
		r.Status, r.Header, r.Attempts = resp.Status, resp.Header, resp.Attempts
	}
	return r
}

// Format writes the response as fmt would, but for the values of headers that
// may open something, such as Set-Cookie.
func (r Response) Format(s fmt.State, verb rune) {
	type response Response
	r.Header = transport.Harmless(r.Header)
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), response(r))
}

// MarshalJSON leaves out what Format leaves out.
func (r Response) MarshalJSON() ([]byte, error) {
	type response Response
	r.Header = transport.Harmless(r.Header)
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
