package advice

import (
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
)

var update = flag.Bool("update", false, "write TROUBLESHOOTING.md")

// seen returns what a GET of a list of posts has seen.
func seen(status int, body string, change func(*Seen)) *Seen {
	s := &Seen{
		Method: http.MethodGet, Route: "wp/v2/posts", Prefix: "wp", Status: status, Body: []byte(body), Header: http.Header{},
		Address: &url.URL{Scheme: "https", Host: "docs.test", Path: "/wp-json/wp/v2/posts"},
	}
	if status != 0 && !strings.HasPrefix(body, "{") {
		s.Reason = fault.ErrNotREST
	}
	if change != nil {
		change(s)
	}
	return s
}

// failed is a call without a response.
func failed(err error) *Seen { return seen(0, "", func(s *Seen) { s.Reason = err }) }

// coded is an error of the REST API.
func coded(status int, code string, change func(*Seen)) *Seen {
	return seen(status, `{"code":"`+code+`"}`, func(s *Seen) {
		s.Code = code
		if change != nil {
			change(s)
		}
	})
}

func to(location string) func(*Seen) {
	return func(s *Seen) {
		s.Reason = fault.ErrRedirected
		s.Header.Set("Location", location)
	}
}

func writing(method string, size int64) func(*Seen) {
	return func(s *Seen) { s.Method, s.Size = method, size }
}

func linking(root string) func(*Seen) {
	return func(s *Seen) { s.Header.Set("Link", "<"+root+`>; rel="https://api.w.org/"`) }
}

type slow struct{}

func (slow) Error() string   { return "timed out" }
func (slow) Timeout() bool   { return true }
func (slow) Temporary() bool { return true }

func dialing(err error) error {
	return &net.OpError{Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.ParseIP("2001:db8::1"), Port: 443}, Err: err}
}

