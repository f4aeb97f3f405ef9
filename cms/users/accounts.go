package users

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
)

// ErrSelf is returned if [Users.Delete] is called for the caller's own account. Nothing
// was deleted. See [Users.DeleteMe].
var ErrSelf = errors.New("this is the caller's own account")

// Users reads and writes the users of a site. Delete needs another user, who gets
// the content. Walks refuse orders in which a site loses users: see [OrderBy]. Its
// requests are allowed in a batch since WordPress 6.2.
type Users struct {
	collection *cms.Collection[User, Params, ListOptions]

	// MyPasswords holds the caller's own application passwords:
	// cms/v2/users/me/application-passwords. For the passwords of other users see
	// [Users.Passwords].
	MyPasswords *PasswordCatalog

	me *cms.Document[User, Params]
}

// New returns the users of a site: cms/v2/users. Everyone may list the users who have
// published something. Only administrators may read other users, and create, change or
// delete users. Reading a single hidden user fails with [cms.ErrUnauthorized] or
// [cms.ErrForbidden].
func New(site *cms.Client) *Users {
	return &Users{
		cms.NewCollection[User, Params, ListOptions](site, "cms/v2/users"),
		passwords(site, "cms/v2/users/me/application-passwords"),
		cms.NewDocument[User, Params](site, "cms/v2/users/me"),
	}
}

// Me returns the current user: GET cms/v2/users/me. The context "edit" has all fields.
// Errors: [cms.ErrUnauthorized] for an anonymous caller.
func (u *Users) Me(ctx context.Context, options ...cms.GetOption) (*User, error) {
	return u.me.Get(ctx, options...)
}

// UpdateMe changes the fields of the current user that params sets: POST
// cms/v2/users/me. A new password takes effect immediately. Errors: [cms.ErrNotFound],
// not [cms.ErrUnauthorized], for an anonymous caller.
func (u *Users) UpdateMe(ctx context.Context, params *Params, options ...cms.CallOption) (*User, error) {
	return u.me.Update(ctx, params, options...)
}

// UpdateMeRequest returns the request of [Users.UpdateMe], for a batch.
func (u *Users) UpdateMeRequest(params *Params) cms.Request[User] {
	return u.me.UpdateRequest(params)
}

// Passwords returns the application passwords of a user:
// cms/v2/users/{user}/application-passwords. The passwords of other users need an
// administrator.
func (u *Users) Passwords(user int64) *PasswordCatalog {
	path := "cms/v2/users/" + strconv.FormatInt(user, 10) + "/application-passwords"
	if user < 1 {
		path = "./" + path // an invalid path, so that calls refuse it
	}
	return passwords(u.Client(), path)
}

// Reassign is the user who gets the content of a deleted user: see [ReassignTo].
type Reassign struct{ id int64 }

// ReassignTo returns the user to whom the content of a deleted user is reassigned.
func ReassignTo(user int64) Reassign { return Reassign{user} }

// Delete deletes a user permanently, and reassigns the user's posts, pages, media and
// links to another one: DELETE cms/v2/users/{id}?force=true&reassign={to}. Comments keep
// the id of the user. Delete sends two requests: the first reads the current user.
//
// Errors:
//   - [cms.ErrInvalidArgument] if to is the zero Reassign, holds an impossible id, or
//     is the user to delete. Nothing was sent.
//   - [ErrSelf] if the user is the caller. Nothing was deleted.
//   - [CodeInvalidReassign] if no user has the id that to holds.
//   - [cms.ErrNotFound] if no user has the id.
func (u *Users) Delete(ctx context.Context, id int64, to Reassign,
	options ...cms.CallOption) (*cms.Deleted[User], error) {
	const operation = "users.Delete"
	if err := to.check(operation, id); err != nil {
		return nil, err
	}
	me, err := cms.Do(ctx, u.Client(), cms.Request[identity]{Operation: operation, Path: "cms/v2/users/me"},
		cms.Fields("id"))
	if err != nil {
		return nil, err
	}
	if me.ID == id {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "id",
			Reason: ErrSelf.Error() + ": to delete it, call DeleteMe", Err: ErrSelf}
	}
	return remove(ctx, u.Client(), u.DeleteRequest(id, to), options)
}

// identity holds the id of the current user.
type identity struct {
	ID int64 `json:"id"`
}

// DeleteRequest returns the request of [Users.Delete], for a batch. It does not check
// who the caller is. If to is the zero Reassign or the user to delete, the request is
// not sent: the error is [cms.ErrInvalidArgument].
func (u *Users) DeleteRequest(id int64, to Reassign) cms.Request[cms.Deleted[User]] {
	r := u.collection.DeleteRequest(id)
	r.Query.Set("reassign", strconv.FormatInt(to.id, 10))
	return r
}

// DeleteMe deletes the caller's own account permanently, and reassigns its content to
// another user: DELETE cms/v2/users/me?force=true&reassign={to}. The client cannot log
// in afterwards. It needs an administrator.
func (u *Users) DeleteMe(ctx context.Context, to Reassign, options ...cms.CallOption) (*cms.Deleted[User], error) {
	const operation = "users.DeleteMe"
	if err := to.check(operation, 0); err != nil {
		return nil, err
	}
	return remove(ctx, u.Client(), cms.Request[cms.Deleted[User]]{
		Operation: operation, Method: http.MethodDelete, Path: "cms/v2/users/me", Repeat: cms.RepeatUnsent,
		Query: url.Values{"force": {"true"}, "reassign": {strconv.FormatInt(to.id, 10)}},
	}, options)
}

// check returns an error if no user gets the content, or if this user is the one to delete.
func (r Reassign) check(operation string, user int64) error {
	switch {
	case r.id < 1:
		return &cms.ArgumentError{Operation: operation, Argument: "reassign",
			Reason: "missing: pass users.ReassignTo(id) with the user who gets the content"}
	case r.id == user:
		return &cms.ArgumentError{Operation: operation, Argument: "reassign",
			Reason: "this is the user to delete: pass another one, who gets the content"}
	}
	return nil
}

// remove sends a DELETE. If the response is lost, the DELETE may be retried. If the retry finds
// no user, the first attempt deleted the user, and remove succeeds.
func remove(ctx context.Context, site *cms.Client, r cms.Request[cms.Deleted[User]],
	options []cms.CallOption) (*cms.Deleted[User], error) {
	deleted, err := cms.Do(ctx, site, r, options...)
	if e, ok := errors.AsType[*cms.Error](err); ok && e.MaybeApplied && errors.Is(err, cms.ErrNotFound) {
		return &cms.Deleted[User]{Deleted: true, DoneBefore: true}, nil
	}
	return deleted, err
}
