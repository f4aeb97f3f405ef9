package cmstest

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// WithRoute serves a route of your own below the root of the REST API, such as the
// route of a plugin:
//
//	cmstest.WithRoute("GET shop/v1/orders/{id}", func(w http.ResponseWriter, r *http.Request) {
//		fmt.Fprintf(w, `{"id":%s}`, r.PathValue("id"))
//	})
//
// The pattern is a pattern of [http.ServeMux] without a host. It has an optional method, and a path
// that may have wildcards in braces. Your route has precedence over the routes of the site,
// including the routes of its plugins. In the handler, r.URL.Path is the route, even with
// WithPlainPermalinks. The handler may call methods of Server. The server checks neither arguments
// nor rights for it; [Server.UserOf] returns the user of a request. Faults apply to the route, and
// [Server.Requests] lists its requests. The index does not list the route, and a batch cannot call
// it. WithRoute makes [NewServer] panic if the pattern is invalid or conflicts with another one.
func WithRoute(pattern string, handler http.HandlerFunc) Option {
	method, path, ok := strings.Cut(pattern, " ")
	if !ok {
		method, path = "", pattern
	}
	return func(s *Server) {
		if s.own == nil {
			s.own = http.NewServeMux()
		}
		path = "/" + strings.TrimLeft(path, " /")
		s.own.HandleFunc(strings.TrimLeft(method+" "+path, " "), handler)
	}
}

// UserOf returns the name of the user whose application password or token is in the
// request, or "" if there is none.
func (s *Server) UserOf(r *http.Request) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if u, _, _ := s.authenticate(r.Header); u != nil {
		return u.Login
	}
	return ""
}

// ownRoute returns a function that serves a request to a route of [WithRoute]. It returns nil for
// any other request.
func (s *Server) ownRoute(r *http.Request, body []byte) func() *reply {
	if s.own == nil {
		return nil
	}
	path, ok := s.routePath(r)
	if !ok {
		return nil
	}
	inside := r.Clone(r.Context())
	inside.URL = &url.URL{Path: path, RawQuery: r.URL.RawQuery}
	inside.Body, inside.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	if _, pattern := s.own.Handler(inside); pattern == "" {
		return nil
	}
	return func() *reply {
		w := &captured{header: http.Header{"Content-Type": {"application/json; charset=UTF-8"}}}
		s.own.ServeHTTP(w, inside)
		w.WriteHeader(http.StatusOK)
		return &reply{status: w.status, header: w.header, body: w.body.Bytes()}
	}
}

// captured stores the response of a handler until the handler returns.
type captured struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *captured) Header() http.Header { return w.header }

// WriteHeader sets the status. Later calls have no effect, as in net/http.
func (w *captured) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

func (w *captured) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}
