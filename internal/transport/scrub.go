package transport

import (
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"strings"

	"github.com/fontcms/fontcms-go/internal/sensitive"
)

// unreadable replaces an address that cannot be parsed.
const unreadable = "an address"

// StripSecrets takes user info, query and fragment out of all addresses in a text. The
// text ends at an address that cannot be parsed: the text after it would explain the
// reason, and would quote a part of the password.
func StripSecrets(text string) string {
	if !strings.Contains(text, "://") {
		return text
	}
	// An address that stands directly after a double quote ends at the next double quote. Any
	// other address ends at white space, at a single or double quote, or at < or >.
	all := regexp.MustCompile(`(?i)"[a-z][a-z0-9+.-]*://[^"]*|[a-z][a-z0-9+.-]*://[^\s"'<>]*`)
	var out strings.Builder
	for at := all.FindStringIndex(text); at != nil; at = all.FindStringIndex(text) {
		address := strings.TrimPrefix(text[at[0]:at[1]], `"`)
		by := bare(address)
		out.WriteString(text[:at[1]-len(address)] + by)
		if by == unreadable {
			return out.String()
		}
		out.WriteString(address[len(withoutSigns(address)):])
		text = text[at[1]:]
	}
	return out.String() + text
}

// withoutSigns returns an address without the punctuation at its end, which belongs to the
// sentence around the address.
func withoutSigns(address string) string { return strings.TrimRight(address, ".,:;)]}") }

// bare returns the address without user info, query and fragment. It returns unreadable if the
// address cannot be parsed, or if its path has an @: the text before the @ may be a part of a
// password.
func bare(address string) string {
	u, err := url.Parse(withoutSigns(address))
	if err != nil || u.Opaque != "" || strings.Contains(u.Path, "@") {
		return unreadable
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}).String()
}

// Scrub takes the secrets of addresses out of the text of an error, and out of the texts
// of the errors that it wraps.
func Scrub(err error) error {
	//nolint:errorlint // only the outermost url.Errors are removed, because an error between two of them adds a text
	for outer, ok := err.(*url.Error); ok; outer, ok = err.(*url.Error) {
		err = outer.Err
	}
	_, inside := errors.AsType[*url.Error](err)
	text := StripSecrets(err.Error())
	if !inside && text == err.Error() {
		return err
	}
	return &scrubbedError{text, func() error { return err }}
}

// scrubbedError wraps an error and has another text. Only errors.Is and errors.As reach the
// wrapped error. fmt does not, so no secret is printed even if the error is printed field by
// field.
type scrubbedError struct {
	text string
	err  func() error
}

func (e *scrubbedError) Error() string        { return Line(e.text, MaxError) }
func (e *scrubbedError) Is(target error) bool { return errors.Is(e.err(), target) }

// As finds a wrapped error. A *url.Error loses its secrets.
func (e *scrubbedError) As(target any) bool {
	if !errors.As(e.err(), target) {
		return false
	}
	into := reflect.ValueOf(target).Elem()
	// The target may be a *url.Error, or a net.Error that holds a *url.Error.
	if inner, ok := into.Interface().(*url.Error); ok {
		harmless := &url.Error{Op: inner.Op, URL: bare(inner.URL), Err: Scrub(inner.Err)}
		if harmless.URL == unreadable {
			harmless.Err = &scrubbedError{"it cannot be read", func() error { return inner.Err }}
		}
		into.Set(reflect.ValueOf(harmless))
	}
	return true
}

// RedactHeader returns a copy of header without secrets: without the values of cookies,
// credentials and keys, and with addresses as [StripSecrets] leaves them.
func RedactHeader(header http.Header) http.Header {
	out := header.Clone()
	for name, values := range out {
		for i := range values {
			switch {
			case sensitive.Header(name):
				values[i] = "[redacted]"
			case strings.HasSuffix(http.CanonicalHeaderKey(name), "Location"):
				values[i] = bare(values[i])
			default:
				values[i] = StripSecrets(values[i])
			}
		}
	}
	return out
}
