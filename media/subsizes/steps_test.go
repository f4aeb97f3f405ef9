package subsizes

import (
	"bytes"
	"image"
	"image/draw"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/media"
)

// photograph is a picture with what photographs have: large and small shapes, edges and
// noise, with less energy the finer it is.
func photograph(width, height int) *image.YCbCr {
	chance := rand.New(rand.NewPCG(1, 2))
	const grid = 64
	var octaves [10][grid * grid]float64
	var frequency, energy [len(octaves)]float64
	for o := range octaves {
		frequency[o] = math.Pow(2, float64(o+1)) / float64(max(width, height))
		energy[o] = 128 * math.Pow(0.56, float64(o))
		for i := range octaves[o] {
			octaves[o][i] = chance.Float64() - 0.5
		}
	}
	value := func(o int, x, y float64) float64 {
		x0, y0 := int(x), int(y)
		at := func(x, y int) float64 { return octaves[o][y%grid*grid+x%grid] }
		fx, fy := x-float64(x0), y-float64(y0)
		top := at(x0, y0)*(1-fx) + at(x0+1, y0)*fx
		low := at(x0, y0+1)*(1-fx) + at(x0+1, y0+1)*fx
		return top*(1-fy) + low*fy
	}
	p := image.NewYCbCr(image.Rect(0, 0, width, height), image.YCbCrSubsampleRatio420)
	for y := range height {
		for x := range width {
			light, size := 128.0, float64(max(width, height))
			for o := range octaves {
				light += energy[o] * value(o, float64(x)*frequency[o], float64(y)*frequency[o])
			}
			if math.Hypot(float64(x)-size/3, float64(y)-size/3) < size/9 || (x+y/2)%(width/7) < width/200 {
				light -= 90
			}
			p.Y[p.YOffset(x, y)] = uint8(min(max(light+4*chance.NormFloat64(), 0), 255))
			if x%2 == 0 && y%2 == 0 {
				f := 6 / size
				p.Cb[p.COffset(x, y)] = uint8(128 + 60*value(0, float64(x)*f, float64(y)*f))
				p.Cr[p.COffset(x, y)] = uint8(128 + 60*value(1, float64(x)*f, float64(y)*f))
			}
		}
	}
	return p
}

// decibels is the ratio of peak signal to noise between two images.
func decibels(one, other image.Image) float64 {
	a, b := inRGBA(one), inRGBA(other)
	sum := 0.0
	for i := range a.Pix {
		d := float64(a.Pix[i]) - float64(b.Pix[i])
		sum += d * d
	}
	return 10 * math.Log10(255*255/(sum/float64(len(a.Pix)*3/4)))
}

func inRGBA(picture image.Image) *image.RGBA {
	out := image.NewRGBA(picture.Bounds())
	draw.Draw(out, out.Rect, picture, out.Rect.Min, draw.Src)
	return out
}

// seven are the files that a stock site wants of a picture of 12 megapixels, the largest
// first.
func seven(width, height int) []*upload {
	j := job{source: source{jpegHead: jpegHead{orientation: 1}, width: width, height: height}, sizes: DefaultSizes(),
		threshold: DefaultThreshold, result: &Result{Media: &media.Media{}}}
	return slices.SortedStableFunc(slices.Values(j.uploads()), largestFirst)
}

func TestImagesMadeInStepsLookLikeThoseMadeAtOnce(t *testing.T) {
	t.Parallel()
	const least = 44 // decibels
	picture := photograph(1600, 1200)
	for orientation, name := range map[int]string{1: "upright", 6: "lying"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &source{jpegHead: jpegHead{orientation: orientation}, width: 1600, height: 1200}
			width, height := s.dimensions()
			sizes := map[string]Size{
				"banner": {Width: 400, Height: 150, Crop: true, CropY: "top"},
				"column": {Width: 111, Height: 333, Crop: true, CropX: "right"},
				"large":  {Width: 512, Height: 512}, "larger": {Width: 768, Height: 768}, "largest": {Width: 1024, Height: 1024},
				"medium": {Width: 150, Height: 150}, "medium_large": {Width: 384},
				"scaled": {Width: 1280, Height: 1280}, "thumbnail": {Width: 75, Height: 75, Crop: true},
			}
			groups := plan(width, height, sizes, func(string) bool { return true })
			slices.SortStableFunc(groups, func(a, b group) int { return b.width*b.height - a.width*a.height })
			made := &steps{source: s, picture: picture}
			for _, g := range groups {
				got, err := made.render(t.Context(), g.target)
				if err != nil {
					t.Fatal(err)
				}
				want, err := s.renderRGBA(t.Context(), picture, g.target)
				if err != nil || got.Bounds() != want.Bounds() {
					t.Fatalf("renderRGBA: error %v, want none and the bounds %v", err, got.Bounds())
				}
				if alike := decibels(got, want); alike < least {
					t.Errorf("%s, %d×%d: made in steps, %.1f dB, want at least %v", g.names, g.width, g.height, alike, least)
				} else {
					t.Logf("%s, %d×%d: %.1f dB", g.names, g.width, g.height, alike)
				}
			}
		})
	}
}

// BenchmarkSevenSizes decodes a picture of 12 megapixels, and makes and encodes its
// sub-sizes, in steps and each from the picture itself.
func BenchmarkSevenSizes(b *testing.B) {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, photograph(4000, 3000), &jpeg.Options{Quality: 90}); err != nil {
		b.Fatal(err)
	}
	s := &source{jpegHead: jpegHead{orientation: 1}, format: "jpeg", width: 4000, height: 3000}
	for _, inSteps := range []bool{true, false} {
		b.Run(map[bool]string{true: "in steps", false: "each at once"}[inSteps], func(b *testing.B) {
			for b.Loop() {
				picture, err := s.decode(bytes.NewReader(file.Bytes()))
				if err != nil {
					b.Fatal(err)
				}
				made := &steps{source: s, picture: picture}
				for _, g := range seven(4000, 3000) {
					if !inSteps {
						made.made = nil
					}
					small, err := made.render(b.Context(), g.target)
					if err == nil {
						_, err = s.encode(small, picture, DefaultQuality)
					}
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
