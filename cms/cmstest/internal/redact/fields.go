package redact

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/internal/sensitive"
)

// volatile are headers that tell of the connection, the program or the moment. Cookies of the site would also be
// secret.
var volatile = []string{
	"Accept-Encoding", "Age", "Connection", "Content-Length", "Date", "Host", "Keep-Alive", "Server", "Set-Cookie",
	"Transfer-Encoding", "User-Agent", "Via", "X-Powered-By", "X-Request-Id",
}

// Header returns headers without what is secret in them, and without those that tell of the
// moment.
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

// HeaderValue returns the value of a header without what is secret in it.
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

// Query keeps the arguments as they were sent, except for the values of secret ones.
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

// field is the value of an argument or a field without the secrets in it, which may be JSON or an address.
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
