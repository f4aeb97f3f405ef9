package cms

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"sync/atomic"

	"github.com/fontcms/fontcms-go/cms/internal/turns"
	"github.com/fontcms/fontcms-go/cms/internal/unverified"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// Identity is the user that the site recognizes as the caller.
type Identity struct {
	// ID is the id of the user, 0 if the site does not show it.
	ID       int64      `json:"id"`
	Name     string     `json:"name"`     // as displayed
	Slug     string     `json:"slug"`     // as in addresses
	Username string     `json:"username"` // as at the login
	Roles    StringList `json:"roles"`
	Extra    Extra      `json:",embed"`
}

const verifyPath = "cms/v2/users/me"

// verify asks the site who the caller is. Its requests do not verify the login first, because
// that would call verify again.
func verify(ctx context.Context, on *site, s *callSettings) (*Identity, error) {
	if !on.transport.MayLogIn() {
		return nil, &ArgumentError{Operation: "Verify", Argument: "credentials",
			Reason: "the client has no login: make it with WithApplicationPassword"}
	}
	ctx, cancel := on.transport.CallContext(unverified.Context(ctx))
	defer cancel()
	me := *s
	me.fields = []string{"id", "name", "slug", "username", "roles"}
	me.uncached = true // a cache may have the response to another login
	identity, err := perform(ctx, on, Request[Identity]{
		Operation: "Verify",
		Path:      verifyPath,
		Query:     url.Values{"context": {string(ContextEdit)}},
	}, &me)
	byList := errors.Is(err, ErrNoRoute)
	if byList {
		if identity, err = verifyByList(ctx, on, s); errors.Is(err, ErrForbidden) {
			identity, err = &Identity{}, nil // ErrForbidden shows that the login is accepted
		}
	}
	if e, ok := errors.AsType[*Error](err); ok && !byList && closed(e) {
		// Some plugins close the routes of users, even to logged-in users.
		listed, byPosts := verifyByList(ctx, on, s)
		switch {
		case byPosts == nil:
			return listed, nil
		case errors.Is(byPosts, ErrUnauthorized):
			err = byPosts
		}
	}
	if e, ok := errors.AsType[*Error](err); ok && errors.Is(e, ErrUnauthorized) && !errors.Is(e, ErrCredentialsRejected) {
		e.Reason = transport.Because(ErrCredentialsRejected, e.Reason)
	}
	return identity, err
}

// closed reports whether an error says nothing about the login: the site may have accepted the
// login, and still show its users to nobody.
func closed(e *Error) bool {
	if errors.Is(e, ErrCredentialsRejected) || e.Code == CodeNotLoggedIn || e.Code == CodeForbiddenContext ||
		e.Code.RefusesLogin() {
		return false
	}
	return e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden
}

// verifyByList requests a list that only a logged-in user may read.
func verifyByList(ctx context.Context, on *site, s *callSettings) (*Identity, error) {
	list := *s
	list.fields, list.uncached = []string{"id"}, true
	_, err := perform(ctx, on, Request[[]Identity]{
		Operation: "Verify",
		Path:      "cms/v2/posts",
		Query:     url.Values{"context": {string(ContextEdit)}, "per_page": {"1"}},
	}, &list)
	if err != nil {
		return nil, err
	}
	return &Identity{}, nil
}

// login verifies the login of a client that has the option WithVerifiedLogin.
type login struct {
	site  *site
	turns turns.Turns // one check at a time

	// accepted is the login of the last successful check. It is nil if the next call must
	// verify the login.
	accepted atomic.Pointer[transport.Login]
	checks   atomic.Int64 // number of checks that ended
	// failed is the error of the last check. It is nil if the check succeeded, or if the
	// context of its caller ended. turns guards it.
	failed error
}

// check verifies the login, unless the site has already accepted it. Calls that arrive during
// a check wait for its result, each no longer than its own context. check does nothing if l is
// nil, or if the package unverified has marked the context.
func (l *login) check(ctx context.Context) error {
	if l == nil || unverified.Is(ctx) {
		return nil
	}
	var sent transport.Login // zero if a middleware, a cookie jar or a transport of the caller logs in
	if authorize := l.site.transport.Authorize(); authorize != nil {
		var err error
		if sent, err = authorize(ctx); err != nil {
			return l.failure(err)
		}
	}
	if l.accepts(sent) {
		return nil
	}
	arrived := l.checks.Load()
	unlock, err := l.turns.Wait(ctx, "login")
	if err != nil {
		return l.failure(err)
	}
	// Unlock in a defer, because a source of credentials or a middleware may panic.
	defer unlock()
	switch {
	case l.accepts(sent):
		return nil
	case l.failed != nil && l.checks.Load() != arrived:
		return l.failed
	}
	l.failed = nil
	_, err = verify(ctx, l.site, &callSettings{})
	if err == nil {
		l.accepted.Store(&sent)
	} else if ctx.Err() == nil {
		l.failed = err
	}
	l.checks.Add(1)
	return err
}

// accepts reports whether the site accepted these credentials.
func (l *login) accepts(sent transport.Login) bool {
	accepted := l.accepted.Load()
	return accepted != nil && *accepted == sent
}

// forget makes the next call verify the login. l may be nil.
func (l *login) forget() {
	if l != nil {
		l.accepted.Store(nil)
	}
}

// failure returns the error of a check that sent nothing.
func (l *login) failure(reason error) error {
	path := l.site.config.prefix.Route(verifyPath)
	return &Error{Operation: "Verify", Method: http.MethodGet, Path: path, Reason: reason}
}
