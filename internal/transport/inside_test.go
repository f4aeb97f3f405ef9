package transport

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jarcoal/httpmock"
)

func TestAnotherClientSharesTheConnections(t *testing.T) {
	t.Parallel()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	base := newScript(t, status(http.StatusOK))
	given := &http.Client{Transport: base, Jar: jar, Timeout: time.Minute}
	c := newClient(t, Config{HTTPClient: given}, nil)
	shared, own := c.HTTPClient()
	switch {
	case own:
		t.Error("Client.HTTPClient of a shared client: own true, want false")
	case shared == given:
		t.Errorf("Client.HTTPClient: the given client %+v, want a copy of it", shared)
	case shared.Transport != http.RoundTripper(base):
		t.Errorf("Client.HTTPClient: %+v, its own %t: shared.Transport %v, want %v", shared, own, shared.Transport,
			http.RoundTripper(base))
	case shared.Jar != http.CookieJar(jar) || shared.Timeout != time.Minute:
		t.Errorf("Client.HTTPClient: %+v, its own %t: shared.Jar %v, shared.Timeout %v, want %v and Minute", shared, own,
			shared.Jar, shared.Timeout, http.CookieJar(jar))
	}
	alone, err := New(Config{Origin: at(site)})
	if err != nil {
		t.Fatal(err)
	}
	switch shared, own := alone.HTTPClient(); {
	case !own:
		t.Errorf("Client.HTTPClient without a given client: %+v, own false, want true", shared)
	case shared.Transport != alone.base || shared.Jar != nil:
		t.Errorf("Client.HTTPClient: %+v, its own %t: shared.Transport %v, shared.Jar %v, want %v and nil", shared, own,
			shared.Transport, shared.Jar, alone.base)
	}
}

func TestLoginMayComeFromAnywhere(t *testing.T) {
	t.Parallel()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	wrap := func(next http.RoundTripper) http.RoundTripper { return next }
	for name, test := range map[string]struct {
		cfg  Config
		want bool
	}{
		"nothing":           {Config{}, false},
		"a client alone":    {Config{HTTPClient: &http.Client{}}, false},
		"credentials":       {Config{Authorize: static("x")}, true},
		"a login of a gate": {Config{Gate: Account{Authorize: static("x")}}, false},
		"middleware":        {Config{Middleware: []func(http.RoundTripper) http.RoundTripper{wrap}}, true},
		"a jar":             {Config{HTTPClient: &http.Client{Jar: jar}}, true},
		"a base of its own": {Config{HTTPClient: &http.Client{Transport: newScript(t)}}, true},
	} {
		test.cfg.Origin = at(site)
		c, err := New(test.cfg)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.MayLogIn(); got != test.want {
			t.Errorf("%s: Client.MayLogIn: got is %t, want %t", name, got, test.want)
		}
		if (c.Authorize() != nil) != (test.cfg.Authorize != nil) {
			t.Errorf("%s: Authorize() is set: %t, want %t", name, c.Authorize() != nil, test.cfg.Authorize != nil)
		}
		if want := test.cfg.Gate.Authorize != nil; c.HasGate() != want {
			t.Errorf("%s: Client.HasGate: %t, want %t", name, c.HasGate(), want)
		}
	}
}

func TestRequestThatMiddlewareMakesItselfHasCredentialsToo(t *testing.T) {
	t.Parallel()
	var seen []string
	note := func(req *http.Request) (*http.Response, error) {
		seen = append(seen, req.URL.Path+" "+req.Header.Get("Authorization"))
		return status(http.StatusOK)(req)
	}
	first := func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			ask, err := http.NewRequestWithContext(t.Context(), http.MethodGet, site+"/first", nil)
			if err != nil {
				return nil, err
			}
			resp, err := next.RoundTrip(ask)
			if err != nil {
				return nil, err
			}
			if resp.Request != ask {
				t.Errorf("the response shows the credentials of its request: Request %+v, want %+v", resp.Request, ask)
			}
			return next.RoundTrip(req)
		})
	}
	c := newClient(t, Config{Authorize: static("Basic x"), Middleware: []func(http.RoundTripper) http.RoundTripper{first}},
		newScript(t, note, note))
	switch resp, err := c.Do(t.Context(), get(site+"/then")); {
	case err != nil:
		t.Errorf("Client.Do: error %v, want nil", err)
	case resp.Status != http.StatusOK || resp.Attempts != 1:
		t.Errorf("Client.Do: Status %d, Attempts %d, want StatusOK and 1", resp.Status, resp.Attempts)
	}
	switch {
	case len(seen) != 2:
		t.Errorf("requests %q, want 2", seen)
	case seen[0] != "/first Basic x":
		t.Errorf("seen[0] %q, want %q", seen[0], "/first Basic x")
	case seen[1] != "/then Basic x":
		t.Errorf("seen[1] %q, want %q", seen[1], "/then Basic x")
	}
}

