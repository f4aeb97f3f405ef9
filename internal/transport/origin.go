package transport

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/internal/loopback"
)

// Secure reports whether credentials may be sent to u without a proxy: over https, or to
// this machine.
func Secure(u *url.URL) bool {
	return strings.EqualFold(u.Scheme, "https") || loopback.Is(u.Hostname())
}

// Reasons of [ParseBase]. Other packages compare a reason with them, to add a hint.
const (
	HoldsUser = "the address holds a user"
	HasQuery  = "has a query"
)

// ParseBase parses the address of a service and removes the slashes at its end. It returns
// the reason if nothing can be sent to the address, or if it has a user, a query or a
// fragment. The reason quotes nothing, because the address may hold a password.
func ParseBase(address string) (base *url.URL, refused string) {
	u, err := url.Parse(strings.TrimSpace(address))
	switch {
	case err != nil:
		return nil, "cannot be parsed"
	case *u == url.URL{}:
		return nil, "the address is empty: pass one like https://docs.example.org"
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, "must begin with https:// or http://, as in https://docs.example.org"
	case u.Hostname() == "":
		return nil, "has no host"
	case u.User != nil:
		return nil, HoldsUser
	case u.RawQuery != "" || u.ForceQuery:
		return nil, HasQuery
	case u.Fragment != "" || strings.HasSuffix(address, "#"):
		return nil, "has a fragment"
	}
	u = u.JoinPath() // removes dot segments and empty segments
	if reason := CheckAddress(u); reason != "" {
		return nil, reason
	}
	u.Path, u.RawPath = strings.TrimRight(u.Path, "/"), strings.TrimRight(u.RawPath, "/")
	return u, ""
}

// CheckAddress returns the reason why nothing can be sent to an address with a host and a
// resolved path, or "": its port, its host or its path is invalid.
func CheckAddress(u *url.URL) string {
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return fmt.Sprintf("the port %.20s is not between 1 and 65535", port)
		}
	}
	switch {
	case !hostName(u.Hostname()) && !isIP(u.Hostname()):
		return "the host is not a name"
	case strings.ContainsFunc(u.Path, unicode.IsControl):
		return "the path holds a control character"
	}
	for segment := range strings.SplitSeq(u.Path, "/") {
		if segment == "." || segment == ".." { // the segment was encoded, such as %2e%2e
			return "a segment of its path is dots"
		}
	}
	return ""
}

// isIP reports whether host is an IP address, with or without a zone.
func isIP(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

// hostName reports whether a name can be looked up: it has at most 253 characters, in labels
// of 1 to 63 letters, digits, hyphens and underscores. Letters beyond ASCII are allowed,
// because net/http encodes them.
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

// Target returns the target of a redirect, without user, query and fragment. from is the
// address of the request, nil if unknown. Target returns nil if location is not an address.
func Target(from *url.URL, location string) *url.URL {
	u, err := url.Parse(location)
	if err == nil && from != nil {
		u, err = from.Parse(location)
	}
	if err != nil || location == "" || u.Opaque != "" {
		return nil
	}
	u.RawQuery, u.ForceQuery, u.User, u.Fragment = "", false, nil, ""
	return u
}
