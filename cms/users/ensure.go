package users

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// Ensure finds or creates the user with a login name. Case is ignored. It needs an
// administrator.
//
// Ensure does not change an existing user, and writes nothing if the user exists. If a
// field of an existing user differs from params, that is an error. Fields that params does
// not set are not compared, and neither is the password.
//
// Fields are compared by meaning:
//   - The case of e-mail addresses and the order of roles are ignored.
//   - Texts are compared without tags and HTML entities. In URLs, percent-encoding and
//     a leading "http://" are ignored too.
//   - An empty Locale, Name, Nickname or Slug in params is not compared.
//   - Fields of Extra that the site does not show are not compared.
//
// Ensure sends one request for an existing user, and three for a new one. Calls of one
// client for the same login name wait for each other.
//
// Another process may create the same user at the same time:
//   - Ensure searches again after a create, and also if the site rejects the login name
//     or the e-mail address as taken.
//   - A site sets the roles of a new user last. So if the user differs from params,
//     Ensure reads the user again, four times within 0.75 seconds. Then it returns the
//     error.
//   - If both creates succeed, the site has two users with the login name. The call whose
//     user has the higher id fails with [cms.ErrConflict]. Ensure deletes no users.
//
// The option [cms.Fields] is refused.
//
// Errors:
//   - [*DifferentError], which is a [cms.ErrConflict], if a field of the user differs
//     from params. After a create, this error means that the site stored a different
//     value than the one in params.
//   - [cms.ErrConflict], with a [*cms.AmbiguousError] that has both ids, if another process
//     has created the user at the same time.
//   - [CodeExistingEmail] if another user has the e-mail address.
//   - [cms.ErrInvalidArgument] if params have another Username.
//   - [cms.ErrOutcomeUnknown] if the response to the create was lost, and the user does
//     not exist.
//   - Those of a list and a create.
func (u *Users) Ensure(ctx context.Context, username string, params *Params, options ...cms.CallOption) (*User, error) {
	wanted := Params{}
	if params != nil {
		wanted = *params
	}
	if wanted.Username != nil && !sameLogin(*wanted.Username, username) {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "username", Reason: "the Username of params differs"}
	}
	wanted.Username = &username
	ctx, cancel := u.Client().CallContext(ctx)
	defer cancel()
	e := &ensuring{users: u, wanted: wanted, options: options}
	unlock, err := u.Client().Lock(ctx, operation+" "+strings.ToLower(strings.TrimSpace(username)))
	if err != nil {
		return nil, e.fail(http.MethodPost, err, "")
	}
	defer unlock()
	return upsert.Run(ctx, u.route(), e)
}

const operation = "users.Ensure"

// ensuring implements [upsert.Store] for a user.
type ensuring struct {
	users   *Users
	wanted  Params // including the login name
	options []cms.CallOption
	looked  bool
}

func (e *ensuring) fail(method string, reason error, hint string) error {
	return &cms.Error{Operation: operation, Method: method, Path: e.users.route(), Reason: reason, Hint: hint}
}

func (e *ensuring) ID(user *User) int64 { return user.ID }

// Look excludes an id from the search after a create, so that no cache has an old response
// to the request. It is the id of the created user, or an id that no user has.
func (e *ensuring) Look(ctx context.Context, made *User) (found []*User, err error) {
	var except int64
	options := e.options
	switch {
	case made != nil:
		found, except, options = []*User{made}, made.ID, []cms.CallOption{cms.Sending(options...)}
	case e.looked:
		except = 1<<52 + rand.Int64N(1<<52)
	}
	e.looked = true
	other, err := e.users.find(ctx, operation, *e.wanted.Username, except, options)
	if other != nil {
		found = append(found, other)
	}
	return found, err
}

func (e *ensuring) Make(ctx context.Context) (*User, error) {
	return e.users.Create(ctx, &e.wanted, e.options...)
}

// Check returns nil: the comparison of all fields includes the login name.
func (e *ensuring) Check(*User) error { return nil }

// Withdraw deletes no user. Its error names both users.
func (e *ensuring) Withdraw(_ context.Context, made, other *User) error {
	several := &cms.AmbiguousError{IDs: []int64{other.ID, made.ID}}
	return e.fail(http.MethodPost, fmt.Errorf("%w: %w", cms.ErrConflict, several), fmt.Sprintf(
		"both have the login name; this call made the user %d: delete it, and call Ensure again", made.ID))
}

// Again reports whether to look again after a create: if a user has the login name or the
// e-mail address, who may be the wanted user, or if the outcome is unknown.
func (e *ensuring) Again(_ context.Context, failed error, created bool) (bool, error) {
	return created && (errors.Is(failed, CodeExistingLogin) || errors.Is(failed, CodeExistingEmail) ||
		errors.Is(failed, cms.ErrOutcomeUnknown)), nil
}

func (e *ensuring) Missing(_ context.Context, failed, err error) ([]*User, error) {
	if err != nil {
		return nil, cms.Join(failed, err)
	}
	return nil, failed
}

func (e *ensuring) Differs(user *User) string { return strings.Join(e.wanted.differ(user), ", ") }

// Bring changes no user. It reads a user who differs again, because another process may
// still be creating the user.
func (e *ensuring) Bring(ctx context.Context, user *User, _ []*User) (*User, error) {
	for wait := 50 * time.Millisecond; wait <= 400*time.Millisecond; wait *= 2 {
		if err := relay.Sleep(ctx, wait); err != nil {
			return nil, e.fail(http.MethodGet, err, "")
		}
		now, err := e.users.find(ctx, operation, *e.wanted.Username, 0, e.options)
		if err != nil {
			return nil, err
		}
		if now != nil {
			user = now
		}
		if e.Differs(user) == "" {
			return user, nil
		}
	}
	return nil, &DifferentError{ID: user.ID, Fields: e.wanted.differ(user)}
}
