// Package redact takes out of requests and responses what is secret, and what differs
// from one time to the next: for the recorder, and for what the server prints.
package redact

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"mime"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
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
}

// New returns the redaction of an exchange. It knows the site and the credentials by the
// request.
func New(r *http.Request) *Redaction {
	d := &Redaction{makes: makesPassword(r)}
	var pairs []string
	if user, password, ok := r.BasicAuth(); ok && len(password) >= 8 {
		pairs = passwordPairs(user, password)
	}
	d.secrets = strings.NewReplacer(pairs...)
	hosts := []string{r.URL.Host}
	if r.Host != "" && r.Host != r.URL.Host {
		hosts = append(hosts, r.Host)
	}
	if name, port := r.URL.Hostname(), r.URL.Port(); port != "" && (name == "localhost" || net.ParseIP(name).IsLoopback()) {
		hosts = append(hosts, "localhost:"+port, "127.0.0.1:"+port) // one site under two names
	}
	for _, host := range hosts {
		pairs = append(pairs, originPairs(host)...)
	}
	d.replacer = strings.NewReplacer(pairs...)
	if kind, attrs, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err == nil && strings.HasPrefix(kind, "multipart/") {
		d.boundary = attrs["boundary"]
	}
	return d
}

// Again returns a redaction of what was recorded before.
func Again() *Redaction {
	nothing := strings.NewReplacer()
	return &Redaction{secrets: nothing, replacer: nothing, boundary: Boundary}
}

// makesPassword reports that the response to a request shows a new application password.
func makesPassword(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodDelete:
		return false
	}
	return strings.Contains(r.URL.Path+r.URL.Query().Get("rest_route"), "/application-passwords")
}

// passwordPairs replace a password in each of the ways in which a server may repeat it: as it was sent, as it is compared, escaped,
// and as the header held it.
func passwordPairs(user, password string) []string {
	var pairs []string
	for _, secret := range []string{password, strings.ReplaceAll(password, " ", "")} {
		quoted, _ := json.Marshal(secret)
		for _, form := range []string{
			base64.StdEncoding.EncodeToString([]byte(user + ":" + secret)), base64.StdEncoding.EncodeToString([]byte(secret)),
			strings.Trim(string(quoted), `"`), html.EscapeString(secret), url.QueryEscape(secret), url.PathEscape(secret), secret,
		} {
			pairs = append(pairs, form, redacted)
		}
	}
	return pairs
}

// originPairs replace a host: as part of an address in each of the ways in which these are written, and by itself if it has
// a port, without which it may be a word.
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

// Sent returns the body of the request. It comes before the body of the response, which
// may repeat a secret of it.
func (d *Redaction) Sent(header http.Header, body []byte, length int64) Content {
	kept, text := d.Content(header, body, length), string(body)
	named := json.Valid(body) || !strings.Contains(text, methodCall)
	d.tells = kept.LeftOut != "" || named && strings.Count(kept.Body, redacted) > strings.Count(text, redacted)
	return kept
}

// Answered returns the body of the response. If it may repeat a secret, nothing of it is
// kept unless it is JSON, which says where.
func (d *Redaction) Answered(header http.Header, body []byte, length int64) Content {
	if _, ok := d.json(body); !ok && (d.makes || d.tells) {
		return leftOut("it is no JSON, and may hold a secret of the request or a new one", body, length)
	}
	return d.Content(header, body, length)
}

// volatile are headers that tell of the connection, the program or the moment. Cookies of the site would be secret besides.
var volatile = []string{
	"Accept-Encoding", "Age", "Connection", "Content-Length", "Date", "Host", "Keep-Alive", "Server", "Set-Cookie", "Transfer-Encoding",
	"User-Agent", "Via", "X-Powered-By", "X-Request-Id",
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
	case strings.HasPrefix(name, "Access-Control-"):
	case secretHeader.MatchString(name):
		return redacted
	case name == "Content-Type" && d.boundary != "":
		value = strings.ReplaceAll(value, d.boundary, Boundary)
	}
	return d.replacer.Replace(secretInText(value))
}

var secretHeader = regexp.MustCompile(`Cookie|Nonce|Token|Secret|Auth|Api-?Key|Password`)

// Query keeps the arguments as they were sent, but for the values of secret ones.
func (d *Redaction) Query(raw string) string {
	if raw == "" {
		return ""
	}
	pairs := strings.Split(raw, "&")
	for i, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		switch value := unescaped(value); {
		case value == "":
		case secretArgument(unescaped(name)):
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
	case namesSecret(value):
		return redacted
	case !utf8.ValidString(value):
		return value
	}
	return secretInText(value)
}

