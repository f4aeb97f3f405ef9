package subsizes

import (
	"context"
	"errors"
	"image"
	"testing"
)

// withRatio returns a picture whose colours are stored in another ratio.
func withRatio(p *image.YCbCr, ratio image.YCbCrSubsampleRatio) *image.YCbCr {
	out := image.NewYCbCr(p.Rect, ratio)
	for y := range p.Rect.Dy() {
		for x := range p.Rect.Dx() {
			out.Y[out.YOffset(x, y)] = p.Y[p.YOffset(x, y)]
			out.Cb[out.COffset(x, y)] = p.Cb[p.COffset(x, y)]
			out.Cr[out.COffset(x, y)] = p.Cr[p.COffset(x, y)]
		}
	}
	return out
}

func TestYCbCrPlanesAreScaledLikeRGBA(t *testing.T) {
	t.Parallel()
	const least = 44 // decibels
	picture := photograph(801, 603)
	s := &source{jpegHead: jpegHead{orientation: 1}, width: 801, height: 603}
	whole := image.Rect(0, 0, 801, 603)
	for name, c := range map[string]struct {
		ratio image.YCbCrSubsampleRatio
		target
	}{
		"4:2:0":          {image.YCbCrSubsampleRatio420, target{whole, 400, 301}},
		"4:2:2":          {image.YCbCrSubsampleRatio422, target{whole, 511, 385}},
		"4:4:0":          {image.YCbCrSubsampleRatio440, target{whole, 300, 226}},
		"4:4:4":          {image.YCbCrSubsampleRatio444, target{whole, 301, 227}},
		"4:1:1":          {image.YCbCrSubsampleRatio411, target{whole, 200, 151}},
		"4:1:0":          {image.YCbCrSubsampleRatio410, target{whole, 200, 151}},
		"a part":         {image.YCbCrSubsampleRatio420, target{image.Rect(101, 33, 701, 533), 300, 250}},
		"the same size":  {image.YCbCrSubsampleRatio420, target{whole, 801, 603}},
		"one pixel wide": {image.YCbCrSubsampleRatio420, target{image.Rect(400, 0, 401, 603), 1, 301}},
		"a single pixel": {image.YCbCrSubsampleRatio444, target{image.Rect(800, 602, 801, 603), 1, 1}},
		"an eighth":      {image.YCbCrSubsampleRatio420, target{whole, 100, 75}},
	} {
		src := withRatio(picture, c.ratio)
		got, err := s.render(t.Context(), src, c.target)
		if err != nil {
			t.Fatalf("%s: render: error %v, want none", name, err)
		}
		if _, ok := got.(*image.YCbCr); !ok {
			t.Errorf("%s: render made a %T, want *image.YCbCr", name, got)
		}
		want, err := s.renderRGBA(t.Context(), src, c.target)
		if err != nil || got.Bounds() != want.Rect {
			t.Fatalf("%s: renderRGBA: error %v, want none and the bounds %v", name, err, got.Bounds())
		}
		alike := decibels(got, want)
		t.Logf("%s: %.1f dB", name, alike)
		if alike < least {
			t.Errorf("%s: the planes resemble RGBA by %.1f dB, want at least %v", name, alike, least)
		}
	}
}

func TestScalingPlanesEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("the user left")
	cancel(cause)
	_, err := renderPlanes(ctx, photograph(200, 150), target{image.Rect(0, 0, 200, 150), 100, 75})
	if !errors.Is(err, cause) {
		t.Error(err)
	}
}

func TestPixelsOutsideACropDoNotChangeIt(t *testing.T) {
	t.Parallel()
	picture := image.NewYCbCr(image.Rect(0, 0, 400, 300), image.YCbCrSubsampleRatio420)
	part := image.Rect(100, 50, 300, 250)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			picture.Y[picture.YOffset(x, y)] = 200
		}
	}
	made, err := renderPlanes(t.Context(), picture, target{part, 50, 50})
	if err != nil {
		t.Fatal(err)
	}
	for i, light := range made.Y[:50] {
		if light != 200 || made.Y[i*made.YStride] != 200 {
			t.Fatalf("renderPlanes: pixel %d of an edge is %d across, %d down, want 200", i, light, made.Y[i*made.YStride])
		}
	}
}
