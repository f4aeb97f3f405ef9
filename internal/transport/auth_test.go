package transport

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/jarcoal/httpmock"
)

func TestCredentialsNeedTheOriginAndASafeScheme(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		origin, address string
		allow           bool
		want            string
	}{
		{"https://a.test/root", "https://a.test/x", false, "Basic x"},
		{"https://a.test", "https://A.test:443/x", false, "Basic x"},
		{"http://localhost:80", "http://localhost/x", false, "Basic x"},
		{"http://[::1]:8080", "http://[::1]:8080/x", false, "Basic x"},
		{"http://a.test", "http://a.test/x", true, "Basic x"},
		{"http://a.test", "http://a.test/x", false, "refused"},
		{"https://a.test", "http://a.test/x", false, ""},
		{"https://a.test", "http://a.test/x", true, ""},
		{"https://a.test", "https://b.test/x", false, ""},
		{"https://a.test", "https://a.test:8443/x", false, ""},
		{"https://a.test", "https://www.a.test/x", false, ""},
	} {
		var got string
		mock := newScript(t, func(req *http.Request) (*http.Response, error) {
			got = req.Header.Get("Authorization")
			return status(200)(req)
		})
		asked := 0
		source := rotating(&asked, "Basic x")
		c := newClient(t, Config{Origin: at(test.origin), Authorize: source, AllowInsecure: test.allow}, mock)
		resp, err := c.Do(t.Context(), get(test.address))
		if test.want == "refused" {
			switch f := failed(t, resp, err); {
			case !errors.Is(err, ErrInsecure):
				t.Errorf("Client.Do(get(%q)) of %+v: error %v, want %v", test.address, test, err, ErrInsecure)
			case f.Attempts != 1:
				t.Errorf("%+v: Client.Do: failure with Attempts %d, want 1", test, f.Attempts)
			case !f.NotReceived:
				t.Errorf("Client.Do of %+v: NotReceived false, want true", test)
			case mock.attempts.Load() != 0:
				t.Errorf("Client.Do of %+v: %d attempts were sent, want 0", test, mock.attempts.Load())
			case asked != 0:
				t.Errorf("Client.Do of %+v: the source was asked %d times, want 0", test, asked)
			}
		} else if err != nil || got != test.want {
			t.Errorf("Client.Do(get(%q)): error %v, Authorization %q, want no error and %q", test.address, err, got, test.want)
		}
	}
}

func TestLoginIsSentInItsHeaders(t *testing.T) {
	t.Parallel()
	whole := Login{Authorization: "Basic x", Cookie: "a=1", Nonce: "n"}
	for name, test := range map[string]struct {
		login  Login
		header string // Config.LoginHeader
		want   http.Header
	}{
		"all":     {whole, "", http.Header{"Authorization": {"Basic x"}, "Cookie": {"a=1"}, "X-Wp-Nonce": {"n"}}},
		"another": {whole, "X-Login", http.Header{"X-Login": {"Basic x"}, "Cookie": {"a=1"}, "X-Wp-Nonce": {"n"}}},
		"a nonce": {Login{Nonce: "n"}, "", http.Header{"X-Wp-Nonce": {"n"}}},
		"none":    {Login{}, "", http.Header{}},
	} {
		req, _ := outgoing(t, Config{LoginHeader: test.header, UserAgent: "test/1",
			Authorize: func(context.Context) (Login, error) { return test.login, nil }}, get(site))
		req.Header.Del("Accept")
		req.Header.Del("User-Agent")
		if !maps.EqualFunc(req.Header, test.want, slices.Equal) {
			t.Errorf("outgoing with a login of %s: %v, want %v", name, req.Header, test.want)
		}
	}
}

func TestSourceWithoutCredentialsSendsNone(t *testing.T) {
	t.Parallel()
	req, _ := outgoing(t, Config{Authorize: static("")}, get(site))
	if _, ok := req.Header["Authorization"]; ok {
		t.Error("outgoing with an empty Authorization: header is present, want none")
	}
}

func TestSourceThatFailsEndsTheCall(t *testing.T) {
	t.Parallel()
	resp, err := newClient(t, Config{Authorize: deny}, newScript(t)).Do(t.Context(), get(site))
	f := failed(t, resp, err)
	switch {
	case f.Attempts != 1:
		t.Errorf("Client.Do: failure with Attempts %d, want 1", f.Attempts)
	case !f.NotReceived:
		t.Error("Client.Do: NotReceived false, want true")
	}
	has(t, err.Error(), "the vault is locked")
}

