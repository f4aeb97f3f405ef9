package cms_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/oldlists"
	"github.com/fontcms/fontcms-go/internal/stub"
)

const (
	unknownUser = `{"code":"rest_not_logged_in","message":"You are not currently logged in.","data":{"status":401}}`
	noRoute     = `{"code":"rest_no_route","message":"No route.","data":{"status":404}}`
)

// me serves users/me as it is told, and a post for all else.
func me(status int, body string) func(int, http.ResponseWriter, *http.Request) {
	return func(_ int, w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/users/me") {
			stub.Reply(w, status, body)
			return
		}
		stub.Reply(w, 200, `{"id":5}`)
	}
}

func TestVerifyReturnsTheCaller(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		status     int
		body       string
		list       string // the answer to a list that only editors may read
		listStatus int
		want       error
		id         int64
		roles      int
	}{
		{"known", 200, `{"id":3,"name":"E","slug":"e","username":"editor","roles":["editor"]}`, "", 0, nil, 3, 1},
		{"roles as an object", 200, `{"id":3,"roles":{"1":"editor","2":"shop"}}`, "", 0, nil, 3, 2},
		{"unknown", 401, unknownUser, "", 0, cms.ErrCredentialsRejected, 0, 0},
		{"no such route, editor", 404, noRoute, `[]`, 200, nil, 0, 0},
		{"no such route, subscriber", 404, noRoute, `{"code":"rest_forbidden_context","message":"No."}`, 403, nil, 0, 0},
		{"no such route, unknown", 404, noRoute, `{"code":"rest_forbidden_context","message":"No."}`, 401,
			cms.ErrCredentialsRejected, 0, 0},
		{"no such route, no such list", 404, noRoute, noRoute, 404, cms.ErrNoRoute, 0, 0},
		{"a page", 200, "<html>", "", 0, cms.ErrNotREST, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "/posts") {
					stub.Reply(w, test.listStatus, test.list)
					return
				}
				stub.Reply(w, test.status, test.body)
			})
			var answer cms.Response
			identity, err := s.Client(t, cms.WithApplicationPassword("editor", "secret")).Verify(t.Context(),
				cms.Capture(&answer))
			switch {
			case !errors.Is(err, test.want):
				t.Fatalf("Client.Verify: error %v, want %v", err, test.want)
			case (test.want == nil) != (err == nil):
				t.Fatalf("Client.Verify: error %v, want an error: %t", err, test.want != nil)
			}
			if err == nil && (identity.ID != test.id || len(identity.Roles) != test.roles || answer.Status == 0) {
				t.Errorf("Client.Verify: identity %+v, status %d, want user %d with %d roles and a status", identity, answer.Status,
					test.id, test.roles)
			}
		})
	}
	_, err := stub.Dial(t, "https://docs.example.org").Verify(t.Context())
	if e, ok := errors.AsType[*cms.ArgumentError](err); !ok || e.Operation != "Verify" {
		t.Errorf("Verify without a login: error %#v, want an ArgumentError of Verify", err)
	}
	if !refuses(err, "credentials") {
		t.Errorf("Client.Verify without credentials: error %v, want the argument %q refused", err, "credentials")
	}
}

func TestLoginIsVerifiedOnceForAllCalls(t *testing.T) {
	t.Parallel()
	s := stub.New(t, me(200, `{"id":3}`))
	site := s.Client(t, cms.WithApplicationPassword("editor", "secret"), cms.WithVerifiedLogin())
	var calls sync.WaitGroup
	for range 20 {
		calls.Go(func() {
			if _, err := site.Posts.Get(context.Background(), 5); err != nil {
				t.Error(err)
			}
		})
	}
	calls.Wait()
	checks := 0
	for i, request := range s.Seen() {
		if strings.HasSuffix(request.Path, "/users/me") {
			checks++
			if i > 0 {
				t.Errorf("a call went out before the check: i %d, want at most 0", i)
			}
		}
	}
	switch {
	case checks != 1:
		t.Errorf("%d checks of the login, want 1", checks)
	case len(s.Seen()) != 21:
		t.Errorf("%d requests, want 21", len(s.Seen()))
	}
	if _, err := site.Posts.Get(t.Context(), 0); !errors.Is(err, cms.ErrInvalidArgument) {
		t.Error(err)
	}
}

