package users

import (
	"context"
	"iter"

	"github.com/fontcms/fontcms-go/cms"
)

// Client returns the client that sends the calls.
func (u *Users) Client() *cms.Client {
	return u.collection.Client()
}

// Get returns one user: GET cms/v2/users/{id}. It reads the context "view" by default.
// Errors: [cms.ErrNotFound] if no user has the id; [cms.ErrUnauthorized] or
// [cms.ErrForbidden] for a hidden user. See [cms.Collection.Get].
func (u *Users) Get(ctx context.Context, id int64, options ...cms.GetOption) (*User, error) {
	return u.collection.Get(ctx, id, options...)
}

// BySlug returns the user with a slug, the name in the address of the author page: GET
// cms/v2/users?slug[]=… See [cms.Collection.BySlug].
func (u *Users) BySlug(ctx context.Context, slug string, options ...cms.GetOption) (*User, error) {
	return u.collection.BySlug(ctx, slug, options...)
}

// List returns one page of users: GET cms/v2/users. See [cms.Collection.List].
func (u *Users) List(ctx context.Context, options *ListOptions,
	callOptions ...cms.CallOption) (*cms.ListPage[User], error) {
	return u.collection.List(ctx, options, callOptions...)
}

// Count returns the number of users that match options: GET cms/v2/users, of which it
// reads the total. See [cms.Collection.Count].
func (u *Users) Count(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) (int, error) {
	return u.collection.Count(ctx, options, callOptions...)
}

// Pages walks the pages of the list: GET cms/v2/users for each. See
// [cms.Collection.Pages].
func (u *Users) Pages(ctx context.Context, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*cms.ListPage[User], error] {
	return u.collection.Pages(ctx, options, walkOptions...)
}

// All walks the users of the list: GET cms/v2/users for each page. See
// [cms.Collection.All].
func (u *Users) All(ctx context.Context, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*User, error] {
	return u.collection.All(ctx, options, walkOptions...)
}

// GetMany reads the users with these ids, in this order, a hundred with each request:
// GET cms/v2/users?include[]=… See [cms.Collection.GetMany].
func (u *Users) GetMany(ctx context.Context, ids []int64, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*User, error] {
	return u.collection.GetMany(ctx, ids, options, walkOptions...)
}

// Create creates a user: POST cms/v2/users. If the response is lost, it returns
// [cms.ErrOutcomeUnknown]; use [Users.Ensure]. See [cms.Collection.Create].
func (u *Users) Create(ctx context.Context, params *Params, options ...cms.CallOption) (*User, error) {
	return u.collection.Create(ctx, params, options...)
}

// Update changes only the fields of a user that params sets: POST cms/v2/users/{id}. A site
// keeps no date of the last change of a user, so there is no UpdateIfUnchanged. To notice a
// change, read the user again in the context "edit", and compare the results of
// [User.Params]. A change after that is not noticed. See [cms.Collection.Update].
func (u *Users) Update(ctx context.Context, id int64, params *Params, options ...cms.CallOption) (*User, error) {
	return u.collection.Update(ctx, id, params, options...)
}

// CreateRequest returns the request of [Users.Create], for a batch.
func (u *Users) CreateRequest(params *Params) cms.Request[User] {
	return u.collection.CreateRequest(params)
}

// UpdateRequest returns the request of [Users.Update], for a batch.
func (u *Users) UpdateRequest(id int64, params *Params) cms.Request[User] {
	return u.collection.UpdateRequest(id, params)
}
