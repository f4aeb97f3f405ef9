package transport

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/http/httpproxy"
)

// counted is a server that counts its requests, and those that hold credentials.
type counted struct {
	*httptest.Server
	requests, credentials atomic.Int32
}

func newCounted(t *testing.T) *counted {
	t.Helper()
	c := &counted{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.requests.Add(1)
		if r.Header.Get("Authorization") != "" {
			c.credentials.Add(1)
		}
		w.WriteHeader(http.StatusOK)
	}))
	t.Cleanup(c.Close)
	return c
}

// direct returns a transport whose connections all lead to server, except those to proxy.
func direct(t *testing.T, server, proxy *counted) *http.Transport {
	t.Helper()
	base := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		if address != proxy.Listener.Addr().String() {
			address = server.Listener.Addr().String()
		}
		return new(net.Dialer).DialContext(ctx, network, address)
	}}
	t.Cleanup(base.CloseIdleConnections)
	return base
}

// environment is the rule of http.ProxyFromEnvironment for HTTP_PROXY=address.
func environment(address string) func(*http.Request) (*url.URL, error) {
	choose := (&httpproxy.Config{HTTPProxy: address}).ProxyFunc()
	return func(r *http.Request) (*url.URL, error) { return choose(r.URL) }
}

func TestCredentialsForThisMachineReachNoProxy(t *testing.T) {
	t.Parallel()
	const refused, sent = false, true
	for host, want := range map[string]struct{ without, environment bool }{
		"localhost":          {sent, sent},
		"127.0.0.1":          {sent, sent},
		"127.9.9.9":          {sent, sent},
		"[::1]":              {sent, sent},
		"[::1%25lo]":         {sent, sent},
		"[::ffff:127.0.0.1]": {sent, sent},
		"LOCALHOST":          {sent, refused},
		"Localhost":          {sent, refused},
		"localhost.":         {sent, refused},
		"site.localhost":     {sent, refused},
		"site.localhost.":    {sent, refused},
		"127.0.0.1.":         {refused, refused},
		"127.1":              {refused, refused},
		"2130706433":         {refused, refused},
		"site.test":          {refused, refused},
	} {
		for name, proxies := range map[string]struct {
			choose func(address string) func(*http.Request) (*url.URL, error)
			want   bool
		}{
			"without a proxy": {func(string) func(*http.Request) (*url.URL, error) { return nil }, want.without},
			"HTTP_PROXY":      {environment, want.environment},
			"a proxy for all": {func(address string) func(*http.Request) (*url.URL, error) {
				return http.ProxyURL(at(address))
			}, refused},
		} {
			t.Run(host+", "+name, func(t *testing.T) {
				t.Parallel()
				server, proxy := newCounted(t), newCounted(t)
				base := direct(t, server, proxy)
				base.Proxy = proxies.choose(proxy.URL)
				address := "http://" + host + ":8080"
				c := newClient(t, Config{Origin: at(address), Authorize: static("Basic x"), Attempts: 1}, base)
				_, err := c.Do(t.Context(), get(address+"/x"))
				if got := server.credentials.Load() == 1; got != proxies.want {
					t.Errorf("GET %s: the site got credentials: %v, want %v (error %v)", address, got, proxies.want, err)
				}
				if proxies.want == refused && !errors.Is(err, ErrInsecure) {
					t.Errorf("GET %s: error %v, want ErrInsecure", address, err)
				}
				if n := proxy.requests.Load(); n != 0 {
					t.Errorf("GET %s: the proxy got %d requests, want none", address, n)
				}
			})
		}
	}
}

func TestProxyOfAnotherTransportMaySeeWhatIsAllowed(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]Config{
		"anonymous":          {Origin: at("http://site.localhost")},
		"plain http allowed": {Origin: at("http://site.localhost"), Authorize: static("Basic x"), AllowInsecure: true},
	} {
		server, proxy := newCounted(t), newCounted(t)
		base := direct(t, server, proxy)
		base.Proxy = environment(proxy.URL)
		resp, err := newClient(t, cfg, base).Do(t.Context(), get("http://site.localhost/x"))
		if err != nil || resp.Status != http.StatusOK {
			t.Errorf("%s: response %v, error %v, want status 200", name, resp, err)
		}
		if n := proxy.requests.Load(); n != 1 {
			t.Errorf("%s: the proxy got %d requests, want 1", name, n)
		}
	}
}

