package cms

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"
	"unicode"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// Credentials are what a client logs in with: a user and one of its application passwords,
// or a token, or a session. Set one of the three. Printing, MarshalText and LogValue leave
// the secrets out. Do not store them in an unexported field: fmt prints those without
// calling Format.
type Credentials struct {
	// User is the login name or the e-mail address.
	User string
	// Password is an application password, with or without its spaces. The password for
	// the login page does not work here.
	Password string
	// Token is sent as "Authorization: Bearer <token>". WordPress itself knows no tokens: a
	// plugin issues and checks them.
	Token string
	// Cookie is the value of the Cookie header of a session of the login page, and Nonce
	// the value of X-WP-Nonce. Without a nonce WordPress treats a session as anonymous.
	Cookie, Nonce string
	// Expires is when the site stops to accept the credentials. Expired credentials are not
	// sent. Zero means that the time is not known.
	Expires time.Time
}

// CredentialsSource returns the credentials of each attempt, so that they can change
// while a client is in use. It must be safe for concurrent use. With [WithVerifiedLogin] it
// is also called before each call.
//
// It is called once more after a response that refuses the credentials: a 401, or the
// status 403 or 400 with an error about the token or the nonce, or 400 for an argument that
// the site refuses to anonymous callers, such as status=draft. If the credentials have
// changed, the call is sent once more, also a create, and also with [Attempts] of 1. The
// site has not carried it out. An upload from a reader that can be read only once is not. In a
// batch only the rejected items are. See [Renewer] for a source that gets other
// credentials.
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

// String returns the user without the password, or the kind of the credentials.
func (c Credentials) String() string {
	switch {
	case c.Token != "":
		return "token [redacted]"
	case c.Cookie != "" || c.Nonce != "":
		return "session [redacted]"
	}
	return c.User + ":[redacted]"
}

// GoString returns the user without the password, or the kind of the credentials.
func (c Credentials) GoString() string {
	if c.Token != "" || c.Cookie != "" || c.Nonce != "" {
		return "cms.Credentials{" + c.String() + "}"
	}
	return "cms.Credentials{User: " + c.User + ", [redacted]}"
}

// Format writes the result of String, or of GoString for %#v.
func (c Credentials) Format(s fmt.State, verb rune) {
	out := c.String()
	if verb == 'v' && s.Flag('#') {
		out = c.GoString()
	}
	_, _ = io.WriteString(s, out)
}

// MarshalText returns the result of String.
func (c Credentials) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// LogValue returns the result of String.
func (c Credentials) LogValue() slog.Value { return slog.StringValue(c.String()) }

func (c Credentials) expired() bool { return !c.Expires.IsZero() && !time.Now().Before(c.Expires) }

// login checks the credentials and returns the values of the headers that log a request in.
func (c Credentials) login() (transport.Login, error) {
	basic, session := c.User != "" || c.Password != "", c.Cookie != "" || c.Nonce != ""
	switch {
	case basic && (c.Token != "" || session) || c.Token != "" && session:
		return transport.Login{}, &ArgumentError{Argument: "credentials",
			Reason: "set one kind: user and password, or a token, or cookie and nonce"}
	case c.Token != "":
		return c.bearer()
	case session:
		return c.session()
	}
	header, err := c.basic()
	return transport.Login{Authorization: header}, err
}

func (c Credentials) bearer() (transport.Login, error) {
	refuse := func(reason string) (transport.Login, error) {
		return transport.Login{}, &ArgumentError{Argument: "token", Reason: reason}
	}
	switch {
	case strings.HasPrefix(strings.ToLower(c.Token), "bearer "):
		return refuse("the token begins with Bearer: the client adds that")
	case strings.ContainsFunc(c.Token, func(r rune) bool { return r <= ' ' || r >= 0x7f }):
		return refuse("the token contains a space, a control character or a letter beyond ASCII")
	}
	return transport.Login{Authorization: "Bearer " + c.Token}, nil
}

func (c Credentials) session() (transport.Login, error) {
	if !transport.ValidHeader("Cookie", c.Cookie) || !transport.ValidHeader("X-WP-Nonce", c.Nonce) {
		return transport.Login{}, &ArgumentError{Argument: "cookie",
			Reason: "the cookie or the nonce is empty or contains a control character"}
	}
	return transport.Login{Cookie: c.Cookie, Nonce: c.Nonce}, nil
}

// basic returns the value of the Authorization header for a user and a password.
func (c Credentials) basic() (string, error) {
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