// rows has for each row that one response can show what shows it, and a part of the words.
func rows() map[string]struct {
	seen *Seen
	want string
} {
	old := &x509.Certificate{
		NotBefore: time.Date(2025, 1, 2, 0, 0, 0, 0, time.UTC), NotAfter: time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC),
	}
	other := &x509.Certificate{DNSNames: []string{"other.test", "www.other.test"}}
	type shown = struct {
		seen *Seen
		want string
	}
	const html, slug = "<html><head><title>Shop</title>", `{"code":"db_insert_error","data":"x failed: slug. y"}`
	return map[string]shown{
		"cancelled":    {failed(context.Canceled), "the program ended the call: context canceled"},
		"insecure":     {failed(fault.ErrInsecure), "not send the password to docs.test over plain http"},
		"unknown host": {failed(&net.DNSError{IsNotFound: true}), "the name docs.test does not exist"},
		"no name service": {failed(&net.DNSError{Err: "server misbehaving"}),
			"the name docs.test could not be looked up: lookup : server misbehaving"},
		"proxy of this machine": {failed(&net.OpError{Op: "proxyconnect", Err: syscall.ECONNREFUSED}), "HTTPS_PROXY"},
		"source of the login failed": {seen(0, "", func(s *Seen) { s.Reason, s.NoLogin = io.EOF, true }),
			"so this call was not sent to the site; correct where"},
		"certificate out of date": {failed(x509.CertificateInvalidError{Cert: old, Reason: x509.Expired}),
			"valid from 2025-01-02 to 2026-03-04, and the clock of this machine says 20"},
		"certificate of another site": {failed(x509.HostnameError{Certificate: other, Host: "docs.test"}),
			"another site (other.test, www.other.test)"},
		"certificate of an unknown authority": {failed(x509.UnknownAuthorityError{}),
			"who signed the certificate of docs.test"},
		"certificate": {failed(&tls.CertificateVerificationError{Err: errors.New("odd")}),
			"cannot be used: "},
		"no https": {failed(http.ErrSchemeMismatch), "use the port for https"},
		"nothing listens": {failed(dialing(syscall.ECONNREFUSED)),
			"no server accepts connections at docs.test"},
		"no way to the host": {failed(dialing(syscall.ENETUNREACH)),
			"no route to docs.test ([2001:db8::1]:443); check the network"},
		"call took too long": {failed(transport.ErrCallTimeout), "longer than this program allows"},
		"deadline of the program": {failed(&url.Error{Err: context.DeadlineExceeded}),
			"the deadline that this program set"},
		"no response in time": {failed(slow{}), "docs.test did not respond in time"},
		"method cut off": {seen(0, "", func(s *Seen) { s.Reason, s.Method = io.EOF, http.MethodDelete }),
			"block the method DELETE"},
		"cut off while sending": {seen(0, "", func(s *Seen) {
			s.Reason, s.Method, s.Size = syscall.ECONNRESET, http.MethodPost, 30<<20
		}), "while this program was sending 30.0 MiB"},
		"connection lost": {failed(io.ErrUnexpectedEOF), "the connection to docs.test was lost"},
		"not installed":   {seen(302, "", to("/wp-admin/install.php")), "not installed at https://docs.test yet"},
		"login page":      {seen(302, "", to("/wp-login.php?redirect_to=x")), "login page instead of the REST API"},
		"challenge": {seen(403, "<title>Just a moment...</title> cloudflare", nil),
			"a firewall (Cloudflare) in front of docs.test"},
		"method blocked": {seen(405, html, writing(http.MethodDelete, 0)),
			"blocks the method DELETE: the status 405"},
		"too large": {seen(413, html, writing(http.MethodPost, 2<<20)), "has 2.0 MiB"},
		"content refused": {seen(406, "mod_security", writing(http.MethodPost, 9)),
			"a firewall (ModSecurity) or the web server"},
		"firewall": {seen(418, html, nil), "a firewall or the web server of docs.test refused the request"},
		"wrong status": {seen(500, "{}", func(s *Seen) { s.Reason = fault.ErrWrongStatus }),
			"changed the status to 500"},
		"maintenance": {seen(503, "Briefly unavailable for scheduled maintenance.", nil),
			"in maintenance; wait some minutes"},
		"database": {seen(500, "<h1>Error establishing a database connection</h1>", nil),
			"cannot reach its database"},
		"program failed": {coded(500, "internal_server_error", nil), "read the error log"},
		"Cloudflare": {seen(522, html, nil),
			"Cloudflare gets no response from the server of docs.test (status 522)"},
		"gateway":       {seen(502, html, nil), "got no response from WordPress"},
		"server failed": {seen(500, html, nil), "its response does not say why"},
		"arrived as GET": {seen(200, "{}", func(s *Seen) { s.Reason = fault.ErrNotWritten }),
			"turned the request into a GET"},
		"moved": {seen(301, "", to("https://www.docs.test/wp-json/wp/v2/posts?a=1")),
			"use the address https://www.docs.test"},
		"web page":    {seen(200, html, nil), `is a web page with the title "Shop", not the REST API`},
		"no REST API": {seen(404, html, nil), "no REST API at https://docs.test/wp-json/wp/v2/posts"},
		"empty":       {seen(200, "", nil), "is empty (status 200); try again"},
		"broken JSON": {seen(200, `[{"id`, nil), "not complete JSON"},
		"not JSON":    {seen(200, "odd", nil), "is not JSON"},
		"other JSON": {seen(415, `{"message":"No way."}`, func(s *Seen) { s.Reason = fault.ErrNotREST }),
			`not an error of the REST API ("No way."): a server or a firewall`},
		"locked out": {seen(503, "<title>Your access to this site has been limited</title> Wordfence", func(s *Seen) {
			s.Wait = time.Hour
		}), "a firewall (Wordfence) has locked this machine out of docs.test for a time; wait 60 minutes"},
		"address too long": {seen(414, html, nil), "longer than the server of docs.test accepts (status 414)"},
		"suspended":        {coded(410, "wp_die", nil), "its network has archived, suspended or deactivated it"},
		"redirected for a slash": {seen(301, "", to("/wp-json/wp/v2/posts/")),
			"which differs only in the slash at its end; ask"},
		"no site of the network": {seen(302, "", to("https://net.test/wp-signup.php?new=docs")), "no site at docs.test"},
		"compressed": {seen(200, "\x8b\x0b", func(s *Seen) { s.Header.Set("Content-Encoding", "br") }),
			`compressed ("br") in a form that this program did not ask for`},
		"no description": {seen(204, "", func(s *Seen) { s.Method = http.MethodOptions }),
			"responds to OPTIONS itself (status 204)"},
		"refused by the server": {seen(405, html, writing(http.MethodPost, 9)),
			`refused POST with the status 405 with the title "Shop", which is not a response of WordPress; check the address`},
		"dropped by PHP": {coded(400, "rest_upload_no_data", writing(http.MethodPost, 9<<20)),
			"received nothing of the 9.0 MiB: PHP drops"},
		"password refused": {coded(500, "incorrect_password", func(s *Seen) { s.Reason = fault.ErrCredentialsRejected }),
			"with incorrect_password; check both"},
		"password taken for a token": {coded(403, "jwt_auth_bad_auth_header", func(s *Seen) {
			s.Reason, s.Login = fault.ErrCredentialsRejected, Password
		}), "took the user and the application password for a token"},
		"no login": {coded(401, "rest_cannot_create", nil), "this client sends no login"},
		"not allowed": {coded(403, "rest_cannot_create", func(s *Seen) { s.Login, s.User = Password, "bob" }),
			"the site did not allow this to the user \"bob\": it requires the role contributor or a higher one; use a " +
				"user with this"},
		"no batches": {coded(404, "rest_no_route", func(s *Seen) { s.Method, s.Route = http.MethodPost, "batch/v1" }),
			"or let the program send the requests one by one"},
		"length required": {seen(411, html, writing(http.MethodPost, -1)), "the size of a body in advance"},
		"no such route":   {coded(404, "rest_no_route", nil), "no route GET wp/v2/posts"},
		"slug too long": {seen(500, slug, func(s *Seen) { s.Code = "db_insert_error" }),
			"give the term a short slug"},
		"nonce refused": {coded(403, "rest_cookie_invalid_nonce", nil), "refused its nonce"},
		"token refused": {seen(403, "", func(s *Seen) { s.Reason = fault.ErrCredentialsRejected }),
			"get a new token"},
		"keys of a shop": {coded(401, "rest_not_logged_in", func(s *Seen) { s.Login = Shop }),
			"only over https and on wc/"},
		"token ignored": {coded(401, "rest_not_logged_in", func(s *Seen) { s.Login = Token }),
			"no plugin of the site takes tokens"},
		"login ignored": {coded(401, "rest_not_logged_in", func(s *Seen) { s.Login = Password }),
			"user name or the application password is wrong"},
		"plain permalinks": {seen(200, html, linking("https://docs.test/index.php?rest_route=/")),
			"Settings, Permalinks"},
		"another prefix": {seen(404, html, linking("https://docs.test/cms-json/")), "has the prefix cms, not wp"},
		"another root":   {seen(404, html, linking("https://docs.test/api/")), "but at https://docs.test/api/"},
		Unknown:          {coded(400, "odd", func(s *Seen) { s.Message = "No." }), "GET wp/v2/posts: 400 odd No"},

		"Cloudflare and the certificate": {seen(526, html, nil), "does not accept the certificate of the server"},
		"too many requests": {seen(429, "", func(s *Seen) { s.Wait = 90 * time.Second }),
			"wait 90 seconds, try again"},
		"http to an https port": {seen(400, "The plain HTTP request was sent to HTTPS port", nil),
			"use the address with https://"},
		"created, and redirected": {seen(302, "", func(s *Seen) {
			to("https://docs.test/wp-json/wp/v2/posts/5")(s)
			s.Method = http.MethodPost
		}), "redirects to https://docs.test/wp-json/wp/v2/posts/5, which may be the new record"},
		"redirected without arguments": {seen(200, "{}", func(s *Seen) { s.Reason = fault.ErrRedirected }),
			"drops arguments"},
		"redirected nowhere": {seen(302, "", to("mailto:x")), "no usable address"},
		"redirected in a loop": {seen(302, "", to("/wp-json/wp/v2/posts")),
			"in a loop, at https://docs.test/wp-json/wp/v2/posts; ask the hosting company to remove this redirect"},
		"redirected elsewhere": {seen(302, "", to("https://docs.test/x?secret=1")),
			"redirects to https://docs.test/x; open the home page of docs.test"},
		"WordPress and another prefix": {seen(404, html+"/wp-includes/", func(s *Seen) { s.Prefix = "cms" }),
			"use the prefix wp"},
		"value too long": {seen(500, `{"code":"db_insert_error","data":"x failed: name. y"}`, func(s *Seen) {
			s.Code = "db_insert_error"
		}), "the name is too long"},
		"status for known users": {coded(400, "rest_invalid_param", func(s *Seen) {
			s.Login, s.ForbiddenStatus = Password, true
		}), "only for users with the role contributor or a higher one"},
		"drafts of Ensure": {coded(400, "rest_invalid_param", func(s *Seen) {
			s.Login, s.ForbiddenStatus, s.Operation, s.Route = Password, true, "Pages.Ensure", "wp/v2/pages"
		}), "Ensure searches the drafts too, and the site lists drafts only for users with the role editor or a higher"},
		"attempt took too long": {failed(fmt.Errorf("%w: 30ms", transport.ErrAttemptTimeout)),
			"within the time that this program allows for one attempt; try again; if it lasts, allow more time"},
		"file elsewhere": {seen(302, "", func(s *Seen) {
			to("ftp://files.test/a.png")(s)
			s.Operation = "Download"
		}), "redirects to ftp://files.test/a.png; if you trust this address"},
		"response too large": {seen(200, "[", func(s *Seen) { s.Reason = fault.ErrTooLarge }),
			"larger than this program accepts"},
		"no plugin": {coded(404, "rest_no_route", func(s *Seen) { s.Route = "code-snippets/v1/snippets" }),
			"the plugin Code Snippets is not active"},
		"page past the end": {coded(400, "rest_post_invalid_page_number", nil), "fewer pages"},
		"another record": {seen(200, "{}", func(s *Seen) { s.Reason = fault.ErrForeignRecord }),
			"another record than the requested one"},
		"page in place of a file": {seen(200, "", func(s *Seen) {
			s.Operation, s.Reason = "Download", fault.ErrDecode
			s.Header.Set("Content-Type", "text/html; charset=UTF-8")
		}), "in place of the file"},
		"file withheld": {seen(403, "", func(s *Seen) { s.Elsewhere = true }), "docs.test, which has the file, refused"},
		"another shape": {seen(200, "{}", func(s *Seen) { s.Reason = fault.ErrDecode }),
			"not in the form that this call expects"},
		"term exists": {seen(400, `{"code":"term_exists","data":{"status":400,"term_id":12}}`, func(s *Seen) {
			s.Code = "term_exists"
		}), "(its id is 12); use the term that exists"},
		"menu exists":  {coded(400, "menu_exists", nil), "a menu with this name"},
		"user exists":  {coded(500, "existing_user_email", nil), "or this e-mail address"},
		"file refused": {coded(500, "rest_upload_unknown_error", nil), "did not store the file; if the message"},
		"default category": {coded(403, "rest_cannot_delete", func(s *Seen) {
			s.Login, s.User, s.Method, s.Route = Password, "admin", http.MethodDelete, "wp/v2/categories/1"
		}), "use a user with the role editor or a higher one"},
		"delete of a revision": {coded(403, "rest_cannot_delete", func(s *Seen) {
			s.Login, s.Method, s.Route = Password, http.MethodDelete, "wp/v2/posts/5/revisions/6"
		}), "not even an administrator"},
		"custom field": {seen(403, `{"code":"rest_cannot_update","data":{"key":"_price","status":403}}`, func(s *Seen) {
			s.Code, s.Login, s.User, s.Method = "rest_cannot_update", Password, "admin", http.MethodPost
		}), "did not let the user \"admin\" set the custom field _price"},
		"refused by a plugin": {coded(403, "shop_cannot_view", func(s *Seen) { s.Login, s.User = Token, "" }),
			"refused the request of the user, with the code shop_cannot_view"},
		"rule of a plugin": {coded(409, "shop_order_locked", nil),
			"the code shop_order_locked is not from WordPress itself; look for this code"},
		"not allowed, and the role is not known": {coded(403, "rest_forbidden", func(s *Seen) {
			s.Login, s.User, s.Route = Password, "bob", "shop/v1/orders"
		}), "does not know which role GET shop/v1/orders requires"},
		"other login ignored": {coded(401, "rest_not_logged_in", func(s *Seen) { s.Login = Other }),
			"wrong or expired"},
		"password of the web server": {seen(401, html, func(s *Seen) {
			s.Header.Set("WWW-Authenticate", `Basic realm="Staging"`)
		}), `WordPress (it calls itself "Staging") asks for a password of its own`},
		"password of the web server refused": {seen(401, html, func(s *Seen) { s.Gate = true }),
			"refused its own user or password"},
		"encryption refused": {failed(&net.OpError{Op: "remote error", Err: errors.New("tls: handshake failure")}),
			"the server at docs.test and this program do not agree on how to encrypt: remote error: tls: handshake failure"},
		"not in the trash": {seen(200, "{}", func(s *Seen) { s.Reason = fault.ErrNotTrashed }),
			"the site has not moved the record to the trash"},
		"cookie required": {seen(302, "", func(s *Seen) {
			to("/wp-json/wp/v2/posts")(s)
			s.Header.Set("Set-Cookie", "pass=1")
		}), "a firewall tells browsers from programs in this way"},
		"not the file": {seen(200, html, func(s *Seen) { s.Reason, s.Operation = fault.ErrDecode, "Download" }),
			"is not the requested file; open this address in a browser"},
		"cached": {coded(401, "rest_forbidden", func(s *Seen) {
			s.Login, s.User = Password, "bob"
			s.Header.Set("X-Litespeed-Cache", "hit")
		}), "a cache of the site responded"},
	}
}

