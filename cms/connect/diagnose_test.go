package connect_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/http/httpproxy"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/internal/freeport"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// before is a server that stands in front of a site and may do something else first; it says so by returning true.
func before(t *testing.T, site string, change func(w http.ResponseWriter, r *http.Request) bool) string {
	t.Helper()
	target, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) },
		ModifyResponse: func(resp *http.Response) error { // the site speaks of itself by its own address
			body, err := io.ReadAll(resp.Body)
			own := "http://" + resp.Request.Header.Get("X-Front")
			resp.Body.Close()
			changed := strings.NewReplacer(target.String(), own, strings.ReplaceAll(target.String(), "/", `\/`),
				strings.ReplaceAll(own, "/", `\/`)).Replace(string(body))
			resp.Body = io.NopCloser(strings.NewReader(changed))
			resp.ContentLength = int64(len(changed))
			resp.Header.Set("Link", strings.ReplaceAll(resp.Header.Get("Link"), target.String(), own))
			resp.Header.Del("Content-Length")
			return err
		},
	}
	front := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if change(w, r) {
			return
		}
		r.Header.Set("X-Front", r.Host)
		proxy.ServeHTTP(w, r)
	}))
	front.Config.ErrorLog = log.New(io.Discard, "", 0) // a page that begins early is meant
	front.Start()
	t.Cleanup(front.Close)
	return front.URL
}

// page answers by a web page.
func page(w http.ResponseWriter, status int, text string) bool {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, "<!DOCTYPE html><html><body><p>"+text+"</p></body></html>")
	return true
}

func pass(http.ResponseWriter, *http.Request) bool { return false }

// dropping takes the credentials out of the headers.
func dropping(_ http.ResponseWriter, r *http.Request) bool {
	r.Header.Del("Authorization")
	return false
}

// diagnosed is a case of what is wrong, and of what Diagnose is to make of it.
type diagnosed struct {
	name    string
	user    string // "" for none
	secret  string // "" for the right one
	front   func(w http.ResponseWriter, r *http.Request) bool
	server  []cmstest.Option
	fault   *cmstest.Fault
	options []cms.Option
	needs   []string

	cause  connect.Cause
	remedy string // a part of it
}

