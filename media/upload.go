package media

import (
	"context"
	"errors"
	"net/url"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Upload adds a file to the library: POST cms/v2/media, with the fields of params (or
// none if nil) in the same request. It returns the record as the context "edit" shows
// it.
//
// An upload waits for the site. It fails with [cms.ErrOutcomeUnknown] if no response
// arrives within five minutes after the last byte was sent, or if the site takes no
// further byte for five minutes. Each byte that the site takes starts the five minutes
// anew. [cms.Timeout] replaces them with a limit for the whole transfer: set it for a
// site that works on a file for longer.
//
// An upload is not retried once the site may have received it. If the site stored the
// file but did not finish, Upload finishes it by [Library.PostProcess], or reads the
// record if there is nothing to finish. The options also apply to that second request,
// so [cms.Capture] may hold its response.
//
// Errors:
//   - [cms.ErrOutcomeUnknown] if the response was lost.
//   - An [*UnfinishedError] if the file was stored but not finished.
//   - [cms.ErrPartlyWritten] if the site rejected FeaturedMedia or a field of Meta after
//     it had stored the file. Do not upload the file again.
//   - 500 with the code rest_upload_sideload_error or [cms.CodeUploadUnknownError] if
//     the site rejects the type or content of the file.
//   - [cms.CodeUploadUnknownError], or 400 or 413 from the web server, if the file is
//     too large.
func (l *Library) Upload(ctx context.Context, file File, params *Params, options ...cms.CallOption) (*Media, error) {
	m, _, err := l.upload(ctx, file, params, options)
	return m, err
}

// upload does what [Library.Upload] does. It also returns the id of the record if the response
// proves that this upload created the record: see [Library.create].
func (l *Library) upload(
	ctx context.Context, file File, params *Params, options []cms.CallOption,
) (m *Media, own int64, err error) {
	const operation = "media.Upload"
	var list []field
	process := true
	if params != nil {
		if list, err = fields(operation, params); err != nil {
			return nil, 0, err
		}
		process = params.GenerateSubSizes == nil || *params.GenerateSubSizes
	}
	p, err := file.pack(ctx, operation, list)
	if err != nil {
		return nil, 0, err
	}
	defer p.end()
	return l.create(ctx, cms.Request[Media]{
		Operation: operation, Path: route, Query: p.query, Header: p.header, Body: p.body,
	}, process, options)
}

// UploadFile uploads the file at a path: see [LocalFile] and [Library.Upload].
func (l *Library) UploadFile(ctx context.Context, path string, params *Params,
	options ...cms.CallOption) (*Media, error) {
	file, err := LocalFile(path)
	if err != nil {
		return nil, err
	}
	return l.Upload(ctx, file, params, options...)
}

// fromURL is the body of the first request of [Library.UploadURL]. In this request the site
// ignores all other fields.
type fromURL struct {
	URL              string `json:"url"`
	Post             *int64 `json:"post,omitzero"`
	GenerateSubSizes *bool  `json:"generate_sub_sizes,omitzero"`
	ConvertFormat    *bool  `json:"convert_format,omitzero"`
}

// UploadURL adds an image from a public address, which the site downloads: POST
// cms/v2/media with the argument url. In this request the site uses only Post,
// GenerateSubSizes and ConvertFormat of params. A second request updates the other
// fields.
//
// Errors:
//   - [cms.ErrBadRequest] if the site does not accept the address.
//   - 500 with a code such as http_404 if the download failed.
//   - An [*UnfinishedError], with the record as created, if the update failed.
func (l *Library) UploadURL(ctx context.Context, address string, params *Params,
	options ...cms.CallOption) (*Media, error) {
	const operation = "media.UploadURL"
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, refuse(operation, "url", "must be an http or https address")
	}
	body := fromURL{URL: address}
	var rest Params
	if params != nil {
		body.Post, body.GenerateSubSizes, body.ConvertFormat = params.Post, params.GenerateSubSizes, params.ConvertFormat
		rest = *params
		rest.Post, rest.GenerateSubSizes, rest.ConvertFormat = nil, nil, nil
	}
	// Check the values of the second request before the first request creates a record.
	raw, err := wire.Marshal(rest)
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
	m, _, err := l.create(ctx, cms.Request[Media]{Operation: operation, Path: route, Body: body}, process, options)
	if err != nil || string(raw) == "{}" {
		return m, err
	}
	updated, err := l.Update(ctx, m.ID, &rest, options...)
	if err != nil {
		return m, &UnfinishedError{Operation: operation, ID: m.ID, Err: err}
	}
	return updated, nil
}
