package fontstest

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// Server is a font catalogue on a loopback port. Its methods may be called from several goroutines.
type Server struct {
	// URL is the base address of the catalogue, such as http://127.0.0.1:41234, without a slash at the end.
	URL string

	listener net.Listener
	http     *http.Server
	served   chan struct{}
	stop     context.CancelFunc
	closed   sync.Once
	requests *requestLog

	mu    sync.Mutex
	fresh map[net.Conn]struct{} // connections without a request yet
}

// NewServer starts a catalogue on a free port of 127.0.0.1. Call Close when done. Like
// httptest.NewServer it panics if it cannot listen.
func NewServer(opts ...Option) *Server {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(fmt.Sprintf("fontstest: cannot listen on a loopback port: %v", err))
	}
	c := newConfig(opts)
	ctx, stop := context.WithCancel(context.Background())
	s := &Server{
		URL:      "http://" + listener.Addr().String() + c.basePath,
		listener: listener,
		served:   make(chan struct{}),
		stop:     stop,
		requests: new(requestLog),
		fresh:    make(map[net.Conn]struct{}),
	}
	s.http = &http.Server{
		Handler:     newHandler(c, s.requests),
		BaseContext: func(net.Listener) context.Context { return ctx },
		ConnState:   s.track,
		ErrorLog:    log.New(io.Discard, "", log.LstdFlags),
		ReadTimeout: time.Minute, // limits how long a client that stopped sending can block Close
	}
	go func() {
		defer close(s.served)
		_ = s.http.Serve(listener) // Serve ends when Close closes the listener; no other error can occur
	}()
	return s
}

// Close stops listening, cancels the contexts of running requests, waits for their
// responses, and closes the connections. Further calls wait for the first and do
// nothing. [Server.Requests] still works.
func (s *Server) Close() {
	s.closed.Do(func() {
		s.stop()
		_ = s.listener.Close()
		<-s.served
		// Shutdown waits five seconds for a connection that has not sent a request yet.
		// Clients open connections in advance, so such connections are common. Close them
		// first: no request is running on them.
		s.mu.Lock()
		for conn := range s.fresh {
			_ = conn.Close()
		}
		s.mu.Unlock()
		_ = s.http.Shutdown(context.Background())
	})
}

// Requests returns the requests that the server received so far, in the order of
// arrival, including those without a response and rejected ones. The result is a copy.
// The server keeps the latest 10,000 requests.
func (s *Server) Requests() []Request {
	return s.requests.all()
}

func (s *Server) track(conn net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if state == http.StateNew {
		s.fresh[conn] = struct{}{}
	} else {
		delete(s.fresh, conn)
	}
}
