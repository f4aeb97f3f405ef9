package transport

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
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

// CheckAddress says why nothing can be sent to an address with a host, "" if it
// can: its port, its host or its path is none.
func CheckAddress(u *url.URL) string {
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return fmt.Sprintf("the port %.20s is not between 1 and 65535", port)
		}
	}
	_, err := netip.ParseAddr(u.Hostname())
	switch {
	case err != nil && !hostName(u.Hostname()):
		return "the host is not a name"
	case strings.ContainsFunc(u.Path, unicode.IsControl):
		return "the path holds a control character"
	}
	return ""
}

// hostName reports that a name can be looked up: labels of 1 to 63 characters, 253
// in all, of letters, digits, hyphens and underscores. Letters beyond ASCII are left
// to net/http to encode.
func hostName(name string) bool {
	name = strings.TrimSuffix(name, ".")
	if utf8.RuneCountInString(name) > 253 {
		return false
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || utf8.RuneCountInString(label) > 63 || strings.ContainsFunc(label, notInName) {
			return false
		}
	}
	return true
}

func notInName(r rune) bool {
	if r < unicode.MaxASCII {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	}
	return !unicode.IsGraphic(r) || unicode.IsSpace(r)
}
