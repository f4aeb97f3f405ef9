package transport

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jarcoal/httpmock"
)

func TestRedirectsKeepMethodAndOriginOrAreReturned(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("%s %s reached another origin with %v, want no request there", r.Method, r.URL, r.Header)
	}))
	defer elsewhere.Close()
	c, server := serve(t, Config{Authorize: static("Basic x"), Header: http.Header{"X-Api-Key": {"k"}}},
		func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/from" {
				body, _ := io.ReadAll(r.Body)
				_, _ = fmt.Fprintf(w, "%s %s %s %s %s", r.Method, r.URL.Path, body, r.Header.Get("Authorization"),
					r.Header.Get("X-Api-Key"))
				return
			}
			var code int
			_, _ = fmt.Sscan(r.URL.Query().Get("code"), &code)
			if to := r.URL.Query().Get("to"); to != "" {
				w.Header().Set("Location", to)
			}
			w.WriteHeader(code)
			_, _ = io.WriteString(w, "moved")
		})
	port := server.URL[strings.LastIndex(server.URL, ":"):]
	for _, test := range []struct {
		method   string
		code     int
		to       string
		followed bool
	}{
		{"GET", 301, "/to", true},
		{"GET", 302, "/to?x=1", true},
		{"GET", 303, server.URL + "/to", true},
		{"GET", 307, "/to", true},
		{"GET", 308, "/to", true},
		{"POST", 307, "/to", false},
		{"DELETE", 308, "/to", false},
		{"PUT", 307, "/to", false},
		{"READ", 307, "/to", true}, // a POST that reads
		{"READ", 308, "/to", true},
		{"READ", 301, "/to", false},
		{"PATCH", 308, "/to", false},
		{"POST", 301, "/to", false},
		{"POST", 302, "/to", false},
		{"PUT", 303, "/to", false},
		{"DELETE", 302, "/to", false},
		{"GET", 302, elsewhere.URL + "/to", false},
		{"GET", 307, strings.Replace(server.URL, "://", "://user:password@", 1) + "/to", false},
		{"GET", 307, elsewhere.URL + "/to", false},
		{"POST", 307, elsewhere.URL + "/to", false},
		{"GET", 302, strings.Replace(server.URL, "http", "https", 1) + "/to", false},
		{"GET", 302, "http://localhost" + port + "/to", false},
		{"GET", 302, "ftp://127.0.0.1" + port + "/to", false},
		{"GET", 302, "//elsewhere.test/to", false},
		{"GET", 302, "http://secret%zz/", false},
		{"POST", 308, "http://[secret/", false},
		{"GET", 302, "", false},
		{"GET", 304, "/to", false},
		{"GET", 300, "/to", false},
	} {
		name := fmt.Sprint(test.method, " ", test.code, " ", test.to)
		call := get(fmt.Sprintf("%s/from?code=%d&to=%s", server.URL, test.code,
			strings.NewReplacer("?", "%3F", "%", "%25", "[", "%5B").Replace(test.to)))
		if call.Method = test.method; test.method == "READ" {
			call.Method, call.Reads = "POST", true
		}
		body := ""
		if test.method != "GET" {
			body = "content"
			call.Body = &Body{Bytes: []byte(body)}
		}
		resp, err := c.Do(t.Context(), call)
		if err != nil {
			t.Errorf("%s: Client.Do(call): %v", name, err)
			continue
		}
		if resp.Attempts != 1 {
			t.Errorf("Client.Do(call): %s: %d attempts, want 1", name, resp.Attempts)
		}
		if test.followed {
			if got, want := string(resp.Body), fmt.Sprintf("%s /to %s Basic x k", call.Method, body); resp.Status != 200 ||
				got != want {
				t.Errorf("%s: Client.Do(call): Status %d, %q, want 200 and %q", name, resp.Status, got, want)
			}
		} else {
			switch {
			case resp.Status != test.code:
				t.Errorf("%s: Client.Do(call): Status %d, want %d", name, resp.Status, test.code)
			case test.code != 304 && string(resp.Body) != "moved":
				t.Errorf("%s: body %q of status %d, want %q", name, string(resp.Body), test.code, "moved")
			}
		}
	}
}

func TestRedirectThatGoesInCirclesIsReturned(t *testing.T) {
	t.Parallel()
	var hops atomic.Int32
	c, server := serve(t, Config{MaxConcurrent: 1}, func(w http.ResponseWriter, r *http.Request) {
		hops.Add(1)
		http.Redirect(w, r, "/again", http.StatusFound)
	})
	resp, err := c.Do(t.Context(), get(server.URL))
	switch {
	case err != nil:
		t.Errorf("Client.Do(get(server.URL)): error %v, want nil", err)
	case resp.Status != 302:
		t.Errorf("Client.Do(get(server.URL)): status %d after %d hops, want 302", resp.Status, hops.Load())
	case hops.Load() != maxRedirects+1:
		t.Errorf("Client.Do(get(server.URL)): %d hops, want %d", hops.Load(), maxRedirects+1)
	}
}

func TestBodyOfARedirectThatIsNotFollowedIsClosed(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"/to", "https://elsewhere.test/"} {
		c, server := serve(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			if r.URL.Path == "/from" {
				http.Redirect(w, r, to, http.StatusTemporaryRedirect)
			}
		})
		var opened, closed atomic.Int32
		call := post(server.URL + "/from")
		call.Body = &Body{Size: 10, Open: func() (io.ReadCloser, error) {
			opened.Add(1)
			return &zeros{left: 10, closed: &closed}, nil
		}}
		if _, err := c.Do(t.Context(), call); err != nil {
			t.Fatal(err)
		}
		c.CloseIdleConnections()
		switch {
		case opened.Load() != 2:
			t.Errorf("%s: Client.Do opened %d bodies, want 2", to, opened.Load())
		case closed.Load() != 2:
			t.Errorf("%s: Client.Do closed %d bodies, want 2", to, closed.Load())
		}
	}
}

