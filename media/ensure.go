package media

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// ContentSlug returns the slug that [Library.Ensure] gives a file: "file-" and the first
// 20 hexadecimal digits of the SHA-256 of its content. It reads the content through Open.
func (f *File) ContentSlug() (string, error) {
	sum := sha256.New()
	if err := f.copyTo(sum); err != nil {
		return "", err
	}
	return "file-" + hex.EncodeToString(sum.Sum(nil)[:10]), nil
}

// Ensure uploads a file unless the library already has its content, and returns the
// record as the context "edit" shows it. Call Ensure again after an error, also after
// [cms.ErrOutcomeUnknown], or in a later run of the program. It uploads nothing twice,
// even if the file has another name by then.
//
// The content is found by the slug of its record: see [File.ContentSlug]. So Ensure
// finds only files that were uploaded under such a slug. params are those of the upload,
// without a slug; the default title is the name of the file without its extension. A
// record that exists is not changed, except that missing sub-sizes are made, unless
// GenerateSubSizes is false.
//
// One call uploads once at most. It costs one request for a content that is there, and
// two for a new one. Two programs that upload the same content at the same time may
// leave two records. Ensure then returns the first, and deletes nothing.
//
// Errors are those of [Library.Upload], and:
//   - [cms.ErrInvalidArgument] for a file without Open, a Slug in params, and
//     [cms.Fields].
//   - [cms.ErrSlugIgnored] if the site lists files with other slugs, or stored the file
//     under another slug. The file is then in the library, and a next call would upload
//     it again.
func (l *Library) Ensure(ctx context.Context, file File, params *Params, options ...cms.CallOption) (*Media, error) {
	const operation = "media.Ensure"
	upload := Params{}
	if params != nil {
		upload = *params
	}
	switch {
	case file.Open == nil:
		return nil, refuse(operation, "file", "it needs Open: it is read before it is sent")
	case upload.Slug != nil:
		return nil, refuse(operation, "slug", "it names the content, so it cannot be chosen")
	case len(cms.FieldsOf(options...)) > 0:
		return nil, refuse(operation, "fields", "the whole record is needed")
	}
	slug, err := file.ContentSlug()
	if err != nil {
		return nil, err
	}
	upload.Slug = &slug
	if upload.Title == nil { // or the site takes the slug
		upload.Title = new(strings.TrimSuffix(file.Name, path.Ext(file.Name)))
	}
	m, err := l.withContent(ctx, operation, slug, options)
	if err != nil {
		return nil, err
	}
	if m == nil {
		if m, err = l.add(ctx, file, &upload, options); err != nil {
			return nil, err
		}
	}
	if wanted := upload.GenerateSubSizes; (wanted == nil || *wanted) && m.unfinished() {
		return l.PostProcess(ctx, m.ID, options...)
	}
	return m, nil
}

// add uploads a file. If the response was lost, or the upload was not finished, it looks
// for the record.
func (l *Library) add(ctx context.Context, file File, params *Params, options []cms.CallOption) (*Media, error) {
	const operation = "media.Ensure"
	m, err := l.Upload(ctx, file, params, options...)
	_, stored := errors.AsType[*UnfinishedError](err)
	switch {
	case err == nil && contentSlug(m.Slug) == *params.Slug:
		return m, nil
	case err == nil:
		return nil, slugIgnored(operation, fmt.Sprintf("the file is stored as record %d under the slug %.80q, not %s",
			m.ID, m.Slug, *params.Slug))
	case !stored && !errors.Is(err, cms.ErrOutcomeUnknown):
		return nil, err
	}
	found, failed := l.withContent(ctx, operation, *params.Slug, options)
	if failed != nil || found == nil {
		return nil, err
	}
	return found, nil
}

// suffixes returns what a site appends to a slug that is taken.
func suffixes() []string { return []string{"", "-2", "-3"} }

// contentSlug returns a slug without the suffix that the site appended.
func contentSlug(slug string) string {
	for _, suffix := range suffixes()[1:] {
		slug = strings.TrimSuffix(slug, suffix)
	}
	return slug
}

// withContent returns the first record of a content, nil if there is none.
func (l *Library) withContent(ctx context.Context, operation, slug string, options []cms.CallOption) (*Media, error) {
	list := &ListOptions{Context: cms.ContextEdit, OrderBy: cms.ByID, Order: cms.Ascending}
	for _, suffix := range suffixes() {
		list.Slug = append(list.Slug, slug+suffix)
	}
	page, err := l.List(ctx, list, options...)
	if err != nil {
		return nil, err
	}
	for _, m := range page.Items {
		if contentSlug(m.Slug) != slug {
			return nil, slugIgnored(operation, fmt.Sprintf("record %d has the slug %.80q, not %s", m.ID, m.Slug, slug))
		}
	}
	if len(page.Items) == 0 {
		return nil, nil
	}
	first := slices.MinFunc(page.Items, func(a, b Media) int {
		return cmp.Or(cmp.Compare(len(a.Slug), len(b.Slug)), cmp.Compare(a.ID, b.ID))
	})
	return &first, nil
}

func slugIgnored(operation, reason string) error {
	return &cms.Error{Operation: operation, Path: route, Reason: fmt.Errorf("%w: %s", cms.ErrSlugIgnored, reason)}
}

// unfinished reports whether an image has no sub-sizes yet, or too few. An image without
// any may be one whose upload broke off.
func (m *Media) unfinished() bool {
	const smallest = 150 // pixels of a thumbnail
	large := max(m.MediaDetails.Width, m.MediaDetails.Height) > smallest || m.ExifOrientation > 1
	return m.MediaType == TypeImage && (len(m.MissingImageSizes) > 0 ||
		large && len(m.MediaDetails.Sizes) == 0 && m.MediaDetails.OriginalImage == "")
}
