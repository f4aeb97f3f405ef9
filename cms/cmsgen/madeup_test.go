package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// madeUp is a site with the namespace made/v1. Its responses are handwritten.
type madeUp struct {
	*httptest.Server
	// responses has the responses by the path below the namespace, with or without the query:
	// "things?per_page=5". A response that begins with a number of three digits has that
	// status. A response that begins with "<!" is a web page.
	responses map[string]string
	guarded   string // the response of the index of the namespace, which it needs a token for

	mu    sync.Mutex
	asked []string
}

// newMadeUp returns a site with some routes, as JSON.
func newMadeUp(t *testing.T, routes string, responses map[string]string) *madeUp {
	t.Helper()
	s := &madeUp{responses: responses}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := strings.TrimPrefix(r.URL.Path, "/wp-json/")
		switch {
		case r.URL.Path == "/":
			return
		case path == "" && r.URL.Query().Get("_fields") == "routes":
			s.send(w, `{"routes": {"/other/v1/things": {"endpoints": [{"methods": ["GET"]}]}, `+routes+`}}`)
		case path == "":
			s.send(w, `{"home": "http://`+r.Host+`", "url": "http://`+r.Host+`", "namespaces": ["other/v1", "made/v1"]}`)
		case path == "made/v1" && s.guarded != "":
			s.send(w, s.guarded)
		case path == "made/v1":
			s.send(w, `{"routes": {`+routes+`}}`)
		case r.Method == http.MethodOptions:
			s.send(w, "{}")
		default:
			path = strings.TrimPrefix(path, "made/v1/")
			s.mu.Lock()
			s.asked = append(s.asked, strings.TrimSuffix(path+"?"+r.URL.RawQuery, "?"))
			s.mu.Unlock()
			answer, ok := s.responses[path+"?"+r.URL.RawQuery]
			if !ok {
				answer, ok = s.responses[path]
			}
			if !ok {
				answer = "404"
			}
			s.send(w, answer)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// send writes a response.
func (s *madeUp) send(w http.ResponseWriter, answer string) {
	w.Header().Set("Content-Type", "application/json")
	if strings.HasPrefix(answer, "<!") {
		w.Header().Set("Content-Type", "text/html")
	}
	if status, err := strconv.Atoi(answer[:min(3, len(answer))]); err == nil && status >= 400 && len(answer) == 3 {
		w.WriteHeader(status)
		answer = fmt.Sprintf(`{"code": "made_up", "message": "No", "data": {"status": %d}}`, status)
	}
	_, _ = w.Write([]byte(answer))
}

// requested returns the requests of samples, sorted.
func (s *madeUp) requested() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(slices.Values(s.asked))
}

// generated returns the code for all routes of the site, which compiles, and the messages.
func (s *madeUp) generated(t *testing.T, args ...string) (source, messages string) {
	t.Helper()
	all := []string{"-site", s.URL, "-prefix", "wp", "-namespace", "made/v1", "-package", "made", "-sample", "5"}
	status, source, messages := ran(t, append(all, args...)...)
	if status != 0 && status != statusPartly {
		t.Fatalf("cmsgen of the made-up site: status %d, %s; want 0 or %d", status, messages, statusPartly)
	}
	if err := typecheck(t, []byte(source)); err != nil {
		t.Fatalf("generated code: %v, want code that compiles\n%s", err, source)
	}
	return source, messages
}

// reads is a route that is only read, in JSON. rest follows its endpoints.
func reads(route, args, rest string) string {
	return fmt.Sprintf(`"/made/v1/%s": {"endpoints": [{"methods": ["GET"], "args": {%s}}]%s}`, route, args, rest)
}
