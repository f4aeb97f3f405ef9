package transport

import (
	"errors"
	"io"
	"net"
	"net/url"
	"sync/atomic"
)

// evidence helps to find out whether an attempt was sent when middleware or a transport
// of the caller fails. For example, a transport that gets no token fails before it sends
// anything.
type evidence struct {
	body      bool        // the request has a body
	read      atomic.Bool // a part of the body was read
	connected atomic.Bool // a transport of net/http requested a connection
	local     atomic.Bool // the attempt failed on this machine, before it was sent

	strays *atomic.Int64 // number of requests of the client that belong to no call
	before int64         // value of strays before the attempt
}

// notedBody records whether a part of a body was read.
type notedBody struct {
	io.ReadCloser
	read *atomic.Bool
}

func (b *notedBody) Read(p []byte) (int, error) {
	b.read.Store(true)
	return b.ReadCloser.Read(p)
}

// connecting records that a transport of net/http requests a connection.
func (e *evidence) connecting(string) { e.connected.Store(true) }

// nothingSent reports whether an attempt that failed with err was certainly not sent. inside
// means that the attempt was still in middleware.
//   - With a body, nothing was sent if the body was not read. After middleware, err must also
//     not be an error of the network.
//   - Without a body, nothing was sent if the attempt was still in middleware, no transport of
//     net/http had requested a connection, and err is not an error of the network.
//
// An error of the network may come from a transport that is not of net/http. Such a transport
// may have sent something.
func (e *evidence) nothingSent(err error, inside bool) bool {
	switch {
	// During the attempt, the client sent a request that belongs to no call. Middleware may have
	// sent it for this attempt.
	case e.strays.Load() != e.before:
		return false
	case e.body && inside:
		return !e.read.Load()
	case e.body:
		return !e.read.Load() && !ofNetwork(err)
	}
	return inside && !e.connected.Load() && !ofNetwork(err)
}

// ofNetwork reports whether err may come from a connection. A *url.Error only wraps the actual
// error.
func ofNetwork(err error) bool {
	for outer, ok := errors.AsType[*url.Error](err); ok; outer, ok = errors.AsType[*url.Error](err) {
		err = outer.Err
	}
	_, isNet := errors.AsType[net.Error](err) // a syscall.Errno is a net.Error, too
	return isNet || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}
