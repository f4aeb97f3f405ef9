package transport

import (
	"net/http"
	"net/http/cookiejar"
	"testing"
	"time"
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
	if own || shared == given || shared.Transport != http.RoundTripper(base) || shared.Jar != http.CookieJar(jar) || shared.Timeout != time.Minute {
		t.Errorf("%+v, its own %t", shared, own)
	}
	alone, err := New(Config{Origin: at(site)})
	if err != nil {
		t.Fatal(err)
	}
	if shared, own := alone.HTTPClient(); !own || shared.Transport != alone.base || shared.Jar != nil {
		t.Errorf("%+v, its own %t", shared, own)
	}
}

func TestALoginMayComeFromAnywhere(t *testing.T) {
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
			t.Errorf("%s: %t", name, got)
		}
		if (c.Authorize() != nil) != (test.cfg.Authorize != nil) {
			t.Errorf("%s: the credentials are others", name)
		}
	}
}

func TestARequestThatMiddlewareMakesItselfHasCredentialsToo(t *testing.T) {
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
				t.Error("the answer shows the credentials of its request")
			}
			return next.RoundTrip(req)
		})
	}
	c := newClient(t, Config{Authorize: static("Basic x"), Middleware: []func(http.RoundTripper) http.RoundTripper{first}}, newScript(t, note, note))
	if resp, err := c.Do(t.Context(), get(site+"/then")); err != nil || resp.Status != http.StatusOK || resp.Attempts != 1 {
		t.Errorf("%v, %v", resp, err)
	}
	if len(seen) != 2 || seen[0] != "/first Basic x" || seen[1] != "/then Basic x" {
		t.Errorf("%q", seen)
	}
}
