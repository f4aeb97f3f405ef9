package transport

import (
	"net/http"
	"strings"
)

// ServerName is the canonical name under which a server finds a header: CGI, and
// PHP with it, does not tell an underscore from a hyphen, so that
// X_HTTP_Method_Override is as good as the real one.
func ServerName(name string) string {
	return http.CanonicalHeaderKey(strings.ReplaceAll(name, "_", "-"))
}

// ValidHeader reports whether a header may be sent: its name is a token
// (RFC 9110), its value is not blank and holds no control character but a tab.
func ValidHeader(name, value string) bool {
	if name == "" || strings.Trim(value, " \t") == "" {
		return false
	}
	const marks = "!#$%&'*+-.^_`|~" // what a token may hold beside letters and digits
	for _, r := range name {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune(marks, r) {
			return false
		}
	}
	for i := range len(value) {
		if b := value[i]; b < ' ' && b != '\t' || b == 0x7f {
			return false
		}
	}
	return true
}