func TestEachRowIsFoundByWhatItNames(t *testing.T) {
	t.Parallel()
	shown := rows()
	for _, row := range Rows() {
		example, ok := shown[row.Name]
		if ok != (row.when != nil) {
			t.Errorf("the row %q: has an example %t, want %t", row.Name, ok, row.when != nil)
		}
		if !ok {
			continue
		}
		got := Find(example.seen)
		if row.OnlyCall {
			got = Hint(example.seen)
		}
		if got.Name != row.Name {
			t.Errorf("Find of the example of row %q: row %q, want the same", row.Name, got.Name)
		}
		if line := got.Line(); !strings.Contains(line, example.want) || strings.ContainsAny(line, "{}") {
			t.Errorf("Find of the example of %q: %q, want %q in it, and no braces", row.Name, line, example.want)
		}
		if hint := Hint(example.seen); (hint.Line() == "") != row.OnlyDiagnosis {
			t.Errorf("Hint of the example of %q: %q, want it empty: %t", row.Name, hint.Line(), row.OnlyDiagnosis)
		}
	}
}

// TestErrorNamesTheRoleThatItsRouteRequires has one line for each rule of roles.go.
func TestErrorNamesTheRoleThatItsRouteRequires(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ method, route, code, want string }{
		{"POST", "wp/v2/posts", "rest_cannot_create", contributor},
		{"POST", "wp/v2/posts", "rest_cannot_publish", author},
		{"POST", "wp/v2/posts/5", "rest_cannot_edit", editor},
		{"DELETE", "wp/v2/posts/5", "rest_cannot_delete", editor},
		{"GET", "wp/v2/posts", "rest_forbidden_context", contributor},
		{"GET", "wp/v2/posts/5", "rest_forbidden_context", editor},
		{"POST", "wp/v2/blocks", "rest_cannot_create", author},
		{"POST", "wp/v2/media", "rest_cannot_create", author},
		{"POST", "wp/v2/pages", "rest_cannot_create", editor},
		{"POST", "wp/v2/categories", "rest_cannot_create", editor},
		{"POST", "wp/v2/tags", "rest_cannot_create", contributor},
		{"POST", "wp/v2/tags/5", "rest_cannot_update", editor},
		{"GET", "wp/v2/comments", "rest_forbidden_context", editor},
		{"GET", "wp/v2/menus", "rest_cannot_view", contributor},
		{"GET", "wp/v2/menus", "rest_forbidden_context", administrator},
		{"POST", "wp/v2/menus", "rest_cannot_create", administrator},
		{"GET", "wp/v2/widgets", "rest_forbidden", administrator},
		{"GET", "wp/v2/settings", "rest_forbidden", administrator},
		{"GET", "wp/v2/plugins", "rest_cannot_view_plugins", administrator},
		{"GET", "wp/v2/themes", "rest_cannot_view_themes", administrator},
		{"GET", "wp/v2/users/5/application-passwords", "rest_cannot_list_application_passwords", administrator},
		{"GET", "wp/v2/types", "rest_cannot_view", contributor},
		{"GET", "wp-site-health/v1/tests/x", "rest_forbidden", administrator},
		{"GET", "code-snippets/v1/snippets", "rest_forbidden", administrator},
		{"GET", "wp/v2/books/5", "rest_cannot_edit", ""},
		{"GET", "shop/v1/orders", "rest_forbidden", ""},
		{"POST", "wp/v2/posts", "shop_cannot_create", ""},
	} {
		got := Hint(coded(403, c.code, func(s *Seen) { s.Login, s.Method, s.Route = Password, c.method, c.route }))
		if want := "requires the role " + c.want + ";"; strings.Contains(got.Line(), want) != (c.want != "") {
			t.Errorf("Hint of 403 %s for %s %s: %q, want the role %q", c.code, c.method, c.route, got.Line(), c.want)
		}
		if strings.Contains(got.Line(), "log in") {
			t.Errorf("Hint of 403 %s, although a login was sent: %q, want no word of logging in", c.code, got.Line())
		}
	}
}

