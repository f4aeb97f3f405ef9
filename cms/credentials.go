package cms

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"unicode"
)

// Credentials are a user and one of its application passwords. Printing, MarshalText and
// LogValue leave the password out. Do not store them in an unexported field: fmt prints
// those without calling Format.
type Credentials struct {
	// User is the login name or the e-mail address.
	User string
	// Password is an application password, with or without its spaces. The password for
	// the login page does not work here.
	Password string
}

// CredentialsSource returns the credentials of each attempt, so that they can change
// while a client is in use. It must be safe for concurrent use. After a 401 it is called
// once more; if the credentials have changed, the call is retried. With
// [WithVerifiedLogin] it is also called before each call.
type CredentialsSource interface {
	Credentials(ctx context.Context) (Credentials, error)
}

// CredentialsFunc is a function that is a [CredentialsSource].
type CredentialsFunc func(ctx context.Context) (Credentials, error)

// Credentials calls f.
func (f CredentialsFunc) Credentials(ctx context.Context) (Credentials, error) { return f(ctx) }

// Credentials returns c. It makes Credentials a [CredentialsSource] whose credentials
// never change.
func (c Credentials) Credentials(context.Context) (Credentials, error) { return c, nil }

// String returns the user without the password.
func (c Credentials) String() string { return c.User + ":[redacted]" }

// GoString returns the user without the password.
func (c Credentials) GoString() string { return "cms.Credentials{User: " + c.User + ", [redacted]}" }

// Format writes the user without the password, for every verb.
func (c Credentials) Format(s fmt.State, verb rune) {
	out := c.String()
	if verb == 'v' && s.Flag('#') {
		out = c.GoString()
	}
	_, _ = io.WriteString(s, out)
}

// MarshalText returns the user without the password.
func (c Credentials) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// LogValue returns the user without the password.
func (c Credentials) LogValue() slog.Value { return slog.StringValue(c.String()) }

// header returns the value of the Authorization header.
func (c Credentials) header() (string, error) {
	user, password := c.User, strings.TrimSpace(c.Password)
	switch {
	case user == "" || strings.TrimSpace(user) == "":
		return "", &ArgumentError{Argument: "user", Reason: "the user is empty"}
	case strings.Contains(user, ":"):
		return "", &ArgumentError{Argument: "user", Reason: "the user contains a colon"}
	case strings.ContainsFunc(user, unicode.IsControl):
		return "", &ArgumentError{Argument: "user", Reason: "the user contains a control character"}
	case password == "":
		return "", &ArgumentError{Argument: "password", Reason: "the application password is empty"}
	case strings.ContainsFunc(password, unicode.IsControl):
		return "", &ArgumentError{Argument: "password",
			Reason: "the application password contains a control character"}
	}
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+password)), nil
}
