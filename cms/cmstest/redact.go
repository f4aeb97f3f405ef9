package cmstest

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

// redacted stands for what is secret.
const redacted = "REDACTED"

// nobodysMail stands for the addresses of users.
const nobodysMail = "someone@example.invalid"

// fixedBoundary stands for the one of a form, which is another each time.
const fixedBoundary = "recorded-boundary"

// redaction takes out of an exchange what is secret, and what would be different the next time.
type redaction struct {
	secrets  *strings.Replacer // of the credentials
	replacer *strings.Replacer // of these and of the site
	boundary string            // of the request
}

// newRedaction knows the site and the credentials by the request.
func newRedaction(r *http.Request) *redaction {
	d := &redaction{}
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
		pairs = append(pairs, scheme+host, RecordedOrigin, escape(scheme+host), escape(RecordedOrigin),
			url.QueryEscape(scheme+host), url.QueryEscape(RecordedOrigin))
	}
	if strings.Contains(host, ":") {
		bare := strings.TrimPrefix(RecordedOrigin, "https://")
		pairs = append(pairs, host, bare, url.QueryEscape(host), bare)
	}
	return pairs
}

func (d *redaction) request(r *http.Request, body []byte, length int64) recordedRequest {
	return recordedRequest{
		Method: r.Method, Path: r.URL.EscapedPath(), Query: d.query(r.URL.RawQuery), Header: d.header(r.Header),
		content: d.content(r.Header.Get("Content-Type"), body, length),
	}
}

func (d *redaction) response(r *http.Response, body []byte, length int64) recordedResponse {
	return recordedResponse{
		Status: r.StatusCode, Header: d.header(r.Header), content: d.content(r.Header.Get("Content-Type"), body, length),
	}
}

// volatile are headers that tell of the connection, the program or the moment. Cookies of the site would be secret besides.
var volatile = []string{
	"Accept-Encoding", "Age", "Connection", "Content-Length", "Date", "Host", "Keep-Alive", "Server", "Set-Cookie", "Transfer-Encoding",
	"User-Agent", "Via", "X-Powered-By", "X-Request-Id",
}

func (d *redaction) header(from http.Header) http.Header {
	out := http.Header{}
	for name, list := range from {
		name = http.CanonicalHeaderKey(name)
		if slices.Contains(volatile, name) {
			continue
		}
		for _, value := range list {
			out.Add(name, d.headerValue(name, value))
		}
	}
	return out
}

func (d *redaction) headerValue(name, value string) string {
	switch {
	case name == "Authorization" || name == "Proxy-Authorization":
		scheme, _, _ := strings.Cut(value, " ")
		return scheme + " " + redacted
	case strings.HasPrefix(name, "Access-Control-"):
	case secretHeader.MatchString(name):
		return redacted
	case name == "Content-Type" && d.boundary != "":
		value = strings.ReplaceAll(value, d.boundary, fixedBoundary)
	}
	return d.replacer.Replace(secretInText(value))
}

var secretHeader = regexp.MustCompile(`Cookie|Nonce|Token|Secret|Auth|Api-?Key|Password`)

// query keeps the arguments as they were sent, but for the values of secret ones.
func (d *redaction) query(raw string) string {
	if raw == "" {
		return ""
	}
	pairs := strings.Split(raw, "&")
	for i, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(name); err == nil && secretArgument(plain) && value != "" {
			pairs[i] = name + "=" + redacted
		}
	}
	return d.replacer.Replace(strings.Join(pairs, "&"))
}

// secretArgument looks at each part of a name such as "user[password]".
func secretArgument(name string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(name, func(r rune) bool { return r == '[' || r == ']' }), secretName)
}

func secretName(name string) bool {
	name = strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
	return slices.ContainsFunc(secretNames, func(end string) bool { return strings.HasSuffix(name, end) })
}

// secretNames are how the names of secrets end: post_password, access_token, _wpnonce.
var secretNames = []string{"password", "userpass", "pass1", "pass2", "passwd", "pwd", "nonce", "token", "secret", "apikey", "authorization", "signature", "cookie"}

// content is a body without its secrets: those of JSON, of a form, and the credentials of the request wherever they are.
func (d *redaction) content(contentType string, body []byte, length int64) content {
	kind, _, _ := mime.ParseMediaType(contentType)
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		text := string(body)
		if d.boundary != "" {
			text = strings.ReplaceAll(text, d.boundary, fixedBoundary)
		}
		body = []byte(redactFields(text))
	case !utf8.Valid(body): // what is no text is kept as it is, but for what must not be
		return newContent([]byte(d.secrets.Replace(string(secretMember.ReplaceAllFunc(body, redactMember)))), length)
	case kind == "application/x-www-form-urlencoded":
		return newContent([]byte(d.query(string(body))), length)
	default:
		body = []byte(secretInText(string(secretMember.ReplaceAllFunc(body, redactMember))))
		if strings.Contains(string(body), "<methodCall>") { // its values have no names, and the first ones are credentials
			body = xmlValue.ReplaceAll(body, []byte("${1}"+redacted))
		}
	}
	return newContent([]byte(d.replacer.Replace(string(body))), length)
}

var (
	secretMember = regexp.MustCompile(`"([A-Za-z0-9_-]{3,40})"\s*:\s*(?:"((?:[^"\\]|\\.)+)"|(\d[\d.eE+-]*))`)
	xmlValue     = regexp.MustCompile(`(<(?:string|value)>)[^<]+`)
	formPart     = regexp.MustCompile(`(?is)(\r\ncontent-disposition:[^\r\n]*?[ ;]name="([^"\r\n]*)"[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)(.*?)(\r\n--)`)
	// In addresses, plain and as they stand in JSON and HTML: the user, and the value of an argument.
	userInfo      = regexp.MustCompile(`(:\\?/\\?/)[^/\\?#@\s"'<>]+@`)
	secretInQuery = regexp.MustCompile(`([?&;#]|\\u0026)([A-Za-z_%-][A-Za-z0-9_%\[\]-]*)=([^&"'<>\s\\#;]+)`)
)

// secretInText takes the secrets out of the addresses in a text.
func secretInText(text string) string {
	text = userInfo.ReplaceAllString(text, "${1}")
	return secretInQuery.ReplaceAllStringFunc(text, func(argument string) string {
		m := secretInQuery.FindStringSubmatch(argument)
		if name, err := url.QueryUnescape(m[2]); err != nil || !secretArgument(name) {
			return argument
		}
		return m[1] + m[2] + "=" + redacted
	})
}

// redactFields replaces the values of the secret fields of a form.
func redactFields(form string) string {
	return strings.TrimPrefix(formPart.ReplaceAllStringFunc("\r\n"+form, func(part string) string {
		m := formPart.FindStringSubmatch(part)
		if !secretArgument(m[2]) {
			return part
		}
		return m[1] + redacted + m[4]
	}), "\r\n")
}

// redactMember replaces the value in `"name": "value"` if it is a secret or the address of a user.
func redactMember(member []byte) []byte {
	m := secretMember.FindSubmatchIndex(member)
	name, by := string(member[m[2]:m[3]]), ""
	start, end, quote := m[4], m[5], ""
	if start < 0 {
		start, end, quote = m[6], m[7], `"`
	}
	switch {
	case secretName(name):
		by = redacted
	case name == "email" || name == "user_email" || name == "author_email":
		by = nobodysMail
	default:
		return member
	}
	return slices.Concat(member[:start], []byte(quote+by+quote), member[end:])
}
