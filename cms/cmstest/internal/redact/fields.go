package redact

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/internal/sensitive"
)

// volatile lists headers that are not recorded, because they depend on the connection, the program
// or the time. Set-Cookie may also contain secrets.
var volatile = []string{
	"Accept-Encoding", "Age", "Connection", "Content-Length", "Date", "Host", "Keep-Alive", "Server", "Set-Cookie",
	"Transfer-Encoding", "User-Agent", "Via", "X-Powered-By", "X-Request-Id",
}

// Header returns headers without secrets and without volatile headers.
func (d *Redaction) Header(from http.Header) http.Header {
	out := http.Header{}
	for name, list := range from {
		name = http.CanonicalHeaderKey(name)
		if slices.Contains(volatile, name) {
			continue
		}
		for _, value := range list {
			out.Add(name, d.HeaderValue(name, value))
		}
	}
	return out
}

// HeaderValue returns the value of a header without secrets.
func (d *Redaction) HeaderValue(name, value string) string {
	switch {
	case name == "Authorization" || name == "Proxy-Authorization":
		scheme, _, _ := strings.Cut(value, " ")
		return scheme + " " + redacted
	case sensitive.Header(name) || d.secretName(name) || secretValue(name, value):
		return redacted
	case name == "Content-Type" && d.boundary != "":
		value = strings.ReplaceAll(value, d.boundary, Boundary)
	}
	return d.replacer.Replace(d.secretInText(value))
}

// Query returns a query in which the values of secret arguments are replaced. The rest is
// unchanged.
func (d *Redaction) Query(raw string) string {
	if raw == "" {
		return ""
	}
	pairs := strings.Split(raw, "&")
	for i, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		switch value := unescaped(value); {
		case value == "":
		case d.secretArgument(unescaped(name)) || secretValue(unescaped(name), value):
			pairs[i] = name + "=" + redacted
		default:
			if kept := d.field(value); kept != value {
				pairs[i] = name + "=" + url.QueryEscape(kept)
			}
		}
	}
	return d.replacer.Replace(strings.Join(pairs, "&"))
}

// field returns the value of an argument or a form field without secrets. The value may contain
// JSON or an address.
func (d *Redaction) field(value string) string {
	if kept, ok := d.json([]byte(value)); ok {
		return string(kept)
	}
	switch {
	case d.namesSecret(value):
		return redacted
	case !utf8.ValidString(value):
		return value
	}
	return d.secretInText(value)
}