func rungs() []diagnosed {
	plain := func(w http.ResponseWriter, r *http.Request) bool {
		return strings.HasPrefix(r.URL.Path, "/cms-json") && page(w, 404, "Not found")
	}
	return []diagnosed{
		{name: "all is well", user: "admin", needs: []string{"publish_posts", "upload_files", "manage_options"}},
		{name: "a visitor"},
		{name: "no REST API at all", user: "admin", front: func(w http.ResponseWriter, r *http.Request) bool {
			return page(w, 404, "Not found")
		},
			cause: connect.CauseWrongAddress, remedy: "wp-login.php in a browser"},
		{name: "another site that shows its home page everywhere", front: func(w http.ResponseWriter, r *http.Request) bool {
			return page(w, 200, "Welcome")
		}, cause: connect.CauseWrongAddress},
		{name: "another REST API", front: func(w http.ResponseWriter, r *http.Request) bool {
			stub.Reply(w, 200, `{"name":"x"}`)
			return true
		}, cause: connect.CauseWrongAddress},
		{name: "a REST API without content", fault: &cmstest.Fault{Body: []byte(`{"namespaces":["oembed/1.0"]}`)},
			cause: connect.CauseWrongAddress, remedy: "WithPrefix"},
		{name: "permalinks are off", user: "admin", server: []cmstest.Option{cmstest.WithPlainPermalinks()},
			cause: connect.CausePermalinks, remedy: "rest_route"},
		{name: "addresses are not rewritten", user: "admin", front: plain, cause: connect.CausePermalinks,
			remedy: "a server that rewrites addresses"},
		{name: "another prefix", user: "admin", server: []cmstest.Option{cmstest.WithPrefix("wp")},
			cause: connect.CausePrefix, remedy: `WithPrefix("wp")`},
		{name: "another prefix below the right root", server: []cmstest.Option{cmstest.WithPrefix("wp")},
			options: []cms.Option{cms.WithRoot("wp-json")}, cause: connect.CausePrefix, remedy: `WithPrefix("wp")`},
		{name: "a root of another name", options: []cms.Option{cms.WithRoot("api")}, cause: connect.CauseRoot,
			remedy: "cms-json"},
		{name: "the Authorization header is dropped", user: "editor", front: dropping, cause: connect.CauseHeaderDropped,
			remedy: "CGIPassAuth"},
		{name: "the header is dropped and nothing tells", user: "editor",
			front: func(w http.ResponseWriter, r *http.Request) bool {
				return strings.HasSuffix(r.URL.Path, "xmlrpc.php") && page(w, 403, "No.") || dropping(w, r)
			}, cause: connect.CauseUnknownUser, remedy: "if it is right"},
		{name: "a wrong password", user: "editor", secret: "abcd EFGH 1234 ijkl MNOP 5678", cause: connect.CauseWrongPassword,
			remedy: "new application password"},
		{name: "a wrong user", user: "nobody", secret: "abcd EFGH 1234 ijkl MNOP 5678", cause: connect.CauseWrongPassword},
		{name: "a wrong password that the site calls so", user: "editor",
			fault: &cmstest.Fault{Route: "/cms/v2/users/me", Status: 401, Code: "incorrect_password"},
			cause: connect.CauseWrongPassword},
		{name: "no application passwords over http", user: "editor",
			server: []cmstest.Option{cmstest.WithoutApplicationPasswords()}, cause: connect.CauseInsecureHTTP, remedy: "https"},
		{name: "a password of the login page", user: "editor", secret: "correct horse",
			front: func(w http.ResponseWriter, r *http.Request) bool {
				return strings.HasSuffix(r.URL.Path, "xmlrpc.php") && loggedIn(w)
			}, cause: connect.CauseWrongPassword, remedy: "new application password"},
		{name: "a user who may only read", user: "subscriber", cause: connect.CauseCapability, remedy: "role"},
		{name: "a user who may not publish", user: "contributor", needs: []string{"edit_posts", "publish_posts"},
			cause: connect.CauseCapability, remedy: "role author or a higher one"},
		{name: "a user who may only read, where none tells his capabilities", user: "subscriber",
			fault: &cmstest.Fault{Route: "/cms/v2/users/me", Status: 404, Code: "rest_no_route"},
			cause: connect.CauseCapability},
		{name: "a wrong password where there are no users", user: "editor", secret: "not this one",
			fault: &cmstest.Fault{Route: "/cms/v2/users/me", Status: 404, Code: "rest_no_route"},
			cause: connect.CauseUnknownUser},
		{name: "a source of credentials that has none",
			options: []cms.Option{cms.WithCredentials(cms.CredentialsFunc(func(context.Context) (cms.Credentials, error) {
				return cms.Credentials{}, errors.New("locked")
			}))},
			cause: connect.CauseCredentials, remedy: "source"},
		{name: "a firewall's page", user: "admin", front: func(w http.ResponseWriter, r *http.Request) bool {
			return page(w, 403, "Just a moment…")
		}, cause: connect.CauseFirewall, remedy: "User-Agent"},
		{name: "a firewall's page with status 200", front: func(w http.ResponseWriter, r *http.Request) bool {
			return page(w, 200, "Checking your browser")
		}, cause: connect.CauseFirewall},
		{name: "a firewall before users alone", user: "admin", front: func(w http.ResponseWriter, r *http.Request) bool {
			return r.Header.Get("Authorization") != "" && page(w, 406, "Not acceptable")
		}, cause: connect.CauseHeaderRefused},
		{name: "PHP errors before the JSON", user: "admin", fault: &cmstest.Fault{Before: cmstest.Notice},
			cause: connect.CausePHPErrors, remedy: "display_errors"},
		{name: "PHP errors in place of it", fault: &cmstest.Fault{Status: 500, Code: "internal_server_error",
			Message: "critical"}, cause: connect.CausePHPErrors, remedy: "plugin"},
		{name: "PHP errors as a page", front: func(w http.ResponseWriter, r *http.Request) bool {
			return page(w, 200, "<b>Fatal error</b>: x")
		}, cause: connect.CausePHPErrors},
		{name: "maintenance", fault: &cmstest.Fault{Status: 503, Code: "wp_die", Message: "soon"},
			cause: connect.CauseUnavailable, remedy: ".maintenance"},
		{name: "too many requests", fault: &cmstest.Fault{Status: 429}, cause: connect.CauseRateLimited,
			remedy: "WithLimiter"},
		{name: "another address", fault: new(cmstest.Redirection(301, "https://www.docs.example.org/")),
			cause: connect.CauseMoved, remedy: "https://www.docs.example.org/"},
		{name: "a login before everything", front: func(w http.ResponseWriter, r *http.Request) bool {
			return page(w, 200, `<form id="wp-login">`)
		}, cause: connect.CauseClosed},
		{name: "a login of the server's own", user: "admin", front: func(w http.ResponseWriter, _ *http.Request) bool {
			return page(w, 401, "Authorization Required")
		}, cause: connect.CauseServerPassword, remedy: "password of its own"},
		{name: "a REST API that is switched off", fault: &cmstest.Fault{Status: 403, Code: "rest_disabled", Message: "no"},
			cause: connect.CauseClosed, remedy: "open the REST API to this user"},
		{name: "a REST API for known users alone", user: "admin", front: func(w http.ResponseWriter, r *http.Request) bool {
			if r.Header.Get("Authorization") == "" {
				stub.Reply(w, 401, `{"code":"rest_login_required","message":"no","data":{"status":401}}`)
				return true
			}
			return false
		}},
		{name: "methods that are blocked", user: "admin", front: func(w http.ResponseWriter, r *http.Request) bool {
			return r.Method == "DELETE" && page(w, 405, "Method Not Allowed")
		}, cause: connect.CauseMethods, remedy: "WithMethodOverride"},
		{name: "a list that is refused to visitors", fault: &cmstest.Fault{Route: "/cms/v2/posts", Status: 403},
			cause: connect.CauseFirewall},
	}
}