func TestConflictOfWordPressIsNotFromAPlugin(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"rest_duplicate_name", "comment_duplicate", "409"} {
		if got := Hint(coded(409, code, nil)); got.Name != "" {
			t.Errorf("Hint of 409 %s: row %q, want none", code, got.Name)
		}
	}
}

// Each of these pages was taken for a page of the site, for broken JSON or for a gateway.
func TestPagesOfGatesAreNotTakenForPagesOfTheSite(t *testing.T) {
	t.Parallel()
	notREST := func(s *Seen) { s.Reason = fault.ErrNotREST }
	for row, examples := range map[string][]*Seen{
		"login page": {
			seen(200, `<html><form action="/?password-protected=login"><input name="password_protected_pwd">`, nil),
			seen(302, "", to("/?password-protected=login&redirect_to=x")),
			seen(302, "", to("/members/?redirect_to=x")),
		},
		"challenge": {
			seen(200, `<html><script src="/aes.js"></script><script>slowAES.decrypt(c,2,a,b)</script>`, nil),
			seen(200, "<html><noscript>This site requires Javascript to work", nil),
			seen(200, "<html><noscript>Please turn JavaScript on and reload the page.", nil),
			seen(202, `<html><meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=x">`, nil),
		},
		"firewall": {
			seen(415, `{"message":"Access denied by Imunify360 bot-protection."}`, notREST),
			seen(200, `{"message":"Access denied by Imunify360 bot-protection."}`, func(s *Seen) { s.Reason = fault.ErrDecode }),
		},
		"gateway":     {seen(503, "<html>Service Unavailable", nil)},
		"compressed":  {failed(gzip.ErrHeader), seen(200, "\x1f\x8b\x08", nil)},
		"broken JSON": {seen(400, `{"message":`, notREST)},
		"refused by the server": {seen(410, "<title>Gone</title>", nil), seen(405, "", nil),
			seen(400, "<title>400 Bad Request</title>", nil),
			seen(400, "<title>400 Request Header Or Cookie Too Large</title><h1>400 Bad Request", writing(http.MethodPost, 9))},
		"content refused": {seen(400, "<title>400 Bad Request</title>", writing(http.MethodPost, 9))},
		"web page":        {seen(200, "<html><noscript>Please enable JavaScript.", nil)},
	} {
		for _, example := range examples {
			if got := Hint(example); got.Name != row {
				t.Errorf("Hint of status %d with %q: row %q, want %q", example.Status, example.Body, got.Name, row)
			}
		}
	}
}

