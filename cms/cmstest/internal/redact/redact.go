// Package redact takes out of requests and responses what is secret, and what differs
// from one time to the next: for the recorder, and for what the server prints.
package redact

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/internal/loopback"
)

// Origin stands for the address of the site.
const Origin = "https://site.test"

// redacted stands for what is secret.
const redacted = "REDACTED"

// nobodysMail stands for the addresses of users.
const nobodysMail = "someone@example.invalid"

// Boundary stands for the one of a form, which is another each time.
const Boundary = "recorded-boundary"

// Redaction takes out of an exchange what is secret, and what would be different the next time.
type Redaction struct {
	secrets  *strings.Replacer // of the credentials
	replacer *strings.Replacer // of these and of the site
	boundary string            // of the request
	makes    bool              // the request makes an application password
	tells    bool              // its body holds a secret, which the response may repeat
	names    []string          // further names of secrets, folded
}

// New returns the redaction of an exchange. It knows the site and the credentials by the
// request. names are further names of secrets.
func New(r *http.Request, names ...string) *Redaction {
	d := &Redaction{makes: makesPassword(r), names: foldedAll(names)}
	var pairs []string
	if user, password, ok := r.BasicAuth(); ok && len(password) >= 8 {
		pairs = passwordPairs(user, password)
	}
	d.secrets = strings.NewReplacer(pairs...)
	hosts := []string{r.URL.Host}
	if r.Host != "" && r.Host != r.URL.Host {
		hosts = append(hosts, r.Host)
	}
	name, port := r.URL.Hostname(), r.URL.Port()
	if port != "" && loopback.Is(name) {
		hosts = append(hosts, "localhost:"+port, "127.0.0.1:"+port) // one site under two names
	}
	for _, host := range hosts {
		pairs = append(pairs, originPairs(host)...)
	}
	d.replacer = strings.NewReplacer(pairs...)
	kind, attrs, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err == nil && strings.HasPrefix(kind, "multipart/") {
		d.boundary = attrs["boundary"]
	}
	return d
}

// Again returns a redaction of what was recorded before.
func Again(names ...string) *Redaction {
	nothing := strings.NewReplacer()
	return &Redaction{secrets: nothing, replacer: nothing, boundary: Boundary, names: foldedAll(names)}
}

func foldedAll(names []string) (out []string) {
	for _, name := range names {
		out = append(out, folded(name))
	}
	return out
}

// makesPassword reports that the response to a request shows a new application password.
func makesPassword(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodDelete:
		return false
	}
	return strings.Contains(r.URL.Path+r.URL.Query().Get("rest_route"), "/application-passwords")
}

// passwordPairs replace a password in each of the ways in which a server may repeat it: as it was sent, as it is
// compared, escaped, and as the header held it.
func passwordPairs(user, password string) []string {
	var pairs []string
	for _, secret := range []string{password, strings.ReplaceAll(password, " ", "")} {
		quoted, _ := json.Marshal(secret)
		for _, form := range []string{
			base64.StdEncoding.EncodeToString([]byte(user + ":" + secret)), base64.StdEncoding.EncodeToString([]byte(secret)),
			strings.Trim(string(quoted), `"`), html.EscapeString(secret), url.QueryEscape(secret),
			url.PathEscape(secret), secret,
		} {
			pairs = append(pairs, form, redacted)
		}
	}
	return pairs
}

// originPairs replace a host: as part of an address in each of the ways in which these are written, and by itself if
// it has a port, without which it may be a word.
func originPairs(host string) []string {
	if host == "" {
		return nil
	}
	var pairs []string
	escape := func(s string) string { return strings.ReplaceAll(s, "/", `\/`) }
	for _, scheme := range []string{"http://", "https://"} {
		pairs = append(pairs, scheme+host, Origin, escape(scheme+host), escape(Origin),
			url.QueryEscape(scheme+host), url.QueryEscape(Origin))
	}
	if strings.Contains(host, ":") {
		bare := strings.TrimPrefix(Origin, "https://")
		pairs = append(pairs, host, bare, url.QueryEscape(host), bare)
	}
	return pairs
}