// loggedIn is the answer to a login in a body.
func loggedIn(w http.ResponseWriter) bool {
	_, _ = io.WriteString(w, "<methodResponse><params><param/></params></methodResponse>")
	return true
}

func TestDiagnoseNamesTheCauseAndTheRemedy(t *testing.T) {
	t.Parallel()
	for _, tc := range rungs() {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(append([]cmstest.Option{cmstest.WithSample()}, tc.server...)...)
			t.Cleanup(server.Close)
			if tc.fault != nil {
				server.Fail(*tc.fault)
			}
			if tc.front == nil {
				tc.front = pass
			}
			secret := server.AppPassword(tc.user)
			if tc.secret != "" {
				secret = tc.secret
			}
			options := tc.options
			if tc.user != "" {
				options = append(options, cms.WithApplicationPassword(tc.user, secret), cms.WithVerifiedLogin())
			}
			site := stub.Dial(t, before(t, server.URL, tc.front), options...)
			stored := server.Document()
			d, err := connect.Diagnose(t.Context(), site, tc.needs...)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%v", d)
			switch {
			case d.Cause() != tc.cause:
				t.Errorf("Diagnose: cause %q, want %q: %v", d.Cause(), tc.cause, d)
			case d.OK() != (tc.cause == ""):
				t.Errorf("Diagnose: OK %t with the cause %q, want %t", d.OK(), d.Cause(), tc.cause == "")
			case len(d.Probes) == 0 && tc.cause != connect.CauseCredentials:
				t.Errorf("Diagnose with the cause %q: no probes, want some", tc.cause)
			}
			if !d.OK() && (d.Findings[0].Detail == "" || !strings.Contains(said(d.Findings[0]), tc.remedy)) {
				t.Errorf("Diagnose: finding %+v, want a detail and the remedy %q", d.Findings[0], tc.remedy)
			}
			if tc.cause == connect.CauseCredentials && len(d.Findings) > 1 {
				t.Errorf("Diagnose without credentials: findings %+v, want at most 1", d.Findings)
			}
			if known := tc.user == "admin" && tc.cause == ""; known &&
				(d.Identity == nil || d.Index == nil || d.Identity.Username != "admin") {
				t.Errorf("Diagnose: identity %+v, index %v, want both, with user admin", d.Identity, d.Index != nil)
			}
			if len(d.Probes) > 10 {
				t.Errorf("Diagnose: %d probes, want at most 10", len(d.Probes))
			}
			if tc.user != "" && (strings.Contains(d.String(), secret) ||
				strings.Contains(d.String(), strings.ReplaceAll(secret, " ", ""))) {
				t.Error("Diagnose: report holds the password, want it without")
			}
			if !bytes.Equal(stored, server.Document()) {
				t.Errorf("the site was changed: stored %s, want %s", stored, server.Document())
			}
		})
	}
}

