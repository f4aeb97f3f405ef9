package subsizes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// Upload adds an image to the library and makes its sub-sizes here: an upload with
// generate_sub_sizes=false, a [media.Library.Sideload] for each file, and a
// [media.Library.Finalize].
//
// JPEG images are turned upright. An image above the threshold is scaled down, and the
// site keeps the original too. A file that fits several sizes is sent once. The file
// needs Open, because it is read more than once. GenerateSubSizes in params is ignored.
//
// The site makes the sub-sizes in these cases, and LeftToSite of the Result tells why.
// During the upload, in which it also scales down and turns images that it can decode:
//   - files that are not images
//   - formats other than JPEG, PNG and GIF
//   - images that cannot be decoded here, such as a JPEG file that was cut off
//   - JPEG images in CMYK colours
//   - images above MaxPixels
//   - sites without the routes, which exist only on https and localhost
//
// After the upload, by [media.Library.PostProcess], which neither scales down nor turns
// the image itself:
//   - a site that converts images to another format, which only the record shows
//   - sizes of unknown dimensions
//
// Errors: a [*media.UnfinishedError], with the Result so far, if a step failed after
// the image was stored. The sub-sizes that were made before the error are written into
// the record if possible. Do not upload the image again: call [Finish], or
// [media.Library.PostProcess] to let the site make the rest.
func Upload(ctx context.Context, site *cms.Client, file media.File, params *media.Params,
	options *Options) (*Result, error) {
	j, err := prepare(ctx, site, file, params, options)
	switch {
	case err != nil:
		return nil, err
	case j.left == bySiteAtOnce:
		return j.plain(ctx)
	}
	// Decode the image before the upload. If this fails, the site must make the sub-sizes
	// during the upload, because only then does the site also scale down or turn the image
	// itself.
	if err := j.decode(); err != nil {
		return nil, err
	}
	if j.left == bySiteAtOnce {
		return j.plain(ctx)
	}
	return j.run(ctx)
}

// prepare decides who makes the sub-sizes, and which sub-sizes to make.
func prepare(ctx context.Context, site *cms.Client, file media.File, params *media.Params,
	options *Options) (*job, error) {
	if file.Open == nil {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "file",
			Reason: "needs Open, because it is read more than once"}
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

// inspect reads the format of the file. If this package cannot scale the file, inspect leaves
// the sub-sizes to the site. It fails if the file cannot be opened.
func (j *job) inspect() error {
	mediaType, err := j.file.ContentType()
	if err != nil {
		return err
	}
	s, err := reading(j.file, func(r io.Reader) (source, error) { return identify(r), nil })
	if err != nil {
		return err
	}
	switch {
	case s.format == "" && strings.HasPrefix(mediaType, "image/"):
		j.leave(bySiteAtOnce, mediaType+" is not scaled here")
		return nil
	case s.format == "":
		j.leave(bySiteAtOnce, mediaType+" is not an image")
		return nil
	case s.width < 1 || s.height < 1 || s.width > j.options.MaxPixels/s.height:
		j.leave(bySiteAtOnce, fmt.Sprintf("%d×%d are more than %d pixels", s.width, s.height, j.options.MaxPixels))
		return nil
	case s.cmyk:
		j.leave(bySiteAtOnce, "its colours are for print (CMYK), which needs a profile")
		return nil
	}
	s.orientation = 1
	if s.format == "jpeg" {
		s.jpegHead, err = reading(j.file, func(r io.Reader) (jpegHead, error) { return readJPEGHead(r), nil })
	}
	j.source = s
	return err
}

// UploadFile is [Upload] of the file at a path.
func UploadFile(ctx context.Context, site *cms.Client, path string, params *media.Params,
	options *Options) (*Result, error) {
	file, err := media.LocalFile(path)
	if err != nil {
		return nil, err
	}
	return Upload(ctx, site, file, params, options)
}

// plain uploads the file and lets the site make the sub-sizes.
func (j *job) plain(ctx context.Context) (*Result, error) {
	j.params.GenerateSubSizes = nil
	m, err := j.library.Upload(ctx, j.file, &j.params)
	if err != nil {
		return nil, err
	}
	return j.done(m), nil
}

// run uploads the file, and makes the sub-sizes.
func (j *job) run(ctx context.Context) (*Result, error) {
	j.params.GenerateSubSizes = new(false)
	m, err := j.library.Upload(ctx, j.file, &j.params)
	if err != nil {
		return nil, err
	}
	return j.follow(ctx, m)
}

// follow makes the sub-sizes that the record lacks, or lets the site make them.
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
