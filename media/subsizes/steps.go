package subsizes

import (
	"context"
	"image"
	"math"
	"slices"
)

// ample and enough tell how many times larger an image must be than an image that is made
// from it. With smaller factors, the result would differ more from an image that is made
// from the picture itself.
const (
	ample  = 2
	enough = 1.2 // only for an image of the whole picture, made from the largest earlier image
)

// steps makes several images of one picture, the largest first. It makes each image from
// the smallest earlier image of the whole picture that is large enough. This saves time,
// because scaling takes time for each pixel of its source.
type steps struct {
	source  *source
	picture image.Image
	made    []image.Image // images of the whole picture, upright
}

// render makes the image of a target.
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

// render makes the image of a target: in the planes of a JPEG picture if they are stored
// upright, otherwise in RGBA.
func (s *source) render(ctx context.Context, src image.Image, t target) (image.Image, error) {
	if picture, ok := src.(*image.YCbCr); ok && s.orientation <= 1 && picture.Rect.Min == (image.Point{}) {
		return renderPlanes(ctx, picture, t)
	}
	return s.renderRGBA(ctx, src, t)
}

// scaledPart returns a part of an image in the coordinates of a scaled copy of the image.
func scaledPart(part image.Rectangle, across, down float64) image.Rectangle {
	at := func(n int, factor float64) int { return int(math.Round(float64(n) * factor)) }
	return image.Rect(at(part.Min.X, across), at(part.Min.Y, down), at(part.Max.X, across), at(part.Max.Y, down))
}