func TestDiagnoseEndsWithItsContext(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"namespaces":["cms/v2"]}`))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d, err := connect.Diagnose(ctx, s.Client(t))
	if d != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("Diagnose: diagnosis %v, error %v, want nil and Canceled", d, err)
	}
}

func TestDiagnoseTellsWhyThereIsNoConnection(t *testing.T) {
	t.Parallel()
	silent := func(http.ResponseWriter, *http.Request) {}
	trusted := httptest.NewTLSServer(http.HandlerFunc(silent))
	trusted.Config.ErrorLog = log.New(io.Discard, "", 0)
	t.Cleanup(trusted.Close)
	open := httptest.NewServer(http.HandlerFunc(silent))
	t.Cleanup(open.Close)
	failing := func(err error) cms.Option {
		return cms.WithHTTPClient(&http.Client{Transport: stub.Carrier(func(*http.Request) (*http.Response, error) {
			return nil, err
		})})
	}
	for _, tc := range []struct {
		name, address string
		option        cms.Option
		cause         connect.Cause
		remedy        string
	}{
		{"no such host", "https://docs.example.org",
			failing(&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", IsNotFound: true}}),
			connect.CauseUnreachable, "does not exist"},
		{"nothing listens", "http://" + freeport.Refused, nil, connect.CauseUnreachable, "the name and the port"},
		{"a certificate that nobody knows", trusted.URL, nil, connect.CauseCertificate, "who signed the certificate"},
		{"https where http is spoken", strings.Replace(open.URL, "http", "https", 1), nil, connect.CauseUnreachable,
			"does not speak https"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			d, err := connect.Diagnose(t.Context(), stub.Dial(t, tc.address, tc.option))
			switch {
			case err != nil:
				t.Errorf("connect.Diagnose: error %v, want nil", err)
			case d.Cause() != tc.cause:
				t.Errorf("Diagnosis.Cause: %q, want %q", d.Cause(), tc.cause)
			case !strings.Contains(said(d.Findings[0]), tc.remedy):
				t.Errorf("connect.Diagnose: d.Findings[0] %q, want %q in it", said(d.Findings[0]), tc.remedy)
			case d.Findings[0].Err == nil:
				t.Error("connect.Diagnose: d.Findings[0].Err nil, want an error")
			}
		})
	}
}

func TestDiagnoseTellsPasswordsThatAreOffFromPlainHTTP(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/me") {
			stub.Reply(w, 401, `{"code":"rest_not_logged_in","message":"m","data":{"status":401}}`)
			return
		}
		stub.Reply(w, 200, `{"namespaces":["cms/v2"],"authentication":[]}`)
	}))
	t.Cleanup(server.Close)
	site := stub.Dial(t, server.URL, cms.WithHTTPClient(server.Client()), cms.WithApplicationPassword("editor", "abcd"))
	switch d, err := connect.Diagnose(t.Context(), site); {
	case err != nil:
		t.Errorf("connect.Diagnose(site): error %v, want nil", err)
	case d.Cause() != connect.CausePasswordsOff:
		t.Errorf("Diagnosis.Cause: %q, want %q", d.Cause(), connect.CausePasswordsOff)
	}
}

func TestDiagnoseSendsCredentialsOnlyToTheirOrigin(t *testing.T) {
	t.Parallel()
	other := stub.New(t, func(_ int, w http.ResponseWriter, _ *http.Request) { loggedIn(w) })
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/me"):
			stub.Reply(w, 401, `{"code":"rest_not_logged_in","message":"m","data":{"status":401}}`)
		case strings.HasSuffix(r.URL.Path, ".php"):
			loggedIn(w)
		default:
			stub.Reply(w, 200, `{"url":"`+other.URL+`","namespaces":["cms/v2"],"authentication":{"application-passwords":{}}}`)
		}
	})
	d, err := connect.Diagnose(t.Context(), s.Client(t, cms.WithApplicationPassword("editor",
		"abcd EFGH 1234 ijkl MNOP 5678")))
	switch {
	case err != nil:
		t.Errorf("connect.Diagnose: error %v, want nil", err)
	case d.Cause() != connect.CauseHeaderDropped:
		t.Errorf("Diagnosis.Cause: %q, want %q", d.Cause(), connect.CauseHeaderDropped)
	}
	if n := len(other.Seen()); n != 0 {
		t.Errorf("Diagnose sent %d requests to another origin, want 0", n)
	}
}

// TestDiagnoseSendsNoPasswordToAProxy uses a site whose index spells the host of the site in
// capital letters, which is a host that proxies of the environment see.
func TestDiagnoseSendsNoPasswordToAProxy(t *testing.T) {
	t.Parallel()
	proxy := stub.New(t, func(_ int, w http.ResponseWriter, _ *http.Request) { loggedIn(w) })
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/me"):
			stub.Reply(w, 401, `{"code":"rest_not_logged_in","message":"m","data":{"status":401}}`)
		case strings.HasSuffix(r.URL.Path, ".php"):
			loggedIn(w)
		default:
			stub.Reply(w, 200, `{"url":"http://LOCALHOST:`+r.Host[len("localhost:"):]+
				`","namespaces":["cms/v2"],"authentication":{"application-passwords":{}}}`)
		}
	})
	choose := (&httpproxy.Config{HTTPProxy: proxy.URL}).ProxyFunc()
	base := &http.Transport{Proxy: func(r *http.Request) (*url.URL, error) { return choose(r.URL) }}
	site := stub.Dial(t, strings.Replace(s.URL, "127.0.0.1", "localhost", 1),
		cms.WithHTTPClient(&http.Client{Transport: base}),
		cms.WithApplicationPassword("editor", "abcd EFGH 1234 ijkl MNOP 5678"))
	d, err := connect.Diagnose(t.Context(), site)
	if err != nil || d.Cause() != connect.CauseHeaderDropped {
		t.Errorf("Diagnose: %v, error %v, want the cause %s", d, err, connect.CauseHeaderDropped)
	}
	if seen := proxy.Seen(); len(seen) != 0 {
		t.Errorf("Diagnose: the proxy got %v, want nothing", seen)
	}
}