// An item of a batch has an address without a host.
func TestAdviceWithoutAHostNamesTheSite(t *testing.T) {
	t.Parallel()
	item := seen(500, "<html>", func(s *Seen) { s.Address = &url.URL{Path: "/wp/v2/posts"} })
	if got, want := Hint(item).Line(), "the web server of the site failed"; !strings.Contains(got, want) {
		t.Errorf("Hint of an item of a batch: %q, want %q in it", got, want)
	}
}

func TestCapabilitiesHaveTheLowestRole(t *testing.T) {
	t.Parallel()
	for capabilities, want := range map[string]string{
		"edit_posts": contributor, "edit_posts upload_files": author, "moderate_comments edit_posts": editor,
		"manage_options": administrator, "shop_orders": "", "edit_posts shop_orders": "", "": "",
	} {
		if got := RoleWith(strings.Fields(capabilities)); got != want {
			t.Errorf("RoleWith(%s): %q, want %q", capabilities, got, want)
		}
	}
}

func TestLostConnectionSaysWhenToTryAgain(t *testing.T) {
	t.Parallel()
	lost := func(method string, reason error) string {
		return Hint(seen(0, "", func(s *Seen) { s.Method, s.Reason = method, reason })).Line()
	}
	unknown := transport.Because(fault.ErrOutcomeUnknown, io.EOF)
	for _, c := range []struct{ what, got, want string }{
		{"a read", lost(http.MethodGet, io.EOF), "complete; try again; if this happens often"},
		{"an update", lost(http.MethodPost, io.EOF),
			"complete; check whether the site has the change; if not, try again; if"},
		{"a create", lost(http.MethodPost, unknown), "complete; if this happens often"}, // the error says the rest
		{"a delete", lost(http.MethodDelete, io.EOF), "this way; check whether the site has the change; if not, try again;"},
		{"a read with a part of the body", Hint(seen(200, "{", func(s *Seen) { s.Reason = io.ErrUnexpectedEOF })).Line(),
			"complete; try again; if this happens often"},
	} {
		if !strings.Contains(c.got, c.want) {
			t.Errorf("Hint of a lost connection, %s: %q, want %q in it", c.what, c.got, c.want)
		}
	}
}

