package transport

import (
	"net/netip"
	"net/url"
	"strings"
)

// SameOrigin reports whether a and b have the same scheme, host and port.
func SameOrigin(a, b *url.URL) bool {
	if a.Scheme == b.Scheme && a.Host == b.Host { // as nearly always
		return true
	}
	return strings.EqualFold(a.Scheme, b.Scheme) && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	switch strings.ToLower(u.Scheme) {
	case "https":
		return "443"
	case "http":
		return "80"
	}
	return ""
}

// Loopback reports whether u names this machine: localhost, a name below it,
// or a loopback address.
func Loopback(u *url.URL) bool {
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// Secure reports whether credentials may travel to u: over https, or to
// loopback.
func Secure(u *url.URL) bool { return strings.EqualFold(u.Scheme, "https") || Loopback(u) }
