package media

import (
	"context"
	"crypto/md5" // the REST API defines an MD5 checksum for uploads
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// ContentSlug returns the slug that [Library.Ensure] gives a file: "file-" and the first
// 20 hexadecimal digits of the SHA-256 of its content. It reads the content through Open.
func (f *File) ContentSlug() (string, error) {
	slug, _, err := f.hashed()
	return slug, err
}

// hashed reads the content once, and returns its slug and its MD5.
func (f *File) hashed() (slug, sum string, err error) {
	name, check := sha256.New(), md5.New()
	if err := f.copyTo(io.MultiWriter(name, check)); err != nil {
		return "", "", err
	}
	return "file-" + hex.EncodeToString(name.Sum(nil)[:10]), hex.EncodeToString(check.Sum(nil)), nil
}

// Ensure uploads a file unless the library already has its content, and returns the
// record as the context "edit" shows it. Unlike [cms.Content.Ensure], it does not change a
// record that exists: compare the fields of the result, and call Update if one differs.
//
// After an error, call Ensure again, now or in a later run of the program. This is safe
// after [cms.ErrOutcomeUnknown] too. Ensure does not store the same content a second time,
// even if the file was renamed.
//
// Ensure finds the content by the slug of its record: see [File.ContentSlug]. It does
// not find:
//   - files that were uploaded with another slug
//   - files that the caller may not edit: with the role author, files of other users
//   - files in the trash
//
// params are the fields of the upload. They must not have a slug. The default title is
// the name of the file without its extension. For a record that exists, Ensure only makes
// missing sub-sizes, unless GenerateSubSizes is false. If the site does not make them, the
// client does not ask for them again.
//
// A call uploads at most once. It sends one request if the library has the content, and
// three if not: it looks for the content before and after the upload. Calls for the same
// content wait for each other, within a process.
//
// # Copies
//
// The list before the upload may be old, and another process may upload the same content
// at the same time. So Ensure may find an earlier record of the content after its upload.
// It then deletes its own record and returns the earlier one. The proof has two parts:
//   - The response to the upload has status 201 or names the stored file, and its headers
//     and its body name the same record. Only this record is deleted.
//   - A record with a lower id is listed with the slug of the content, perhaps with a
//     suffix such as -2. A second request reads it by its id: it is an attachment, and
//     still has this slug.
//
// Ensure does not compare the files, because sites scale and recompress them. A suffix is
// no proof: a post or page may have the slug, or a file that the caller may not edit. If
// the list shows the new record and no earlier one, the new record stays.
//
// If the list does not even show the new record, Ensure lists five times, for less than a
// second. Then it sets the slug of the new record once more. The site adds a suffix if any
// other record has the slug. The new record then cannot be kept or told apart from a copy,
// so it is deleted, and the error is [cms.ErrConflict].
//
// If a process ends between its upload and the delete, its copy stays. Later calls return
// the record with the lowest id, and delete nothing. List the slugs with the suffixes -2
// to -9 to find such copies.
//
// Errors are those of [Library.Upload], and:
//   - [cms.ErrInvalidArgument] for a file without Open, an MD5 of another content, a Slug
//     in params, and [cms.Fields].
//   - [cms.ErrConflict] if the content changed between the two times that it was read.
//     Ensure sends the MD5 of the content that it named, and the site stored nothing.
//   - [cms.ErrConflict] if another record has the slug and no list shows it. The upload
//     was deleted again. Call Ensure again a minute later.
//   - [cms.ErrConflict] if the response to the upload was lost and the library now has
//     the content more than once. The error names the records. Nothing was deleted.
//   - [cms.ErrSlugIgnored] if the site does not filter a list by slug: it returned files
//     with other slugs. Nothing was uploaded.
//   - [cms.ErrSlugIgnored] if the site stored the file with another slug, as plugins do
//     that rename uploads. The upload was deleted again. Ensure cannot work on this site.
//   - An [*UnfinishedError] if Ensure could not check for copies. The record exists.
//
// If a record could not be deleted again, the error names it and wraps the reason.
func (l *Library) Ensure(ctx context.Context, file File, params *Params, options ...cms.CallOption) (*Media, error) {
	upload := Params{}
	if params != nil {
		upload = *params
	}
	switch {
	case file.Open == nil:
		return nil, refuse(ensuring, "file", "needs Open: it is read before it is sent")
	case upload.Slug != nil:
		return nil, refuse(ensuring, "slug", "cannot be chosen, because it names the content")
	case len(cms.FieldsOf(options...)) > 0:
		return nil, refuse(ensuring, "fields", "the whole record is needed")
	}
	slug, sum, err := file.hashed()
	if err != nil {
		return nil, err
	}
	if file.MD5 != "" && !strings.EqualFold(file.MD5, sum) {
		return nil, refuse(ensuring, "file", "its MD5 is not that of its content")
	}
	file.MD5 = sum // the site then rejects the upload if the content has changed meanwhile
	upload.Slug = &slug
	if upload.Title == nil { // without a title, the site might use a title in the metadata of the file
		upload.Title = new(strings.TrimSuffix(file.Name, path.Ext(file.Name)))
	}
	ctx, cancel := l.site.CallContext(ctx)
	defer cancel()
	unlock, err := l.site.Lock(ctx, "media "+slug)
	if err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	defer unlock()
	return upsert.Run(ctx, route, &ensuringFile{library: l, file: file, params: &upload, slug: slug, options: options})
}

// ensuring is the name of the operation in errors of [Library.Ensure].
const ensuring = "media.Ensure"

// failure returns an error of [Library.Ensure] with the given reason.
func (l *Library) failure(method string, reason error) error {
	return &cms.Error{Operation: ensuring, Method: method, Path: l.spelled(route), Reason: reason}
}

// spelled returns a path with the prefix of the site, such as "wp", in place of "cms".
func (l *Library) spelled(path string) string {
	return l.site.Prefix() + strings.TrimPrefix(path, "cms")
}

// unfinished reports whether an image lacks sub-sizes. An upload that broke off may have left
// an image without any sub-size. So a large image without sub-sizes is unfinished even if the
// site does not list them as missing.
func (m *Media) unfinished() bool {
	const smallest = 150 // pixels; an image of at most this size needs no thumbnail
	large := max(m.MediaDetails.Width, m.MediaDetails.Height) > smallest || m.ExifOrientation > 1
	return m.MediaType == TypeImage && (len(m.MissingImageSizes) > 0 ||
		large && len(m.MediaDetails.Sizes) == 0 && m.MediaDetails.OriginalImage == "")
}