// rotating is a source whose credentials are values, one after the other.
func rotating(asked *int, values ...string) Authorize {
	return func(context.Context) (Login, error) {
		value := values[min(*asked, len(values)-1)]
		*asked++
		return Login{Authorization: value}, nil
	}
}

func TestUnauthorizedIsRetriedOnceWithOtherCredentials(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		steps  []httpmock.Responder
		values []string
		edit   func(*Call)
		status int
		asked  int
	}{
		"rotated":           {[]httpmock.Responder{status(401), status(200)}, []string{"a", "b"}, nil, 200, 3},
		"rotated from none": {[]httpmock.Responder{status(401), status(200)}, []string{"", "b"}, nil, 200, 3},
		"not rotated":       {[]httpmock.Responder{status(401)}, []string{"a"}, nil, 401, 2},
		"still wrong": {[]httpmock.Responder{status(401), status(401)}, []string{"a", "b", "c", "d"}, nil,
			401, 3},
		"forbidden": {[]httpmock.Responder{status(403)}, []string{"a", "b"}, nil, 403, 1},
		"a write, since none was done": {[]httpmock.Responder{status(401), status(201)}, []string{"a", "b"}, func(c *Call) {
			c.Repeat = RepeatUnsent
		}, 201, 3},
		"although one attempt is left": {[]httpmock.Responder{status(401), status(200)}, []string{"a", "b"}, func(c *Call) {
			c.Attempts = 1
		}, 200, 3},
		"not with a body read once": {[]httpmock.Responder{status(401)}, []string{"a", "b"}, func(c *Call) {
			c.Body = &Body{Reader: &zeros{left: 3}, Size: 3}
		}, 401, 1},
		"not at another origin": {[]httpmock.Responder{status(401)}, []string{"a", "b"}, func(c *Call) {
			c.URL = at("https://cdn.test")
		}, 401, 0},
		"between other repetitions": {[]httpmock.Responder{status(503), status(401), status(502), status(200)},
			[]string{"a", "a", "b"}, nil, 200, 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				asked := 0
				mock := newScript(t, test.steps...)
				call := get(site)
				if test.edit != nil {
					test.edit(call)
				}
				resp, err := newClient(t, Config{Authorize: rotating(&asked, test.values...)}, mock).Do(t.Context(), call)
				switch {
				case err != nil:
					t.Errorf("Client.Do(call): error %v, want nil", err)
				case resp.Status != test.status:
					t.Errorf("Client.Do(call): Status %d, want %d", resp.Status, test.status)
				case resp.Attempts != len(test.steps):
					t.Errorf("Client.Do(call): Attempts %d, want %d", resp.Attempts, len(test.steps))
				case int(mock.attempts.Load()) != len(test.steps):
					t.Errorf("Client.Do with %d steps: %d attempts were sent, want as many", len(test.steps), mock.attempts.Load())
				}
				if asked != test.asked {
					t.Errorf("the source was asked %d times, want %d", asked, test.asked)
				}
			})
		})
	}
}

