package transport

import (
	"bytes"
	"fmt"
	"net/url"
)

// What the errors and the responses of the packages above tell of an answer.
const (
	MaxBody  = 64 << 10 // bytes of the body that an error keeps
	MaxNoise = 1 << 10  // bytes of what stands around the JSON in a body
)

// Clip is the beginning of b, which keeps no more than that in memory.
func Clip(b []byte, limit int) []byte {
	if cap(b) <= 2*limit {
		return b[:min(len(b), limit)]
	}
	return bytes.Clone(b[:min(len(b), limit)])
}

// Target is where an answer to a request for an address, nil if it is not known,
// redirects to, without user, query and fragment. It is nil if that is no address.
func Target(from *url.URL, location string) *url.URL {
	u, err := url.Parse(location)
	if err == nil && from != nil {
		u, err = from.Parse(location)
	}
	if err != nil || location == "" || u.Opaque != "" {
		return nil
	}
	u.RawQuery, u.ForceQuery, u.User, u.Fragment = "", false, nil, ""
	return u
}

// ErrorText is the text of an error on one line: what was asked for and answered, then
// the reason, the number of attempts, and what may be wrong.
func ErrorText(what string, reason error, attempts int, hint string) string {
	if reason != nil {
		what += ": " + Line(reason.Error(), MaxReason)
	}
	if attempts > 1 {
		what += fmt.Sprintf(" (after %d attempts)", attempts)
	}
	if hint != "" {
		what += " [" + Line(hint, MaxReason) + "]"
	}
	return Line(what, MaxError)
}

// Because puts a sentinel before the error that explains it, nil for none.
func Because(sentinel, cause error) error {
	if cause == nil {
		return sentinel
	}
	return &reason{sentinel, cause}
}

// reason is a sentinel with its cause, on one line.
type reason struct{ sentinel, cause error }

func (r *reason) Error() string   { return Line(r.sentinel.Error()+": "+r.cause.Error(), MaxError) }
func (r *reason) Unwrap() []error { return []error{r.sentinel, r.cause} }
