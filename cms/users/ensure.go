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
)

// Ensure finds or creates the user with a login name. Case is ignored. It needs an
// administrator.
//
// Ensure does not change an existing user. If a field of an existing user differs from
// params, that is an error. Fields that params does not set are not compared, and
// neither is the password.
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
	const operation = "users.Ensure"
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
	unlock, err := u.Client().Lock(ctx, operation+" "+strings.ToLower(strings.TrimSpace(username)))
	if err != nil {
		return nil, &cms.Error{Operation: operation, Method: http.MethodPost, Path: u.route(), Reason: err}
	}
	defer unlock()
	found, err := u.find(ctx, operation, username, 0, options)
	if err != nil {
		return nil, err
	}
	if found == nil {
		if found, err = u.create(ctx, operation, &wanted, options); err != nil {
			return nil, err
		}
	}
	wait := 50 * time.Millisecond
	for {
		fields := wanted.differ(found)
		if len(fields) == 0 {
			return found, nil
		}
		if wait > 400*time.Millisecond {
			return nil, &DifferentError{ID: found.ID, Fields: fields}
		}
		if err := relay.Sleep(ctx, wait); err != nil {
			return nil, &cms.Error{Operation: operation, Method: http.MethodGet, Path: u.route(), Reason: err}
		}
		wait *= 2
		again, err := u.find(ctx, operation, username, 0, options)
		if err != nil {
			return nil, err
		}
		if again != nil {
			found = again
		}
	}
}

// create creates a user, and checks whether another process has done so too.
func (u *Users) create(ctx context.Context, operation string, wanted *Params, options []cms.CallOption) (*User, error) {
	made, err := u.Create(ctx, wanted, options...)
	taken := errors.Is(err, CodeExistingLogin) || errors.Is(err, CodeExistingEmail) // perhaps the same user
	if err != nil && !taken && !errors.Is(err, cms.ErrOutcomeUnknown) {
		return nil, err
	}
	// No cache has an old response to a request that leaves out this id: the new one, or one
	// that no user has.
	except := 1<<52 + rand.Int64N(1<<52)
	if err == nil {
		except, options = made.ID, []cms.CallOption{cms.Sending(options...)}
	}
	found, lookup := u.find(ctx, operation, *wanted.Username, except, options)
	switch {
	case lookup != nil:
		return nil, cms.Join(err, lookup)
	case err != nil && found == nil:
		return nil, err
	case err != nil:
		return found, nil //nolint:nilerr // the user exists, which is what was wanted
	case found != nil && found.ID < made.ID:
		return nil, &cms.Error{
			Operation: operation, Method: http.MethodPost, Path: u.route(),
			Reason: fmt.Errorf("%w: %w", cms.ErrConflict, &cms.AmbiguousError{IDs: []int64{found.ID, made.ID}}),
			Hint: fmt.Sprintf("both have the login name; this call made the user %d: delete it, and call Ensure again",
				made.ID),
		}
	}
	return made, nil
}
