package advice

import (
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"syscall"
)

// lost reports whether the connection, or the HTTP/2 stream of the request, ended before a
// complete response.
func (s *Seen) lost() bool {
	return s.incomplete() && (errors.Is(s.Reason, io.EOF) || errors.Is(s.Reason, io.ErrUnexpectedEOF) ||
		errors.Is(s.Reason, syscall.ECONNRESET) || errors.Is(s.Reason, syscall.EPIPE) ||
		errors.Is(s.Reason, syscall.ECONNABORTED) || is[streamError](s))
}

// streamError stands for the error of an HTTP/2 stream that the server has reset. net/http does
// not export the type of this error. But the method As of that type copies the error into any type
// with these fields.
type streamError struct {
	StreamID, Code uint32
	Cause          error
}

func (streamError) Error() string { return "the stream was reset" }

// noTLS reports whether server and program did not agree on TLS.
func (s *Seen) noTLS() bool {
	op, ok := errors.AsType[*net.OpError](s.Reason)
	alert := ok && (op.Op == "remote error" || op.Op == "local error") // names that crypto/tls uses
	return s.Status == 0 && s.Reason != nil && (alert || strings.HasPrefix(s.Reason.Error(), "tls: "))
}

// cached reports whether the headers say that the response comes from a cache.
func (s *Seen) cached() bool {
	if age, err := strconv.Atoi(s.Header.Get("Age")); err == nil && age > 0 {
		return true
	}
	for name := range s.Header {
		if strings.Contains(name, "Cache") && strings.HasPrefix(strings.ToLower(s.Header.Get(name)), "hit") {
			return true
		}
	}
	return false
}
