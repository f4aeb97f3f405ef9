package subsizes

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/draw"
)

// band is the number of rows or columns that are scaled at once. The scaler needs 32 bytes for
// each pixel of a band, so small bands save memory.
const band = 64

// renderRGBA makes the image of a target. It scales the picture horizontally, then
// vertically, and then turns the small result upright.
func (s *source) renderRGBA(ctx context.Context, src image.Image, t target) (*image.RGBA, error) {
	part := lyingPart(t.part, s.orientation, s.width, s.height).Add(src.Bounds().Min)
	width, height := t.width, t.height
	if swaps(s.orientation) {
		width, height = height, width
	}
	across := image.NewRGBA(image.Rect(0, 0, width, part.Dy()))
	for y := 0; y < part.Dy(); y += band {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		end := min(y+band, part.Dy())
		rows := image.Rect(part.Min.X, part.Min.Y+y, part.Max.X, part.Min.Y+end)
		scale(across, image.Rect(0, y, width, end), src, rows)
	}
	down := image.NewRGBA(image.Rect(0, 0, width, height))
	for x := 0; x < width; x += band {
		end := min(x+band, width)
		scale(down, image.Rect(x, 0, end, height), across, image.Rect(x, 0, end, part.Dy()))
	}
	return upright(down, s.orientation), nil
}

// scale scales one band, horizontally or vertically. The size in the other direction stays the
// same, so that the bands fit together.
func scale(dst *image.RGBA, to image.Rectangle, src image.Image, from image.Rectangle) {
	if to.Size() == from.Size() {
		draw.Draw(dst, to, src, from.Min, draw.Src)
		return
	}
	draw.CatmullRom.Scale(dst, to, src, from, draw.Src, nil)
}

// encode returns the picture as a file in the format of the source. src is the decoded source.
func (s *source) encode(picture image.Image, src image.Image, quality int) ([]byte, error) {
	var out bytes.Buffer
	var err error
	switch s.format {
	case "jpeg":
		err = jpeg.Encode(&out, tinted(picture, src), &jpeg.Options{Quality: quality})
	case "png":
		err = png.Encode(&out, picture)
	case "gif":
		err = gif.Encode(&out, paletted(picture.(*image.RGBA), src), nil)
	}
	if err != nil {
		return nil, err
	}
	file := out.Bytes()
	if s.format == "jpeg" && len(s.profile) > 0 {
		// Insert the colour profile after the first two bytes. Without it the colours would change.
		file = bytes.Join([][]byte{file[:2], s.profile, file[2:]}, nil)
	}
	return file, nil
}

// tinted returns picture as a grey image if its source src is grey, because the colour profile
// of the source then fits only grey images. Any other picture is returned unchanged.
func tinted(picture, src image.Image) image.Image {
	if _, ok := src.(*image.Gray); !ok {
		return picture
	}
	gray := image.NewGray(picture.Bounds())
	draw.Draw(gray, gray.Rect, picture, image.Point{}, draw.Src)
	return gray
}

// paletted converts an image to the palette of src, the GIF from which it was made.
func paletted(picture *image.RGBA, src image.Image) *image.Paletted {
	colours := color.Palette{color.Black, color.White}
	if original, ok := src.(*image.Paletted); ok && len(original.Palette) > 0 {
		colours = original.Palette
	}
	out := image.NewPaletted(picture.Bounds(), colours)
	draw.FloydSteinberg.Draw(out, out.Rect, picture, image.Point{})
	if hole := transparent(colours); hole >= 0 {
		// Dithering also puts the transparent colour in the wrong places. So make the pixels
		// transparent again that are transparent in picture.
		for i := range out.Pix {
			if picture.Pix[4*i+3] < 0x80 {
				out.Pix[i] = uint8(hole)
			}
		}
	}
	return out
}
