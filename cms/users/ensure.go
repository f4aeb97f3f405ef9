package users

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// Ensure finds or makes the user with a login name, in whatever case. It needs an
// administrator. It changes nothing of a user who exists. A field of such a user that
// differs from params is an error. Fields that params do not set are not compared. The
// password is for a new user alone, and is not compared.
//
// Fields are compared by what they mean: e-mail addresses without regard to case, roles
// without regard to their order, texts without tags and HTML entities, URLs as the site
// completes them. An empty Locale, Name, Nickname or Slug leaves the choice to the site. A
// member of Extra that the site does not show is not compared.
//
// Ensure sends one request for a user who is as params say, and three for a new one. Calls
// of one client for the same login name wait for each other. Ensure looks again after a
// create, and after a refusal because of the login name or the e-mail address, since
// another process may have created the user. A site sets the roles of a new user last:
// Ensure looks at a difference four times more, for 0.75 seconds, before it is an error.
//
// Limitations: Ensure deletes no users. If several processes create the user at the same
// moment, the site may have two users with the login name. Ensure returns the one with the
// lowest id.
//
// The option [cms.Fields] is refused.
//
// Errors:
//   - [*DifferentError], which is a [cms.ErrConflict], if a field of the user differs from
//     params. If the user is new, the site has stored the field otherwise.
//   - [CodeExistingEmail] if another user has the e-mail address.
//   - [cms.ErrInvalidArgument] if params have another Username.
//   - [cms.ErrOutcomeUnknown] if the create was lost, and the user is not there.
//   - Those of a list and a create.
func (u *Users) Ensure(ctx context.Context, username string, params *Params, options ...cms.CallOption) (*User, error) {
	const operation = "users.Ensure"
	wanted := Params{}
	if params != nil {
		wanted = *params
	}
	if wanted.Username != nil && !sameLogin(*wanted.Username, username) {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "username", Reason: "that of params is another one"}
	}
	wanted.Username = &username
	unlock, err := u.Client().Lock(ctx, operation+" "+strings.ToLower(strings.TrimSpace(username)))
	if err != nil {
		return nil, &cms.Error{Operation: operation, Method: http.MethodPost, Path: "cms/v2/users", Reason: err}
	}
	defer unlock()
	found, err := u.find(ctx, operation, username, options)
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
			return nil, &cms.Error{Operation: operation, Method: http.MethodGet, Path: "cms/v2/users", Reason: err}
		}
		wait *= 2
		again, err := u.find(ctx, operation, username, options)
		if err != nil {
			return nil, err
		}
		if again != nil {
			found = again
		}
	}
}

// create creates a user, and looks whether another process has done so too.
func (u *Users) create(ctx context.Context, operation string, wanted *Params, options []cms.CallOption) (*User, error) {
	made, err := u.Create(ctx, wanted, options...)
	taken := errors.Is(err, CodeExistingLogin) || errors.Is(err, CodeExistingEmail) // perhaps by the same user
	if err != nil && !taken && !errors.Is(err, cms.ErrOutcomeUnknown) {
		return nil, err
	}
	if err == nil {
		options = []cms.CallOption{cms.Sending(options...)}
	}
	found, lookup := u.find(ctx, operation, *wanted.Username, options)
	switch {
	case lookup != nil:
		return nil, transport.Join(err, lookup)
	case err != nil && found == nil:
		return nil, err
	case found == nil || err == nil && found.ID >= made.ID:
		return made, nil
	}
	return found, nil
}
