package transport

import (
	"errors"
	"net/http"
	"slices"
	"strings"
)

// overrideHeader makes a request what its value says, whatever its method:
// only this package may set it.
const overrideHeader = "X-Http-Method-Override"

var errOverride = errors.New("the header " + overrideHeader + " is the client's own")

// ServerName is the canonical name under which a server finds a header: CGI, and
// PHP with it, does not tell an underscore from a hyphen, so that
// X_HTTP_Method_Override is as good as the real one.
func ServerName(name string) string {
	return http.CanonicalHeaderKey(strings.ReplaceAll(name, "_", "-"))
}

// ValidHeader reports whether a header may be sent: its name is a token
// (RFC 9110), its value is not blank and holds no control character but a tab.
func ValidHeader(name, value string) bool {
	const token = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	return name != "" && strings.Trim(name, token) == "" && strings.Trim(value, " \t") != "" &&
		!strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f })
}

// OwnHeader reports that a header is one of the connection or of the exchange: the
// client or net/http sets it, or it would change what the response is.
func OwnHeader(name string) bool {
	switch name = ServerName(name); name {
	case "Accept", "Accept-Encoding", "Connection", "Content-Encoding", "Content-Length", "Content-Range",
		"Content-Type", "Expect", "Host", "Http2-Settings", "If-Range", "Keep-Alive", "Range", "Te", "Trailer",
		"Transfer-Encoding", "Upgrade", overrideHeader:
		return true
	}
	return strings.HasPrefix(name, "Proxy-")
}

// HeaderRefused returns the reason why a caller may not set a header, "" if it may. The
// header is invalid, set by the client, or in reserved.
func HeaderRefused(name, value string, reserved ...string) string {
	if !ValidHeader(name, value) {
		return "the name or value is empty or holds a character that may not stand in it"
	}
	switch canonical := ServerName(name); {
	case canonical == "User-Agent":
		return "use WithUserAgent"
	case slices.Contains(reserved, canonical) || canonical == "Proxy-Authorization" && len(reserved) > 0:
		return canonical + " is the client's own: " + instead(canonical)
	case OwnHeader(name):
		return canonical + " is the client's own"
	}
	return ""
}

// instead names the options for a login in a header that only the client sets.
func instead(canonical string) string {
	switch canonical {
	case "Cookie":
		return "use WithCredentials with Cookie and Nonce, a Jar in WithHTTPClient, or WithMiddleware"
	case "Proxy-Authorization":
		return "use WithProxyCredentials"
	}
	return "use WithApplicationPassword, WithToken or WithCredentials, or WithMiddleware for another scheme"
}

// overrides reports that a header changes the method, in whatever spelling.
func overrides(header http.Header) bool {
	for name := range header {
		if ServerName(name) == overrideHeader {
			return true
		}
	}
	return false
}
