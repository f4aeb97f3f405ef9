package cms_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
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
	}{
		"a token": {cms.WithCredentials(token), true}, "a function with a token": {of(token), true},
		"a session": {cms.WithCredentials(session), false}, "a function with a session": {of(session), false},
		"none": {nil, false},
	} {
		s := newStub(t, always(200, `{"id":7}`))
		site, err := cms.New(s.URL, gate, test.login)
		if err == nil {
			_, err = site.Posts.Get(t.Context(), 7)
		}
		if test.refused != errors.Is(err, cms.ErrInvalidArgument) || !test.refused && err != nil {
			t.Errorf("Get with WithProxyCredentials and %s in one header: error %v, want ErrInvalidArgument: %t", name, err,
				test.refused)
		}
		if sent := len(s.seen()); test.refused && sent > 0 {
			t.Errorf("Get with WithProxyCredentials and %s in one header: %d requests, want 0", name, sent)
		}
	}
}

// nginxConfig asks for a password. The site names itself by the address of nginx.
const nginxConfig = `
daemon off; master_process off; pid %[1]s/pid; error_log %[1]s/error.log;
events {}
http {
	access_log off;
	client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u;
	scgi_temp_path %[1]s/s;
	server {
		listen 127.0.0.1:%[2]d;
		auth_basic "Staging"; auth_basic_user_file %[1]s/users;
		location / {
			proxy_pass %[3]s; proxy_set_header Host %[4]s; proxy_set_header Accept-Encoding ""; %[5]s
			sub_filter_types application/json; sub_filter_once off; sub_filter '%[4]s' '127.0.0.1:%[2]d';
		}
	}
}
`

// TestLiveSiteIsUsedThroughNginx runs where nginx is installed.
func TestLiveSiteIsUsedThroughNginx(t *testing.T) {
	t.Parallel()
	admin := sitetest.Live(t)
	program, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip("nginx is not installed")
	}
	address := nginx(t, program, admin.Site(), "proxy_set_header Authorization $http_x_authorization;")
	login := cms.Credentials{User: os.Getenv("FONTCMS_USER"), Password: os.Getenv("FONTCMS_APP_PASSWORD")}
	passing := cms.Credentials{User: frontUser, Password: frontPassword}
	site, err := cms.New(address, append(bothLogins(passing, login), cms.WithPrefix(admin.Prefix()))...)
	if err != nil {
		t.Fatal(err)
	}
	for call, err := range tried(t.Context(), site) {
		if err != nil {
			t.Errorf("%s through nginx: error %v, want none", call, err)
		}
	}
	wrong := cms.Credentials{User: frontUser, Password: "wrong"}
	site, err = cms.New(address, append(bothLogins(wrong, login), cms.WithPrefix(admin.Prefix()))...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = site.Verify(t.Context()); err == nil || !strings.Contains(err.Error(), `"Staging"`) {
		t.Errorf("Verify with a wrong password of nginx: error %v, want one that names its realm", err)
	}
}

// TestLiveSessionIsUsedThroughNginx logs in by the login page, since nginx has the
// Authorization header for itself. By default nginx also passes it on to WordPress.
func TestLiveSessionIsUsedThroughNginx(t *testing.T) {
	t.Parallel()
	admin := sitetest.Live(t)
	program, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip("nginx is not installed")
	}
	const password = "a long pass phrase"
	name := "nginx-session"
	author, err := users.New(admin).Create(t.Context(), &users.Params{Username: &name, Email: new(name + "@site.test"),
		Password: new(password), Roles: []string{"author"}})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.WithoutCancel(t.Context())
	t.Cleanup(func() { _, _ = users.New(admin).Delete(ctx, author.ID, users.ReassignTo(1)) })
	for how, directive := range map[string]string{
		"drops its login": `proxy_set_header Authorization "";`, "passes its login on": "",
	} {
		anonymous, err := cms.New(nginx(t, program, admin.Site(), directive), cms.WithPrefix(admin.Prefix()),
			cms.WithProxyCredentials("Authorization", cms.Credentials{User: frontUser, Password: frontPassword}))
		if err != nil {
			t.Fatal(err)
		}
		site, err := anonymous.With(cms.WithCredentials(connect.SessionLogin(anonymous, name, password)))
		if err != nil {
			t.Fatal(err)
		}
		for call, err := range tried(t.Context(), site) {
			if err != nil {
				t.Errorf("%s by a session through nginx that %s: error %v, want none", call, how, err)
			}
		}
	}
}

// nginx starts a server in front of a site, and returns its address.
func nginx(t *testing.T, program, site, directive string) string {
	t.Helper()
	folder := t.TempDir()
	free := httptest.NewServer(http.NotFoundHandler()) // for its port
	address := free.URL
	free.Close()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	target, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	var port int
	if _, err := fmt.Sscan(at.Port(), &port); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"nginx.conf": fmt.Sprintf(nginxConfig, folder, port, target, target.Host, directive),
		"users":      frontUser + ":{PLAIN}" + frontPassword + "\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	server := exec.CommandContext(ctx, program, "-p", folder, "-c", filepath.Join(folder, "nginx.conf"))
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); _ = server.Wait() })
	for range 500 {
		if resp, err := http.Get(address); err == nil {
			_ = resp.Body.Close()
			return address
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("nginx at %s: no response, want one", address)
	return ""
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
