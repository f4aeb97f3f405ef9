package transport

import (
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
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
	cfg := Config{UserAgent: "test/1", Header: http.Header{"Accept": {"text/html"}, "User-Agent": {"other"}, "X-One": {"1"}}}
	call := post(site + "/x")
	call.Header = http.Header{"x-two": {"2"}}
	req, body := outgoing(t, cfg, call)
	want := http.Header{
		"Accept": {"application/json"}, "User-Agent": {"test/1"}, "X-One": {"1"}, "X-Two": {"2"}, "Content-Type": {"application/json"},
	}
	if !maps.EqualFunc(req.Header, want, slices.Equal) || body != "{}" || req.ContentLength != 2 {
		t.Errorf("header %v, body %q of %d", req.Header, body, req.ContentLength)
	}
}

func TestHeaderOfACallReplacesTheClients(t *testing.T) {
	t.Parallel()
	call := get(site)
	call.Header = http.Header{"Accept": {"font/woff2"}, "X-One": {"2"}}
	req, _ := outgoing(t, Config{Header: http.Header{"X-One": {"1"}}}, call)
	if req.Header.Get("Accept") != "font/woff2" || !slices.Equal(req.Header["X-One"], []string{"2"}) {
		t.Errorf("header %v", req.Header)
	}
}

func TestConfiguredHeaderStaysAtTheOrigin(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{site + "/x": "k", "https://cdn.test/x": "", "http://site.test/x": "", "https://site.test:8443": ""} {
		req, _ := outgoing(t, Config{Header: http.Header{"X-Api-Key": {"k"}}}, get(address))
		if got := req.Header.Get("X-Api-Key"); got != want {
			t.Errorf("%s was sent %q", address, got)
		}
	}
}

func TestUserInfoOfAnAddressIsNotSent(t *testing.T) {
	t.Parallel()
	req, _ := outgoing(t, Config{}, get("https://user:secret@site.test/x"))
	if req.URL.User != nil || req.Header.Get("Authorization") != "" {
		t.Errorf("%s, %v", req.URL, req.Header)
	}
}

func TestMethodOverrideHeaderIsTheClientsOwn(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"X-Http-Method-Override", "x-http-method-override", "X_HTTP_Method_Override", "X-Http_method-override"} {
		header := http.Header{name: {"DELETE"}}
		if _, err := New(Config{Origin: at(site), Header: header}); err == nil {
			t.Errorf("New takes %s", name)
		}
		call := get(site)
		call.Header = header
		resp, err := newClient(t, Config{}, newScript(t)).Do(t.Context(), call)
		if f := failed(t, resp, err); !f.Untaken || f.Attempts != 0 || !errors.Is(err, errOverride) {
			t.Errorf("%s: %#v", name, f)
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
			if req.Method != wantMethod || req.Header.Get(overrideHeader) != wantHeader || req.URL.RawQuery != "a=1" {
				t.Errorf("%s, %v: %s %s, %q", method, on, req.Method, req.URL, req.Header.Get(overrideHeader))
			}
		}
	}
}

func TestMethodOverrideMovesTheArgumentsOfALongGetIntoABody(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", longAddress)
	address := site + "/?rest_route=/cms/v2/posts&_embed=author&_fields=id&search=" + long +
		"&include[]=1&include[]=2&tags[terms][]=3&tags[operator]=AND&page=1&page=2"
	req, body := outgoing(t, Config{MethodOverride: true}, get(address))
	if req.Method != "POST" || req.Header.Get(overrideHeader) != "GET" || req.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%s, %v", req.Method, req.Header)
	}
	if got := req.URL.String(); got != site+"/?_embed=author&_fields=id&rest_route=%2Fcms%2Fv2%2Fposts" {
		t.Errorf("address %s", got)
	}
	var got any
	want := map[string]any{
		"search": long, "include": []any{"1", "2"}, "page": "2",
		"tags": map[string]any{"terms": []any{"3"}, "operator": "AND"},
	}
	if err := json.Unmarshal([]byte(body), &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("body %s, %v", body, err)
	}
	// A GET stays one that may be repeated.
	call := get(address)
	mock := newScript(t, status(503), status(200))
	if resp, err := newClient(t, Config{MethodOverride: true, MinWait: 1}, mock).Do(t.Context(), call); err != nil || resp.Attempts != 2 {
		t.Errorf("%v, %v", resp, err)
	}
	if call.Method != "GET" || call.Body != nil || call.URL.String() != at(address).String() {
		t.Error("the call was changed")
	}
}

func TestMethodOverrideRefusesArgumentsThatNoBodyHolds(t *testing.T) {
	t.Parallel()
	address := site + "/?a" + strings.Repeat("[b]", 10_001) + "=1" // JSON ends at 10,000 levels
	resp, err := newClient(t, Config{MethodOverride: true}, newScript(t)).Do(t.Context(), get(address))
	if f := failed(t, resp, err); f.Attempts != 0 || !f.Untaken {
		t.Errorf("%#v", f)
	}
	if req, _ := outgoing(t, Config{}, get(address)); req.Method != http.MethodGet {
		t.Errorf("without it: %s", req.Method)
	}
}

func TestMethodOverrideBeginsAboveALength(t *testing.T) {
	t.Parallel()
	head := site + "/?search="
	for extra, want := range map[int]string{0: http.MethodGet, 1: http.MethodPost} {
		address := head + strings.Repeat("x", longAddress-len(head)+extra)
		if req, _ := outgoing(t, Config{MethodOverride: true}, get(address)); req.Method != want {
			t.Errorf("%d characters: %s", len(address), req.Method)
		}
		call := get(address)
		call.Body = &Body{Type: "application/json", Bytes: []byte(`{"own":1}`)}
		if req, body := outgoing(t, Config{MethodOverride: true}, call); req.Method != http.MethodGet || body != `{"own":1}` {
			t.Errorf("%d characters and a body: %s %s", len(address), req.Method, body)
		}
	}
}

func TestNestReadsArgumentsAsPHPDoes(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"a=1":                         `{"a":"1"}`,
		"a=1&a=2":                     `{"a":"2"}`,
		"a[]=1&a[]=2":                 `{"a":["1","2"]}`,
		"a[x]=1&a[y][]=2&a[y][]=3":    `{"a":{"x":"1","y":["2","3"]}}`,
		"a[0]=1&a[2]=2":               `{"a":{"0":"1","2":"2"}}`,
		"a=1&a[b]=2":                  `{"a":{"b":"2"}}`,
		"a[b]=2&a=1&a[c]=3&a[b][d]=4": `{"a":{"b":{"d":"4"},"c":"3"}}`,
		"=1&[]=2&[a]=3&a=":            `{"a":""}`,
		"a]=1&b][c]=2":                `{"a]":"1","b]":{"c":"2"}}`,
		"":                            `{}`,
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := nestedJSON(values); err != nil || string(got) != want {
			t.Errorf("nest(%s) = %s, %v", query, got, err)
		}
	}
	if got := nest(url.Values{"a": nil, "b[]": {}}); len(got) != 0 {
		t.Errorf("arguments without values give %v", got)
	}
}