func TestRefusedLoginOfOneAccountIsRenewed(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status  int
		refused Refusal // the result of Config.Refused; -1 means that Config.Refused is nil
		gate    bool
		renewed string // the account whose login is renewed
		item    bool   // whether the response to an item of a batch refuses the login of the site
	}{
		"a 401 without a function":        {401, -1, true, "site", true},
		"a 403 without a function":        {403, -1, true, "", false},
		"a 401 that refuses nothing":      {401, NotRefused, true, "", false},
		"a 401 of the site":               {401, RefusedBySite, true, "site", true},
		"a 400 of the site":               {400, RefusedBySite, true, "site", true},
		"a 200 of the site":               {200, RefusedBySite, true, "", false},
		"a 302 of the server before it":   {302, RefusedByGate, true, "", false},
		"a 401 of the server before it":   {401, RefusedByGate, true, "gate", false},
		"a 407 of the server before it":   {407, RefusedByGate, true, "gate", false},
		"a 401 of one without an account": {401, RefusedByGate, false, "site", true},
		"a 407 of one without an account": {407, RefusedByGate, false, "", false},
	} {
		renewed := ""
		renew := func(account string) func(context.Context, Login) (Login, error) {
			return func(context.Context, Login) (Login, error) {
				renewed += account
				return Login{Authorization: "new"}, nil
			}
		}
		cfg := Config{Authorize: static("old"), Renew: renew("site")}
		if test.gate {
			cfg.Gate = Account{Header: "Proxy-Authorization", Authorize: static("old"), Renew: renew("gate")}
		}
		if test.refused >= 0 {
			cfg.Refused = func(*Response) Refusal { return test.refused }
		}
		c := newClient(t, cfg, newScript(t, status(test.status), status(test.status)))
		want := 1
		if test.renewed != "" {
			want = 2
		}
		resp, err := c.Do(t.Context(), get(site))
		if err != nil {
			t.Fatalf("%s: Client.Do: error %v, want nil", name, err)
		}
		if resp.Status != test.status || resp.Attempts != want {
			t.Errorf("%s: Client.Do: status %d after %d attempts, want %d after %d", name, resp.Status, resp.Attempts,
				test.status, want)
		}
		if resp.TakenBefore {
			t.Errorf("%s: Client.Do: TakenBefore true, want false: a refused attempt was not carried out", name)
		}
		if renewed != test.renewed {
			t.Errorf("%s: Client.Do renewed the logins %q, want %q", name, renewed, test.renewed)
		}
		if got := c.Refuses(test.status, nil); got != test.item {
			t.Errorf("%s: Client.Refuses: %t, want %t", name, got, test.item)
		}
	}
}

func TestLoginOfABatchIsRenewedForItsItems(t *testing.T) {
	t.Parallel()
	locked := errors.New("the vault is locked")
	for name, test := range map[string]struct {
		renewed Login
		err     error
		sends   bool // whether the batch has sent a request to the origin
		want    bool
	}{
		"another login":        {Login{Authorization: "new"}, nil, true, true},
		"another cookie":       {Login{Authorization: "old", Cookie: "a=1"}, nil, true, true},
		"the same login":       {Login{Authorization: "old"}, nil, true, false},
		"no login":             {Login{Authorization: "new"}, locked, true, false},
		"nothing that is sent": {Login{Authorization: "new"}, nil, false, false},
	} {
		asked := 0
		c := newClient(t, Config{Authorize: static("old"), Renew: func(_ context.Context, refused Login) (Login, error) {
			if asked++; refused != (Login{Authorization: "old"}) {
				t.Errorf("%s: Renew of the login %+v, want the one that was sent", name, refused)
			}
			return test.renewed, test.err
		}}, newScript(t, status(http.StatusOK)))
		ctx := c.Track(t.Context())
		if test.sends {
			if _, err := c.Do(ctx, get(site)); err != nil {
				t.Fatal(err)
			}
		}
		renewed, err := c.Renews(ctx)
		if renewed != test.want || !errors.Is(err, test.err) {
			t.Errorf("%s: Client.Renews: %t, error %v, want %t and %v", name, renewed, err, test.want, test.err)
		}
		if (asked == 1) != test.sends {
			t.Errorf("%s: Client.Renews asked %d times for a login, want that it asks if a login was sent", name, asked)
		}
	}
}

func TestUnauthorizedIsRetriedAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		c := newClient(t, Config{Authorize: rotating(&asked, "a", "b")}, newScript(t, status(401), status(200)))
		if took := elapsed(func() { _, _ = c.Do(t.Context(), get(site)) }); took != 0 {
			t.Errorf("took %v, want 0", took)
		}
	})
}

