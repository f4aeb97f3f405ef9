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
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/fonts"
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
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/styles"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/terms"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/users"
)

// Server is a WordPress site in memory. Its methods may be called at any time, from any
// goroutine.
type Server struct {
	// URL is the address of the site without a slash at the end: http://127.0.0.1:port and the path
	// of [WithPath]. With [WithLocalhost] the host is localhost.
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

	own       *http.ServeMux     // routes of WithRoute; nil if there are none
	kinds     func() []seed.Kind // computed at the first call
	strict    func(method, route string)
	installed []plugins.Plugin
	missing   map[string]bool // plugins that the site does not have
	later     bool            // the site has the later version of the snippets plugin
	public    bool            // everyone may see the statistics
	tokens    *tokenLogin     // set by WithTokens; nil if the site has no tokens

	documents    [][]byte                // set by WithDocument
	descriptions []described.Description // set by WithType and WithPostType

	mu sync.Mutex // guards the fields of this block
	planes
	state    // content of the site
	requests []Request
	lists    map[listKey]keptList // set by WithListCache; nil if the site has no cache
	faults   []*activeFault
	buffer   []byte // reused for the JSON of responses; nil while a response is written

	closing chan struct{} // closed when the server is closed
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

// state is the content of a site. If requests, Insert or Load change a field, the field must be
// in state, and clone must copy it. Otherwise Restore does not reset the field.
type state struct {
	store    content.Store
	files    media.State
	fonts    fonts.State
	comments comments.State
	plugins  plugins.State
	stored   stored.State
	styles   styles.State
}

// clone returns a copy. It shares only data that never changes.
func (st *state) clone() state {
	next := *st
	next.store = st.store.Clone()
	next.files = st.files.Clone()
	next.fonts = st.fonts.Clone()
	next.comments = st.comments.Clone()
	next.plugins = st.plugins.Clone()
	next.stored = st.stored.Clone()
	next.styles = st.styles.Clone()
	return next
}

// planes are the parts of a site. Each plane has the routes and the records of one area.
type planes struct {
	catalog catalogs.Plane
	comment comments.Plane
	content posts.Plane
	font    fonts.Plane
	history history.Plane
	kind    described.Plane
	media   media.Plane
	menu    menus.Plane
	oembed  oembed.Plane
	search  search.Plane
	setting settings.Plane
	kept    stored.Plane
	style   styles.Plane
	term    terms.Plane
	user    users.Plane
}