func TestLoginThatFailsIsTriedAgain(t *testing.T) {
	t.Parallel()
	var known atomic.Bool
	s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if known.Load() {
			me(200, `{"id":3}`)(n, w, r)
			return
		}
		me(401, unknownUser)(n, w, r)
	})
	site := s.Client(t, cms.WithApplicationPassword("editor", "secret"), cms.WithVerifiedLogin())
	for range 2 {
		_, err := site.Posts.Create(t.Context(), nil)
		switch e, ok := errors.AsType[*cms.Error](err); {
		case !ok:
			t.Errorf("Posts.Create: error %v, want a *cms.Error", err)
		case !errors.Is(err, cms.ErrCredentialsRejected):
			t.Errorf("Posts.Create: error %v, want ErrCredentialsRejected", err)
		case errors.Is(err, cms.ErrOutcomeUnknown):
			t.Errorf("Posts.Create: error %v, want an error other than ErrOutcomeUnknown", err)
		case e.Operation != "Verify":
			t.Errorf("Posts.Create: Operation %q, want %q", e.Operation, "Verify")
		}
	}
	known.Store(true)
	if _, err := site.Posts.Create(t.Context(), nil); err != nil {
		t.Error(err)
	}
	anonymous, err := site.With(cms.WithoutCredentials())
	if err != nil {
		t.Fatal(err)
	}
	before := len(s.Seen())
	switch _, err := anonymous.Posts.Get(t.Context(), 5); {
	case err != nil:
		t.Errorf("Posts.Get(5): error %v, want nil", err)
	case len(s.Seen()) != before+1:
		t.Errorf("requests sent: %d, want %d", len(s.Seen()), before+1)
	}
}

func TestWaitForALoginCheckEndsWithTheContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		site, err := cms.New("https://docs.example.org", cms.WithApplicationPassword("editor", "secret"),
			cms.WithVerifiedLogin(),
			cms.WithHTTPClient(&http.Client{Transport: stub.Carrier(func(req *http.Request) (*http.Response, error) {
				if strings.HasSuffix(req.URL.Path, "/users/me") {
					asked++
					select {
					case <-time.After(time.Minute):
					case <-req.Context().Done():
						return nil, req.Context().Err()
					}
				}
				return stub.Carried(req, 200, `{"id":5}`), nil
			})}))
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		get := func(wait, want time.Duration, fails bool) {
			ctx, cancel := context.WithTimeout(t.Context(), wait)
			defer cancel()
			_, err := site.Posts.Get(ctx, 5)
			switch e, ok := errors.AsType[*cms.Error](err); {
			case fails && (!ok || !errors.Is(err, context.DeadlineExceeded) || e.Operation != "Verify"):
				t.Errorf("call during the check: error %v, want DeadlineExceeded of Verify", err)
			case !fails && err != nil:
				t.Errorf("call during the check: error %v after %v, want nil", err, time.Since(start))
			case time.Since(start) != want:
				t.Errorf("call during the check took %v (error %v), want %v", time.Since(start), err, want)
			}
		}
		var calls sync.WaitGroup
		calls.Go(func() { get(10*time.Second, 10*time.Second, true) }) // asks
		synctest.Wait()
		calls.Go(func() { get(5*time.Second, 5*time.Second, true) }) // waits, gives up
		calls.Go(func() { get(time.Hour, 70*time.Second, false) })   // waits, and asks when the first gives up
		calls.Go(func() { get(2*time.Hour, 70*time.Second, false) }) // one of the two asks
		calls.Wait()
		if asked != 2 {
			t.Errorf("asked %d times, want 2", asked)
		}
	})
}

func TestPanicInTheCheckReleasesWaitingCalls(t *testing.T) {
	t.Parallel()
	n := 0
	source := cms.CredentialsFunc(func(context.Context) (cms.Credentials, error) {
		if n++; n == 1 {
			panic("source")
		}
		return cms.Credentials{User: "editor", Password: "secret"}, nil
	})
	s := stub.New(t, me(200, `{"id":3}`))
	site := s.Client(t, cms.WithCredentials(source), cms.WithVerifiedLogin())
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic was recovered, want the panic of the source")
			}
		}()
		_, _ = site.Posts.Get(t.Context(), 5)
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := site.Posts.Get(ctx, 5); err != nil {
		t.Error(err)
	}
	switch all := s.Seen(); {
	case len(all) != 2:
		t.Errorf("requests %+v, want 2: the login is verified again", all)
	case !strings.HasSuffix(all[0].Path, "/users/me"):
		t.Errorf("the login was not verified again: %+v: all[0].Path %q, want the suffix %q", all, all[0].Path, "/users/me")
	}
}

