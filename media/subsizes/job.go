package subsizes

import (
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// Options changes how the sub-sizes of an image are made. nil, and each field at
// zero, stands for what the site does itself.
type Options struct {
	// Sizes are the sub-sizes by name. The names have to be those of the site. The
	// default is what the index of the site says (image_sizes), which it shows to
	// users who may upload, and otherwise [DefaultSizes].
	Sizes map[string]Size
	// Threshold is the longest side, in pixels, above which the image itself is
	// scaled down, 0 for never. The default is what the index of the site says
	// (image_size_threshold), and otherwise [DefaultThreshold]. GIF images are not
	// scaled down, since they may move.
	Threshold *int
	// Quality is that of JPEG images, 1 to 100. The default is what the site says of
	// the image (image_quality), and otherwise [DefaultQuality].
	Quality int
	// MaxPixels is the largest image, width times height, that is decoded here,
	// which takes up to 8 bytes a pixel. Larger ones are left to the site. Default
	// [DefaultMaxPixels].
	MaxPixels int
}

// The values of [Options] where neither you nor the site give one.
const (
	DefaultThreshold = 2560
	DefaultQuality   = 82
	DefaultMaxPixels = 64_000_000
)

func (o *Options) check() error {
	refuse := func(argument, reason string) error {
		return &cms.ArgumentError{Operation: operation, Argument: argument, Reason: reason}
	}
	switch {
	case o.Quality < 0 || o.Quality > 100:
		return refuse("quality", "it is not between 1 and 100")
	case o.MaxPixels < 0:
		return refuse("max pixels", "it is negative")
	case o.Threshold != nil && *o.Threshold < 0:
		return refuse("threshold", "it is negative")
	}
	if o.MaxPixels == 0 {
		o.MaxPixels = DefaultMaxPixels
	}
	return nil
}

// Result is what came of an upload.
type Result struct {
	// Media is the record as it is at the end, in the shape of the context "edit".
	Media *media.Media
	// Made are the files that were made here, as the site took them.
	Made []media.SubSize
	// LeftToSite says why sub-sizes were left to the site, "" if they were not.
	LeftToSite string
	// Missing are the names of the sub-sizes that, as the site says, are still to
	// be made. An image that was turned upright may have some here that it is too
	// small for: the site goes by the picture as it lies.
	Missing []string
}

// A way is who makes the sub-sizes.
type way int

const (
	here          way = iota // this package
	byPostProcess            // the site, after the upload
	bySiteAtOnce             // the site, during the upload
)

// job is one upload.
type job struct {
	library   *media.Library
	file      media.File
	params    media.Params
	options   Options
	source    source
	sizes     map[string]Size
	threshold int
	left      way
	result    *Result
}

// leave leaves the sub-sizes to the site.
func (j *job) leave(to way, why string) {
	j.left, j.result.LeftToSite = to, why
}

// done is the result with the record as it now is.
func (j *job) done(m *media.Media) *Result {
	j.result.Media, j.result.Missing = m, m.MissingImageSizes
	return j.result
}
