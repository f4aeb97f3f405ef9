package cms_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

// The login of the server in front of a site.
const (
	frontUser     = "front"
	frontPassword = "front door"
)

// front is a server in front of a site with a login of its own, as nginx with auth_basic. It
// passes X-Authorization on as Authorization.
type front struct {
	address  string
	password atomic.Pointer[string] // nil for a front that is not in memory
	refused  atomic.Int32
}

// newFront starts a front in memory.
func newFront(t *testing.T, site string) *front {
	t.Helper()
	target, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	f := &front{}
	f.password.Store(new(frontPassword))
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Header.Del("Authorization")
		if login := r.In.Header.Get("X-Authorization"); login != "" {
			r.Out.Header.Set("Authorization", login)
		}
	}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		switch logins := r.Header.Values("Authorization"); {
		case len(logins) > 1: // as nginx does
			w.WriteHeader(http.StatusBadRequest)
		case user != frontUser || password != *f.password.Load():
			f.refused.Add(1)
			w.Header().Set("Www-Authenticate", `Basic realm="Staging"`)
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte("<html><head><title>401 Authorization Required</title></head></html>"))
		default:
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	f.address = server.URL
	return f
}

// bothLogins are options for a client that logs in at a front and at the site.
func bothLogins(gate, site cms.CredentialsSource) []cms.Option {
	return []cms.Option{
		cms.WithCredentialsHeader("X-Authorization"), cms.WithProxyCredentials("Authorization", gate),
		cms.WithCredentials(site), cms.WithRetry(cms.Retry{Attempts: 1}),
	}
}

// tried makes calls of several kinds, and returns their errors.
func tried(ctx context.Context, site *cms.Client) map[string]error {
	errs := map[string]error{}
	_, errs["Verify"] = site.Verify(ctx)
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Through a server in front")})
	errs["Create"] = err
	file, err := media.New(site).Upload(ctx, media.Bytes("front.txt", []byte("front")), nil)
	errs["Upload"] = err
	if post != nil && file != nil {
		_, errs["batch"] = batch.New(site).Add(site.Posts.DeleteRequest(post.ID)).Do(ctx)
		_, errs["Delete"] = media.New(site).Delete(ctx, file.ID)
	}
	return errs
}

func TestSiteIsUsedThroughAServerWithALoginOfItsOwn(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
	f := newFront(t, server.URL)
	passing := cms.Credentials{User: frontUser, Password: frontPassword}
	editor := cms.Credentials{User: "editor", Password: server.AppPassword("editor")}
	site, err := cms.New(f.address, bothLogins(passing, editor)...)
	if err != nil {
		t.Fatal(err)
	}
	for call, err := range tried(t.Context(), site) {
		if err != nil {
			t.Errorf("%s through a server with a login of its own: error %v, want none", call, err)
		}
	}
	if n := f.refused.Load(); n > 0 {
		t.Errorf("calls with both logins: the server in front refused %d requests, want 0", n)
	}
}

