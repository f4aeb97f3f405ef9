package comments

import (
	"context"
	"iter"

	"github.com/fontcms/fontcms-go/cms"
)

// Client returns the client that sends the calls.
func (all *Comments) Client() *cms.Client {
	return all.content.Client()
}

// Get returns one comment: GET cms/v2/comments/{id}. It reads the context "view" by
// default. Errors: [cms.ErrNotFound] if no comment has the id; [CodeCannotRead] if the
// user may not read it. See [cms.Collection.Get].
func (all *Comments) Get(ctx context.Context, id int64, options ...cms.GetOption) (*Comment, error) {
	return all.content.Get(ctx, id, options...)
}

// List returns one page of comments: GET cms/v2/comments. It contains only approved
// comments unless Status is set. A page past the last one is empty. See
// [cms.Collection.List].
func (all *Comments) List(ctx context.Context, options *ListOptions,
	callOptions ...cms.CallOption) (*cms.ListPage[Comment], error) {
	return all.content.List(ctx, options, callOptions...)
}

// Count returns the number of comments that match options, of the approved ones by
// default: GET cms/v2/comments, of which it reads the total. The total includes
// comments that the user may not read. See [cms.Collection.Count].
func (all *Comments) Count(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) (int, error) {
	return all.content.Count(ctx, options, callOptions...)
}

// Pages walks the pages of the list: GET cms/v2/comments for each. See
// [cms.Collection.Pages].
func (all *Comments) Pages(ctx context.Context, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*cms.ListPage[Comment], error] {
	return all.content.Pages(ctx, options, walkOptions...)
}

// All walks the comments of the list: GET cms/v2/comments for each page. See
// [cms.Collection.All].
func (all *Comments) All(ctx context.Context, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*Comment, error] {
	return all.content.All(ctx, options, walkOptions...)
}

// GetMany reads the comments with these ids, in this order, a hundred with each
// request: GET cms/v2/comments?include[]=… It leaves out comments that are not approved,
// unless Status is set. See [cms.Collection.GetMany].
func (all *Comments) GetMany(ctx context.Context, ids []int64, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*Comment, error] {
	return all.content.GetMany(ctx, ids, options, walkOptions...)
}

// Create creates a comment: POST cms/v2/comments. params needs Post and Content. For
// users without the rights of an editor, Create returns the comment as the context
// "view" shows it. If the response is lost, it returns [cms.ErrOutcomeUnknown]. See
// [cms.Collection.Create].
func (all *Comments) Create(ctx context.Context, params *Params, options ...cms.CallOption) (*Comment, error) {
	return all.content.Create(ctx, params, options...)
}

// Update changes only the fields of a comment that params sets: POST
// cms/v2/comments/{id}. It does not check the resulting status; [Comments.Approve],
// [Comments.Hold] and [Comments.Spam] do. See [cms.Collection.Update].
func (all *Comments) Update(ctx context.Context, id int64, params *Params,
	options ...cms.CallOption) (*Comment, error) {
	return all.content.Update(ctx, id, params, options...)
}

// Delete deletes a comment permanently, without the trash: DELETE
// cms/v2/comments/{id}?force=true. For the trash see [Comments.Trash]. See
// [cms.Collection.Delete].
func (all *Comments) Delete(ctx context.Context, id int64, options ...cms.CallOption) (*cms.Deleted[Comment], error) {
	return all.content.Delete(ctx, id, options...)
}

// CreateRequest returns the request of [Comments.Create]. A stock site rejects comments
// in a batch: [cms.CodeBatchNotAllowed]. Send the request with [cms.Do].
func (all *Comments) CreateRequest(params *Params) cms.Request[Comment] {
	return all.content.CreateRequest(params)
}

// UpdateRequest returns the request of [Comments.Update]. A stock site rejects it in a
// batch.
func (all *Comments) UpdateRequest(id int64, params *Params) cms.Request[Comment] {
	return all.content.UpdateRequest(id, params)
}

// DeleteRequest returns the request of [Comments.Delete]. A stock site rejects it in a
// batch.
func (all *Comments) DeleteRequest(id int64) cms.Request[cms.Deleted[Comment]] {
	return all.content.DeleteRequest(id)
}
