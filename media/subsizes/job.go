package subsizes

import (
	"image"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// Options sets how the sub-sizes of an image are made. With nil, and for each zero
// field, the settings of the site are used.
type Options struct {
	// Sizes are the sub-sizes by name. The names must be those of the site. Default: the
	// image_sizes in the index of the site; [DefaultSizes] if the index does not have
	// them. The index shows them to users who may upload.
	Sizes map[string]Size
	// Threshold is the longest side, in pixels, above which the image itself is scaled
	// down; 0 disables this. Default: the image_size_threshold in the index of the site;
	// otherwise [DefaultThreshold]. GIF images keep their dimensions, because they may be
	// animated; an upload without this package scales them down.
	Threshold *int
	// Quality is the quality of JPEG images, 1 to 100. Default: the image_quality that
	// the site reports for the image; otherwise [DefaultQuality].
	Quality int
	// MaxPixels is the largest image, width times height, that is decoded here. Decoding
	// takes up to 8 bytes for each pixel. Larger images are left to the site. Default
	// [DefaultMaxPixels].
	MaxPixels int
}

// Defaults of [Options] if neither the caller nor the site sets a value.
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
		return refuse("quality", "must be 1 to 100")
	case o.MaxPixels < 0:
		return refuse("max pixels", "must not be negative")
	case o.Threshold != nil && *o.Threshold < 0:
		return refuse("threshold", "must not be negative")
	}
	if o.MaxPixels == 0 {
		o.MaxPixels = DefaultMaxPixels
	}
	return nil
}

// Result holds the record of an upload and the files that were made.
type Result struct {
	// Media is the final record, as the context "edit" shows it.
	Media *media.Media
	// Made lists the files that were made here, as the site stored them.
	Made []media.SubSize
	// LeftToSite tells why the site made the sub-sizes, or "" if it did not.
	LeftToSite string
	// Missing lists the sub-sizes that the site reports as missing. For an image that
	// was turned upright, some of these may be larger than the image: the site compares
	// them with the dimensions before turning.
	Missing []string
}

// way tells who makes the sub-sizes, and when.
type way int

const (
	here          way = iota // this package
	byPostProcess            // the site, after the upload
	bySiteAtOnce             // the site, during the upload
)

// job holds the state of one call of [Upload] or [Finish].
type job struct {
	library   *media.Library
	file      media.File
	params    media.Params
	options   Options
	source    source
	picture   image.Image // the decoded image, nil before decoding
	sizes     map[string]Size
	threshold int
	left      way
	result    *Result
}

// leave lets the site make the sub-sizes. The parameter to tells when the site makes them, and why
// is the reason to report in the result.
func (j *job) leave(to way, why string) {
	j.left, j.result.LeftToSite = to, why
}

// done stores the record and its missing sub-sizes in the result, and returns the result.
func (j *job) done(m *media.Media) *Result {
	j.result.Media, j.result.Missing = m, m.MissingImageSizes
	return j.result
}