// unescaped is a part of a query as it reads, or as it is written if it cannot be read.
func unescaped(part string) string {
	if plain, err := url.QueryUnescape(part); err == nil {
		return plain
	}
	return part
}

// secretArgument looks at each part of a name such as "user[password]".
func secretArgument(name string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(name, func(r rune) bool { return r == '[' || r == ']' }), secretName)
}

// secretName goes by how a name ends. A route is none, nor is where an index says how
// application passwords are made.
func secretName(name string) bool {
	if strings.Contains(name, "/") || name == "application-passwords" {
		return false
	}
	name = strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
	return slices.ContainsFunc(secretNames, func(end string) bool {
		return strings.HasSuffix(name, end) || strings.HasSuffix(name, end+"s")
	})
}

// mailName reports that a member holds the address of a user.
func mailName(name string) bool {
	return name == "email" || name == "user_email" || name == "author_email"
}

// plural reports that a name is that of several secrets. A number under it counts them.
func plural(name string) bool { return strings.HasSuffix(strings.ToLower(name), "s") }

// secretNames are how the names of secrets end: post_password, access_token, _wpnonce.
var secretNames = []string{"password", "userpass", "pass1", "pass2", "passwd", "pwd", "nonce", "token", "secret", "apikey", "authorization", "signature", "cookie"}

// methodCall is how XML-RPC begins. Its values have no names, and the first ones are credentials.
const methodCall = "<methodCall>"

// Content is a body without its secrets: those of JSON, of a form, and the credentials of the request wherever they are.
func (d *Redaction) Content(header http.Header, body []byte, length int64) Content {
	kind, attrs, _ := mime.ParseMediaType(header.Get("Content-Type"))
	encoding := header.Get("Content-Encoding")
	if len(body) > 0 && encoding != "" && !strings.EqualFold(encoding, "identity") {
		return leftOut("it is encoded, and may hold a secret: "+encoding, body, length)
	}
	text := string(body)
	kept, isJSON := d.json(body)
	switch {
	case strings.HasPrefix(kind, "multipart/") && attrs["boundary"] != "":
		text = d.form(text, attrs["boundary"])
	case strings.HasPrefix(kind, "multipart/") && len(body) > 0:
		return leftOut("it is a form in parts without a boundary, and may hold a secret", body, length)
	case isJSON:
		text = secretInText(string(kept))
	default:
		if kind == "application/x-www-form-urlencoded" {
			text = d.Query(text)
		}
		if strings.Contains(text, methodCall) {
			text = xmlValue.ReplaceAllString(text, "${1}"+redacted)
		}
		var whole bool
		if text, whole = secretsInProse(text); !whole {
			return leftOut("it is no JSON, and holds the name of a secret", body, length)
		}
	}
	if !utf8.ValidString(text) && !isJSON && !strings.HasPrefix(kind, "multipart/") {
		// What is no text is kept as it is, but for what must not be.
		return contentOf([]byte(d.secrets.Replace(text)), length)
	}
	return contentOf([]byte(d.replacer.Replace(text)), length)
}

var (
	xmlValue = regexp.MustCompile(`(<(?:string|value)>)[^<]+`)
	// In addresses, plain and as they stand in JSON and HTML: the user, and the value of an argument.
	userInfo      = regexp.MustCompile(`(:\\?/\\?/)[^/\\?#@\s"'<>]+@`)
	secretInQuery = regexp.MustCompile(`([?&;#]|\\u0026)([A-Za-z_%-][A-Za-z0-9_%\[\]-]*)=([^&"'<>\s\\#;]+)`)
)

// secretInText takes the secrets out of the addresses in a text.
func secretInText(text string) string {
	text = userInfo.ReplaceAllString(text, "${1}")
	return secretInQuery.ReplaceAllStringFunc(text, func(argument string) string {
		m := secretInQuery.FindStringSubmatch(argument)
		if secretArgument(unescaped(m[2])) {
			return m[1] + m[2] + "=" + redacted
		}
		if within := secretInText(m[3]); within != m[3] { // an address in an argument
			return m[1] + m[2] + "=" + within
		}
		if plain := unescaped(m[3]); secretInText(plain) != plain {
			return m[1] + m[2] + "=" + url.QueryEscape(secretInText(plain))
		}
		return argument
	})
}
