package cmstest

import (
	"bytes"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/catalogs"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/comments"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/described"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/history"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/media"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/menus"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/oembed"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/plugins"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/search"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/settings"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stock"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stored"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/terms"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/users"
)

// Server is a WordPress site in memory. Its methods may be called at any time, from any
// goroutine.
type Server struct {
	// URL is the address of the site, without a slash at the end: http://127.0.0.1:port
	// (or that of [WithLocalhost]), and the path of [WithPath].
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
	tokens    *tokenLogin     // of WithTokens; nil if the site has no tokens

	documents    [][]byte // of WithDocument
	descriptions [][]byte // of WithType

	mu sync.Mutex // guards all below
	planes
	state    // what the site stores: see snapshot.go
	requests []Request
	faults   []*activeFault
	buffer   []byte // for the JSON of a response, kept so that it grows only once; nil while one is written

	closing chan struct{} // closed when the server ends
	http    *http.Server
	close   func()
}

// Request is a request as the server received it, including the credentials.
type Request struct {
	Method string
	Path   string // escaped, as it was sent
	Query  string // without the question mark
	Header http.Header
	Body   []byte
}

// Requests returns all requests that the server has received, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := slices.Clone(s.requests)
	for i := range out {
		out[i].Header, out[i].Body = out[i].Header.Clone(), bytes.Clone(out[i].Body)
	}
	return out
}

// ResetRequests empties the list of [Server.Requests].
func (s *Server) ResetRequests() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = nil
}

// state is what the site stores. Every field that requests, Insert or Load change
// belongs here, and into clone: what is missing there survives a Restore.
type state struct {
	store    content.Store
	files    media.State
	comments comments.State
	plugins  plugins.State
	stored   stored.State
}

// clone shares nothing with st that may change.
func (st *state) clone() state {
	next := *st
	next.store = st.store.Clone()
	next.files = st.files.Clone()
	next.comments = st.comments.Clone()
	next.plugins = st.plugins.Clone()
	next.stored = st.stored.Clone()
	return next
}

// planes are what a site is made of. Each has the routes and the records of one area,
// and uses the server that stores them.
type planes struct {
	catalog catalogs.Plane
	comment comments.Plane
	content posts.Plane
	history history.Plane
	kind    described.Plane
	media   media.Plane
	menu    menus.Plane
	oembed  oembed.Plane
	search  search.Plane
	setting settings.Plane
	kept    stored.Plane
	term    terms.Plane
	user    users.Plane
}