func TestRotatedCredentialsAreAskedForAgain(t *testing.T) {
	t.Parallel()
	site, server := newSite(t)
	old := server.AppPassword("editor")
	var asked atomic.Int32
	rotated, err := site.With(cms.WithCredentials(cms.CredentialsFunc(func(context.Context) (cms.Credentials, error) {
		if asked.Add(1) == 1 {
			return cms.Credentials{User: "editor", Password: old}, nil
		}
		return cms.Credentials{User: "editor", Password: "new new new"}, nil
	})))
	if err != nil {
		t.Fatal(err)
	}
	server.SetAppPassword("editor", "newnewnew")
	var answer cms.Response
	if _, err := rotated.Posts.Create(t.Context(), &cms.PostParams{Title: new("One")}, cms.Capture(&answer)); err != nil ||
		answer.Attempts != 2 {
		t.Errorf("Posts.Create: error %v, Attempts %d, want nil and 2", err, answer.Attempts)
	}
	failing, err := site.With(cms.WithCredentials(cms.CredentialsFunc(func(context.Context) (cms.Credentials, error) {
		return cms.Credentials{}, errors.New("the vault is shut")
	})))
	if err != nil {
		t.Fatal(err)
	}
	server.ResetRequests()
	switch _, err := failing.Posts.Get(t.Context(), 1); {
	case err == nil || !strings.Contains(err.Error(), "the vault is shut"):
		t.Errorf("Posts.Get(1): error %v, want %q in it", err, "the vault is shut")
	case len(server.Requests()) > 0:
		t.Errorf("Server.Requests: %v, want an empty list", server.Requests())
	}
}

// signed is a site that knows who sends a header.
func signed(name, value string) func(int, http.ResponseWriter, *http.Request) {
	return func(n int, w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get(name), value) {
			me(http.StatusUnauthorized, unknownUser)(n, w, r)
			return
		}
		me(http.StatusOK, `{"id":3,"username":"editor"}`)(n, w, r)
	}
}

