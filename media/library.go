package media

import (
	"context"
	"fmt"
	"io"
	"iter"

	"github.com/fontcms/fontcms-go/cms"
)

// route is the REST route of the media library. "cms" stands for the prefix of the site.
const route = "cms/v2/media"

// Library is the media library of a site. It is immutable and safe for concurrent use.
type Library struct {
	site    *cms.Client
	records *cms.Collection[Media, Params, ListOptions]
}

// New returns the library of a site. It sends nothing.
func New(site *cms.Client) *Library {
	return &Library{site: site, records: cms.NewCollection[Media, Params, ListOptions](site, route)}
}

// List returns one page: GET cms/v2/media. With nil options the site returns its ten
// newest records. See [cms.Collection.List].
func (l *Library) List(ctx context.Context, options *ListOptions,
	callOptions ...cms.CallOption) (*cms.ListPage[Media], error) {
	return l.records.List(ctx, options, callOptions...)
}

// Pages walks the pages of the list: see [cms.Collection.Pages].
func (l *Library) Pages(ctx context.Context, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*cms.ListPage[Media], error] {
	return l.records.Pages(ctx, options, walkOptions...)
}

// All walks the records of the list: see [cms.Collection.All].
func (l *Library) All(ctx context.Context, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*Media, error] {
	return l.records.All(ctx, options, walkOptions...)
}

// Count returns the number of records that match: see [cms.Collection.Count].
func (l *Library) Count(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) (int, error) {
	return l.records.Count(ctx, options, callOptions...)
}

// GetMany reads the records with these ids, in this order, a hundred with each request,
// or as many as the site allows: see [cms.Collection.GetMany].
func (l *Library) GetMany(ctx context.Context, ids []int64, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*Media, error] {
	return l.records.GetMany(ctx, ids, options, walkOptions...)
}

// Get returns one record: GET cms/v2/media/{id}. It reads the "view" context by default;
// see [cms.InContext]. [cms.PostPassword] and [cms.ExcerptLength] have no effect.
// Errors: [cms.ErrNotFound] if no record has the id.
func (l *Library) Get(ctx context.Context, id int64, options ...cms.GetOption) (*Media, error) {
	return l.records.Get(ctx, id, options...)
}

// BySlug returns the record with a slug. The site makes the slug from the title
// ("specimen-sheet"), not from the file name. Private files are not found. See
// [cms.Collection.BySlug].
func (l *Library) BySlug(ctx context.Context, slug string, options ...cms.GetOption) (*Media, error) {
	return l.records.BySlug(ctx, slug, options...)
}

// Download writes the file of a record, SourceURL, to w and returns the number of bytes.
// For a sub-size pass its address to [cms.Client.Download].
func (l *Library) Download(ctx context.Context, m *Media, w io.Writer, options ...cms.CallOption) (int64, error) {
	if m == nil || m.SourceURL == "" {
		return 0, refuse("media.Download", "media", "the record has no source_url")
	}
	return l.site.Download(ctx, m.SourceURL, w, options...)
}

// Update changes only the fields that params sets: POST cms/v2/media/{id}, or PUT or
// PATCH with [cms.UpdateMethod]. It returns the record as the context "edit" shows it.
// GenerateSubSizes and ConvertFormat are refused, because they are for uploads.
func (l *Library) Update(ctx context.Context, id int64, params *Params, options ...cms.CallOption) (*Media, error) {
	if params != nil && (params.GenerateSubSizes != nil || params.ConvertFormat != nil) {
		return nil, refuse("media.Update", "generate_sub_sizes", "generate_sub_sizes and convert_format are for uploads only")
	}
	return l.records.Update(ctx, id, params, options...)
}

// Delete deletes a record and its files permanently: DELETE
// cms/v2/media/{id}?force=true. The library has no trash. Errors: [cms.ErrNotFound] if
// no record has the id. See [cms.Collection.Delete].
func (l *Library) Delete(ctx context.Context, id int64, options ...cms.CallOption) (*cms.Deleted[Media], error) {
	return l.records.Delete(ctx, id, options...)
}

// UpdateRequest returns the request of [Library.Update], for a batch. GenerateSubSizes and
// ConvertFormat are omitted. WordPress accepts no media in a batch. Send the request by
// cms.Do.
func (l *Library) UpdateRequest(id int64, params *Params) cms.Request[Media] {
	if params != nil {
		copied := *params
		copied.GenerateSubSizes, copied.ConvertFormat = nil, nil
		params = &copied
	}
	return l.records.UpdateRequest(id, params)
}

// DeleteRequest returns the request of [Library.Delete], for a batch.
func (l *Library) DeleteRequest(id int64) cms.Request[cms.Deleted[Media]] {
	return l.records.DeleteRequest(id)
}

// item returns the route of an operation on one record, such as cms/v2/media/7/edit.
func item(operation string, id int64, verb string) (string, error) {
	if id < 1 {
		return "", refuse(operation, "id", fmt.Sprintf("must be 1 or more, not %d", id))
	}
	return fmt.Sprintf("%s/%d/%s", route, id, verb), nil
}

// refuse returns an error for an invalid argument.
func refuse(operation, argument, reason string) error {
	return &cms.ArgumentError{Operation: operation, Argument: argument, Reason: reason}
}
