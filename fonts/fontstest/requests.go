package fontstest

import (
	"bytes"
	"net/http"
	"sync"
)

const maxRequests = 10_000

// Request is what a [Server] received.
type Request struct {
	Method string
	Path   string // decoded, with the base path
	Query  string // as received, without the question mark
	Header http.Header
	Body   []byte // at most the first 1 MiB
}

func (r Request) clone() Request {
	r.Header = r.Header.Clone()
	r.Body = bytes.Clone(r.Body)
	return r
}

type requestLog struct {
	mu       sync.Mutex
	requests []Request
}

func (l *requestLog) add(r Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.requests) == maxRequests {
		// Overwrite the oldest request to release its body and its header. Without this, the
		// array would hold both until append copies the slice into a new array.
		l.requests[0] = Request{}
		l.requests = l.requests[1:]
	}
	l.requests = append(l.requests, r)
}

func (l *requestLog) all() []Request {
	l.mu.Lock()
	defer l.mu.Unlock()
	copied := make([]Request, len(l.requests))
	for i, r := range l.requests {
		copied[i] = r.clone()
	}
	return copied
}
