package advice

import (
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"syscall"
)

// lost reports whether the connection, or its stream of HTTP/2, ended without a whole response.
func (s *Seen) lost() bool {
	return s.incomplete() && (errors.Is(s.Reason, io.EOF) || errors.Is(s.Reason, io.ErrUnexpectedEOF) ||
		errors.Is(s.Reason, syscall.ECONNRESET) || errors.Is(s.Reason, syscall.EPIPE) ||
		errors.Is(s.Reason, syscall.ECONNABORTED) || is[streamError](s))
}

// streamError is the error for a stream of HTTP/2 that the server has reset. net/http does not export
// its type. It copies an error into any type with these fields.
type streamError struct {
	StreamID, Code uint32
	Cause          error
}

func (streamError) Error() string { return "the stream was reset" }

// noTLS reports whether server and program did not agree on TLS.
func (s *Seen) noTLS() bool {
	op, ok := errors.AsType[*net.OpError](s.Reason)
	alert := ok && (op.Op == "remote error" || op.Op == "local error") // names of crypto/tls
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
