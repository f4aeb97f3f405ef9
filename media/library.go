package media

import (
	"context"
	"fmt"
	"io"
	"iter"

	"github.com/fontcms/fontcms-go/cms"
)

// route is that of the library.
const route = "cms/v2/media"

// Library is the media library of one site. It is immutable and safe for
// concurrent use.
type Library struct {
	site    *cms.Client
	records *cms.Collection[Media, Params, ListOptions]
}

// New returns the library of a site. Nothing is sent.
func New(site *cms.Client) *Library {
	return &Library{site: site, records: cms.NewCollection[Media, Params, ListOptions](site, route)}
}

// List reads one page: GET cms/v2/media. nil stands for no arguments; the site
// then gives the ten newest. See [cms.Collection.List].
func (l *Library) List(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) (*cms.ListPage[Media], error) {
	return l.records.List(ctx, options, callOptions...)
}

// Pages walks the pages of the list. See [cms.Collection.Pages].
func (l *Library) Pages(ctx context.Context, options *ListOptions, walkOptions ...cms.WalkOption) iter.Seq2[*cms.ListPage[Media], error] {
	return l.records.Pages(ctx, options, walkOptions...)
}

// All walks the records of the list. See [cms.Collection.All].
func (l *Library) All(ctx context.Context, options *ListOptions, walkOptions ...cms.WalkOption) iter.Seq2[*Media, error] {
	return l.records.All(ctx, options, walkOptions...)
}

// Count returns how many records match. See [cms.Collection.Count].
func (l *Library) Count(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) (int, error) {
	return l.records.Count(ctx, options, callOptions...)
}

// GetMany reads the records with these ids, in their order, a hundred to a
// request. See [cms.Collection.GetMany].
func (l *Library) GetMany(ctx context.Context, ids []int64, options *ListOptions, walkOptions ...cms.WalkOption) iter.Seq2[*Media, error] {
	return l.records.GetMany(ctx, ids, options, walkOptions...)
}

// Get reads one record: GET cms/v2/media/{id}. The context is "view" unless
// [cms.InContext] says otherwise; an unknown id is [cms.ErrNotFound]. Of the
// options, [cms.PostPassword] and [cms.ExcerptLength] mean nothing here.
func (l *Library) Get(ctx context.Context, id int64, options ...cms.GetOption) (*Media, error) {
	return l.records.Get(ctx, id, options...)
}

// BySlug returns the file with a slug. The site makes the slug from the title
// ("specimen-sheet"), not from the name of the file. Private files are not found. See
// [cms.Collection.BySlug].
func (l *Library) BySlug(ctx context.Context, slug string, options ...cms.GetOption) (*Media, error) {
	return l.records.BySlug(ctx, slug, options...)
}

// Download writes the file of a record, as it is shown, to w: see [cms.Client.Download],
// which takes the address of a sub-size as well. It returns how many bytes it wrote.
func (l *Library) Download(ctx context.Context, m *Media, w io.Writer, options ...cms.CallOption) (int64, error) {
	if m.SourceURL == "" {
		return 0, refuse("media.Download", "media", "it has no address of a file")
	}
	return l.site.Download(ctx, m.SourceURL, w, options...)
}

// Update changes the fields of a record that params sets, and no others:
// POST cms/v2/media/{id}, or PUT or PATCH by [cms.UpdateMethod]. The answer is
// the record in the shape of the context "edit". GenerateSubSizes and
// ConvertFormat, which only an upload takes, are refused.
func (l *Library) Update(ctx context.Context, id int64, params *Params, options ...cms.CallOption) (*Media, error) {
	if params != nil && (params.GenerateSubSizes != nil || params.ConvertFormat != nil) {
		return nil, refuse("media.Update", "generate_sub_sizes", "it and convert_format are arguments of an upload")
	}
	return l.records.Update(ctx, id, params, options...)
}

// Delete removes a record and its files for good: DELETE
// cms/v2/media/{id}?force=true. The library has no trash. An unknown id is
// [cms.ErrNotFound]. See [cms.Collection.Delete].
func (l *Library) Delete(ctx context.Context, id int64, options ...cms.CallOption) (*cms.Deleted[Media], error) {
	return l.records.Delete(ctx, id, options...)
}

// UpdateRequest is [Library.Update] as a value, for a batch. GenerateSubSizes
// and ConvertFormat are left out. WordPress itself does not take media in a
// batch, though the specification says so.
func (l *Library) UpdateRequest(id int64, params *Params) cms.Request[Media] {
	if params != nil {
		copied := *params
		copied.GenerateSubSizes, copied.ConvertFormat = nil, nil
		params = &copied
	}
	return l.records.UpdateRequest(id, params)
}

// DeleteRequest is [Library.Delete] as a value, for a batch.
func (l *Library) DeleteRequest(id int64) cms.Request[cms.Deleted[Media]] {
	return l.records.DeleteRequest(id)
}

// item is the route of an operation on one record.
func item(operation string, id int64, verb string) (string, error) {
	if id < 1 {
		return "", refuse(operation, "id", fmt.Sprintf("%d is not 1 or more", id))
	}
	return fmt.Sprintf("%s/%d/%s", route, id, verb), nil
}

// refuse is an argument that is not sent.
func refuse(operation, argument, reason string) error {
	return &cms.ArgumentError{Operation: operation, Argument: argument, Reason: reason}
}
