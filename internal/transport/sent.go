package transport

import (
	"bytes"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/fontcms/fontcms-go/internal/sensitive"
)

// maxSent is the largest number of stored headers, and of stored queries.
const maxSent = 4

// Sent has the headers and queries of the last requests. Errors and logs must not contain their
// logins, keys and passwords.
type Sent struct {
	mu      sync.Mutex
	headers [maxSent]http.Header // the newest is headers[stored-1]
	stored  int
	queries [maxSent]string    // the last distinct queries, the newest first
	logins  [accounts]struct { // the last login of each account
		Login
		sent bool
	}
}

// keepLogin stores the login of an account.
func (s *Sent) keepLogin(which int, login Login) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.logins[which].Login, s.logins[which].sent = login, true
}

// login returns the last login of an account. It reports false if none was sent.
func (s *Sent) login(which int) (Login, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.logins[which].Login, s.logins[which].sent
}

// keep stores the header of a request. It replaces the last stored header if both have the
// same login.
func (s *Sent) keep(header http.Header) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stored > 0 && sameLogin(s.headers[s.stored-1], header):
	case s.stored == maxSent:
		copy(s.headers[:], s.headers[1:])
	default:
		s.stored++
	}
	s.headers[s.stored-1] = header
}

// keepQuery stores the query of a request, unless it is already stored.
func (s *Sent) keepQuery(query string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.queries[:], query) {
		copy(s.queries[1:], s.queries[:])
		s.queries[0] = query
	}
}

func sameLogin(a, b http.Header) bool {
	for _, name := range [...]string{"Authorization", "Cookie", "X-Wp-Nonce"} {
		if !slices.Equal(a[name], b[name]) {
			return false
		}
	}
	return true
}

// keep stores the header and the query of a request in s.sent. If the base transport has sent
// another login, keep also stores the header that the base transport has sent. s may be nil.
func (s *sending) keep(header http.Header, query string, resp *http.Response) {
	if s == nil {
		return
	}
	s.sent.keep(header)
	s.sent.keepQuery(query)
	if resp != nil && resp.Request != nil && !sameLogin(resp.Request.Header, header) {
		s.sent.keep(resp.Request.Header)
	}
}

// redact removes the sent logins and keys from a response with an error status.
func (r *Response) redact() {
	secrets := r.Sent.secrets()
	for _, secret := range secrets {
		if bytes.Contains(r.Body, []byte(secret.text)) {
			r.Body = bytes.ReplaceAll(r.Body, []byte(secret.text), []byte(secret.by))
		}
	}
	for _, values := range r.Header {
		for i, value := range values {
			values[i] = replaceAll(value, secrets)
		}
	}
}

// RedactError returns err with a text without the sent logins and keys.
func (s *Sent) RedactError(err error) error {
	if err == nil || s == nil {
		return err
	}
	text := err.Error()
	if by := s.Redact(text); by != text {
		return &scrubbedError{by, func() error { return err }}
	}
	return err
}

// minSecret is the smallest length in bytes of a value that is always replaced. A shorter
// value may be a part of an ordinary word. So it is replaced only if the name of its argument
// stands before it.
const minSecret = 6

// Redact replaces the sent logins and keys in text, in each form in which a server may repeat
// them.
func (s *Sent) Redact(text string) string {
	if s == nil || text == "" {
		return text
	}
	return replaceAll(text, s.secrets())
}

// redacted replaces a secret.
const redacted = "[redacted]"

// replacement is a text with a secret, and what replaces it.
type replacement struct{ text, by string }

func replaceAll(text string, secrets []replacement) string {
	for _, secret := range secrets {
		text = strings.ReplaceAll(text, secret.text, secret.by)
	}
	return text
}

// secrets returns the secrets of s in all forms in which a text may contain them, the longest
// first.
func (s *Sent) secrets() []replacement {
	s.mu.Lock()
	headers, queries := s.headers, s.queries
	s.mu.Unlock()
	found := map[replacement]struct{}{}
	add := func(before, value string) {
		for _, form := range []string{
			value, strings.ReplaceAll(value, " ", ""), strings.ReplaceAll(value, "/", `\/`),
			url.QueryEscape(value), url.PathEscape(value),
		} {
			if len(form) >= minSecret || before != "" && form != "" {
				found[replacement{before + form, before + redacted}] = struct{}{}
			}
		}
	}
	for _, header := range headers {
		for name, values := range header {
			if sensitive.Header(name) {
				for _, value := range values {
					eachSecret(name, value, func(value string) { add("", value) })
				}
			}
		}
	}
	for _, query := range queries {
		eachSecretArgument(query, add)
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b replacement) int { return len(b.text) - len(a.text) })
}

// eachSecretArgument calls add with each secret argument of a query, such as the key of a shop
// or the password of a post. It calls add with the value as it was sent, and with the decoded
// value. before is the name of the argument and "=". The value is replaced only after this
// text, because elsewhere the value may be an ordinary word.
func eachSecretArgument(query string, add func(before, value string)) {
	for part := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(part, "=")
		if name, err := url.QueryUnescape(key); err != nil || !sensitive.Name(name) {
			continue
		}
		add(key+"=", value)
		if plain, err := url.QueryUnescape(value); err == nil {
			add(key+"=", plain)
		}
	}
}

// eachSecret calls add with each secret of a header: the value, the part of the value after a
// scheme such as Basic, and the password in a Basic login. For the header Cookie it calls add
// only with the value of each cookie.
func eachSecret(name, value string, add func(string)) {
	if name == "Cookie" {
		for part := range strings.SplitSeq(value, ";") {
			_, content, _ := strings.Cut(part, "=")
			add(strings.TrimSpace(content))
		}
		return
	}
	add(value)
	if _, token, ok := strings.Cut(value, " "); ok {
		add(token)
		_, password, _ := (&http.Request{Header: http.Header{"Authorization": {value}}}).BasicAuth()
		add(password)
	}
}
