package transport

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/internal/sensitive"
)

// trusts reports whether a request to u may carry headers of middleware and cookies of the
// jar.
func (c *Config) trusts(u *url.URL) bool {
	return SameOrigin(u, c.Origin) ||
		slices.ContainsFunc(c.Origins, func(origin *url.URL) bool { return SameOrigin(u, origin) })
}

// strip removes the headers of a request to another origin that are meant for the origin:
// configured headers, keys of the call, and cookies that the jar has for the origin. If cfg
// does not trust the other origin, it also removes logins, cookies, nonces and keys that
// middleware has set. A key of the call stays if the call itself names the other origin, and
// so do cookies of the jar. s is nil for a request that middleware itself has made.
func (c *Config) strip(s *sending, u *url.URL, header http.Header) {
	trusted, named := c.trusts(u), s != nil && SameOrigin(u, s.call.URL)
	for name, values := range header {
		secret := sensitive.Header(name)
		ofCall := s != nil && secret && slices.Equal(values, s.call.Header[name])
		switch {
		case ofCall && named:
		case secret && !trusted, ofCall, slices.Equal(values, c.Header[name]),
			s != nil && name == "Cookie" && slices.Equal(values, s.cookies) && !SameOrigin(u, s.at):
			delete(header, name)
		}
	}
}

// hasLogin reports whether a header holds a login, a key or a nonce. Cookies of the jar
// count if WordPress sets them at a login. Any other cookie may be a setting.
func (s *sending) hasLogin(header http.Header) bool {
	for name, values := range header {
		switch {
		case !sensitive.Header(name):
		case name != "Cookie" || s == nil || !slices.Equal(values, s.cookies) || slices.ContainsFunc(values, loginCookie):
			return true
		}
	}
	return false
}

// loginCookie reports whether a Cookie header has a cookie of a login of WordPress.
func loginCookie(value string) bool {
	for part := range strings.SplitSeq(value, ";") {
		name, _, _ := strings.Cut(strings.TrimSpace(part), "=")
		if strings.HasPrefix(name, "wordpress_") && name != "wordpress_test_cookie" {
			return true
		}
	}
	return false
}

// homeJar limits the jar of the caller to the origins that the client trusts. A jar keeps
// cookies by host, so it would send the cookies of a site to another port.
type homeJar struct {
	http.CookieJar
	cfg *Config
}

func (j homeJar) Cookies(u *url.URL) []*http.Cookie {
	if !j.cfg.trusts(u) {
		return nil
	}
	return j.CookieJar.Cookies(u)
}

func (j homeJar) SetCookies(u *url.URL, cookies []*http.Cookie) {
	if j.cfg.trusts(u) {
		j.CookieJar.SetCookies(u, cookies)
	}
}
