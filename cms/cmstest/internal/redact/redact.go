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
	"github.com/fontcms/fontcms-go/internal/sensitive"
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
	pairs := loginPairs(r)
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

// minSecret is the length of the shortest login that is replaced: a shorter one is a part of words.
const minSecret = 8

// loginPairs replace the logins of a request wherever a server echoes them: the password, or the token, of each
// header with a secret, and the values of cookies.
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

// secretPairs replace secrets in each of the ways in which a server may repeat them: as they were sent, escaped, and
// in base64.
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