// TestAnotherOriginGetsNoSecretsThatAreNotForIt has middleware that sends a request to
// another origin.
func TestAnotherOriginGetsNoSecretsThatAreNotForIt(t *testing.T) {
	t.Parallel()
	const other = "https://other.test/x"
	turn := func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			req.URL = at(other)
			req.Header.Set("Authorization", "Bearer m")
			return next.RoundTrip(req)
		})
	}
	ask := func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			own, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), http.MethodGet, other, nil)
			if err != nil {
				return nil, err
			}
			own.Header = req.Header.Clone()
			own.Header.Set("Authorization", "Bearer m")
			return next.RoundTrip(own)
		})
	}
	for name, test := range map[string]struct {
		wrap    func(http.RoundTripper) http.RoundTripper
		address string
		trusted bool
		want    string
	}{
		"turned":                            {turn, site, false, "X-Plain"},
		"turned to a trusted origin":        {turn, site, true, "Authorization X-Plain"},
		"for the other origin":              {turn, other, false, "X-Api-Key X-Plain"},
		"for the other origin, trusted":     {turn, other, true, "Authorization X-Api-Key X-Plain"},
		"of middleware":                     {ask, site, false, "X-Plain"},
		"of middleware to a trusted origin": {ask, site, true, "Authorization X-Api-Key X-Plain"},
	} {
		var sent []string
		cfg := Config{
			Header: http.Header{"X-Config": {"c"}}, Authorize: static("Basic x"),
			Middleware: []func(http.RoundTripper) http.RoundTripper{test.wrap},
		}
		if test.trusted {
			cfg.Origins = append(cfg.Origins, at("https://other.test"))
		}
		c := newClient(t, cfg, newScript(t, func(req *http.Request) (*http.Response, error) {
			for _, name := range slices.Sorted(maps.Keys(req.Header)) {
				if name != "Accept" && name != "User-Agent" {
					sent = append(sent, name)
				}
			}
			return status(http.StatusOK)(req)
		}))
		call := get(test.address)
		call.Header = http.Header{"X-Api-Key": {"k"}, "X-Plain": {"a"}}
		if _, err := c.Do(t.Context(), call); err != nil || strings.Join(sent, " ") != test.want {
			t.Errorf("Do of a request %s: error %v, headers %v, want none and %s", name, err, sent, test.want)
		}
	}
}

func TestOnlyAHarmlessCookieOfTheJarIsSentOverPlainHTTP(t *testing.T) {
	t.Parallel()
	const plain = "http://site.test"
	add := func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			req.Header.Set("Cookie", "lang=en")
			return next.RoundTrip(req)
		})
	}
	ask := func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			own, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), http.MethodGet, plain, nil)
			if err != nil {
				return nil, err
			}
			own.Header = req.Header.Clone()
			return next.RoundTrip(own)
		})
	}
	for name, test := range map[string]struct {
		cookie string
		wrap   func(http.RoundTripper) http.RoundTripper
		sent   bool
	}{
		"a setting":                            {"lang", nil, true},
		"a login":                              {"wordpress_logged_in_1", nil, false},
		"a setting, replaced by middleware":    {"lang", add, false},
		"a setting in a request of middleware": {"lang", ask, false},
	} {
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		jar.SetCookies(at(plain), []*http.Cookie{{Name: test.cookie, Value: "de"}})
		var got string
		cfg := Config{Origin: at(plain), Attempts: 1}
		if test.wrap != nil {
			cfg.Middleware = append(cfg.Middleware, test.wrap)
		}
		cfg.HTTPClient = &http.Client{Jar: jar, Transport: roundTripFunc(func(req *http.Request) (*http.Response, error) {
			got = req.Header.Get("Cookie")
			return status(http.StatusOK)(req)
		})}
		_, err = newClient(t, cfg, nil).Do(t.Context(), get(plain))
		if errors.Is(err, ErrInsecure) == test.sent || (got != "") != test.sent {
			t.Errorf("Do with %s: error %v, cookie %q, want it sent: %t", name, err, got, test.sent)
		}
	}
}

