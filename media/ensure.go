package media

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
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
// record as the context "edit" shows it. After an error, call Ensure again, now or in a
// later run of the program. This is safe after [cms.ErrOutcomeUnknown] too. Ensure does
// not upload the same content a second time, even if the file was renamed.
//
// Ensure finds the content by the slug of its record: see [File.ContentSlug]. It does
// not find:
//   - files that were uploaded with another slug
//   - files that the caller may not edit: with the role author, files of other users
//   - files in the trash
//
// params are the fields of the upload. They must not have a slug. The default title is
// the name of the file without its extension. Ensure does not change a record that
// exists. It only makes missing sub-sizes, unless GenerateSubSizes is false.
//
// A call uploads at most once. It sends one request if the library has the content, and
// two if not. Calls for the same content wait for each other, within a process. If
// several processes run at the same time, each may create a record. Later calls then
// return the first of these records. Ensure deletes no record.
//
// Errors are those of [Library.Upload], and:
//   - [cms.ErrInvalidArgument] for a file without Open, a Slug in params, and
//     [cms.Fields].
//   - [cms.ErrSlugIgnored] if the site does not filter a list by slug: it returned files
//     with other slugs. Nothing was uploaded.
//   - [cms.ErrSlugIgnored] if the site stored the file with another slug. The file is in
//     the library. The next call would upload it again.
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
	unlock, err := l.site.Lock(ctx, "media "+slug)
	if err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	defer unlock()
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
	case err == nil && isSlug(m.Slug, *params.Slug):
		return m, nil
	case err == nil:
		return nil, slugIgnored(operation, http.MethodPost,
			fmt.Sprintf("the file is stored as record %d under the slug %.80q, not %s", m.ID, m.Slug, *params.Slug))
	case !stored && !errors.Is(err, cms.ErrOutcomeUnknown):
		return nil, err
	}
	found, failed := l.withContent(ctx, operation, *params.Slug, options)
	if failed != nil || found == nil {
		return nil, err
	}
	return found, nil
}

// isSlug reports whether a site made slug of another one, which was perhaps taken.
func isSlug(slug, of string) bool {
	suffix, ok := strings.CutPrefix(slug, of)
	number, numbered := strings.CutPrefix(suffix, "-")
	return ok && (suffix == "" || numbered && positive(number) > 1)
}

// mostCopies is the number of slugs that [Library.Ensure] looks for: without a suffix,
// and with -2 to -9.
const mostCopies = 9

// withContent returns the first record of a content, nil if there is none.
func (l *Library) withContent(ctx context.Context, operation, slug string, options []cms.CallOption) (*Media, error) {
	list := &ListOptions{
		Context: cms.ContextEdit, OrderBy: cms.ByID, Order: cms.Ascending,
		Status: []cms.Status{cms.StatusInherit, cms.StatusPrivate}, Slug: []string{slug},
	}
	for number := 2; number <= mostCopies; number++ {
		list.Slug = append(list.Slug, fmt.Sprintf("%s-%d", slug, number))
	}
	page, err := l.List(ctx, list, options...)
	if err != nil {
		return nil, err
	}
	for _, m := range page.Items {
		if !isSlug(m.Slug, slug) {
			return nil, slugIgnored(operation, http.MethodGet,
				fmt.Sprintf("record %d has the slug %.80q, not %s", m.ID, m.Slug, slug))
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

func slugIgnored(operation, method, reason string) error {
	return &cms.Error{
		Operation: operation, Method: method, Path: route, Reason: fmt.Errorf("%w: %s", cms.ErrSlugIgnored, reason),
	}
}

// unfinished reports whether an image has no sub-sizes yet, or too few. An image without
// any may be one whose upload broke off.
func (m *Media) unfinished() bool {
	const smallest = 150 // pixels of a thumbnail
	large := max(m.MediaDetails.Width, m.MediaDetails.Height) > smallest || m.ExifOrientation > 1
	return m.MediaType == TypeImage && (len(m.MissingImageSizes) > 0 ||
		large && len(m.MediaDetails.Sizes) == 0 && m.MediaDetails.OriginalImage == "")
}
