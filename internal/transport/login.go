package transport

import (
	"context"
	"net/http"
)

// Login is what a request carries to log in. The zero value is anonymous.
type Login struct {
	Authorization string // value of the header
	Cookie, Nonce string
}

// Authorize returns the login of one attempt. It is called before each attempt. An error
// ends the call. It must be safe for concurrent use, and must not send calls through the
// same client.
type Authorize func(ctx context.Context) (Login, error)

// Account is where the logins for one server come from.
type Account struct {
	Header string // that Login.Authorization goes into; "" means Authorization
	Authorize
	// Renew returns the login after refused, which the server refused. Nil means to call
	// Authorize again. A call that gets another login is sent once more.
	Renew func(ctx context.Context, refused Login) (Login, error)
}

// The accounts of a client.
const (
	ofSite   = iota // of the service itself
	ofGate          // of a server in front of it
	accounts        // how many there are
)

// Refusal is the account that a response refuses.
type Refusal int

// Which login a server refused.
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

// refusal returns the account that a response refuses. Without Config.Refused that is the
// site for a 401.
func (c *Config) refusal(resp *Response) (which int, refused bool) {
	switch {
	case c.Refused == nil:
		return ofSite, resp.Status == http.StatusUnauthorized
	case resp.Status < http.StatusBadRequest:
		return 0, false
	}
	switch c.Refused(resp) {
	case RefusedByGate:
		if c.Gate.Authorize != nil {
			return ofGate, true
		}
		return ofSite, true
	case RefusedBySite:
		return ofSite, true
	}
	return 0, false
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

// renewLogin gets another login after a response that refuses one. It does so once a call.
func (s *sending) renewLogin(ctx context.Context, resp *Response) (again bool) {
	which, refused := s.cfg.refusal(resp)
	if !refused || s.renewed[which] {
		return false
	}
	sent := s.sent.logins[which].Load()
	if sent == nil {
		return false
	}
	s.renewed[which] = true
	again, resp.RenewErr = s.cfg.account(which).renew(ctx, *sent)
	return again
}

// renew reports whether there is another login than the refused one.
func (a Account) renew(ctx context.Context, refused Login) (bool, error) {
	renew := a.Renew
	if renew == nil {
		renew = func(ctx context.Context, _ Login) (Login, error) { return a.Authorize(ctx) }
	}
	login, err := renew(ctx, refused)
	return err == nil && login != refused, err
}

// Track returns a context for a call whose response has the responses of several requests.
// It notes the login and the keys of the call.
func (c *Client) Track(ctx context.Context) context.Context {
	return context.WithValue(ctx, sentKey{}, new(Sent))
}

type sentKey struct{}

// Tracked returns what the calls with a context have sent: see [Client.Track]. It may be nil.
func Tracked(ctx context.Context) *Sent {
	sent, _ := ctx.Value(sentKey{}).(*Sent)
	return sent
}

// Refuses reports whether the response to one of several requests refuses the login of the
// site.
func (c *Client) Refuses(status int, body []byte) bool {
	which, refused := c.cfg.refusal(&Response{Status: status, Body: body})
	return refused && which == ofSite
}

// Renews renews the login of the site that the call with a tracked context has sent. It
// reports whether there is another one now.
func (c *Client) Renews(ctx context.Context) (bool, error) {
	login := Tracked(ctx).logins[ofSite].Load()
	if login == nil {
		return false, nil
	}
	return c.cfg.account(ofSite).renew(ctx, *login)
}
