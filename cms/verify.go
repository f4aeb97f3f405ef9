package cms

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"sync/atomic"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// Identity is who the site takes the caller for.
type Identity struct {
	// ID is the id of the user, 0 if the site does not tell.
	ID       int64      `json:"id"`
	Name     string     `json:"name"`     // as displayed
	Slug     string     `json:"slug"`     // as in addresses
	Username string     `json:"username"` // as at the login
	Roles    StringList `json:"roles"`
	Extra    Extra      `json:",embed"`
}

const verifyPath = "cms/v2/users/me"

// Verify asks the site who we are: GET cms/v2/users/me, or where there is no
// such route, or it is closed, a list that anonymous callers may not read. The
// login may be credentials, or what middleware, a cookie jar with a nonce, or a
// transport of the caller's adds to requests. A site treats wrong credentials as
// anonymous, so that only such a question tells. Errors: [ErrCredentialsRejected] if
// the site does not know the user, [ErrInvalidArgument] if the client has nothing
// that could log in.
func (c *Client) Verify(ctx context.Context, options ...CallOption) (*Identity, error) {
	return c.verify(ctx, gather(options, CallOption.get))
}

func (c *Client) verify(ctx context.Context, s *settings) (*Identity, error) {
	if !c.transport.MayLogIn() {
		return nil, &ArgumentError{Operation: "Verify", Argument: "credentials", Reason: "the client has none: see WithApplicationPassword"}
	}
	// The check must not wait for the check that WithVerifiedLogin makes.
	bare := *c
	bare.login = nil
	me := *s
	me.fields = []string{"id", "name", "slug", "username", "roles"}
	identity, err := perform(ctx, &bare, Request[Identity]{
		Operation: "Verify",
		Path:      verifyPath,
		Query:     url.Values{"context": {string(ContextEdit)}},
	}, &me)
	byList := errors.Is(err, ErrNoRoute)
	if byList {
		if identity, err = bare.verifyByList(ctx, s); errors.Is(err, ErrForbidden) {
			identity, err = &Identity{}, nil // that a known user may not read it is an answer too
		}
	}
	if e, ok := errors.AsType[*Error](err); ok && !byList && closed(e) {
		// Plugins close the users' routes, to those whom the site knows as well.
		listed, byPosts := bare.verifyByList(ctx, s)
		switch {
		case byPosts == nil:
			return listed, nil
		case errors.Is(byPosts, ErrUnauthorized):
			err = byPosts
		}
	}
	if errors.Is(err, ErrUnauthorized) || errors.Is(err, codeInvalidNonce) {
		return nil, transport.Because(ErrCredentialsRejected, err)
	}
	return identity, err
}

// codeInvalidNonce refuses a login by cookies.
const codeInvalidNonce ErrorCode = "rest_cookie_invalid_nonce"

// closed reports that a refusal says nothing of the login: the site may know the
// user, and show its users to nobody.
func closed(e *Error) bool {
	if e.Code == CodeNotLoggedIn || e.Code == CodeForbiddenContext || e.Code == codeInvalidNonce || e.Code.RefusesLogin() {
		return false
	}
	return e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden
}

// verifyByList asks for what only a known user may read.
func (c *Client) verifyByList(ctx context.Context, s *settings) (*Identity, error) {
	list := *s
	list.fields = []string{"id"}
	_, err := perform(ctx, c, Request[[]Identity]{
		Operation: "Verify",
		Path:      "cms/v2/posts",
		Query:     url.Values{"context": {string(ContextEdit)}, "per_page": {"1"}},
	}, &list)
	if err != nil {
		return nil, err
	}
	return &Identity{}, nil
}

// login is the check that WithVerifiedLogin makes once.
type login struct {
	turn chan struct{} // holds one while a check is under way
	done atomic.Bool
}

// check returns when the login is verified. Callers that come meanwhile wait
// for the check under way, each no longer than its own context.
func (l *login) check(ctx context.Context, c *Client) error {
	if l.done.Load() {
		return nil
	}
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return &Error{Operation: "Verify", Method: http.MethodGet, Path: c.config.prefix.Route(verifyPath), Reason: transport.ContextError(ctx)}
	}
	defer func() { <-l.turn }() // also if a source of credentials or a middleware panics
	if l.done.Load() {
		return nil
	}
	_, err := c.verify(ctx, &settings{})
	l.done.Store(err == nil)
	return err
}
