package subsizes

import (
	"context"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// Finish completes an [Upload] that ended before its sub-sizes were written into the
// record, because the program was killed or the network failed. file is the uploaded
// file, id the record. Sub-sizes that exist are not made again. For a complete record
// Finish does nothing.
//
// If some sub-sizes exist and others are missing, the site makes the missing ones, by
// [media.Library.PostProcess]. The site also makes them in the cases in which Upload
// leaves them to the site.
func Finish(ctx context.Context, site *cms.Client, id int64, file media.File, options *Options) (*Result, error) {
	m, err := media.New(site).Get(ctx, id, cms.InContext(cms.ContextEdit))
	if err != nil {
		return nil, err
	}
	j, err := prepare(ctx, site, file, nil, options)
	if err != nil {
		return nil, err
	}
	switch {
	case !j.lacks(m) && !j.replaces(m):
		return j.done(m), nil
	case len(m.MediaDetails.Sizes) > 0 && j.left == here:
		j.leave(byPostProcess, "some sizes exist already")
	case j.left == bySiteAtOnce:
		j.left = byPostProcess // bySiteAtOnce is no longer possible, because the upload is over
	}
	return j.follow(ctx, m)
}

// lacks reports whether the record lacks sizes that can be made. If an image was turned
// upright, the site may also report sizes for which the image is too small. lacks ignores
// these. If the format of the image or the dimensions of a size are unknown, lacks relies on
// the list of the site.
func (j *job) lacks(m *media.Media) bool {
	if j.source.format == "" || slices.ContainsFunc(m.MissingImageSizes, j.unknown) {
		return len(m.MissingImageSizes) > 0
	}
	width, height := j.source.dimensions()
	wanted := plan(width, height, j.sizes, func(name string) bool { return slices.Contains(m.MissingImageSizes, name) })
	return len(wanted) > 0
}

// replaces reports whether the job must still replace the image itself with a smaller or an
// upright image. It returns false if the site makes the sub-sizes, or if the record already
// has sub-sizes or the name of an original image.
func (j *job) replaces(m *media.Media) bool {
	if j.left != here || len(m.MediaDetails.Sizes) > 0 || m.MediaDetails.OriginalImage != "" {
		return false
	}
	width, height := j.source.dimensions()
	scales := j.threshold > 0 && max(width, height) > j.threshold && j.source.format != "gif"
	return scales || j.source.orientation != 1
}
