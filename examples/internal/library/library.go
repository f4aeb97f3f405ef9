// Package library puts files into the media library of a site so that each
// content is there once, however often that is tried and wherever it breaks off.
//
// What names a content is its checksum: a file is uploaded under a slug made of
// it, by which it is found again, also after it was renamed or moved.
package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/media/subsizes"
)

// Copies are the records of one content, those that count first. There is more
// than one if an upload was still on its way when the next one began.
type Copies []*media.Media

// suffixes are what the site appends to a slug that is taken.
func suffixes() []string { return []string{"", "-2", "-3"} }

// perRequest is how many contents are looked up at once: a hundred slugs.
const perRequest = 33

// Library is the media library of a site.
type Library struct {
	site  *cms.Client
	media *media.Library
}

// New returns the library of a site.
func New(site *cms.Client) *Library { return &Library{site, media.New(site)} }

// Find returns the records of the contents with these slugs. The user has to be
// one who may edit them.
func (l *Library) Find(ctx context.Context, slugs []string) (map[string]Copies, error) {
	found := map[string]Copies{}
	for chunk := range slices.Chunk(slugs, perRequest) {
		options := &media.ListOptions{Context: cms.ContextEdit, OrderBy: cms.ByID, Order: cms.Ascending}
		for _, slug := range chunk {
			for _, suffix := range suffixes() {
				options.Slug = append(options.Slug, slug+suffix)
			}
		}
		for m, err := range l.media.All(ctx, options) {
			if err != nil {
				return nil, err
			}
			slug := contentSlug(m.Slug)
			found[slug] = append(found[slug], m)
		}
	}
	for _, copies := range found {
		slices.SortFunc(copies, func(a, b *media.Media) int {
			return cmp.Or(cmp.Compare(len(a.Slug), len(b.Slug)), cmp.Compare(a.ID, b.ID))
		})
	}
	return found, nil
}

// contentSlug removes what the site has appended to a slug.
func contentSlug(slug string) string {
	for _, suffix := range suffixes()[1:] {
		slug = strings.TrimSuffix(slug, suffix)
	}
	return slug
}

// What is done about a file.
const (
	Kept     = "unchanged"
	Finished = "finish"
	Uploaded = "upload"
)

// Plan is what Put would do about a content of which Find has found copies.
func Plan(copies Copies) string {
	switch {
	case len(copies) == 0:
		return Uploaded
	case len(copies) > 1 || !complete(copies[0]):
		return Finished
	}
	return Kept
}

// Put sees to it that the content of a file is in the library once, with all its
// sizes, and returns its record. Copies are what Find has found; params are what an
// upload says of the file, and change nothing in a record that is there.
func (l *Library) Put(
	ctx context.Context, file media.File, slug string, copies Copies, params media.Params,
) (m *media.Media, done string, err error) {
	done = Plan(copies)
	for attempt := 0; len(copies) == 0; attempt++ {
		if m, err = l.upload(ctx, file, slug, params); err == nil && m.Slug == slug {
			return m, Uploaded, nil
		}
		// An upload whose response was lost may have been stored, an unfinished one was
		// stored, and one with another slug is a duplicate. A search of the library shows
		// which.
		_, stored := errors.AsType[*media.UnfinishedError](err)
		if err != nil && (!stored && !errors.Is(err, cms.ErrOutcomeUnknown) || attempt == 2) {
			return nil, "", err
		}
		found, failed := l.Find(ctx, []string{slug})
		if failed != nil {
			return nil, "", failed
		}
		copies, done = found[slug], Uploaded
		if err == nil && len(copies) == 0 {
			return nil, "", fmt.Errorf("the site has stored it as record %d under the slug %.80q instead of %s, "+
				"and has none of that: "+
				"each further upload would be one more", m.ID, m.Slug, slug)
		}
	}
	for _, twin := range copies[1:] {
		if _, err := l.media.Delete(ctx, twin.ID); err != nil && !errors.Is(err, cms.ErrNotFound) {
			return nil, "", fmt.Errorf("a second copy of %s: %w", file.Name, err)
		}
	}
	if m = copies[0]; complete(m) {
		return m, done, nil
	}
	result, err := subsizes.Finish(ctx, l.site, m.ID, file, nil)
	if err != nil {
		return nil, "", err
	}
	return result.Media, done, nil
}

func (l *Library) upload(ctx context.Context, file media.File, slug string, params media.Params) (*media.Media, error) {
	params.Slug = &slug
	if params.Title == nil { // or the site takes the slug for one
		params.Title = new(strings.TrimSuffix(file.Name, path.Ext(file.Name)))
	}
	result, err := subsizes.Upload(ctx, l.site, file, &params, nil)
	if err != nil {
		return nil, err
	}
	return result.Media, nil
}

// complete reports that nothing is left to be made of a file. An image in whose
// record no size was written yet may be one whose upload was killed.
func complete(m *media.Media) bool {
	if m.MediaType != media.TypeImage {
		return true
	}
	return len(m.MissingImageSizes) == 0 &&
		(len(m.MediaDetails.Sizes) > 0 || m.MediaDetails.OriginalImage != "" || !large(m))
}

// large reports that an image is one of which sizes are made, or that it has to be
// turned.
func large(m *media.Media) bool {
	const smallest = 150 // pixels, of a thumbnail
	return max(m.MediaDetails.Width, m.MediaDetails.Height) > smallest || m.ExifOrientation > 1
}
