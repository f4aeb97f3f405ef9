package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
)

var (
	// ErrTooLarge means that a 2xx response is larger than MaxResponse.
	ErrTooLarge = errors.New("the response is larger than the limit")
	// ErrStalled means that no byte of the response arrived for the idle timeout. It is a
	// net.Error with Timeout, as in net/http.
	ErrStalled error = &stalledError{"the response stalled"}
	// ErrInsecure means that credentials would be sent over plain http to another machine
	// or through a proxy.
	ErrInsecure = errors.New("credentials are not sent over plain http")
)

type stalledError struct{ text string }

func (e *stalledError) Error() string { return e.text }
func (*stalledError) Timeout() bool   { return true }
func (*stalledError) Temporary() bool { return true }

// Failure is the error of a call without a usable response.
type Failure struct {
	Attempts int
	// NotReceived means that the server cannot have acted on any attempt.
	NotReceived bool
	// Response is the last response that arrived, or nil. It may be incomplete, because it was
	// cut or was too large.
	Response *Response
	// Err is the error that ended the last attempt, or prevented it. Its text has no query,
	// credentials or header values.
	Err error
}

func (f *Failure) Error() string { return Line(f.Err.Error(), MaxError) }
func (f *Failure) Unwrap() error { return f.Err }

// localError means that this client refused to send the request. The call is not retried.
type localError struct{ err error }

func (e *localError) Error() string { return Line(e.err.Error(), MaxError) }
func (e *localError) Unwrap() error { return e.err }

// ContextError joins the error of a finished context with its cause, so that
// errors.Is finds both.
func ContextError(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	if err == nil || errors.Is(cause, err) {
		return cause
	}
	return fmt.Errorf("%w: %w", err, cause)
}

// unquoted returns err. If the text of err may quote the response, it returns an error that
// wraps err and has another text. For example, net/http quotes a response that is not HTTP.
func unquoted(err error) error {
	_, ofNet := errors.AsType[net.Error](err)
	_, local := errors.AsType[*localError](err)
	if ofNet || local {
		return err
	}
	known := []error{io.EOF, io.ErrUnexpectedEOF, context.Canceled, ErrTooLarge}
	if slices.ContainsFunc(known, func(known error) bool { return errors.Is(err, known) }) {
		return err
	}
	return &scrubbedError{"the response cannot be read", func() error { return err }}
}

// dialFailed reports whether err proves that there was no connection.
func dialFailed(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && (op.Op == "dial" || op.Op == "proxyconnect")
}

// permanent reports whether another attempt would fail in the same way.
func permanent(err error) bool {
	if _, ok := errors.AsType[*localError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	return errors.Is(err, ErrTooLarge) || errors.Is(err, http.ErrSchemeMismatch)
}
