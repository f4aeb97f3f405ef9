package users

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
)

// ErrUnstableOrder is [cms.ErrUnstableOrder].
var ErrUnstableOrder = cms.ErrUnstableOrder

// ErrSelf means that the caller's own account was to be deleted by
// [Users.Delete]. Nothing was deleted. See [Users.DeleteMe].
var ErrSelf = errors.New("it is the caller's own account")

// Users are the users of a site: a collection whose Delete names who gets what the
// user has written, and whose walks refuse an order that loses users. GetMany, Count
// and walks with Exact and Prefetch work as on any other. Requests of it can stand in
// a batch since WordPress 6.2.
type Users struct {
	*cms.Collection[User, Params, ListOptions]

	// MyPasswords are the caller's own application passwords:
	// cms/v2/users/me/application-passwords. See [Users.Passwords] for those of others.
	MyPasswords *PasswordCatalog

	me *cms.Document[User, Params]
}

// New returns the users of a site: cms/v2/users. Anyone may list those who have
// published something; the rest, and all writing, needs an administrator. A single
// user who may not be seen is [cms.ErrUnauthorized] or [cms.ErrForbidden].
func New(site *cms.Client) *Users {
	return &Users{
		cms.NewCollection[User, Params, ListOptions](site, "cms/v2/users").WithWalkOrders(walkOrders()),
		passwords(site, "cms/v2/users/me/application-passwords"),
		cms.NewDocument[User, Params](site, "cms/v2/users/me"),
	}
}

// walkOrders are those of users. Where roles or capabilities choose the users, the site
// also loses some who are equal in their name or URL.
func walkOrders() cms.WalkOrders {
	return cms.WalkOrders{Default: string(ByName), Unstable: func(arguments url.Values) []string {
		unstable := []string{string(ByRegisteredDate)}
		if arguments.Has("roles[]") || arguments.Has("capabilities[]") {
			unstable = append(unstable, string(ByName), string(ByURL))
		}
		return unstable
	}}
}

// Me reads the user who asks: GET cms/v2/users/me. In the context "edit" all fields can
// be read. Errors: [cms.ErrUnauthorized] for an anonymous caller.
func (u *Users) Me(ctx context.Context, options ...cms.GetOption) (*User, error) {
	return u.me.Get(ctx, options...)
}

// UpdateMe changes the caller's own fields, those that params set: POST
// cms/v2/users/me. A new password counts at once. Errors: [cms.ErrNotFound], not
// [cms.ErrUnauthorized], for an anonymous caller.
func (u *Users) UpdateMe(ctx context.Context, params *Params, options ...cms.CallOption) (*User, error) {
	return u.me.Update(ctx, params, options...)
}

// UpdateMeRequest is [Users.UpdateMe] as a value, for a batch.
func (u *Users) UpdateMeRequest(params *Params) cms.Request[User] {
	return u.me.UpdateRequest(params)
}

// Passwords returns the application passwords of a user:
// cms/v2/users/{user}/application-passwords. Those of others need an administrator.
func (u *Users) Passwords(user int64) *PasswordCatalog {
	path := "cms/v2/users/" + strconv.FormatInt(user, 10) + "/application-passwords"
	if user < 1 {
		path = "./" + path // for its calls to refuse it
	}
	return passwords(u.Client(), path)
}

// Reassign is the user who gets what a deleted user has written: see [ReassignTo].
type Reassign struct{ id int64 }

// ReassignTo names the user who gets the records of a deleted one.
func ReassignTo(user int64) Reassign { return Reassign{user} }

// Delete deletes a user for good, and gives the posts, pages, media and links of the
// user to another: DELETE cms/v2/users/{id}?force=true&reassign={to}. Comments keep
// the id of the user.
//
// It sends two requests: the first one asks who the caller is.
//
// Errors, of which the first two are raised before anything is deleted or sent:
//   - [cms.ErrInvalidArgument] if to names nobody, not a possible id, or the
//     user who is to be deleted.
//   - [ErrSelf] if the user is the caller.
//   - [CodeInvalidReassign] if there is no user to reassign to.
//   - [cms.ErrNotFound] if there is no such user.
func (u *Users) Delete(ctx context.Context, id int64, to Reassign, options ...cms.CallOption) (*cms.Deleted[User], error) {
	const operation = "users.Delete"
	if err := to.check(operation, id); err != nil {
		return nil, err
	}
	me, err := cms.Do(ctx, u.Client(), cms.Request[identity]{Operation: operation, Path: "cms/v2/users/me"}, cms.Fields("id"))
	if err != nil {
		return nil, err
	}
	if me.ID == id {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "id", Reason: ErrSelf.Error() + ": see DeleteMe", Err: ErrSelf}
	}
	return remove(ctx, u.Client(), u.DeleteRequest(id, to), options)
}

// identity is all that has to be known of a user here.
type identity struct {
	ID int64 `json:"id"`
}

// DeleteRequest is [Users.Delete] as a value, for a batch. It does not look who the
// caller is. A reassignment to nobody, or to the user, is refused when it is sent.
func (u *Users) DeleteRequest(id int64, to Reassign) cms.Request[cms.Deleted[User]] {
	r := u.Collection.DeleteRequest(id)
	r.Query.Set("reassign", strconv.FormatInt(to.id, 10))
	return r
}

// DeleteMe deletes the caller's own account for good, and gives what the caller has
// written to another user: DELETE cms/v2/users/me?force=true&reassign={to}. The client
// cannot log in any more. It needs an administrator.
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

// check refuses a reassignment to nobody, or to the user.
func (r Reassign) check(operation string, user int64) error {
	switch {
	case r.id < 1:
		return &cms.ArgumentError{Operation: operation, Argument: "reassign", Reason: "nobody is named who gets what the user has written: see ReassignTo"}
	case r.id == user:
		return &cms.ArgumentError{Operation: operation, Argument: "reassign", Reason: "it is the user who is to be deleted"}
	}
	return nil
}

// remove sends a DELETE. One that finds nothing after an attempt whose response was
// lost has succeeded before.
func remove(ctx context.Context, site *cms.Client, r cms.Request[cms.Deleted[User]], options []cms.CallOption) (*cms.Deleted[User], error) {
	deleted, err := cms.Do(ctx, site, r, options...)
	if e, ok := errors.AsType[*cms.Error](err); ok && e.MaybeApplied && errors.Is(err, cms.ErrNotFound) {
		return &cms.Deleted[User]{Deleted: true, DoneBefore: true}, nil
	}
	return deleted, err
}