// TestTokenIsRenewedThroughAServerWithALoginOfItsOwn has a token that expires, and a login
// of the server in front that changes.
func TestTokenIsRenewedThroughAServerWithALoginOfItsOwn(t *testing.T) {
	t.Parallel()
	for name, silent := range map[string]bool{"refusing plugin": false, "silent plugin": true} {
		server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample(),
			cmstest.WithTokens(cmstest.Tokens{Silent: silent}))
		f := newFront(t, server.URL)
		var fetches, gates atomic.Int32
		tokens := cms.CacheCredentials(func(context.Context) (cms.Credentials, error) {
			fetches.Add(1)
			return cms.Credentials{Token: server.Token("editor")}, nil
		})
		passes := cms.CacheCredentials(func(context.Context) (cms.Credentials, error) {
			gates.Add(1)
			return cms.Credentials{User: frontUser, Password: *f.password.Load()}, nil
		})
		site, err := cms.New(f.address, bothLogins(passes, tokens)...)
		if err != nil {
			t.Fatal(err)
		}
		create := func(when string, wantFetches, wantGates int32) {
			t.Helper()
			if _, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new(when)}); err != nil {
				t.Errorf("%s: Create %s: error %v, want none", name, when, err)
			}
			if got := fetches.Load(); got != wantFetches {
				t.Errorf("%s: Create %s: %d tokens so far, want %d", name, when, got, wantFetches)
			}
			if got := gates.Load(); got != wantGates {
				t.Errorf("%s: Create %s: %d logins of the server in front so far, want %d", name, when, got, wantGates)
			}
		}
		create("at first", 1, 1)
		server.RevokeTokens()
		create("after the token expired", 2, 1)
		f.password.Store(new("changed"))
		create("after the password of the server changed", 2, 2)
		server.RevokeTokens()
		f.password.Store(new("changed again"))
		create("after both changed", 3, 3)
		n, err := site.Posts.Count(t.Context(), &cms.PostListOptions{Status: []cms.Status{cms.StatusDraft}, Search: "after"})
		if err != nil || n != 3 {
			t.Errorf("%s: the site has %d posts after three creates, error %v, want 3", name, n, err)
		}
	}
}

// TestRenewalOfOneLoginThatFailsSaysWhich has a source that cannot renew.
func TestRenewalOfOneLoginThatFailsSaysWhich(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample(), cmstest.WithTokens(cmstest.Tokens{}))
	locked := errors.New("the vault is locked")
	once := func(first cms.Credentials) cms.Renewer {
		var asked atomic.Bool
		return cms.CacheCredentials(func(context.Context) (cms.Credentials, error) {
			if asked.Swap(true) {
				return cms.Credentials{}, locked
			}
			return first, nil
		})
	}
	for name, change := range map[string]func(*front){
		"the token":                   func(*front) { server.RevokeTokens() },
		"the login of the server":     func(f *front) { f.password.Store(new("changed")) },
		"the login of both, together": func(f *front) { server.RevokeTokens(); f.password.Store(new("changed")) },
	} {
		f := newFront(t, server.URL)
		site, err := cms.New(f.address, bothLogins(once(cms.Credentials{User: frontUser, Password: frontPassword}),
			once(cms.Credentials{Token: server.Token("editor")}))...)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("x")}); err != nil {
			t.Fatal(err)
		}
		change(f)
		_, err = site.Posts.Create(t.Context(), &cms.PostParams{Title: new("x")})
		if !errors.Is(err, locked) || errors.Is(err, cms.ErrOutcomeUnknown) {
			t.Errorf("Create after %s changed, with a source that fails: error %v, want only that of the source", name, err)
		}
	}
}

func TestInvalidCredentialsOfAProxyAreRefused(t *testing.T) {
	t.Parallel()
	for _, option := range []cms.Option{
		cms.WithProxyCredentials("a header", cms.Credentials{Token: "a"}), cms.WithProxyCredentials("Authorization", nil),
	} {
		if _, err := cms.New("https://site.example", option); !refuses(err, "WithProxyCredentials") {
			t.Errorf("New with invalid credentials of a proxy: error %v, want an ArgumentError of WithProxyCredentials", err)
		}
	}
}