func TestRowsAreCompleteAndHaveOneName(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, row := range Rows() {
		if names[row.Name] {
			t.Errorf("Rows: the name %q is there twice, want one row", row.Name)
		}
		names[row.Name] = true
		for what, text := range map[string]string{"Cause": row.Cause, "Seen": row.Seen, "Means": row.Means} {
			if text == "" {
				t.Errorf("the row %q: %s is empty, want a text", row.Name, what)
			}
		}
		if end := strings.TrimRight(row.Means+row.Do, ".;"); end != row.Means+row.Do {
			t.Errorf("the row %q: %q ends with a sign, want none", row.Name, row.Means+row.Do)
		}
		for _, name := range []string{"With", "cms.", "connect."} {
			if strings.Contains(row.Means+row.Do, name) {
				t.Errorf("the row %q: %q holds %q, want Go names only in Go", row.Name, row.Means+row.Do, name)
			}
		}
	}
}

func TestPageOfAServerIsTakenForWhatItIs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what string
		page *Seen
		want string
	}{
		{"an address that is too long", seen(414, "<html><title>414 Request-URI Too Large</title>", nil), "address too long"},
		{"a theme with a class of this name", seen(404, `<html><div class="error-page">Nothing here`, nil), "no REST API"},
		{"the page of wp_die", seen(500, `<html><body id="error-page">Trouble`, nil), "program failed"},
	} {
		if got := Find(c.page); got.Name != c.want {
			t.Errorf("Find of the page of %s: row %q, want %q", c.what, got.Name, c.want)
		}
	}
}

