package cms

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"sync"

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
// such route a list that anonymous callers may not read. A site takes wrong
// credentials for none, so that only such a question tells: if it does not
// know us, the error is [ErrCredentialsRejected].
func (c *Client) Verify(ctx context.Context, options ...CallOption) (*Identity, error) {
	return c.verify(ctx, gather(options, CallOption.get))
}

func (c *Client) verify(ctx context.Context, s *settings) (*Identity, error) {
	if c.config.source == nil {
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
		identity, err = bare.verifyByList(ctx, s)
	}
	if err == nil && identity.ID == 0 && !byList {
		return nil, &Error{
			Operation: "Verify", Method: http.MethodGet, Path: c.config.prefix.route(verifyPath), Status: http.StatusOK,
			Reason: because(ErrDecode, errors.New("the user has no id")),
		}
	}
	if errors.Is(err, ErrUnauthorized) {
		return nil, because(ErrCredentialsRejected, err)
	}
	return identity, err
}

// verifyByList asks for what only a known user may read; that this one may not
// is an answer too.
func (c *Client) verifyByList(ctx context.Context, s *settings) (*Identity, error) {
	list := *s
	list.fields = []string{"id"}
	_, err := perform(ctx, c, Request[[]Identity]{
		Operation: "Verify",
		Path:      "cms/v2/posts",
		Query:     url.Values{"context": {string(ContextEdit)}, "per_page": {"1"}},
	}, &list)
	if err != nil && !errors.Is(err, ErrForbidden) {
		return nil, err
	}
	return &Identity{}, nil
}

// login is the check that WithVerifiedLogin makes once.
type login struct {
	mu   sync.Mutex
	done bool
	busy chan struct{} // closed when the check under way ends
}

// check returns when the login is verified. Callers that come meanwhile wait
// for the check under way, each no longer than its own context.
func (l *login) check(ctx context.Context, c *Client) error {
	for {
		l.mu.Lock()
		if l.done {
			l.mu.Unlock()
			return nil
		}
		busy := l.busy
		if busy == nil {
			l.busy = make(chan struct{})
			l.mu.Unlock()
			break
		}
		l.mu.Unlock()
		select {
		case <-busy:
		case <-ctx.Done():
			return &Error{Operation: "Verify", Method: http.MethodGet, Path: c.config.prefix.route(verifyPath), Reason: transport.ContextError(ctx)}
		}
	}
	verified := false
	defer func() { // also if a source of credentials or a middleware panics
		l.mu.Lock()
		defer l.mu.Unlock()
		l.done = verified
		close(l.busy)
		l.busy = nil
	}()
	_, err := c.verify(ctx, &settings{})
	verified = err == nil
	return err
}