func TestTwoLoginsInOneHeaderAreRefused(t *testing.T) {
	t.Parallel()
	gate := cms.WithProxyCredentials("Authorization", cms.Credentials{User: frontUser, Password: frontPassword})
	token, session := cms.Credentials{Token: "a-token"}, cms.Credentials{Cookie: "a=b", Nonce: "0123456789"}
	of := func(c cms.Credentials) cms.Option {
		return cms.WithCredentials(cms.CredentialsFunc(func(context.Context) (cms.Credentials, error) { return c, nil }))
	}
	for name, test := range map[string]struct {
		login   cms.Option
		refused bool
		byNew   bool // New knows the login
	}{
		"a token":                   {cms.WithCredentials(token), true, true},
		"a password":                {cms.WithApplicationPassword("editor", "abcd efgh"), true, true},
		"a function with a token":   {of(token), true, false},
		"a session":                 {cms.WithCredentials(session), false, false},
		"a function with a session": {of(session), false, false},
		"none":                      {nil, false, false},
	} {
		s := stub.New(t, stub.Always(200, `{"id":7}`))
		site, err := cms.New(s.URL, gate, test.login)
		if errors.Is(err, cms.ErrInvalidArgument) != test.byNew {
			t.Errorf("New with WithProxyCredentials and %s in one header: error %v, want ErrInvalidArgument: %t", name, err,
				test.byNew)
		}
		if err == nil {
			_, err = site.Posts.Get(t.Context(), 7)
		}
		if test.refused != refuses(err, "WithProxyCredentials") || !test.refused && err != nil {
			t.Errorf("Get with WithProxyCredentials and %s in one header: error %v, want ErrInvalidArgument: %t", name, err,
				test.refused)
		}
		if sent := len(s.Seen()); test.refused && sent > 0 {
			t.Errorf("Get with WithProxyCredentials and %s in one header: %d requests, want 0", name, sent)
		}
	}
}

// TestProxyCredentialsAreRenewedAfter407 has a server in front that reads Proxy-Authorization,
// as a reverse proxy with a login of its own does.
func TestProxyCredentialsAreRenewedAfter407(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
	target, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy, refused := httputil.NewSingleHostReverseProxy(target), atomic.Int32{}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Proxy-Authorization") != "Bearer second" {
			refused.Add(1)
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	names, fetches := []string{"first", "second"}, atomic.Int32{}
	gate := cms.CacheCredentials(func(context.Context) (cms.Credentials, error) {
		return cms.Credentials{Token: names[fetches.Add(1)-1]}, nil
	})
	site, err := cms.New(front.URL, cms.WithProxyCredentials("Proxy-Authorization", gate),
		cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("Through a proxy")}); err != nil {
		t.Errorf("Create after a 407: error %v, want none", err)
	}
	if got := fetches.Load(); got != 2 {
		t.Errorf("Create after a 407: %d fetches, want 2", got)
	}
	if got := refused.Load(); got != 1 {
		t.Errorf("Create after a 407: %d refusals, want 1", got)
	}
}

func Test407SaysNothingAboutTheLoginOfTheSite(t *testing.T) {
	t.Parallel()
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusProxyAuthRequired)
	}))
	t.Cleanup(front.Close)
	fetches := atomic.Int32{}
	source := cms.CacheCredentials(func(context.Context) (cms.Credentials, error) {
		return cms.Credentials{Token: fmt.Sprint("token", fetches.Add(1))}, nil
	})
	site, err := cms.New(front.URL, cms.WithCredentials(source))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.Posts.Get(t.Context(), 1); err == nil || errors.Is(err, cms.ErrCredentialsRejected) {
		t.Errorf("Get from a proxy that responds with 407: error %v, want one other than ErrCredentialsRejected", err)
	}
	if got := fetches.Load(); got != 1 {
		t.Errorf("Get from a proxy that responds with 407: %d fetches of the login of the site, want 1", got)
	}
}

func TestRefusalOfTheServerInFrontNamesTheLoginThatWasSent(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		options []cms.Option
		want    string
	}{
		"a login for it": {
			bothLogins(cms.Credentials{User: "u", Password: "p"}, cms.Credentials{Token: "a"}), "refused its own",
		},
		"no login for it": {[]cms.Option{cms.WithToken("a")}, "asks for a password of its own"},
	} {
		front := stub.New(t, stub.Always(http.StatusUnauthorized, "<html><title>401</title></html>"))
		_, err := front.Client(t, test.options...).Posts.Get(t.Context(), 5)
		if e, ok := errors.AsType[*cms.Error](err); !ok || !strings.Contains(e.Hint, test.want) {
			t.Errorf("Get through a server in front that refuses, with %s: error %v, want %q in its hint", name, err, test.want)
		}
	}
}
