package transport

import (
	"errors"
	"net/http"
	"slices"
	"strings"
)

// overrideHeader is the header whose value a server uses as the method of the request. Only
// this package may set it.
const overrideHeader = "X-Http-Method-Override"

var errOverride = errors.New("the header " + overrideHeader + " is set by the client itself")

// ServerName returns the canonical name under which a server reads a header. CGI, and so PHP,
// does not distinguish underscores from hyphens: X_HTTP_Method_Override is read as
// X-Http-Method-Override.
func ServerName(name string) string {
	return http.CanonicalHeaderKey(strings.ReplaceAll(name, "_", "-"))
}

// ValidHeader reports whether a header may be sent: its name is a token (RFC 9110), its value
// is not blank and has no control characters except tabs.
func ValidHeader(name, value string) bool {
	const token = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	return name != "" && strings.Trim(name, token) == "" && strings.Trim(value, " \t") != "" &&
		!strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f })
}

// OwnHeader reports whether callers may not set a header, because the client or net/http sets
// it, or because it would change the form of the response.
func OwnHeader(name string) bool {
	switch name = ServerName(name); name {
	case "Accept", "Accept-Encoding", "Connection", "Content-Encoding", "Content-Length", "Content-Range",
		"Content-Type", "Expect", "Host", "Http2-Settings", "If-Range", "Keep-Alive", "Range", "Te", "Trailer",
		"Transfer-Encoding", "Upgrade", overrideHeader:
		return true
	}
	return strings.HasPrefix(name, "Proxy-")
}

// HeaderRefused returns the reason why a caller may not set a header, or "". The reason is
// that the header is invalid, is set by the client, or is one of reserved.
func HeaderRefused(name, value string, reserved ...string) string {
	if !ValidHeader(name, value) {
		return "the name or value is empty or holds a character that may not stand in it"
	}
	switch canonical := ServerName(name); {
	case canonical == "User-Agent":
		return "use WithUserAgent"
	case slices.Contains(reserved, canonical) || canonical == "Proxy-Authorization" && len(reserved) > 0:
		return canonical + " is set by the client itself: " + instead(canonical)
	case OwnHeader(name):
		return canonical + " is set by the client itself"
	}
	return ""
}

// instead returns the options that a caller can use instead of setting a login header.
func instead(canonical string) string {
	switch canonical {
	case "Cookie":
		return "use WithCredentials with Cookie and Nonce, a Jar in WithHTTPClient, or WithMiddleware"
	case "Proxy-Authorization":
		return "use WithProxyCredentials"
	}
	return "use WithApplicationPassword, WithToken or WithCredentials, or WithMiddleware for another scheme"
}

// overrides reports whether header contains [overrideHeader], in any spelling.
func overrides(header http.Header) bool {
	for name := range header {
		if ServerName(name) == overrideHeader {
			return true
		}
	}
	return false
}
