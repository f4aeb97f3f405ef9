package cms

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/url"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// WithDryRun makes a client that changes nothing on the site. Reads are sent. A call that
// would write fails with [ErrDryRun] before anything is sent; the [*DryRunError] has the
// request. So no call returns an invented record.
//
// Which requests write:
//   - Every request with a method other than GET, HEAD and OPTIONS writes. The exceptions are
//     the POST routes that only render: block-renderer, and encode and render of
//     widget-types.
//   - These GET requests write too: themes, except a list with status=inactive, because the
//     site creates the styles of the active theme; sidebars and widgets, because the site moves
//     widgets that are in no sidebar; navigation-fallback, because the site creates a
//     navigation.
//
// A procedure of several requests, such as [Content.Ensure], sends its reads and stops at
// its first write. If nothing is to be written, it succeeds. A batch sends nothing: the
// result of each item has the error with the request of this item.
//
// What a site does by itself stays: it counts the use of the password, and a plugin may
// count visits.
func WithDryRun() Option {
	return option(func(c *config) error { c.dryRun = true; return nil })
}

// ErrDryRun means that the call would write, and the client has the option [WithDryRun].
// Nothing was sent. A [*DryRunError] has the request.
var ErrDryRun = fault.ErrDryRun

// DryRunError is a request that was not sent, because the client has the option
// [WithDryRun]. It is an [ErrDryRun].
type DryRunError struct {
	Operation string     // operation such as Posts.Update
	Method    string     // method such as POST
	Path      string     // path below the root, with the prefix of the site: wp/v2/posts/7
	Query     url.Values // arguments without those that the client adds, such as rest_route
	// Body is the JSON that the request has. It is nil if there is none, for an upload, and
	// if the request or its response may hold a secret.
	Body []byte
}

// Error names the request without its body.
func (e *DryRunError) Error() string { return e.text() }

func (e DryRunError) text() string {
	return transport.Line(fmt.Sprintf("cms: %s (%s %s): %v", e.Operation, e.Method, e.Path, ErrDryRun), transport.MaxError)
}

// Unwrap returns ErrDryRun.
func (e *DryRunError) Unwrap() error { return ErrDryRun }

// Format writes the text of Error for every verb, because the body may be private.
func (e DryRunError) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, e.text()) }

// LogValue returns the text of Error.
func (e DryRunError) LogValue() slog.Value { return slog.StringValue(e.text()) }

// dry refuses a call that writes, if the client is for a dry run.
func (s *site) dry(r request, call *transport.Call, options *callSettings) error {
	if !s.config.dryRun {
		return nil
	}
	query := r.query(options)
	if !s.config.prefix.Writes(call.Method, call.Route, query) {
		return nil
	}
	e := &DryRunError{Operation: call.Operation, Method: call.Method, Path: call.Route, Query: query}
	if call.Body != nil && !call.Secret {
		e.Body = bytes.Clone(call.Body.Bytes)
	}
	return e
}
