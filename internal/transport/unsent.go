package transport

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
	"syscall"
)

// evidence is what shows whether an attempt was sent although middleware, or a base of the
// caller, fails: a base without a token fails before it sends anything.
type evidence struct {
	body      bool        // the request has a body
	read      atomic.Bool // of which something was read
	connected atomic.Bool // a transport of net/http asked for a connection
	local     atomic.Bool // the attempt failed before it was sent

	strays *atomic.Int64 // requests of the client with the context of no call
	before int64         // how many there were before the attempt
}

// notedBody notes that something of a body was read.
type notedBody struct {
	io.ReadCloser
	read *atomic.Bool
}

func (b *notedBody) Read(p []byte) (int, error) {
	b.read.Store(true)
	return b.ReadCloser.Read(p)
}

// traced returns a context with which transports of net/http note their connections.
func (e *evidence) traced(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GetConn: func(string) { e.connected.Store(true) }})
}

// nothingSent reports whether an attempt was not sent that failed with err, before it
// reached the innermost transport, or there. Without its body a site cannot act on a
// request. Without a body, a connection may have been for it, and a base of the caller tells
// nothing. An error of the network may
// have come from a transport that net/http does not know.
func (e *evidence) nothingSent(err error, inside bool) bool {
	switch {
	case e.strays.Load() != e.before: // a request without our context
		return false
	case e.body && inside:
		return !e.read.Load()
	case e.body:
		return !e.read.Load() && !ofNetwork(err)
	}
	return inside && !e.connected.Load() && !ofNetwork(err)
}

// ofNetwork reports whether err may come from a connection. A *url.Error itself is only
// where an error came from.
func ofNetwork(err error) bool {
	for outer, ok := errors.AsType[*url.Error](err); ok; outer, ok = errors.AsType[*url.Error](err) {
		err = outer.Err
	}
	_, isNet := errors.AsType[net.Error](err)
	_, ofSystem := errors.AsType[syscall.Errno](err)
	return isNet || ofSystem || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}