func TestVerifyChecksLoginsOfMiddlewareAndCookies(t *testing.T) {
	t.Parallel()
	bearing := func(token string) cms.Option {
		return cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return stub.Carrier(func(req *http.Request) (*http.Response, error) {
				req = req.Clone(req.Context())
				req.Header.Set("Authorization", "Bearer "+token)
				return next.RoundTrip(req)
			})
		})
	}
	carried := func(token string) cms.Option {
		return cms.WithHTTPClient(&http.Client{Transport: stub.Carrier(func(req *http.Request) (*http.Response, error) {
			req = req.Clone(req.Context())
			req.Header.Set("Authorization", "Bearer "+token)
			return http.DefaultTransport.RoundTrip(req)
		})})
	}
	jarred := func(address, value string) []cms.Option {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		jar.SetCookies(u, []*http.Cookie{{Name: "logged_in", Value: value}})
		return []cms.Option{cms.WithHTTPClient(&http.Client{Jar: jar}), cms.WithHeader("X-WP-Nonce", "n")}
	}
	bearer, cookie := stub.New(t, signed("Authorization", "right")), stub.New(t, signed("Cookie", "right"))
	for name, tc := range map[string]struct {
		at           *stub.Server
		right, wrong []cms.Option
	}{
		"middleware": {bearer, []cms.Option{bearing("right")}, []cms.Option{bearing("wrong")}},
		"transport":  {bearer, []cms.Option{carried("right")}, []cms.Option{carried("wrong")}},
		"cookie jar": {cookie, jarred(cookie.URL, "right"), jarred(cookie.URL, "wrong")},
	} {
		for _, verified := range [][]cms.Option{nil, {cms.WithVerifiedLogin()}} {
			right, wrong := tc.at.Client(t, append(verified, tc.right...)...), tc.at.Client(t, append(verified, tc.wrong...)...)
			switch identity, err := right.Verify(t.Context()); {
			case err != nil:
				t.Errorf("%s: Client.Verify: error %v, want nil", name, err)
			case identity.Username != "editor":
				t.Errorf("%s: Client.Verify: identity.Username %q, want %q", name, identity.Username, "editor")
			}
			if _, err := wrong.Verify(t.Context()); !errors.Is(err, cms.ErrCredentialsRejected) {
				t.Errorf("Client.Verify: %s, wrong: %v, want ErrCredentialsRejected", name, err)
			}
			_, err := wrong.Posts.Get(t.Context(), 5)
			switch {
			case verified == nil && err != nil:
				t.Errorf("%s with wrong credentials: error %v, want nil", name, err)
			case verified != nil && !errors.Is(err, cms.ErrCredentialsRejected):
				t.Errorf("%s with wrong credentials, verified: error %v, want ErrCredentialsRejected", name, err)
			}
			if _, err := right.Posts.Get(t.Context(), 5); err != nil {
				t.Errorf("%s: Posts.Get(5): %v", name, err)
			}
		}
	}
	// Who asks for no login has none to be verified.
	anonymous := bearer.Client(t, bearing("wrong"), cms.WithVerifiedLogin(), cms.WithoutCredentials())
	if _, err := anonymous.Posts.Get(t.Context(), 5); err != nil {
		t.Error(err)
	}
	known, err := anonymous.With(cms.WithApplicationPassword("editor", "secret"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := known.Posts.Get(t.Context(), 5); !errors.Is(err, cms.ErrCredentialsRejected) {
		t.Errorf("the login of a client that was anonymous before is not verified: %v, want ErrCredentialsRejected", err)
	}
}

func TestVerifyReadsPostsIfUsersAreClosed(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		status int
		code   string
		posts  int
		want   error
	}{
		"closed, editor":           {403, "rest_cannot_access", 200, nil},
		"closed as 401, editor":    {401, "rest_user_cannot_view", 200, nil},
		"closed, nobody":           {403, "rest_cannot_access", 401, cms.ErrCredentialsRejected},
		"everything is closed":     {403, "rest_cannot_access", 403, cms.ErrForbidden},
		"a nonce that is too old":  {403, "rest_cookie_invalid_nonce", 403, cms.ErrCredentialsRejected},
		"nobody":                   {401, "rest_not_logged_in", 200, cms.ErrCredentialsRejected},
		"a password that is wrong": {401, "incorrect_password", 200, cms.ErrCredentialsRejected},
	} {
		s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/posts") {
				if tc.posts == http.StatusOK {
					stub.Reply(w, http.StatusOK, `[]`)
					return
				}
				stub.Reply(w, tc.posts, `{"code":"rest_forbidden_context","message":"No."}`)
				return
			}
			stub.Reply(w, tc.status, `{"code":"`+tc.code+`","message":"No."}`)
		})
		_, err := s.Client(t, cms.WithApplicationPassword("editor", "secret")).Verify(t.Context())
		switch {
		case !errors.Is(err, tc.want):
			t.Errorf("%s: Client.Verify: error %v, want %v", name, err, tc.want)
		case (tc.want == nil) != (err == nil):
			t.Errorf("%s: Client.Verify: error %v, want an error: %t", name, err, tc.want != nil)
		}
		if e, ok := errors.AsType[*cms.Error](err); ok && e.Operation != "Verify" {
			t.Errorf("Client.Verify: %s: the operation is %q, want %q", name, e.Operation, "Verify")
		}
	}
}

// TestVerifyPassesCachesThatIgnoreTheLogin has a cache that compares only addresses, as LiteSpeed Cache does.
func TestVerifyPassesCachesThatIgnoreTheLogin(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	cache := &http.Client{Transport: &oldlists.Cache{Records: true, Deaf: true}}
	right := stub.Dial(t, server.URL, cms.WithHTTPClient(cache),
		cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	wrong := stub.Dial(t, server.URL, cms.WithHTTPClient(cache), cms.WithApplicationPassword("editor", "wrong"))
	if me, err := right.Verify(t.Context()); err != nil || me.Username != "editor" {
		t.Errorf("Verify of the right login: %+v, error %v, want the editor", me, err)
	}
	if me, err := wrong.Verify(t.Context()); !errors.Is(err, cms.ErrCredentialsRejected) {
		t.Errorf("Verify of a wrong login after the right one: %+v, error %v, want ErrCredentialsRejected", me, err)
	}
}
