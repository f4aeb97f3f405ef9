package transport

import (
	"context"
	"net/http"
)

// Login has the values that log a request in. The zero value is anonymous.
type Login struct {
	Authorization string // value of the header
	Cookie, Nonce string
}

// Authorize returns the login of one attempt. It is called before each attempt. An error
// ends the call. It must be safe for concurrent use, and must not send calls through the
// same client.
type Authorize func(ctx context.Context) (Login, error)

// Account is the source of the logins for one server.
type Account struct {
	Header string // header for Login.Authorization; "" means Authorization
	Authorize
	// Renew returns a new login after the server refused a login. If Renew is nil, Authorize
	// is called again. A call that gets another login is retried once.
	Renew func(ctx context.Context, refused Login) (Login, error)
}

// The accounts of a client.
const (
	ofSite   = iota // account of the service itself
	ofGate          // account of a server in front of the service
	accounts        // number of accounts
)

// Refusal is the account that a response refuses.
type Refusal int

// Values of [Refusal].
const (
	NotRefused Refusal = iota
	RefusedBySite
	RefusedByGate
)

func (c *Config) account(which int) Account {
	if which == ofGate {
		return c.Gate
	}
	return Account{c.LoginHeader, c.Authorize, c.Renew}
}

// refusal returns the account whose login was refused: ofSite or ofGate. If
// Config.Refused is nil, a 401 refuses the login of ofSite.
func (c *Config) refusal(resp *Response) (which int, refused bool) {
	switch {
	case c.Refused == nil:
		return ofSite, resp.Status == http.StatusUnauthorized
	case resp.Status < http.StatusBadRequest:
		return which, false
	}
	switch c.Refused(resp) {
	case RefusedByGate:
		if c.Gate.Authorize != nil {
			return ofGate, true
		}
		return ofSite, resp.Status != http.StatusProxyAuthRequired // a 407 does not refuse the login of the site
	case RefusedBySite:
		return ofSite, true
	}
	return which, false
}

// set adds a login to a header.
func (a Account) set(header http.Header, login Login) {
	name := a.Header
	if name == "" {
		name = "Authorization"
	}
	for _, field := range [...]struct{ name, value string }{
		{name, login.Authorization}, {"Cookie", login.Cookie}, {"X-Wp-Nonce", login.Nonce},
	} {
		if field.value != "" {
			header[field.name] = []string{field.value}
		}
	}
}

// renewLogin renews the login that a response refuses. In one call it renews the login of each
// account at most once. again means that the login has changed, so the call can be retried.
func (s *sending) renewLogin(ctx context.Context, resp *Response) (again bool) {
	which, refused := s.cfg.refusal(resp)
	if !refused || s.renewed[which] {
		return false
	}
	sent, ok := s.sent.login(which)
	if !ok {
		return false
	}
	s.renewed[which] = true
	again, resp.RenewErr = s.cfg.account(which).renew(ctx, sent)
	return again
}

// renew renews the login, and reports whether it differs from the refused login.
func (a Account) renew(ctx context.Context, refused Login) (bool, error) {
	renew := a.Renew
	if renew == nil {
		renew = func(ctx context.Context, _ Login) (Login, error) { return a.Authorize(ctx) }
	}
	login, err := renew(ctx, refused)
	return err == nil && login != refused, err
}

// Track returns a context for a batch. The context records the login and the keys that the
// call sends.
func (c *Client) Track(ctx context.Context) context.Context {
	return context.WithValue(ctx, sentKey{}, new(Sent))
}

type sentKey struct{}

// Tracked returns what a context of [Client.Track] has recorded. It may be nil.
func Tracked(ctx context.Context) *Sent {
	sent, _ := ctx.Value(sentKey{}).(*Sent)
	return sent
}

// Refuses reports whether the response to one item of a batch refuses the login of the site.
func (c *Client) Refuses(status int, body []byte) bool {
	which, refused := c.cfg.refusal(&Response{Status: status, Body: body})
	return refused && which == ofSite
}

// Renews renews the login of the site that a call with a context of [Client.Track] has sent.
// It reports whether there is now another login.
func (c *Client) Renews(ctx context.Context) (bool, error) {
	login, ok := Tracked(ctx).login(ofSite)
	if !ok {
		return false, nil
	}
	return c.cfg.account(ofSite).renew(ctx, login)
}
