package subsizes

import (
	"context"
	"errors"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

const operation = "subsizes.Upload"

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

// Upload adds an image to the library and makes its sub-sizes here: an upload
// with generate_sub_sizes=false, a [media.Library.Sideload] for each file, and a
// [media.Library.Finalize]. JPEG images are turned upright; an image above the
// threshold is scaled down, and the site keeps the upload beside it. Files that come
// out alike are sent once, for several sizes. The file has to have Open, since it is
// read more than once; GenerateSubSizes in params is not looked at.
//
// The site makes the sub-sizes where this package cannot, and Result says so: by
// [media.Library.PostProcess] for formats other than JPEG, PNG and GIF, for a site
// that converts images into another format, and for sizes of unknown dimensions;
// during the upload for files that are no images, for images above MaxPixels, and
// on a site without the routes for it, which are there over https or on localhost
// alone.
//
// An error after the image was stored is a [*media.UnfinishedError] and comes with the
// Result so far; what was made until then has been written into the record if that
// was possible. Do not upload the image again: [media.Library.PostProcess] makes what
// is missing.
func Upload(ctx context.Context, site *cms.Client, file media.File, params *media.Params, options *Options) (*Result, error) {
	j, err := prepare(ctx, site, file, params, options)
	switch {
	case err != nil:
		return nil, err
	case j.left == bySiteAtOnce:
		return j.plain(ctx)
	}
	return j.run(ctx)
}

// prepare finds out who is to make the sub-sizes, and which.
func prepare(ctx context.Context, site *cms.Client, file media.File, params *media.Params, options *Options) (*job, error) {
	if file.Open == nil {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "file", Reason: "it has to have Open, since it is read more than once"}
	}
	j := &job{library: media.New(site), file: file, result: &Result{}}
	if options != nil {
		j.options = *options
	}
	if params != nil {
		j.params = *params
	}
	if err := j.options.check(); err != nil {
		return nil, err
	}
	if err := j.inspect(); err != nil {
		return nil, err
	}
	if j.left == bySiteAtOnce {
		return j, nil
	}
	return j, j.ask(ctx, site)
}

// UploadFile is [Upload] of the file at a path.
func UploadFile(ctx context.Context, site *cms.Client, path string, params *media.Params, options *Options) (*Result, error) {
	file, err := media.LocalFile(path)
	if err != nil {
		return nil, err
	}
	return Upload(ctx, site, file, params, options)
}

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

// plain uploads the file and lets the site make what it makes.
func (j *job) plain(ctx context.Context) (*Result, error) {
	j.params.GenerateSubSizes = nil
	m, err := j.library.Upload(ctx, j.file, &j.params)
	if err != nil {
		return nil, err
	}
	return j.done(m), nil
}

// done is the result with the record as it now is.
func (j *job) done(m *media.Media) *Result {
	j.result.Media, j.result.Missing = m, m.MissingImageSizes
	return j.result
}

// run uploads the file, and makes what is to follow.
func (j *job) run(ctx context.Context) (*Result, error) {
	j.params.GenerateSubSizes = new(false)
	m, err := j.library.Upload(ctx, j.file, &j.params)
	if err != nil {
		return nil, err
	}
	return j.follow(ctx, m)
}

// follow makes what the record still lacks.
func (j *job) follow(ctx context.Context, m *media.Media) (*Result, error) {
	j.done(m)
	var err error
	converts := j.params.ConvertFormat == nil || *j.params.ConvertFormat
	if j.left == here && converts && m.ImageOutputFormat != nil && *m.ImageOutputFormat != m.MimeType {
		j.leave(byPostProcess, "the site converts such images into "+*m.ImageOutputFormat)
	}
	if j.left == here {
		err = j.make(ctx)
		if errors.Is(err, cms.ErrNoRoute) && len(j.result.Made) == 0 {
			j.leave(byPostProcess, noRoute)
		}
	}
	if j.left == byPostProcess {
		if m, err = j.library.PostProcess(ctx, m.ID); err == nil {
			j.done(m)
		}
	}
	if err != nil {
		return j.result, &media.UnfinishedError{Operation: operation, ID: j.result.Media.ID, Err: err}
	}
	return j.result, nil
}