func TestBodyThatIsReadOnceIsNotRedirected(t *testing.T) {
	t.Parallel()
	c, server := serve(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		http.Redirect(w, r, "/to", http.StatusTemporaryRedirect)
	})
	call := post(server.URL)
	call.Body = &Body{Reader: strings.NewReader("x"), Size: 1}
	switch resp, err := c.Do(t.Context(), call); {
	case err != nil:
		t.Errorf("Client.Do(call): error %v, want nil", err)
	case resp.Status != 307:
		t.Errorf("Client.Do(call): Status %d, want 307", resp.Status)
	}
}

// TestBodyThatIsReadOnceIsNotSentAgainByNetHTTP sees what net/http would send over another
// connection.
func TestBodyThatIsReadOnceIsNotSentAgainByNetHTTP(t *testing.T) {
	t.Parallel()
	content := func() io.Reader { return strings.NewReader("content") }
	open := func() (io.ReadCloser, error) { return io.NopCloser(content()), nil }
	for name, test := range map[string]struct {
		body *Body
		want string
	}{
		"a reader":                 {&Body{Reader: content(), Size: 7}, "nothing"},
		"a reader of unknown size": {&Body{Reader: content()}, "nothing"},
		"a file":                   {&Body{Open: open, Size: 7}, "content"},
		"bytes":                    {&Body{Bytes: []byte("content")}, "content"},
	} {
		again := "nothing"
		c := newClient(t, Config{}, roundTripFunc(func(req *http.Request) (*http.Response, error) {
			_, _ = io.Copy(io.Discard, req.Body)
			if req.GetBody != nil {
				body, err := req.GetBody()
				if err != nil {
					return nil, err
				}
				text, _ := io.ReadAll(body)
				again = string(text)
			}
			return status(http.StatusOK)(req)
		}))
		call := post(site)
		call.Body = test.body
		if _, err := c.Do(t.Context(), call); err != nil || again != test.want {
			t.Errorf("Do with %s: error %v, %q to send again, want none and %q", name, err, again, test.want)
		}
	}
}

func TestResponseNamesTheAddressOfItsServer(t *testing.T) {
	t.Parallel()
	c, server := serve(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/from" {
			http.Redirect(w, r, "/to", http.StatusFound)
		}
	})
	for from, want := range map[string]string{"/from": "/to", "/there": "/there"} {
		resp, err := c.Do(t.Context(), get(server.URL+from))
		switch {
		case err != nil:
			t.Errorf("Client.Do(get(%s)): error %v, want nil", from, err)
		case resp.URL.String() != server.URL+want:
			t.Errorf("Client.Do(get(%s)): URL %q, want %q", from, resp.URL.String(), server.URL+want)
		}
	}
}

func TestRedirectThatLosesAnArgumentIsReported(t *testing.T) {
	t.Parallel()
	const from = "/from?a=1&b[]=2&b[]=3&rest_route=/x"
	for name, test := range map[string]struct {
		hops []string // targets of the redirects
		lost bool
	}{
		"no redirect":              {nil, false},
		"all arguments":            {[]string{"/to?a=1&b[]=2&b[]=3&rest_route=/x"}, false},
		"another order":            {[]string{"/to?b[]=2&a=1&b[]=3&rest_route=/x"}, false},
		"one more":                 {[]string{"/to?a=1&b[]=2&b[]=3&c=4"}, false},
		"the route as a path":      {[]string{"/x?a=1&b[]=2&b[]=3"}, false},
		"another route":            {[]string{"/to?a=1&b[]=2&b[]=3&rest_route=/y"}, false},
		"no argument":              {[]string{"/to"}, true},
		"one less":                 {[]string{"/to?b[]=2&b[]=3"}, true},
		"another value":            {[]string{"/to?a=2&b[]=2&b[]=3"}, true},
		"one value less":           {[]string{"/to?a=1&b[]=2"}, true},
		"values in another order":  {[]string{"/to?a=1&b[]=3&b[]=2"}, true},
		"one less after two":       {[]string{"/between?a=1&b[]=2&b[]=3", "/to?a=1"}, true},
		"one less between two":     {[]string{"/between?a=1", "/to?a=1"}, true},
		"lost and found again":     {[]string{"/between?a=1", "/to?a=1&b[]=2&b[]=3"}, false},
		"all arguments, two times": {[]string{"/between?a=1&b[]=2&b[]=3", "/to?a=1&b[]=2&b[]=3"}, false},
	} {
		var steps []httpmock.Responder
		for _, to := range test.hops {
			steps = append(steps, httpmock.NewStringResponder(http.StatusFound, "").HeaderSet(http.Header{"Location": {to}}))
		}
		c := newClient(t, Config{}, newScript(t, append(steps, status(http.StatusOK))...))
		resp, err := c.Do(t.Context(), get(site+from))
		if err != nil || resp.Status != http.StatusOK {
			t.Errorf("Do, redirected with %s: %+v, error %v, want status 200", name, resp, err)
			continue
		}
		if resp.LostQuery != test.lost || resp.Redirected != (len(test.hops) > 0) {
			t.Errorf("Do, redirected with %s: Redirected %t, LostQuery %t, want %t and %t", name, resp.Redirected,
				resp.LostQuery, len(test.hops) > 0, test.lost)
		}
	}
}
