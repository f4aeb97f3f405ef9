package cmstest

import (
	"bytes"
	"net/http"
	"strconv"
	"time"
)

// listAge is the time that a list stays in the cache of WithListCache.
const listAge = time.Minute

// WithListCache puts a cache in front of the site, as some hosts and plugins do: it serves
// each list for one minute, although records have changed since. By default the site has no
// cache. Use it to test that a program does not lose, repeat or destroy records if the list
// that it reads is old.
//
// The cache keeps the response to a GET if its status is 200 and its body is a JSON array.
// It compares the whole address and the header Authorization, so each user has their own
// lists. A request with an argument that no request had before passes it. All other
// requests reach the site: single records are never old. The cache ignores the header
// Cache-Control of requests, and writes do not empty it; [Server.Restore] does. Its time is
// that of [WithClock].
//
// A response from the cache has the headers "X-Cache: HIT" and Age, in seconds. It is in
// [Server.Requests], and meets no [Fault].
func WithListCache() Option {
	return func(s *Server) { s.lists = map[listKey]keptList{} }
}

type listKey struct{ address, authorization string }

// keptList is a list in the cache.
type keptList struct {
	*reply
	read time.Time
}

// cached returns the list that the cache has for a request, or nil if the cache has none.
func (s *Server) cached(r *http.Request, body []byte) *reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, ok := s.lists[keyOf(r)]
	if !ok || r.Method != http.MethodGet {
		return nil
	}
	age := s.site.Clock.Now().Sub(list.read)
	if age >= listAge {
		return nil
	}
	s.requests = append(s.requests, Request{r.Method, r.URL.EscapedPath(), r.URL.RawQuery, r.Header.Clone(), body})
	hit := *list.reply
	hit.header = hit.header.Clone()
	hit.header["X-Cache"] = []string{"HIT"}
	hit.header["Age"] = []string{strconv.Itoa(int(age.Seconds()))}
	return &hit
}

// keep puts a response into the cache if it is a list.
func (s *Server) keep(r *http.Request, answer *reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	isList := answer.status == http.StatusOK && bytes.HasPrefix(answer.body, []byte("["))
	if s.lists == nil || r.Method != http.MethodGet || !isList {
		return
	}
	list := *answer
	list.header, list.body, list.buffered = answer.header.Clone(), bytes.Clone(answer.body), false
	s.lists[keyOf(r)] = keptList{&list, s.site.Clock.Now()}
}

func keyOf(r *http.Request) listKey {
	return listKey{r.URL.RequestURI(), r.Header.Get("Authorization")}
}
