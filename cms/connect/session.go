package connect

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// SessionLogin returns a source of credentials that logs in through the login page of the
// site, as a person does: POST wp-login.php, then GET wp-admin/admin-ajax.php for a nonce.
// password is the password for the login page, not an application password. Use it for a
// site that has no application passwords, or whose server drops the Authorization header:
//
//	anonymous, err := connect.Discover(ctx, "https://docs.example.org")
//	…
//	site, err := anonymous.With(cms.WithCredentials(connect.SessionLogin(anonymous, user, password)))
//
// A nonce is valid for 12 to 24 hours, a session for two days. When the site refuses the
// nonce, SessionLogin asks for another one, and logs in again if the session has ended. All
// calls of the clients with one source wait for one login. A login adds a session to the
// user. Nothing is sent before the first call.
//
// The password is sent only to the origin of the REST API of site, and over plain http only
// to this machine or with [cms.WithInsecureHTTP].
//
// Errors of the calls:
//   - [cms.ErrCredentialsRejected] if the login page does not accept the password. A page that
//     asks for a second factor or a captcha gives the same error: use an application password.
//   - One that names wp-login.php and the status 404 if the site has no login page there.
//   - [cms.ErrRedirected] if the login page is at another origin, or redirects without a login.
//   - One that names admin-ajax.php and its status if the site gives no nonce there.
//   - [cms.ErrInsecure] over plain http.
func SessionLogin(site *cms.Client, user, password string) cms.Renewer {
	s := &session{site: site, user: user, password: password}
	return cms.CacheCredentials(s.fetch)
}

// session is a login of a user through the login page.
type session struct {
	site           *cms.Client
	user, password string

	mu     sync.Mutex
	cookie string // the cookies of the session; "" if there is no session
}

// fetch returns the session with a new nonce. It logs in first if there is no session yet, or if
// the session has ended.
func (s *session) fetch(ctx context.Context) (cms.Credentials, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	home, err := s.home(ctx)
	if err != nil {
		return cms.Credentials{}, err
	}
	if s.cookie != "" {
		nonce, err := s.nonce(ctx, home)
		if err == nil || !errors.Is(err, cms.ErrCredentialsRejected) {
			return cms.Credentials{Cookie: s.cookie, Nonce: nonce}, err
		}
		s.cookie = ""
	}
	if err := s.logIn(ctx, home); err != nil {
		return cms.Credentials{}, err
	}
	nonce, err := s.nonce(ctx, home)
	return cms.Credentials{Cookie: s.cookie, Nonce: nonce}, err
}

// home returns the address of WordPress, which may be below the address of the home page. It fails
// if this address has another origin than the REST API.
func (s *session) home(ctx context.Context) (*url.URL, error) {
	anonymous, err := s.site.With(cms.WithoutCredentials())
	if err != nil {
		return nil, err
	}
	root, err := url.Parse(s.site.Root())
	if err != nil {
		return nil, err
	}
	address := s.site.Site()
	if index, err := anonymous.Index(ctx); err == nil && index.URL != "" {
		address = index.URL
	}
	home, err := url.Parse(address)
	if err == nil {
		home = secured(root, home)
	}
	if err != nil || !transport.SameOrigin(home, root) {
		return nil, sessionError(http.MethodPost, loginPage, 0, cms.ErrRedirected,
			"WordPress is at another address than its REST API, to which no password is sent")
	}
	return home, nil
}

// Pages that a login requests, relative to the address of WordPress.
const (
	loginPage = "wp-login.php"
	noncePage = "wp-admin/admin-ajax.php"
)