func TestRecordOfAnotherLanguageIsAReasonForAnotherRecord(t *testing.T) {
	t.Parallel()
	got := Hint(seen(200, "{}", func(s *Seen) { s.Reason = fault.ErrForeignRecord }))
	if !strings.Contains(got.Do, "language") || !strings.Contains(got.Go, "Argument") {
		t.Errorf("Hint of another record than the requested one: %q and %q, want the language, and Argument", got.Do, got.Go)
	}
}

func TestRootWithTheBeginningOfTheAddressIsAnotherRoot(t *testing.T) {
	t.Parallel()
	html := seen(404, "<html><title>Shop</title>", linking("https://docs.test/wp"))
	if got := Find(html); got.Name != "another root" {
		t.Errorf("Find of a page that names the root /wp, requested below /wp-json: row %q, want another root", got.Name)
	}
}

func TestValuesOfASiteAreMadeSafeToPrint(t *testing.T) {
	t.Parallel()
	evil := "\x1b[31m\u202eevil\n"
	for _, s := range []*Seen{
		seen(401, "", func(s *Seen) { s.Header.Set("WWW-Authenticate", `Basic realm="`+evil+`"`) }),
		seen(200, "<html><title>"+evil+"</title>", nil),
		coded(409, evil, func(s *Seen) { s.Message = evil }),
	} {
		if line := Find(s).Line(); strings.ContainsAny(line, "\x1b\u202e\n") || !strings.Contains(line, "evil") {
			t.Errorf("Find with control characters: %q, want them left out", line)
		}
	}
	secret := seen(200, "<html><title>hunter2</title>", func(s *Seen) { s.Secret = true })
	if line := Find(secret).Line(); strings.Contains(line, "hunter2") {
		t.Errorf("Find of a secret response: %q, want no title in it", line)
	}
}

