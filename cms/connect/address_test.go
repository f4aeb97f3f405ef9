package connect_test

import (
	"bytes"
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// network is a network in memory: what each origin responds, and which logins it got.
type network struct {
	hosts  map[string]func(*http.Request) (*http.Response, error)
	logins map[string]int
}

func (n *network) RoundTrip(r *http.Request) (*http.Response, error) {
	origin := r.URL.Scheme + "://" + r.URL.Host
	if r.Header.Get("Authorization") != "" {
		n.logins[origin]++
	}
	host, ok := n.hosts[origin]
	if !ok {
		return nil, &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	}
	return host(r)
}

func fails(err error) func(*http.Request) (*http.Response, error) {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

func responds(status int, parts ...string) func(*http.Request) (*http.Response, error) {
	return func(r *http.Request) (*http.Response, error) { return stub.Carried(r, status, parts...), nil }
}

// wordpress is a site by hand: change may respond first.
func wordpress(
	root, folder string, change func(*http.Request) *http.Response,
) func(*http.Request) (*http.Response, error) {
	const html = "Content-Type: text/html"
	return func(r *http.Request) (*http.Response, error) {
		if change != nil {
			if resp := change(r); resp != nil {
				return resp, nil
			}
		}
		at := r.URL.Scheme + "://" + r.URL.Host + folder
		rest, below := strings.CutPrefix(r.URL.Path, folder+root)
		known := strings.HasPrefix(r.Header.Get("Authorization"), "Basic ")
		switch {
		case below && rest == "":
			return stub.Carried(r, 200, fmt.Sprintf(`{"name":"S","url":%q,"home":%q,"namespaces":["oembed/1.0","wp/v2"],`+
				`"authentication":{"application-passwords":{}}}`, at, at)), nil
		case below && rest == "wp/v2/users/me" && known:
			return stub.Carried(r, 200, `{"id":5,"username":"editor","roles":["editor"],"capabilities":{"edit_posts":true}}`),
				nil
		case below && rest == "wp/v2/users/me":
			return stub.Carried(r, 401, notLoggedIn), nil
		case below && rest == "wp/v2/posts":
			return stub.Carried(r, 200, "[]"), nil
		case below:
			return stub.Carried(r, 404, `{"code":"rest_no_route","message":"No.","data":{"status":404}}`), nil
		case strings.HasPrefix(r.URL.Path+"/", folder+"/") && !strings.Contains(r.URL.Path, ".php"):
			return stub.Carried(r, 200, html, "Link: <"+at+root+`>; rel="https://api.w.org/"`, "<html><title>Home</title>"), nil
		}
		return stub.Carried(r, 404, html, "<html><title>Not found</title>"), nil
	}
}

func TestDiagnoseAddressNamesWhatFailsFirst(t *testing.T) {
	t.Parallel()
	const html = "Content-Type: text/html"
	below := func(path string, status int, parts ...string) func(*http.Request) *http.Response {
		return func(r *http.Request) *http.Response {
			if !strings.HasPrefix(r.URL.Path, path) {
				return nil
			}
			return stub.Carried(r, status, parts...)
		}
	}
	refusal := func(status int) string {
		return fmt.Sprintf(`{"code":"rest_disabled","message":"Off.","data":{"status":%d}}`, status)
	}
	expired := &x509.Certificate{NotBefore: time.Unix(0, 0), NotAfter: time.Unix(1<<30, 0)}
	other := &x509.Certificate{DNSNames: []string{"other.test"}}
	certificate := func(err error) func(*http.Request) (*http.Response, error) {
		return fails(&tls.CertificateVerificationError{Err: err})
	}
	usual := wordpress("/wp-json/", "", nil)
	type hosts = map[string]func(*http.Request) (*http.Response, error)
	var printed strings.Builder
	for _, test := range []struct {
		name, address string
		hosts         hosts
		cause         connect.Cause
		words, site   string
	}{
		{"all is well", "docs.test", hosts{"https://docs.test": usual}, "", "", "https://docs.test"},
		{"any page", "https://docs.test/guides/first/?p=1#top", hosts{"https://docs.test": usual}, "", "",
			"https://docs.test"},
		{"a wrong password", "docs.test", hosts{"https://docs.test": wordpress("/wp-json/", "", func(
			r *http.Request,
		) *http.Response {
			if strings.HasSuffix(r.URL.Path, "/xmlrpc.php") {
				return stub.Carried(r, 200,
					"<methodResponse><fault><value><struct><member><name>faultCode</name><value><int>403</int>"+
						"</value></member></struct></value></fault></methodResponse>")
			}
			r.Header.Del("Authorization")
			return nil
		})}, connect.CauseWrongPassword, "does not accept this application password of the user editor", "https://docs.test"},
		{"a closed API, 403", "docs.test", hosts{"https://docs.test": wordpress("/wp-json/", "",
			below("/wp-json", 403, refusal(403)))}, connect.CauseClosed, "403 rest_disabled: Off", "https://docs.test"},
		{"a closed API, 401", "docs.test", hosts{"https://docs.test": wordpress("/wp-json/", "",
			below("/wp-json", 401, refusal(401)))}, connect.CauseClosed, "401 rest_disabled: Off", "https://docs.test"},
		{"a closed API, 404", "docs.test", hosts{"https://docs.test": wordpress("/wp-json/", "",
			below("/wp-json", 404, html, "<html>No"))}, connect.CauseClosed,
			"gives https://docs.test/wp-json/ as the address of its REST API", ""},
		{"plain permalinks", "docs.test", hosts{"https://docs.test": wordpress("/wp-json/", "", func(
			r *http.Request,
		) *http.Response {
			if r.URL.Query().Has("rest_route") {
				return stub.Carried(r, 200, `{"namespaces":["wp/v2"],"home":"https://docs.test"}`)
			}
			return below("/wp-json", 404, html, "<html>No")(r)
		})}, connect.CausePermalinks, "Settings, Permalinks", ""},
		{"a redirect to another host", "docs.test",
			hosts{"https://docs.test": responds(301, "Location: https://new.test/", "")},
			connect.CauseMoved, "redirects to https://new.test/", ""},
		{"http to https on another port", "http://docs.test:8080", hosts{
			"http://docs.test:8080":  responds(301, "Location: https://docs.test:8443/", ""),
			"https://docs.test:8443": usual}, "", "", "https://docs.test:8443"},
		{"maintenance", "docs.test", hosts{"https://docs.test": responds(503, html, "Retry-After: 600",
			"<html>Briefly unavailable for scheduled maintenance.")}, connect.CauseUnavailable, "in maintenance", ""},
		{"the installation page", "docs.test", hosts{"https://docs.test": wordpress("/wp-json/", "", func(
			r *http.Request,
		) *http.Response {
			if strings.HasSuffix(r.URL.Path, "install.php") {
				return stub.Carried(r, 200, html, "<html><title>WordPress &rsaquo; Installation</title>")
			}
			return stub.Carried(r, 302, "Location: /wp-admin/install.php", "")
		})}, connect.CauseNotInstalled, "WordPress is not installed at https://docs.test yet", ""},
		{"a firewall", "docs.test",
			hosts{"https://docs.test": responds(403, html, "<title>Just a moment...</title> Cloudflare")},
			connect.CauseFirewall, "a firewall (Cloudflare) in front of docs.test", ""},
		{"a password of the server", "docs.test", hosts{"https://docs.test": responds(401, html,
			`WWW-Authenticate: Basic realm="Staging"`, "<html>401")}, connect.CauseServerPassword, `calls itself "Staging"`, ""},
		{"an expired certificate", "docs.test", hosts{"https://docs.test": certificate(x509.CertificateInvalidError{
			Cert: expired, Reason: x509.Expired})}, connect.CauseCertificate,
			"valid from 1970-01-01 to 2004-01-10, and the clock of this machine says 20", ""},
		{"a self-signed certificate", "docs.test", hosts{"https://docs.test": certificate(x509.UnknownAuthorityError{})},
			connect.CauseCertificate, "who signed the certificate of docs.test", ""},
		{"the certificate of another machine", "docs.test", hosts{"https://docs.test": certificate(x509.HostnameError{
			Certificate: other, Host: "docs.test"})}, connect.CauseCertificate, "another site (other.test)", ""},
		{"IPv6 alone", "docs.test", hosts{"https://docs.test": fails(&net.OpError{Op: "dial", Err: syscall.ENETUNREACH,
			Addr: &net.TCPAddr{IP: net.ParseIP("2001:db8::1"), Port: 443}})}, connect.CauseUnreachable, "[2001:db8::1]:443", ""},
		{"no such name", "dcos.test", hosts{"https://dcos.test": fails(&net.DNSError{Name: "dcos.test", IsNotFound: true}),
			"http://dcos.test": fails(&net.DNSError{Name: "dcos.test", IsNotFound: true})},
			connect.CauseUnreachable, "the name dcos.test does not exist", ""},
		{"a closed port", "https://docs.test:444", nil, connect.CauseUnreachable,
			"no server accepts connections at docs.test:444", ""},
		{"an app on every path", "docs.test", hosts{"https://docs.test": responds(200, html, "<html><title>App</title>")},
			connect.CauseWrongAddress, "no REST API at the usual places", ""},
		{"a sub-directory", "docs.test/blog/a/", hosts{"https://docs.test": wordpress("/wp-json/", "/blog", nil)}, "", "",
			"https://docs.test/blog"},
		{"a site of a multisite", "docs.test/two/2026/hello/",
			hosts{"https://docs.test": wordpress("/wp-json/", "/two", nil)}, "", "", "https://docs.test/two"},
		{"a renamed root", "docs.test", hosts{"https://docs.test": wordpress("/api/", "", nil)}, "", "", "https://docs.test"},
		{"a page that links a root elsewhere", "docs.test", hosts{"https://docs.test": responds(200, html,
			`Link: <https://api.test/wp-json/>; rel="https://api.w.org/"`, "<html>")}, connect.CauseMoved,
			"gives https://api.test/wp-json/ as the address of its REST API", ""},
		{"a password over http", "http://docs.test", hosts{"http://docs.test": usual}, connect.CauseInsecureHTTP,
			"not send the password to docs.test over plain http", "http://docs.test"},
	} {
		n := &network{hosts: test.hosts, logins: map[string]int{}}
		d, err := connect.DiagnoseAddress(t.Context(), test.address, nil, cms.WithApplicationPassword("editor", madeUp),
			cms.WithHTTPClient(&http.Client{Transport: n}))
		if err != nil {
			t.Errorf("%s: DiagnoseAddress: error %v, want a diagnosis", test.name, err)
			continue
		}
		fmt.Fprintf(&printed, "== %s: %s\n%s\n", test.name, test.address, d)
		switch {
		case d.Cause() != test.cause:
			t.Errorf("%s: DiagnoseAddress: cause %q, want %q:\n%s", test.name, d.Cause(), test.cause, d)
		case test.cause != "" && !strings.Contains(said(d.Findings[0]), test.words):
			t.Errorf("%s: DiagnoseAddress: %q, want %q in it", test.name, said(d.Findings[0]), test.words)
		case d.Site != test.site:
			t.Errorf("%s: DiagnoseAddress: Site %q, want %q", test.name, d.Site, test.site)
		}
		for origin := range n.logins {
			if at, _ := url.Parse(test.site); test.site == "" || origin != at.Scheme+"://"+at.Host {
				t.Errorf("%s: DiagnoseAddress: a login went to %s, want it only at %q", test.name, origin, test.site)
			}
		}
	}
	if file := os.Getenv("FONTCMS_DIAGNOSES"); file != "" {
		if err := os.WriteFile(file, []byte(printed.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDiagnoseAddressEndsWhereAHostHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &network{logins: map[string]int{}, hosts: map[string]func(*http.Request) (*http.Response, error){
			"https://docs.test": func(r *http.Request) (*http.Response, error) {
				<-r.Context().Done()
				return nil, r.Context().Err()
			}}}
		began := time.Now()
		d, err := connect.DiagnoseAddress(t.Context(), "https://docs.test", nil,
			cms.WithHTTPClient(&http.Client{Transport: n}))
		if err != nil {
			t.Fatal(err)
		}
		if d.Cause() != connect.CauseUnreachable || !strings.Contains(said(d.Findings[0]), "did not respond in time") {
			t.Errorf("DiagnoseAddress of a host that hangs: %v, want that it did not respond in time", d)
		}
		if waited := time.Since(began); waited > time.Minute {
			t.Errorf("DiagnoseAddress of a host that hangs: it waited %v, want at most a minute", waited)
		}
	})
}

func TestDiagnoseAddressTriesHTTPForAnAddressWithoutAScheme(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithPrefix("wp"))
	d, err := connect.DiagnoseAddress(t.Context(), strings.TrimPrefix(server.URL, "http://"), nil,
		cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		t.Fatalf("DiagnoseAddress without a scheme: error %v, want none", err)
	}
	if !d.OK() || d.Site != server.URL {
		t.Errorf("DiagnoseAddress without a scheme: %v, want no findings and the site %s", d, server.URL)
	}
	for _, address := range []string{"", "ftp://docs.test", "https://u:p@docs.test", "://"} {
		_, err := connect.DiagnoseAddress(t.Context(), address, nil)
		if _, ok := errors.AsType[*cms.ArgumentError](err); !ok {
			t.Errorf("DiagnoseAddress(%q): error %v, want an ArgumentError", address, err)
		}
	}
}

// TestDiagnoseAddressOfASiteNamesTheCauseAndChangesNothing has the failures of the tests of
// Diagnose. DiagnoseAddress finds some of them with another cause.
func TestDiagnoseAddressOfASiteNamesTheCauseAndChangesNothing(t *testing.T) {
	t.Parallel()
	others := map[string]connect.Cause{
		"permalinks are off": "", "another prefix": "", // it finds the root and the prefix
		"maintenance": connect.CauseUnavailable, "PHP errors in place of it": connect.CauseUnavailable, // of the page
	}
	for _, tc := range rungs() {
		if strings.Contains(tc.name, "root") { // it refuses WithRoot
			continue
		}
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
			options := tc.options
			if tc.user != "" {
				options = append(options, cms.WithApplicationPassword(tc.user, cmp.Or(tc.secret, server.AppPassword(tc.user))))
			}
			stored := server.Document()
			d, err := connect.DiagnoseAddress(t.Context(), before(t, server.URL, tc.front), tc.needs, options...)
			if err != nil {
				t.Fatalf("DiagnoseAddress: error %v, want a diagnosis", err)
			}
			want, other := others[tc.name]
			if !other {
				want = tc.cause
			}
			if d.Cause() != want {
				t.Errorf("DiagnoseAddress: cause %q, want %q:\n%s", d.Cause(), want, d)
			}
			if want != "" && !other && !strings.Contains(said(d.Findings[0]), tc.remedy) {
				t.Errorf("DiagnoseAddress: %q, want the remedy %q in it", said(d.Findings[0]), tc.remedy)
			}
			if !bytes.Equal(stored, server.Document()) {
				t.Errorf("DiagnoseAddress changed the site from %s to %s, want it unchanged", stored, server.Document())
			}
		})
	}
}
