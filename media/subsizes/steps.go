package subsizes

import (
	"context"
	"image"
	"math"
	"slices"
)

// An image is made from an earlier image only if the earlier image is larger by at least the
// factor ample, or in one case by at least the factor enough. With smaller factors, the result
// would differ more from an image that is made from the picture itself.
const (
	ample  = 2
	enough = 1.2 // only for an image of the whole picture, made from the largest earlier image
)

// steps makes several images of one picture, the largest first. It makes each image from the
// smallest earlier image that shows the whole picture and is large enough. This saves time,
// because scaling takes time for each pixel of the image that is scaled.
type steps struct {
	source  *source
	picture image.Image
	made    []image.Image // upright images that show the whole picture, the largest first
}

// render makes the image of a target, from the picture or from an earlier image.
func (s *steps) render(ctx context.Context, t target) (image.Image, error) {
	width, height := s.source.dimensions()
	whole := t.part == image.Rect(0, 0, width, height)
	from, picture, part := s.source, s.picture, t.part
	for i, m := range slices.Backward(s.made) {
		size := m.Bounds().Size()
		smaller := scaledPart(t.part, float64(size.X)/float64(width), float64(size.Y)/float64(height))
		factor := min(float64(smaller.Dx())/float64(t.width), float64(smaller.Dy())/float64(t.height))
		if factor >= ample || i == 0 && whole && factor >= enough {
			from = &source{jpegHead: jpegHead{orientation: 1}, width: size.X, height: size.Y}
			picture, part = m, smaller
			break
		}
	}
	made, err := from.render(ctx, picture, target{part, t.width, t.height})
	if err == nil && whole {
		s.made = append(s.made, made)
	}
	return made, err
}

// render makes the image of a target from src. It scales the planes of a JPEG picture if the
// picture is stored upright. In all other cases it scales in RGBA.
func (s *source) render(ctx context.Context, src image.Image, t target) (image.Image, error) {
	if picture, ok := src.(*image.YCbCr); ok && s.orientation <= 1 && picture.Rect.Min == (image.Point{}) {
		return renderPlanes(ctx, picture, t)
	}
	return s.renderRGBA(ctx, src, t)
}

// scaledPart converts part, a rectangle in an image, to the coordinates of a scaled copy of the
// image. across is the factor by which the copy was scaled horizontally, down vertically.
func scaledPart(part image.Rectangle, across, down float64) image.Rectangle {
	at := func(n int, factor float64) int { return int(math.Round(float64(n) * factor)) }
	return image.Rect(at(part.Min.X, across), at(part.Min.Y, down), at(part.Max.X, across), at(part.Max.Y, down))
}