func TestMiddlewareWrapsEachAttemptInOrderAndSeesNoCredentials(t *testing.T) {
	t.Parallel()
	var trace []string
	layer := func(name string) func(http.RoundTripper) http.RoundTripper {
		return func(next http.RoundTripper) http.RoundTripper {
			return roundTripFunc(func(req *http.Request) (*http.Response, error) {
				trace = append(trace, name)
				req.Header.Add("X-Layer", name) // not allowed, but it happens
				resp, err := next.RoundTrip(req)
				switch {
				case req.Header.Get("Authorization") != "":
					t.Errorf(`middleware sees the credentials: req.Header.Get("Authorization") %q, want an empty string`,
						req.Header.Get("Authorization"))
				case resp.Request.Header.Get("Authorization") != "":
					t.Errorf(`middleware sees the credentials: resp.Request.Header.Get("Authorization") %q, want an empty string`,
						resp.Request.Header.Get("Authorization"))
				}
				return resp, err
			})
		}
	}
	last := func(req *http.Request) (*http.Response, error) {
		if got := req.Header["X-Layer"]; !slices.Equal(got, []string{"outer", "inner"}) {
			t.Errorf("header of an earlier attempt: %v, want %q", got, []string{"outer", "inner"})
		}
		if req.Header.Get("Authorization") != "Basic x" {
			t.Errorf(`no credentials: req.Header.Get("Authorization") %q, want %q`, req.Header.Get("Authorization"), "Basic x")
		}
		return status(200)(req)
	}
	first := func(req *http.Request) (*http.Response, error) {
		resp, err := status(503)(req)
		resp.Request = req
		return resp, err
	}
	cfg := Config{MinWait: 1, Authorize: static("Basic x"),
		Middleware: []func(http.RoundTripper) http.RoundTripper{layer("outer"), layer("inner")}}
	switch resp, err := newClient(t, cfg, newScript(t, first, last)).Do(t.Context(), get(site)); {
	case err != nil:
		t.Errorf("Client.Do(get(site)): error %v, want nil", err)
	case resp.Attempts != 2:
		t.Errorf("Client.Do(get(site)): Attempts %d, want 2", resp.Attempts)
	}
	if !slices.Equal(trace, []string{"outer", "inner", "outer", "inner"}) {
		t.Errorf("order %v, want %q", trace, []string{"outer", "inner", "outer", "inner"})
	}
}

func TestEachAttemptGivesMiddlewareItsOwnHeader(t *testing.T) {
	t.Parallel()
	var seen []int
	add := func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			req.Header.Add("X-Added", "1")
			seen = append(seen, len(req.Header.Values("X-Added")))
			return next.RoundTrip(req)
		})
	}
	c := newClient(t, Config{MinWait: 1, Middleware: []func(http.RoundTripper) http.RoundTripper{add}},
		newScript(t, status(http.StatusBadGateway), status(http.StatusBadGateway), status(http.StatusOK)))
	if _, err := c.Do(t.Context(), get(site)); err != nil || !slices.Equal(seen, []int{1, 1, 1}) {
		t.Errorf("Do with middleware that adds a header: error %v, %d headers in each attempt, want none and 1", err, seen)
	}
}

func TestMiddlewareErrorAfterAResponseCountsAsReceived(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		middleware func(http.RoundTripper) http.RoundTripper
		attempts   int
		untaken    bool
	}{
		"behind the answer": {func(next http.RoundTripper) http.RoundTripper {
			return roundTripFunc(func(req *http.Request) (*http.Response, error) {
				if resp, err := next.RoundTrip(req); err == nil {
					_ = resp.Body.Close()
				}
				return refused(req) // it reports somewhere, and cannot
			})
		}, 1, false},
		"instead of the network": {func(http.RoundTripper) http.RoundTripper { return roundTripFunc(refused) }, 2, true},
		"an error of its own": {func(http.RoundTripper) http.RoundTripper {
			return roundTripFunc(httpmock.NewErrorResponder(errors.New("the circuit is open")))
		}, 1, true},
		"without the context": {func(next http.RoundTripper) http.RoundTripper {
			return roundTripFunc(func(req *http.Request) (*http.Response, error) {
				resp, err := next.RoundTrip(req.WithContext(context.Background()))
				if err == nil {
					err = errors.New("unhappy with it")
				}
				return resp, err
			})
		}, 1, false},
	} {
		var sent atomic.Int32
		base := roundTripFunc(func(req *http.Request) (*http.Response, error) {
			sent.Add(1)
			return status(201)(req)
		})
		cfg := Config{MinWait: 1, Attempts: 2, Middleware: []func(http.RoundTripper) http.RoundTripper{test.middleware}}
		resp, err := newClient(t, cfg, base).Do(t.Context(), post(site))
		switch f := failed(t, resp, err); {
		case f.Attempts != test.attempts || f.NotReceived != test.untaken:
			t.Errorf("%s: Client.Do: failure with Attempts %d, NotReceived %t, want %d and %t", name, f.Attempts, f.NotReceived,
				test.attempts, test.untaken)
		case sent.Load() > 1:
			t.Errorf("%s: Client.Do was sent %d times, want at most 1", name, sent.Load())
		}
	}
}
