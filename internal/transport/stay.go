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

// strip removes headers from a request to u, which has another origin than the site:
//   - configured headers
//   - logins and keys in the header of the call, unless the call itself goes to the origin of u
//   - cookies of the jar, if middleware has changed the origin of the request
//   - if cfg does not trust u: all other logins, cookies, nonces and keys, for example those
//     that middleware has set
//
// s is nil for a request that middleware itself has created.
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

// hasLogin reports whether a header holds a login, a key or a nonce. A cookie of the jar counts
// only if WordPress sets it at a login, because other cookies may be settings.
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