// logIn sends the user and the password, and keeps the cookies of the response.
func (s *session) logIn(ctx context.Context, home *url.URL) error {
	form := url.Values{"log": {s.user}, "pwd": {s.password}, "redirect_to": {home.JoinPath(noncePage).String()}}
	// WordPress does not need this cookie. But the transport treats a request with a cookie as a
	// request with a login, and does not send such a request over plain http or to another origin.
	resp, err := s.send(ctx, "wordpress_test_cookie=1", &transport.Call{
		Method: http.MethodPost, Route: loginPage, URL: home.JoinPath(loginPage), Secret: true,
		Repeat: transport.RepeatUnsent,
		Body:   &transport.Body{Type: "application/x-www-form-urlencoded", Bytes: []byte(form.Encode())},
	})
	if err != nil {
		return err
	}
	var cookies []string
	loggedIn := false
	for _, cookie := range (&http.Response{Header: resp.Header}).Cookies() {
		if cookie.MaxAge < 0 || strings.TrimSpace(cookie.Value) == "" {
			continue
		}
		loggedIn = loggedIn || strings.HasPrefix(cookie.Name, "wordpress_logged_in")
		cookies = append(cookies, cookie.Name+"="+cookie.Value)
	}
	switch {
	case loggedIn:
		s.cookie = strings.Join(cookies, "; ")
		return nil
	case resp.Status == http.StatusNotFound:
		return sessionError(http.MethodPost, loginPage, resp.Status, cms.ErrNotFound,
			"the site has no login page at this address: use an application password")
	case resp.Status >= 300 && resp.Status < 400:
		return sessionError(http.MethodPost, loginPage, resp.Status, cms.ErrRedirected,
			"the login page redirects without a login, for example to a page for a second factor")
	case resp.Status >= 400:
		return sessionError(http.MethodPost, loginPage, resp.Status, errors.New("the login page cannot be used"), "")
	}
	return sessionError(http.MethodPost, loginPage, resp.Status, cms.ErrCredentialsRejected,
		"the login page does not accept the user and the password, or it asks for more, such as a captcha: it needs the "+
			"password of the login page, not an application password")
}

// nonce requests a nonce for the session.
func (s *session) nonce(ctx context.Context, home *url.URL) (string, error) {
	place := home.JoinPath(noncePage)
	place.RawQuery = "action=rest-nonce"
	resp, err := s.send(ctx, s.cookie, &transport.Call{
		Method: http.MethodGet, Route: noncePage, URL: place, Secret: true, Repeat: transport.RepeatSafe,
	})
	if err != nil {
		return "", err
	}
	// WordPress sends the status 400 if the session has ended. The check of the nonce, below, returns
	// the error for this status.
	if resp.Status > http.StatusBadRequest {
		return "", sessionError(http.MethodGet, noncePage, resp.Status, errors.New("the page for nonces cannot be used"),
			"a server or a plugin of the site may close this page, from which a session gets its nonce: then use an "+
				"application password")
	}
	nonce := strings.TrimSpace(string(resp.Body))
	const most = 64 // longest accepted nonce in characters; a nonce of WordPress has 10
	valid := nonce != "" && nonce != "0" && len(nonce) <= most &&
		strings.Trim(nonce, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
	if resp.Status != http.StatusOK || !valid {
		return "", sessionError(http.MethodGet, noncePage, resp.Status, cms.ErrCredentialsRejected,
			"the session has ended, or the site gives no nonce")
	}
	return nonce, nil
}

// send sends a request with a cookie. The transport treats the cookie as credentials.
func (s *session) send(ctx context.Context, cookie string, call *transport.Call) (*transport.Response, error) {
	client, err := s.site.With(cms.WithCredentials(cms.Credentials{Cookie: cookie, Nonce: "none"}))
	if err != nil {
		return nil, err
	}
	call.Operation = sessionOperation
	call.Header = http.Header{"Accept": {"text/html, */*;q=0.5"}}
	resp, err := senderOf(client).Do(ctx, call)
	if failure, ok := errors.AsType[*transport.Failure](err); ok {
		return nil, sessionError(call.Method, call.Route, 0, failure.Err, "")
	}
	return resp, err
}

const sessionOperation = "SessionLogin"

func sessionError(method, path string, status int, reason error, hint string) *cms.Error {
	return &cms.Error{Operation: sessionOperation, Method: method, Path: path, Status: status, Reason: reason, Hint: hint}
}

// Format writes the name of the function that made the session, for every verb. The fields of
// the session are secret.
func (s *session) Format(f fmt.State, _ rune) { _, _ = fmt.Fprint(f, "connect.SessionLogin(…)") }
