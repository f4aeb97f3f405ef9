package subsizes

import (
	"context"
	"fmt"
	"image"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/media"
)

// make makes the files of the image, sends each, and writes them into the record.
func (j *job) make(ctx context.Context) error {
	picture, err := reading(j.file, func(r io.Reader) (image.Image, error) { return j.source.decode(r) })
	if err != nil {
		j.leave(byPostProcess, err.Error())
		return nil
	}
	if _, ok := picture.(*image.CMYK); ok {
		j.leave(byPostProcess, "its colours are for print (CMYK), which needs a profile")
		return nil
	}
	err = j.send(ctx, picture)
	if finalizeErr := j.finalize(ctx); err == nil {
		err = finalizeErr
	}
	if err != nil {
		return err
	}
	if j.source.orientation == 1 && slices.ContainsFunc(j.result.Missing, j.unknown) {
		j.leave(byPostProcess, "the dimensions of some sizes are not known")
	}
	return nil
}

// unknown reports whether the dimensions of a size are not known.
func (j *job) unknown(name string) bool {
	_, ok := j.sizes[name]
	return !ok
}

// send makes and sends the files, those of the sizes first. Once the image itself is
// replaced, the site adds numbers to the names of the others.
func (j *job) send(ctx context.Context, picture image.Image) error {
	m := j.result.Media
	width, height := j.source.dimensions()
	missing := m.MissingImageSizes
	if swaps(j.source.orientation) {
		missing = nil // the site compared with the image before turning
	}
	groups := plan(width, height, j.sizes, func(name string) bool {
		return missing == nil || slices.Contains(missing, name)
	})
	for _, g := range groups {
		suffix := fmt.Sprintf("-%dx%d", g.width, g.height)
		if err := j.sideload(ctx, picture, g, suffix); err != nil {
			return err
		}
	}
	whole := target{image.Rect(0, 0, width, height), width, height}
	switch longest := max(width, height); {
	case j.threshold > 0 && longest > j.threshold && j.source.format != "gif":
		whole.width, whole.height = within(width, height, j.threshold, j.threshold)
		return j.sideload(ctx, picture, group{whole, []string{media.SizeScaled}}, "-scaled")
	case j.source.orientation != 1:
		return j.sideload(ctx, picture, group{whole, []string{media.SizeOriginal}}, "-upright")
	}
	return nil
}

// sideload makes and sends one file.
func (j *job) sideload(ctx context.Context, picture image.Image, g group, suffix string) error {
	made, err := j.source.render(ctx, picture, g.target)
	if err != nil {
		return err
	}
	content, err := j.source.encode(made, picture, j.quality(g.names[0]))
	if err != nil {
		return err
	}
	name := path.Base(j.result.Media.MediaDetails.File)
	if j.result.Media.MediaDetails.File == "" {
		name = j.file.Name
	}
	extension := path.Ext(name)
	file := media.Bytes(strings.TrimSuffix(name, extension)+suffix+extension, content)
	file.Type, file.Raw = "image/"+j.source.format, j.file.Raw
	sub, err := j.library.Sideload(ctx, j.result.Media.ID, file, &media.SideloadParams{
		ImageSize:     g.names,
		ConvertFormat: j.params.ConvertFormat,
	})
	if err != nil {
		return err
	}
	j.result.Made = append(j.result.Made, *sub)
	return nil
}

// quality returns the quality of a JPEG file for a size.
func (j *job) quality(size string) int {
	told := j.result.Media.ImageQuality
	for _, quality := range []int{j.options.Quality, told.Sizes[size], told.Default} {
		if quality >= 1 && quality <= 100 {
			return quality
		}
	}
	return DefaultQuality
}

// finalize writes the files into the record. It runs the site's plugins on the image
// even if there are none.
func (j *job) finalize(ctx context.Context) error {
	for rest := j.result.Made; ; {
		n := min(len(rest), media.MaxSubSizes)
		m, err := j.library.Finalize(ctx, j.result.Media.ID, rest[:n])
		if err != nil {
			return err
		}
		j.done(m)
		if rest = rest[n:]; len(rest) == 0 {
			return nil
		}
	}
}
