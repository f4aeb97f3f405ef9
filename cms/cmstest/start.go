package cmstest

import (
	"context"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stock"
)

// NewServer starts a site on a free port of 127.0.0.1. The caller ends it with
// [Server.Close]. Like httptest.NewServer, it panics if it cannot listen.
func NewServer(opts ...Option) *Server {
	s := &Server{site: &content.Site{API: &rest.API{Prefix: "cms"}}, host: "127.0.0.1", name: "Type Docs",
		description: "Developer documentation for web fonts", closing: make(chan struct{})}
	s.site.Store = &s.state.store
	s.site.Clock = site.Clock{Now: time.Now, Zone: func() *time.Location { return s.site.Settings.Zone }}
	if berlin, err := time.LoadLocation("Europe/Berlin"); err == nil {
		s.zone = berlin
	} else {
		s.zone = time.UTC
	}
	s.site.API.Base = &s.URL
	s.site.Ties.Seed = rand.Uint64()
	for _, opt := range opts {
		opt(s)
	}
	if s.path == "/" {
		s.path = ""
	}
	s.stock = stock.New(s.site.API.Prefix)
	s.site.Contexts = s.stock.Contexts
	s.planes = newPlanes(s)
	s.connect()
	s.installed = s.pluginSite().All()
	types, err := s.kind.Read(s.descriptions)
	if err != nil {
		panic(fmt.Sprintf("cmstest: %v", err))
	}
	s.site.Types = types
	s.site.API.Routes, s.kinds = s.buildRoutes(), sync.OnceValue(s.seedKinds)
	s.reset()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(fmt.Sprintf("cmstest: cannot listen: %v", err))
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	s.URL = "http://" + s.host + ":" + port + s.path
	s.serve(listener)
	return s
}

func (s *Server) reset() {
	s.state = s.newState()
	if s.sample {
		s.fillSample()
	}
	for _, document := range s.documents {
		if err := s.load(document); err != nil {
			panic(err)
		}
	}
}

func (s *Server) serve(listener net.Listener) {
	fresh := connections{}
	s.http = &http.Server{Handler: s.Handler(), ErrorLog: log.New(io.Discard, "", 0), ConnState: fresh.track}
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.http.Serve(listener)
	}()
	s.close = sync.OnceFunc(func() {
		close(s.closing)
		fresh.closeUnused()
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if s.http.Shutdown(ctx) != nil {
			s.http.Close()
		}
		<-done
	})
}

// Close stops the server. It waits up to five seconds for requests in progress. Calling it
// again does nothing.
func (s *Server) Close() { s.close() }

// connections lists the connections that have not sent a request yet. http.Server.Shutdown would
// wait seconds for them, so closeUnused closes them.
type connections struct {
	mu     sync.Mutex
	unused map[net.Conn]bool
	closed bool
}

func (c *connections) track(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if state != http.StateNew {
		delete(c.unused, conn)
		return
	}
	if c.closed {
		conn.Close()
		return
	}
	if c.unused == nil {
		c.unused = map[net.Conn]bool{}
	}
	c.unused[conn] = true
}

func (c *connections) closeUnused() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for conn := range c.unused {
		conn.Close()
	}
}

// Handler returns the http.Handler of the site, to wrap it in a handler of your own or to
// serve it over TLS. Addresses in responses still begin with URL.
func (s *Server) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(io.LimitReader(r.Body, rest.MaxBody+1))
		if err == nil && len(body) > rest.MaxBody {
			// Read the rest: a client that is still sending might not read the response.
			_, err = io.Copy(io.Discard, r.Body)
		}
		if err != nil {
			panic(http.ErrAbortHandler) // the client closed the connection
		}
		if list := s.cached(r, body); list != nil {
			list.write(w)
			return
		}
		answer, f := s.record(r, body, s.ownRoute(r, body))
		if f != nil {
			s.applyFault(w, r, answer, f)
			return
		}
		s.keep(r, answer)
		answer.write(w)
		if answer.buffered {
			s.mu.Lock()
			s.buffer = answer.body
			s.mu.Unlock()
		}
	})
}

// record adds the request to the list of requests and serves it. If a fault replaces the response,
// and Processed is not set, the site does not see the request. A route of [WithRoute] is served
// without the lock, so that its handler can call the server.
func (s *Server) record(r *http.Request, body []byte, own func() *reply) (answer *reply, fault *Fault) {
	s.mu.Lock()
	unlock := sync.OnceFunc(s.mu.Unlock)
	defer unlock()
	s.requests = append(s.requests, Request{r.Method, r.URL.EscapedPath(), r.URL.RawQuery, r.Header.Clone(), body})
	if f := s.due(r); f != nil {
		fault = &f.Fault
		if f.replaces() && !f.Processed {
			return nil, fault
		}
	}
	if own == nil {
		return s.answer(r, body), fault
	}
	unlock()
	return own(), fault
}
