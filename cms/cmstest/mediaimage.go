package cmstest

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
)

// imageSize is a size in which the site keeps every image that is larger.
type imageSize struct {
	name          string
	width, height int // the box that it fits into; 0 for any height
	crop          bool
}

// imageSizes are in the order in which the site shows what is missing.
func imageSizes() []imageSize {
	return []imageSize{
		{"thumbnail", 150, 150, true}, {"medium", 300, 300, false}, {"medium_large", 768, 0, false},
		{"large", 1024, 1024, false}, {"1536x1536", 1536, 1536, false}, {"2048x2048", 2048, 2048, false},
	}
}

// makingOrder is the order in which the sizes are made, and so that of the members of a record.
var makingOrder = []string{"medium", "large", "thumbnail", "medium_large", "1536x1536", "2048x2048"}

// bigImage is the width and height above which the site keeps an image beside a scaled one that takes its place.
const bigImage = 2560

// of says how large a size of an image is, and whether it is to be made: an image is never enlarged, and what would
// differ by a pixel is not worth a file.
func (size imageSize) of(width, height int) (w, h int, wanted bool) {
	if size.crop {
		w, h = min(width, size.width), min(height, size.height)
	} else {
		w, h = content.Fit(width, height, size.width, size.height)
	}
	return w, h, width-w > 1 || height-h > 1
}

// dimensions of an image file, false if it is none that can be read.
func dimensions(content []byte) (width, height int, ok bool) {
	config, _, err := image.DecodeConfig(bytes.NewReader(content))
	return config.Width, config.Height, err == nil && config.Width > 0 && config.Height > 0
}

// maxPixels guards the memory of whoever tests with it.
const maxPixels = 64 << 20

func decodeImage(content []byte) image.Image {
	if w, h, ok := dimensions(content); !ok || w*h > maxPixels {
		return nil
	}
	m, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return nil
	}
	return m
}

// encodeImage writes an image as a media type says.
func encodeImage(m image.Image, mediaType string) []byte {
	var out bytes.Buffer
	var err error
	switch mediaType {
	case "image/jpeg":
		err = jpeg.Encode(&out, m, &jpeg.Options{Quality: 82})
	case "image/gif":
		err = gif.Encode(&out, m, nil)
	default:
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, m)
	}
	if err != nil {
		panic(fmt.Sprintf("cmstest: %v", err)) // images of sane dimensions into memory
	}
	return out.Bytes()
}

// resample is the part of an image that at chooses, a point of it for each of w times h.
func resample(m image.Image, w, h int, at func(x, y int) (int, int)) image.Image {
	if p, ok := m.(*image.Paletted); ok {
		out := image.NewPaletted(image.Rect(0, 0, w, h), p.Palette)
		for y := range h {
			for x := range w {
				sx, sy := at(x, y)
				if point := image.Pt(p.Rect.Min.X+sx, p.Rect.Min.Y+sy); point.In(p.Rect) {
					out.SetColorIndex(x, y, p.ColorIndexAt(point.X, point.Y))
				}
			}
		}
		return out
	}
	b := m.Bounds()
	from := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(from, from.Rect, m, b.Min, draw.Src)
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			if sx, sy := at(x, y); image.Pt(sx, sy).In(from.Rect) {
				out.SetRGBA(x, y, from.RGBAAt(sx, sy))
			}
		}
	}
	return out
}

// scaled is an image in another size; with crop the middle of it that has the proportions.
func scaled(m image.Image, w, h int, crop bool) image.Image {
	b := m.Bounds()
	width, height, left, top := b.Dx(), b.Dy(), 0, 0
	if crop {
		ratio := max(float64(w)/float64(width), float64(h)/float64(height))
		cw, ch := min(width, int(math.Round(float64(w)/ratio))), min(height, int(math.Round(float64(h)/ratio)))
		left, top, width, height = (width-cw)/2, (height-ch)/2, cw, ch
	}
	return resample(m, w, h, func(x, y int) (int, int) { return left + x*width/w, top + y*height/h })
}

func flipped(m image.Image, horizontal, vertical bool) image.Image {
	b := m.Bounds()
	return resample(m, b.Dx(), b.Dy(), func(x, y int) (int, int) {
		if horizontal {
			x = b.Dx() - 1 - x
		}
		if vertical {
			y = b.Dy() - 1 - y
		}
		return x, y
	})
}

// cropped is a part of an image, given in percent. nil if nothing is left of it.
func cropped(m image.Image, left, top, width, height float64) image.Image {
	b := m.Bounds()
	part := func(whole int, percent float64) int { return int(math.Round(float64(whole) * percent / 100)) }
	w, h := part(b.Dx(), width), part(b.Dy(), height)
	if w < 1 || h < 1 || w*h > maxPixels {
		return nil
	}
	x0, y0 := part(b.Dx(), left), part(b.Dy(), top)
	return resample(m, w, h, func(x, y int) (int, int) { return x0 + x, y0 + y })
}

// rotated turns an image clockwise, by any number of degrees.
func rotated(m image.Image, degrees float64) image.Image {
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	turns, exact := math.Mod(math.Mod(degrees, 360)+360, 360), false
	sin, cos := math.Sincos(turns * math.Pi / 180)
	if math.Mod(turns, 90) == 0 {
		sin, cos, exact = math.Round(sin), math.Round(cos), true
	}
	wide := math.Abs(float64(w)*cos) + math.Abs(float64(h)*sin)
	high := math.Abs(float64(w)*sin) + math.Abs(float64(h)*cos)
	if !exact {
		wide, high = math.Ceil(wide-1e-9), math.Ceil(high-1e-9)
	}
	return resample(m, int(wide), int(high), func(x, y int) (int, int) {
		dx, dy := float64(x)+0.5-wide/2, float64(y)+0.5-high/2
		return int(math.Floor(dx*cos + dy*sin + float64(w)/2)), int(math.Floor(-dx*sin + dy*cos + float64(h)/2))
	})
}

// madeUp is an image of one colour, in two bits' worth of palette so that it is made and encoded fast.
func madeUp(width, height int, shade uint8) image.Image {
	palette := color.Palette{color.RGBA{shade, 120, 200, 255}, color.RGBA{255, 255, 255, 255}}
	return image.NewPaletted(image.Rect(0, 0, width, height), palette)
}
