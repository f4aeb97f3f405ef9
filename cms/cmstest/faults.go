package cmstest

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Fail makes the requests that f matches fail from now on. The returned function
// removes the fault, and returns the number of requests that it applied to. It may be
// called more than once. If several faults match a request, the one that was added
// first is used. [Server.Requests] also lists the requests that a fault changed. Fail
// panics on an invalid Fault, such as one with a negative number or with a Route that
// does not begin with a slash, or that begins with the root of the REST API, as in
// "/wp-json/wp/v2/posts".
func (s *Server) Fail(f Fault) (remove func() (hits int)) {
	why := f.problem()
	if root := "/" + s.site.API.Prefix + "-json"; strings.HasPrefix(f.Route, root+"/") {
		why = fmt.Sprintf("the route %q begins with %s, which is not a part of routes", f.Route, root)
	}
	if why != "" {
		panic("cmstest: Fail: " + why)
	}
	f.Header, f.Body = f.Header.Clone(), bytes.Clone(f.Body)
	one := &activeFault{Fault: f}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, one)
	return func() int {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.faults = slices.DeleteFunc(s.faults, func(other *activeFault) bool { return other == one })
		return one.hits
	}
}

// ResetFaults removes all faults.
func (s *Server) ResetFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// due counts a request for each fault that matches it. It returns the first of these faults that
// Skip and Times allow, or nil.
func (s *Server) due(r *http.Request) *activeFault {
	var first *activeFault
	for _, f := range s.faults {
		if !f.concerns(s, r) {
			continue
		}
		f.seen++
		if first == nil && f.seen > f.Skip && (f.Times == 0 || f.hits < f.Times) {
			first = f
		}
	}
	if first != nil {
		first.hits++
	}
	return first
}

func (f *activeFault) concerns(s *Server, r *http.Request) bool {
	if f.Method != "" && f.Method != r.Method {
		return false
	}
	if f.Route == "" {
		return true
	}
	path, ok := s.routePath(r)
	return ok && matches(f.Route, path)
}

// matches reports whether a path matches a route, segment by segment. Case does not matter. A
// variable in the route, such as {id}, matches any segment that is not empty.
func matches(route, path string) bool {
	want, have := strings.Split(strings.TrimRight(route, "/"), "/"), strings.Split(strings.TrimRight(path, "/"), "/")
	if len(want) != len(have) {
		return false
	}
	for i := range want {
		if variable := strings.HasPrefix(want[i], "{") && have[i] != ""; !variable && !strings.EqualFold(want[i], have[i]) {
			return false
		}
	}
	return true
}

// applyFault sends the response that the fault f prescribes. The parameter of type *reply is the
// response of the site, or nil if the site has not seen the request.
func (s *Server) applyFault(w http.ResponseWriter, r *http.Request, answer *reply, f *Fault) {
	s.pause(r, f.Delay)
	if f.Cut == CutAnswer {
		breakOff(w)
	}
	answer = f.reply(r, answer)
	if f.Cut == CutNothing && f.Stall == 0 {
		answer.write(w)
		return
	}
	whole := answer.body
	answer.header.Set("Content-Length", strconv.Itoa(len(whole)))
	answer.body = whole[:min(f.Sent, len(whole))]
	answer.write(w)
	_ = http.NewResponseController(w).Flush()
	s.pause(r, f.Stall)
	if f.Cut == CutBody {
		panic(http.ErrAbortHandler)
	}
	w.Write(whole[len(answer.body):])
}

// pause waits for the duration d. It closes the connection if the client cancels the request or
// the server is closed.
func (s *Server) pause(r *http.Request, d time.Duration) {
	if d == 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return
	case <-r.Context().Done():
	case <-s.closing:
	}
	panic(http.ErrAbortHandler)
}

func breakOff(w http.ResponseWriter) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_, _ = conn.Write([]byte("HTTP/1.1 200 OK\r\n"))
		_ = conn.Close()
	}
	panic(http.ErrAbortHandler)
}
