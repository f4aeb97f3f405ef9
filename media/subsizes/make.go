package subsizes

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/media"
)

// make makes the sub-sizes of the image and, if needed, the file that replaces the image itself.
// It sends these files and writes them into the record.
func (j *job) make(ctx context.Context) error {
	if err := j.decode(); err != nil {
		return err
	}
	if j.left != here {
		j.left = byPostProcess // bySiteAtOnce is no longer possible, because the upload is over
		return nil
	}
	err := j.send(ctx, j.picture)
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

// decode decodes the image, unless it is already decoded. If the image cannot be decoded, the
// site must make the sub-sizes.
func (j *job) decode() error {
	if j.picture != nil {
		return nil
	}
	var broken error
	picture, err := reading(j.file, func(r io.Reader) (picture image.Image, _ error) {
		picture, broken = j.source.decode(r)
		return picture, nil
	})
	if broken != nil {
		j.leave(bySiteAtOnce, broken.Error())
	}
	j.picture = picture
	return err
}

// unknown reports whether the dimensions of a size are not known.
func (j *job) unknown(name string) bool {
	_, ok := j.sizes[name]
	return !ok
}

// upload is a file to make and send.
type upload struct {
	group
	suffix  string // suffix of the file name, before the extension
	content []byte
}

// send makes all files, and then sends them in the order of [job.uploads].
func (j *job) send(ctx context.Context, picture image.Image) error {
	uploads := j.uploads()
	made := &steps{source: &j.source, picture: picture}
	for _, u := range slices.SortedStableFunc(slices.Values(uploads), largestFirst) {
		small, err := made.render(ctx, u.target)
		if err != nil {
			return err
		}
		if u.content, err = j.source.encode(small, picture, j.quality(u.names[0])); err != nil {
			return err
		}
	}
	for _, u := range uploads {
		if err := j.sideload(ctx, u); err != nil {
			return err
		}
	}
	return nil
}

// largestFirst compares two files for sorting. The largest file is first, because [steps] must
// make the images in this order.
func largestFirst(a, b *upload) int { return cmp.Compare(b.width*b.height, a.width*a.height) }

// uploads returns the files to make. The file that replaces the image itself comes last,
// because the site adds numbers to the names of files that are sent after it.
func (j *job) uploads() []*upload {
	m := j.result.Media
	width, height := j.source.dimensions()
	missing := m.MissingImageSizes
	if swaps(j.source.orientation) {
		missing = nil // ignore the list, because the site computed it for the image before turning
	}
	var uploads []*upload
	for _, g := range plan(width, height, j.sizes, func(name string) bool {
		return missing == nil || slices.Contains(missing, name)
	}) {
		uploads = append(uploads, &upload{group: g, suffix: fmt.Sprintf("-%dx%d", g.width, g.height)})
	}
	whole := target{image.Rect(0, 0, width, height), width, height}
	switch longest := max(width, height); {
	case j.threshold > 0 && longest > j.threshold && j.source.format != "gif":
		whole.width, whole.height = within(width, height, j.threshold, j.threshold)
		uploads = append(uploads, &upload{group: group{whole, []string{media.SizeScaled}}, suffix: "-scaled"})
	case j.source.orientation != 1:
		uploads = append(uploads, &upload{group: group{whole, []string{media.SizeOriginal}}, suffix: "-upright"})
	}
	return uploads
}

// sideload sends one file, and adds it to the result.
func (j *job) sideload(ctx context.Context, u *upload) error {
	name := path.Base(j.result.Media.MediaDetails.File)
	if j.result.Media.MediaDetails.File == "" {
		name = j.file.Name
	}
	extension := path.Ext(name)
	file := media.Bytes(strings.TrimSuffix(name, extension)+u.suffix+extension, u.content)
	file.Type, file.Raw = "image/"+j.source.format, j.file.Raw
	sub, err := j.library.Sideload(ctx, j.result.Media.ID, file, &media.SideloadParams{
		ImageSize:     u.names,
		ConvertFormat: j.params.ConvertFormat,
	})
	if err != nil {
		return err
	}
	j.result.Made = append(j.result.Made, *sub)
	return nil
}

// quality returns the JPEG quality for a size: the first valid value of the option, the value
// of the site for this size, the default of the site, and DefaultQuality.
func (j *job) quality(size string) int {
	told := j.result.Media.ImageQuality
	for _, quality := range []int{j.options.Quality, told.Sizes[size], told.Default} {
		if quality >= 1 && quality <= 100 {
			return quality
		}
	}
	return DefaultQuality
}

// finalize writes the files into the record. It sends a request even if there are no files,
// because the site's plugins process the image during this request.
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