func TestDiagnoseShowsNoSecretOfASourceOfCredentials(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	refused := errors.New("refused")
	failed := &url.Error{Op: "Get", URL: "https://vault:hunter2@vault.test/v1?token=hunter2", Err: refused}
	for name, err := range map[string]error{
		"bare": failed, "wrapped": fmt.Errorf("vault: %w", failed), "as text": errors.New("GET " + failed.URL + " failed"),
	} {
		source := cms.CredentialsFunc(func(context.Context) (cms.Credentials, error) { return cms.Credentials{}, err })
		site, err2 := cms.New(server.URL, cms.WithCredentials(source))
		if err2 != nil {
			t.Fatal(err2)
		}
		d, err2 := connect.Diagnose(t.Context(), site)
		switch {
		case err2 != nil:
			t.Fatalf("connect.Diagnose(site): %s: the cause is %q, %v, want nil", name, d.Cause(), err2)
		case d.Cause() != connect.CauseCredentials:
			t.Fatalf("%s: Diagnose: cause %q (error %v), want %q", name, d.Cause(), err2, connect.CauseCredentials)
		}
		for _, text := range []string{d.String(), fmt.Sprintf("%v %+v", d.Findings, d.Findings), d.Findings[0].Err.Error()} {
			if strings.Contains(text, "hunter2") {
				t.Errorf("%s: text %q, want no %q in it", name, text, "hunter2")
			}
		}
		if errors.Is(err, refused) != errors.Is(d.Findings[0].Err, refused) {
			t.Errorf("%s: the error is lost: error %v is %v: %t, want %t", name, err, refused, errors.Is(err, refused),
				errors.Is(d.Findings[0].Err, refused))
		}
	}
}

// said returns all texts of a finding.
func said(f connect.Finding) string { return f.Detail + ". " + f.Remedy + ". " + f.Go }
