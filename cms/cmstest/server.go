package cmstest

import (
	"bytes"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/plugins"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stock"
)

// Server is a content site in memory. Its methods may be called at any time, from any goroutine.
type Server struct {
	// URL is the address of the site, without a slash at the end: http://127.0.0.1:port (or that of [WithLocalhost]),
	// and the path of [WithPath].
	URL string

	site          *content.Site
	stock         *stock.Site
	name          string
	description   string
	host          string // "127.0.0.1" or "localhost"
	path          string // "" or "/developer"
	sample        bool
	noLinkHeader  bool
	noLinkElement bool
	noPasswords   bool
	zone          *time.Location

	revisionDeletes bool

	own       *http.ServeMux     // of WithRoute; nil if there is no such route
	kinds     func() []seed.Kind // read when they are first asked for
	strict    func(method, route string)
	installed []plugins.Plugin
	missing   map[string]bool // the plugins that the site does not have
	later     bool            // the snippets plugin is a later one
	public    bool            // everyone may see the statistics

	documents    [][]byte // of WithDocument
	descriptions [][]byte // of WithType

	mu sync.Mutex // guards all below
	planes
	state    // what the site stores: see snapshot.go
	requests []Request
	faults   []*activeFault

	closing chan struct{} // closed when the server ends
	http    *http.Server
	close   func()
}

// Request is a request as the server received it, credentials included.
type Request struct {
	Method string
	Path   string // escaped, as it was sent
	Query  string // without the question mark
	Header http.Header
	Body   []byte
}

// Requests returns the requests so far, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := slices.Clone(s.requests)
	for i := range out {
		out[i].Header, out[i].Body = out[i].Header.Clone(), bytes.Clone(out[i].Body)
	}
	return out
}

// ResetRequests forgets the requests so far.
func (s *Server) ResetRequests() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = nil
}
