package media

import (
	"context"
	"errors"
	"net/url"

	"github.com/fontcms/fontcms-go/cms"
)

// Upload adds a file to the library: POST cms/v2/media, with the fields of params
// in the same request; nil stands for none. The answer is the record in the shape
// of the context "edit". A file that the site does not take, by its type or its
// content, is a 500 with the code rest_upload_sideload_error or
// [cms.CodeUploadUnknownError]; one that is too large is the latter, or a 400 or
// 413 of the site's server.
//
// [cms.Timeout] counts for the whole transfer. An upload whose answer was lost is
// not sent again: it is [cms.ErrOutcomeUnknown]. One that the site stored but did not
// finish is finished by [Library.PostProcess], or is read if nothing was to be made
// of it, so that options and a [cms.Capture] may see a second request; if that fails,
// the error is an [*UnfinishedError].
func (l *Library) Upload(ctx context.Context, file File, params *Params, options ...cms.CallOption) (*Media, error) {
	const operation = "media.Upload"
	var list []field
	process := true
	if params != nil {
		var err error
		if list, err = fields(operation, params); err != nil {
			return nil, err
		}
		process = params.GenerateSubSizes == nil || *params.GenerateSubSizes
	}
	p, err := file.pack(ctx, operation, list)
	if err != nil {
		return nil, err
	}
	defer p.end()
	return l.create(ctx, cms.Request[Media]{
		Operation: operation, Path: route, Query: p.query, Header: p.header, Body: p.body,
	}, process, options)
}

// UploadFile adds the file at a path: see [LocalFile] and [Library.Upload].
func (l *Library) UploadFile(ctx context.Context, path string, params *Params, options ...cms.CallOption) (*Media, error) {
	file, err := LocalFile(path)
	if err != nil {
		return nil, err
	}
	return l.Upload(ctx, file, params, options...)
}

// fromURL is the body of a creation from an address. The site looks at no other
// fields.
type fromURL struct {
	URL              string `json:"url"`
	Post             *int64 `json:"post,omitzero"`
	GenerateSubSizes *bool  `json:"generate_sub_sizes,omitzero"`
	ConvertFormat    *bool  `json:"convert_format,omitzero"`
}

// UploadURL lets the site fetch an image from a public address of the web and add
// it to the library: POST cms/v2/media with the argument url. The site looks at
// Post, GenerateSubSizes and ConvertFormat alone then, so that what else params sets
// is written by an update that follows. If that fails, UploadURL returns the record
// as it was created together with an [*UnfinishedError].
//
// An address that the site does not fetch is [cms.ErrBadRequest]; what went wrong on
// the way there is a 500 with a code such as http_404.
func (l *Library) UploadURL(ctx context.Context, address string, params *Params, options ...cms.CallOption) (*Media, error) {
	const operation = "media.UploadURL"
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, refuse(operation, "url", "it is no address of the web")
	}
	body := fromURL{URL: address}
	var rest Params
	if params != nil {
		body.Post, body.GenerateSubSizes, body.ConvertFormat = params.Post, params.GenerateSubSizes, params.ConvertFormat
		rest = *params
		rest.Post, rest.GenerateSubSizes, rest.ConvertFormat = nil, nil, nil
	}
	// What cannot be written is refused before anything is created.
	raw, err := cms.Marshal(rest)
	if err != nil {
		return nil, refuse(operation, "params", err.Error())
	}
	if _, err := l.records.UpdateRequest(1, &rest).BatchItem(l.site, nil); err != nil {
		if argument, ok := errors.AsType[*cms.ArgumentError](err); ok {
			return nil, refuse(operation, argument.Argument, argument.Reason)
		}
		return nil, err
	}
	process := body.GenerateSubSizes == nil || *body.GenerateSubSizes
	m, err := l.create(ctx, cms.Request[Media]{Operation: operation, Path: route, Body: body}, process, options)
	if err != nil || string(raw) == "{}" {
		return m, err
	}
	updated, err := l.Update(ctx, m.ID, &rest, options...)
	if err != nil {
		return m, &UnfinishedError{Operation: operation, ID: m.ID, Err: err}
	}
	return updated, nil
}
