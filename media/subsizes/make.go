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

// make makes the files of the image, sends them, and writes them into the record.
func (j *job) make(ctx context.Context) error {
	if err := j.decode(); err != nil {
		return err
	}
	if j.left != here {
		j.left = byPostProcess // the upload is over, so it is too late for sub-sizes during the upload
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

// decode decodes the image, unless it is already decoded. If that fails, it leaves
// the image to the site.
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
	suffix  string // suffix of the file name
	content []byte
}

// send makes and sends the files.
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

// largestFirst is the order in which steps must make the images.
func largestFirst(a, b *upload) int { return cmp.Compare(b.width*b.height, a.width*a.height) }

// uploads returns the files to make. The files of the sizes come first: once the image
// itself is replaced, the site adds numbers to the names of other files.
func (j *job) uploads() []*upload {
	m := j.result.Media
	width, height := j.source.dimensions()
	missing := m.MissingImageSizes
	if swaps(j.source.orientation) {
		missing = nil // the site computed these sizes before the image was turned
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

// sideload sends one file.
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

// quality returns the JPEG quality for a size.
func (j *job) quality(size string) int {
	told := j.result.Media.ImageQuality
	for _, quality := range []int{j.options.Quality, told.Sizes[size], told.Default} {
		if quality >= 1 && quality <= 100 {
			return quality
		}
	}
	return DefaultQuality
}

// finalize writes the files into the record. It sends the request even without files,
// because the site's plugins then process the image.
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
