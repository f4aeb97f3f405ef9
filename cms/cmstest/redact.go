package cmstest

import (
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
	replacer *strings.Replacer
	boundary string // of the request
}

// newRedaction knows the site and the credentials by the request.
func newRedaction(r *http.Request) *redaction {
	d := &redaction{}
	var pairs []string
	if _, password, ok := r.BasicAuth(); ok && len(password) >= 8 {
		for _, form := range []string{password, strings.ReplaceAll(password, " ", ""), url.QueryEscape(password)} {
			pairs = append(pairs, form, redacted)
		}
	}
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
	return d.replacer.Replace(value)
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
	return slices.Contains(secretNames, strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name)))
}

var secretNames = []string{
	"password", "userpass", "apppassword", "applicationpassword", "passwd", "pwd", "wpnonce", "nonce", "token", "accesstoken", "refreshtoken", "idtoken",
	"secret", "clientsecret", "apikey", "authorization", "signature",
}

// content is a body without its secrets: those of JSON, of a form, and the credentials of the request wherever they are.
func (d *redaction) content(contentType string, body []byte, length int64) content {
	kind, _, _ := mime.ParseMediaType(contentType)
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		text := string(body)
		if d.boundary != "" {
			text = strings.ReplaceAll(text, d.boundary, fixedBoundary)
		}
		body = []byte(secretField.ReplaceAllString(text, "${1}"+redacted))
	case !utf8.Valid(body):
		return newContent(body, length)
	case kind == "application/x-www-form-urlencoded":
		return newContent([]byte(d.query(string(body))), length)
	default:
		body = secretMember.ReplaceAllFunc(body, redactMember)
	}
	return newContent([]byte(d.replacer.Replace(string(body))), length)
}

var (
	secretMember = regexp.MustCompile(`"([A-Za-z_-]{3,40})"\s*:\s*"((?:[^"\\]|\\.)+)"`)
	secretField  = regexp.MustCompile(`(?i)(name="(?:password|user_pass|_wpnonce)"\r\n(?:[^\r\n]+\r\n)*\r\n)[^\r\n]+`)
)

// redactMember replaces the value in `"name": "value"` if it is a secret or the address of a user.
func redactMember(member []byte) []byte {
	m := secretMember.FindSubmatchIndex(member)
	name, by := string(member[m[2]:m[3]]), ""
	switch {
	case secretName(name):
		by = redacted
	case name == "email" || name == "user_email" || name == "author_email":
		by = nobodysMail
	default:
		return member
	}
	return slices.Concat(member[:m[4]], []byte(by), member[m[5]:])
}