func TestLoginCookieIsThatOfASession(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]bool{
		"wordpress_logged_in_1=a":           true,
		"lang=de; wordpress_sec_1=a":        true,
		"wordpress_test_cookie=WP%20Cookie": false,
		"lang=de; cart=3":                   false,
		"wp-settings-1=a":                   false,
		"":                                  false,
	} {
		if got := loginCookie(value); got != want {
			t.Errorf("loginCookie(%q): %t, want %t", value, got, want)
		}
	}
}

func TestMiddlewareIsToldTheAttempt(t *testing.T) {
	t.Parallel()
	var seen []string
	note := func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			which, ok := AttemptFrom(req.Context())
			seen = append(seen, fmt.Sprint(which.Operation, " ", which.Number, " ", ok))
			return next.RoundTrip(req)
		})
	}
	found := httpmock.NewStringResponder(http.StatusFound, "").HeaderSet(http.Header{"Location": {"/to"}})
	c := newClient(t, Config{MinWait: 1, Middleware: []func(http.RoundTripper) http.RoundTripper{note}},
		newScript(t, status(http.StatusBadGateway), found, status(http.StatusOK), status(http.StatusOK)))
	if _, err := c.Do(t.Context(), get(site)); err != nil {
		t.Fatal(err)
	}
	own, err := http.NewRequestWithContext(t.Context(), http.MethodGet, site, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := c.RoundTrip(own)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if want := []string{"Read 1 true", "Read 2 true", "Read 2 true", " 0 false"}; !slices.Equal(seen, want) {
		t.Errorf("AttemptFrom in a call with a retry and a redirect, then in a request: %q, want %q", seen, want)
	}
	if which, ok := AttemptFrom(t.Context()); ok || which != (Attempt{}) {
		t.Errorf("AttemptFrom of an empty context: %v, ok %t, want none", which, ok)
	}
}

// TestJarHasOnlyCookiesOfTrustedOrigins has a jar of the caller, which keeps cookies by host
// and not by port.
func TestJarHasOnlyCookiesOfTrustedOrigins(t *testing.T) {
	t.Parallel()
	turn := func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			req.URL = at("https://files.test")
			return next.RoundTrip(req)
		})
	}
	for address, want := range map[string]bool{
		site: true, "https://files.test": true, site + ":8443": false, "http://site.test": false, "https://cdn.test": false,
	} {
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		cookie := &http.Cookie{Name: "old", Value: "1"}
		jar.SetCookies(at(address), []*http.Cookie{cookie})
		var seen, sent string // the cookies that middleware and the server got
		see := func(next http.RoundTripper) http.RoundTripper {
			return roundTripFunc(func(req *http.Request) (*http.Response, error) {
				seen = req.Header.Get("Cookie")
				return next.RoundTrip(req)
			})
		}
		cfg := Config{Origins: []*url.URL{at("https://files.test")}, HTTPClient: &http.Client{
			Jar: jar, Transport: roundTripFunc(func(req *http.Request) (*http.Response, error) {
				sent = req.Header.Get("Cookie")
				resp, err := status(http.StatusOK)(req)
				resp.Header = http.Header{"Set-Cookie": {"new=2"}}
				return resp, err
			}),
		}, Middleware: []func(http.RoundTripper) http.RoundTripper{see}}
		if _, err := newClient(t, cfg, nil).Do(t.Context(), get(address)); err != nil {
			t.Fatal(err)
		}
		if (sent == "old=1") != want || (seen == "old=1") != want {
			t.Errorf("Do(get(%s)) with a cookie in the jar: sent %q, middleware saw %q, want the cookie: %t", address, sent,
				seen, want)
		}
		if kept := len(jar.Cookies(at(address))) == 2; kept != want {
			t.Errorf("Do(get(%s)) that sets a cookie: cookies %v in the jar, want it kept: %t", address,
				jar.Cookies(at(address)), want)
		}
		if address != site {
			continue
		}
		cfg.Middleware = append(cfg.Middleware, turn)
		if _, err := newClient(t, cfg, nil).Do(t.Context(), get(site)); err != nil || sent != "" {
			t.Errorf("Do that middleware turns to a trusted origin: cookies %q of the site, error %v, want none", sent, err)
		}
	}
}
