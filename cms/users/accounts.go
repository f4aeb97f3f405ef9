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
// [Users.Delete]. Nothing was deleted. See [DeleteMe].
var ErrSelf = errors.New("it is the caller's own account")

// Users are the users of a site: a collection whose Delete names who gets what the
// user has written, and whose walks refuse an order that loses users. GetMany, Count
// and walks with Exact and Prefetch work as on any other. Requests of it can stand in
// a batch since WordPress 6.2.
//
// Users have no trash: Trash is [cms.ErrTrashUnsupported]. Collection.Ensure, which needs
// a status, refuses them with [cms.ErrEnsureUnsupported]: see [Ensure].
type Users struct {
	*cms.Collection[User, Params, ListOptions]

	site *cms.Client
}

// Of returns the users of a site: cms/v2/users. Anyone may list those who have
// published something; the rest, and all writing, needs an administrator. A single
// user who may not be seen is [cms.ErrUnauthorized] or [cms.ErrForbidden].
func Of(site *cms.Client) *Users {
	return &Users{cms.NewCollection[User, Params, ListOptions](site, "cms/v2/users").WithWalkOrders(walkOrders()), site}
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

// Me returns the user who asks: cms/v2/users/me. In the context "edit" all fields can
// be read. An update changes the fields that are set, a new password at once.
// Anonymous callers get [cms.ErrUnauthorized] for reading, and [cms.ErrNotFound] for
// an update.
func Me(site *cms.Client) *cms.Document[User, Params] {
	return cms.NewDocument[User, Params](site, "cms/v2/users/me")
}

// Trash fails with [cms.ErrTrashUnsupported], and nothing is sent: users have no trash.
// See [Users.Delete].
func (u *Users) Trash(ctx context.Context, id int64, options ...cms.CallOption) (*User, error) {
	return cms.Do(ctx, u.site, u.TrashRequest(id), options...)
}

// TrashRequest is [Users.Trash] as a value. Sending it fails as Trash does.
func (u *Users) TrashRequest(id int64) cms.Request[User] {
	r := u.Collection.TrashRequest(id)
	r.Err = &cms.ArgumentError{Operation: r.Operation, Argument: "id", Reason: cms.ErrTrashUnsupported.Error() + ": see Delete", Err: cms.ErrTrashUnsupported}
	return r
}

// Heir is who gets what a user has written when the user is deleted: see [GiveTo].
type Heir struct{ id int64 }

// GiveTo names a user who gets the records of a deleted one.
func GiveTo(user int64) Heir { return Heir{user} }

// Delete deletes a user for good, and gives the posts, pages, media and links of the
// user to the heir: DELETE cms/v2/users/{id}?force=true&reassign={heir}. Comments keep
// the id of the user.
//
// It sends two requests: the first one asks who the caller is.
//
// Errors, of which the first two are raised before anything is deleted or sent:
//   - [cms.ErrInvalidArgument] if the heir is not named, not a possible id, or the
//     user who is to be deleted.
//   - [ErrSelf] if the user is the caller.
//   - [CodeInvalidHeir] if there is no such heir.
//   - [cms.ErrNotFound] if there is no such user.
func (u *Users) Delete(ctx context.Context, id int64, to Heir, options ...cms.CallOption) (*cms.Deleted[User], error) {
	const operation = "users.Delete"
	if err := to.check(operation, id); err != nil {
		return nil, err
	}
	me, err := cms.Do(ctx, u.site, cms.Request[identity]{Operation: operation, Path: "cms/v2/users/me"}, cms.Fields("id"))
	if err != nil {
		return nil, err
	}
	if me.ID == id {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "id", Reason: ErrSelf.Error() + ": see DeleteMe", Err: ErrSelf}
	}
	return remove(ctx, u.site, u.DeleteRequest(id, to), options)
}

// identity is all that has to be known of a user here.
type identity struct {
	ID int64 `json:"id"`
}

// DeleteRequest is [Users.Delete] as a value, for a batch. It does not look who the
// caller is. A heir who is not named, or is the user, is refused when it is sent.
func (u *Users) DeleteRequest(id int64, to Heir) cms.Request[cms.Deleted[User]] {
	r := u.Collection.DeleteRequest(id)
	r.Query.Set("reassign", strconv.FormatInt(to.id, 10))
	return r
}

// DeleteMe deletes the caller's own account for good, and gives what the caller has
// written to the heir: DELETE cms/v2/users/me?force=true&reassign={heir}. The client
// cannot log in any more. It needs an administrator.
func DeleteMe(ctx context.Context, site *cms.Client, to Heir, options ...cms.CallOption) (*cms.Deleted[User], error) {
	const operation = "users.DeleteMe"
	if err := to.check(operation, 0); err != nil {
		return nil, err
	}
	return remove(ctx, site, cms.Request[cms.Deleted[User]]{
		Operation: operation, Method: http.MethodDelete, Path: "cms/v2/users/me", Repeat: cms.RepeatUnsent,
		Query: url.Values{"force": {"true"}, "reassign": {strconv.FormatInt(to.id, 10)}},
	}, options)
}

// check refuses an heir who is nobody, or the user.
func (h Heir) check(operation string, user int64) error {
	switch {
	case h.id < 1:
		return &cms.ArgumentError{Operation: operation, Argument: "reassign", Reason: "nobody is named who gets what the user has written: see GiveTo"}
	case h.id == user:
		return &cms.ArgumentError{Operation: operation, Argument: "reassign", Reason: "it is the user who is to be deleted"}
	}
	return nil
}

// remove sends a DELETE. One that finds nothing after an attempt whose response was
// lost has succeeded before.
func remove(ctx context.Context, site *cms.Client, r cms.Request[cms.Deleted[User]], options []cms.CallOption) (*cms.Deleted[User], error) {
	deleted, err := cms.Do(ctx, site, r, options...)
	if e, ok := errors.AsType[*cms.Error](err); ok && e.TakenBefore && errors.Is(err, cms.ErrNotFound) {
		return &cms.Deleted[User]{Deleted: true, DoneBefore: true}, nil
	}
	return deleted, err
}