// TestPageIsPrintedFromTheTable compares TROUBLESHOOTING.md. With -update it writes it.
func TestPageIsPrintedFromTheTable(t *testing.T) {
	t.Parallel()
	const file = "../../../TROUBLESHOOTING.md"
	want := page()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("TROUBLESHOOTING.md: it differs from the table, want what go test ./cms/internal/advice -update writes")
	}
}

// page prints the table as a page of the manual.
func page() string {
	var b strings.Builder
	b.WriteString(`# What is wrong, and what to do

Find what your program printed, or run the recipe [diagnose](examples/diagnose): it prints the line for your site. A
word in braces is a value of the site. "Host" is who runs the server of the site.

This page is printed from the table in ` + "`cms/internal/advice`" + `. The errors of calls have the same words in
` + "`cms.Error.Hint`" + `, and the Go code in ` + "`cms.Error.Go`" + `. The findings of ` + "`connect.Diagnose`" +
		` and
` + "`connect.DiagnoseAddress`" + ` have them in ` + "`Detail`, `Remedy` and `Go`" + `.
`)
	for _, part := range []struct {
		title string
		rows  []Row
	}{
		{"There is no response", network()}, {"Something before WordPress responds", server()},
		{"The response is not what was asked for", site()},
		{"The login and the user", slices.Concat(refused(), anonymous(), rights())},
	} {
		fmt.Fprintf(&b, "\n## %s\n", part.title)
		for _, row := range part.rows {
			fmt.Fprintf(&b, "\n### %s\n\n", capitalized(row.Name))
			for _, line := range [][2]string{{"Seen", row.Seen}, {"Wrong", row.Means}, {"To do", row.Do}} {
				again := strings.NewReplacer("{again}", "try again;", "{later}", "try again later;")
				if text := again.Replace(line[1]); text != "" {
					b.WriteString(wrapped("- " + line[0] + ": " + text))
				}
			}
			if row.Go != "" {
				space := " "
				if len(row.Go) > 105 { // columns
					space = "\n  "
				}
				fmt.Fprintf(&b, "- In Go:%s`%s`\n", space, row.Go)
			}
		}
	}
	return b.String()
}

// wrapped breaks an entry of a list into lines of at most 120 columns.
func wrapped(entry string) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(entry) {
		switch {
		case column == 0:
		case column+1+len([]rune(word)) > 120:
			b.WriteString("\n  ")
			column = 2
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += len([]rune(word))
	}
	return b.String() + "\n"
}

func capitalized(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
