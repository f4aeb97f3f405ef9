package transport

import (
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// outgoing sends call and returns the request that reached the network, and
// its body.
func outgoing(t *testing.T, cfg Config, call *Call) (*http.Request, string) {
	t.Helper()
	var got *http.Request
	var body []byte
	_, err := newClient(t, cfg, newScript(t, func(req *http.Request) (*http.Response, error) {
		got = req
		if req.Body != nil {
			body, _ = io.ReadAll(req.Body)
		}
		return status(200)(req)
	})).Do(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	return got, string(body)
}

func TestEveryRequestSaysWhatItAccepts(t *testing.T) {
	t.Parallel()
	cfg := Config{UserAgent: "test/1", Header: http.Header{"Accept": {"text/html"}, "User-Agent": {"other"},
		"X-One": {"1"}}}
	call := post(site + "/x")
	call.Header = http.Header{"x-two": {"2"}}
	req, body := outgoing(t, cfg, call)
	want := http.Header{
		"Accept": {"application/json"}, "User-Agent": {"test/1"}, "X-One": {"1"}, "X-Two": {"2"},
		"Content-Type": {"application/json"},
	}
	switch {
	case !maps.EqualFunc(req.Header, want, slices.Equal):
		t.Errorf("outgoing: header %v, want %v", req.Header, want)
	case body != "{}":
		t.Errorf("outgoing: body %q of length %d, want %q", body, req.ContentLength, "{}")
	case req.ContentLength != 2:
		t.Errorf("header %v, body %q of %d, want 2", req.Header, body, req.ContentLength)
	}
}

func TestHeaderOfACallReplacesTheClients(t *testing.T) {
	t.Parallel()
	call := get(site)
	call.Header = http.Header{"Accept": {"font/woff2"}, "X-One": {"2"}}
	req, _ := outgoing(t, Config{Header: http.Header{"X-One": {"1"}}}, call)
	switch {
	case req.Header.Get("Accept") != "font/woff2":
		t.Errorf(`header %v: req.Header.Get("Accept") %q, want %q`, req.Header, req.Header.Get("Accept"), "font/woff2")
	case !slices.Equal(req.Header["X-One"], []string{"2"}):
		t.Errorf(`header %v: req.Header["X-One"] %q, want %q`, req.Header, req.Header["X-One"], []string{"2"})
	}
}

func TestConfiguredHeaderStaysAtTheOrigin(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{site + "/x": "k", "https://cdn.test/x": "", "http://site.test/x": "",
		"https://site.test:8443": ""} {
		req, _ := outgoing(t, Config{Header: http.Header{"X-Api-Key": {"k"}}}, get(address))
		if got := req.Header.Get("X-Api-Key"); got != want {
			t.Errorf("outgoing: %s was sent %q, want %q", address, got, want)
		}
	}
}

func TestUserInfoOfAnAddressIsNotSent(t *testing.T) {
	t.Parallel()
	req, _ := outgoing(t, Config{}, get("https://user:secret@site.test/x"))
	switch {
	case req.URL.User != nil:
		t.Errorf("outgoing: URL.User %v, want nil", req.URL.User)
	case req.Header.Get("Authorization") != "":
		t.Errorf("outgoing: %q, want an empty string", req.Header.Get("Authorization"))
	}
}

func TestAddressIsSentAbsoluteAndWithoutAnEmptyPort(t *testing.T) {
	t.Parallel()
	for _, origin := range []string{"https://site.test", "https://site.test:"} {
		for from, want := range map[*url.URL]string{
			at("https://site.test:/x?a=%2F"):                                      "https://site.test/x?a=%2F",
			at("https://files.test:/x"):                                           "https://files.test/x",
			at("https://site.test").JoinPath("api", "a b"):                        "https://site.test/api/a%20b",
			{Scheme: "https", Host: "site.test", Path: "/a/b", RawPath: "/a%2Fb"}: "https://site.test/a%2Fb",
		} {
			req, _ := outgoing(t, Config{Origin: at(origin)}, &Call{Method: http.MethodGet, URL: from})
			switch got := req.URL.String(); {
			case got != want:
				t.Errorf("outgoing(%s): address %q, want %q", from, got, want)
			case req.Host != req.URL.Host:
				t.Errorf("outgoing(%s): Host %q, want the host %q of the address", from, req.Host, req.URL.Host)
			case req.URL.Path[0] != '/':
				t.Errorf("outgoing(%s): path %q, want it to begin with '/'", from, req.URL.Path)
			}
		}
	}
}

func TestCallToAHostThatCannotBeParsedIsRefused(t *testing.T) {
	t.Parallel()
	call := &Call{Method: http.MethodGet, URL: &url.URL{Scheme: "https", Host: "a b", Path: "/x"}}
	resp, err := newClient(t, Config{}, newScript(t)).Do(t.Context(), call)
	switch f := failed(t, resp, err); {
	case !f.NotReceived:
		t.Error("Client.Do: NotReceived false, want true: nothing was sent")
	case f.Attempts != 0:
		t.Errorf("Client.Do: failure with Attempts %d, want 0", f.Attempts)
	}
}

func TestMethodOverrideHeaderIsTheClientsOwn(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"X-Http-Method-Override", "x-http-method-override", "X_HTTP_Method_Override",
		"X-Http_method-override"} {
		header := http.Header{name: {"DELETE"}}
		if _, err := New(Config{Origin: at(site), Header: header}); err == nil {
			t.Errorf("New takes %s: error nil, want an error", name)
		}
		call := get(site)
		call.Header = header
		resp, err := newClient(t, Config{}, newScript(t)).Do(t.Context(), call)
		switch f := failed(t, resp, err); {
		case !f.NotReceived:
			t.Errorf("%s: Client.Do: NotReceived false, want true: nothing was sent", name)
		case f.Attempts != 0:
			t.Errorf("%s: Client.Do: failure with Attempts %d, want 0", name, f.Attempts)
		case !errors.Is(err, errOverride):
			t.Errorf("%s: Client.Do(call): error %v, want %v", name, err, errOverride)
		}
	}
}

func TestMethodOverrideSendsBlockedMethodsAsPost(t *testing.T) {
	t.Parallel()
	for method, sent := range map[string]string{
		"PUT": "POST", "PATCH": "POST", "DELETE": "POST", "GET": "GET", "HEAD": "HEAD", "POST": "POST",
	} {
		for _, on := range []bool{true, false} {
			call := &Call{Method: method, URL: at(site + "/x?a=1")}
			req, _ := outgoing(t, Config{MethodOverride: on}, call)
			wantMethod, wantHeader := method, ""
			if on && sent != method {
				wantMethod, wantHeader = sent, method
			}
			switch {
			case req.Method != wantMethod:
				t.Errorf("%s: outgoing: Method %q, want %q", method, req.Method, wantMethod)
			case req.Header.Get(overrideHeader) != wantHeader:
				t.Errorf("%s: outgoing: %q, want %q", method, req.Header.Get(overrideHeader), wantHeader)
			case req.URL.RawQuery != "a=1":
				t.Errorf("%s: outgoing: URL.RawQuery %q, want %q", method, req.URL.RawQuery, "a=1")
			}
		}
	}
}

func TestMethodOverrideKeepsALongGET(t *testing.T) {
	t.Parallel()
	call := get(site + "/?include[]=1&search=" + strings.Repeat("x", 8000))
	call.Body = &Body{Type: "application/json", Bytes: []byte(`{"own":1}`)}
	req, body := outgoing(t, Config{MethodOverride: true}, call)
	switch {
	case req.Method != http.MethodGet:
		t.Errorf("outgoing: Method %q, want %q", req.Method, http.MethodGet)
	case req.URL.String() != call.URL.String():
		t.Errorf("outgoing: %q, want %q", req.URL.String(), call.URL.String())
	case body != `{"own":1}`:
		t.Errorf("%s: outgoing: body %q, want %q", req.Method, body, `{"own":1}`)
	case req.Header.Get(overrideHeader) != "":
		t.Errorf("outgoing: %q, want an empty string", req.Header.Get(overrideHeader))
	}
}
