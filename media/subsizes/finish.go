package subsizes

import (
	"context"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// Finish makes the sub-sizes of an image whose [Upload] ended before they were
// written into its record, because the program was killed or the network failed:
// file is what was uploaded, id the record. What is in the record already is not
// made again. Nothing is done for a record that is complete.
//
// If some sizes are there and others missing, the site makes the rest, by
// [media.Library.PostProcess]. So it does wherever Upload leaves them to it.
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
		j.leave(byPostProcess, "some sizes are there already")
	case j.left == bySiteAtOnce:
		j.left = byPostProcess // it is late for that
	}
	return j.follow(ctx, m)
}

// lacks reports that sizes are missing which can be made. The site may miss some of
// an image that was turned upright for which it is too small.
func (j *job) lacks(m *media.Media) bool {
	if j.source.format == "" || slices.ContainsFunc(m.MissingImageSizes, j.unknown) {
		return len(m.MissingImageSizes) > 0
	}
	width, height := j.source.dimensions()
	wanted := plan(width, height, j.sizes, func(name string) bool { return slices.Contains(m.MissingImageSizes, name) })
	return len(wanted) > 0
}

// replaces reports that the image itself was to be scaled down or turned, and that
// nothing was written into the record yet.
func (j *job) replaces(m *media.Media) bool {
	if j.left != here || len(m.MediaDetails.Sizes) > 0 || m.MediaDetails.OriginalImage != "" {
		return false
	}
	width, height := j.source.dimensions()
	scales := j.threshold > 0 && max(width, height) > j.threshold && j.source.format != "gif"
	return scales || j.source.orientation != 1
}