func TestProxyMaySeeOnlyWhatIsEncrypted(t *testing.T) {
	t.Parallel()
	all := &http.Transport{Proxy: http.ProxyURL(at("http://proxy.test"))}
	fails := &http.Transport{Proxy: func(*http.Request) (*url.URL, error) { return nil, errors.New("no rule") }}
	for _, test := range []struct {
		address string
		base    http.RoundTripper
		allow   bool
		want    error
	}{
		{"https://site.test", all, false, nil},
		{"HTTPS://site.test", all, false, nil},
		{"http://localhost", all, false, ErrInsecure},
		{"http://localhost", all, true, nil},
		{"http://localhost", fails, false, nil}, // the base fails with the same error
		{"http://localhost", &http.Transport{}, false, nil},
		{"http://localhost", roundTripFunc(status(http.StatusOK)), false, nil},
		{"http://site.test", &http.Transport{}, false, ErrInsecure},
		{"http://site.test", &http.Transport{}, true, nil},
	} {
		innermost := &authTransport{cfg: &Config{AllowInsecure: test.allow}, next: test.base}
		if err := innermost.exposed(&http.Request{URL: at(test.address)}); !errors.Is(err, test.want) {
			t.Errorf("exposed to %s through %T, plain http allowed %t: error %v, want %v", test.address, test.base, test.allow,
				err, test.want)
		}
	}
}

// TestRedirectToAnotherSpellingReachesNoProxy starts at localhost, which no proxy of the
// environment sees, and is redirected to the same origin in capital letters.
func TestRedirectToAnotherSpellingReachesNoProxy(t *testing.T) {
	t.Parallel()
	proxy := newCounted(t)
	server := httptest.NewServer(http.RedirectHandler("http://LOCALHOST:8080/x", http.StatusFound))
	t.Cleanup(server.Close)
	base := direct(t, &counted{Server: server}, proxy)
	base.Proxy = environment(proxy.URL)
	cfg := Config{Origin: at("http://localhost:8080"), Authorize: static("Basic x"), Attempts: 1}
	_, err := newClient(t, cfg, base).Do(t.Context(), get("http://localhost:8080/"))
	if !errors.Is(err, ErrInsecure) || proxy.requests.Load() != 0 {
		t.Errorf("error %v and %d requests to the proxy, want ErrInsecure and none", err, proxy.requests.Load())
	}
}

// TestProxyOfTheEnvironmentGetsNoCredentials runs itself in a process whose environment
// names a proxy, because net/http reads the environment only once.
func TestProxyOfTheEnvironmentGetsNoCredentials(t *testing.T) {
	t.Parallel()
	const child = "FONTCMS_TEST_BEHIND_PROXY"
	if os.Getenv(child) != "" {
		for _, host := range []string{"site.localhost", "localhost.", "LOCALHOST"} {
			address := "http://" + host + ":8080"
			cfg := Config{Origin: at(address), Authorize: static("Basic x"), Attempts: 1, HTTPClient: &http.Client{}}
			c := newClient(t, cfg, nil)
			if _, err := c.Do(t.Context(), get(address)); !errors.Is(err, ErrInsecure) {
				t.Errorf("GET %s: error %v, want ErrInsecure", address, err)
			}
		}
		return
	}
	proxy := newCounted(t)
	process := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(strings.ToLower(variable), "="); !strings.HasSuffix(name, "_proxy") {
			process.Env = append(process.Env, variable)
		}
	}
	process.Env = append(process.Env, child+"=1", "HTTP_PROXY="+proxy.URL)
	out, err := process.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("the process: %v, want that its test passes\n%s", err, out)
	}
	if n := proxy.requests.Load(); n != 0 {
		t.Errorf("the proxy got %d requests, want none", n)
	}
}
