// Package redact removes secrets from requests and responses, and values that differ from run to
// run. The recorder uses it, and the methods of the server that print requests.
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
	"github.com/fontcms/fontcms-go/internal/sensitive"
)

// Origin replaces the address of the site.
const Origin = "https://site.test"

// redacted is the text that replaces a secret.
const redacted = "REDACTED"

// nobodysMail is the address that replaces the email addresses of users.
const nobodysMail = "someone@example.invalid"

// Boundary replaces the boundary of multipart forms, which differs from request to request.
const Boundary = "recorded-boundary"

// Redaction removes secrets from one exchange, and values that differ from run to run.
type Redaction struct {
	secrets  *strings.Replacer // replaces the credentials
	replacer *strings.Replacer // replaces the credentials and the address of the site
	boundary string            // boundary of the multipart form in the request
	makes    bool              // the request creates an application password
	tells    bool              // the request has a secret, which the response may repeat
	names    []string          // further names of secrets, converted with folded
}

// New returns the redaction of an exchange. The request has the address of the site and the
// credentials to replace. names are further names of secrets.
func New(r *http.Request, names ...string) *Redaction {
	d := &Redaction{makes: makesPassword(r), names: foldedAll(names)}
	pairs := loginPairs(r)
	d.secrets = strings.NewReplacer(pairs...)
	hosts := []string{r.URL.Host}
	if r.Host != "" && r.Host != r.URL.Host {
		hosts = append(hosts, r.Host)
	}
	name, port := r.URL.Hostname(), r.URL.Port()
	if port != "" && loopback.Is(name) {
		hosts = append(hosts, "localhost:"+port, "127.0.0.1:"+port) // localhost and 127.0.0.1 are the same site
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

// Again returns a redaction for recorded exchanges.
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

// makesPassword reports whether the response to a request may contain a new application password.
func makesPassword(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodDelete:
		return false
	}
	return strings.Contains(r.URL.Path+r.URL.Query().Get("rest_route"), "/application-passwords")
}

// minSecret is the minimum length of a credential to replace. A shorter text may be part of a word.
const minSecret = 8

// loginPairs returns the arguments of a strings.Replacer for the credentials of a request, which a
// server may repeat anywhere. The credentials are the password or token of each secret header, and
// the values of cookies.
func loginPairs(r *http.Request) []string {
	var pairs []string
	user, password, basic := r.BasicAuth()
	if basic && len(password) >= minSecret {
		pairs = secretPairs(user+":"+password, user+":"+strings.ReplaceAll(password, " ", ""))
		pairs = append(pairs, secretPairs(password, strings.ReplaceAll(password, " ", ""))...)
	}
	for name, values := range r.Header {
		if !sensitive.Header(name) || name == "Cookie" || basic && name == "Authorization" {
			continue
		}
		for _, value := range values {
			_, token, _ := strings.Cut(value, " ")
			pairs = append(pairs, secretPairs(value, token)...)
		}
	}
	for _, cookie := range r.Cookies() {
		pairs = append(pairs, secretPairs(cookie.Value)...)
	}
	return pairs
}

// secretPairs returns the arguments of a strings.Replacer for secrets, in all forms in which a
// server may repeat them: unchanged, escaped and in base64.
func secretPairs(secrets ...string) []string {
	var pairs []string
	for _, secret := range secrets {
		if len(secret) < minSecret {
			continue
		}
		quoted, _ := json.Marshal(secret)
		for _, form := range []string{
			base64.StdEncoding.EncodeToString([]byte(secret)), strings.Trim(string(quoted), `"`), html.EscapeString(secret),
			strings.ReplaceAll(secret, "/", `\/`), url.QueryEscape(secret), url.PathEscape(secret), secret,
		} {
			pairs = append(pairs, form, redacted)
		}
	}
	return pairs
}

// originPairs returns the arguments of a strings.Replacer that hides a host. The replacer replaces
// the host in addresses, escaped or not. Outside of addresses it replaces the host only if the
// host has a port. A host without a port may also be an ordinary word of the text.
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
