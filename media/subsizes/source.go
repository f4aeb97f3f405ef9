package subsizes

import (
	"bufio"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/media"
)

const operation = "subsizes.Upload"

// source describes an image before it is decoded.
type source struct {
	jpegHead
	format        string // "jpeg", "png" or "gif"
	width, height int    // dimensions before the image is turned upright
	cmyk          bool   // whether the colours are CMYK, as for print
}

// dimensions returns the dimensions of the upright image.
func (s *source) dimensions() (width, height int) {
	if swaps(s.orientation) {
		return s.height, s.width
	}
	return s.width, s.height
}

// reading opens the content of a file, passes it to read, and returns the result of read.
func reading[T any](file media.File, read func(io.Reader) (T, error)) (v T, err error) {
	content, err := file.Open()
	if err != nil {
		return v, fmt.Errorf("%s: %w", operation, err)
	}
	defer content.Close()
	return read(content)
}

// identify returns the format, the dimensions, and whether the colours are CMYK. The format is
// "" if this package cannot decode the file. identify does not use image.DecodeConfig, because
// its result depends on the formats that the program has registered.
func identify(r io.Reader) source {
	in := bufio.NewReaderSize(r, 4096)
	magic, _ := in.Peek(8)
	var s source
	var config image.Config
	var err error
	switch text := string(magic); {
	case strings.HasPrefix(text, "\xFF\xD8\xFF"):
		s.format = "jpeg"
		config, err = jpeg.DecodeConfig(in)
	case text == "\x89PNG\r\n\x1a\n":
		s.format = "png"
		config, err = png.DecodeConfig(in)
	case strings.HasPrefix(text, "GIF8"):
		s.format = "gif"
		config, err = gif.DecodeConfig(in)
	}
	if err != nil {
		return source{}
	}
	s.width, s.height, s.cmyk = config.Width, config.Height, config.ColorModel == color.CMYKModel
	return s
}

// decode reads the image. For an animation it reads the first frame.
func (s *source) decode(r io.Reader) (picture image.Image, err error) {
	in := bufio.NewReader(r)
	switch s.format {
	case "jpeg":
		picture, err = jpeg.Decode(in)
	case "png":
		picture, err = png.Decode(in)
	default:
		picture, err = gif.Decode(in)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: the image cannot be decoded: %w", operation, err)
	}
	canvas := image.Rect(0, 0, s.width, s.height)
	if frame, ok := picture.(*image.Paletted); ok && s.format == "gif" && frame.Rect != canvas {
		// The first frame of a GIF may cover only a part of the image. Make the rest of the image
		// transparent, if the palette has a transparent colour.
		whole := image.NewPaletted(canvas, frame.Palette)
		if hole := transparent(frame.Palette); hole >= 0 {
			for i := range whole.Pix {
				whole.Pix[i] = uint8(hole)
			}
		}
		draw.Draw(whole, frame.Rect, frame, frame.Rect.Min, draw.Src)
		return whole, nil
	}
	return picture, nil
}

// transparent returns the index of the transparent colour, or -1 if there is none.
func transparent(colours color.Palette) int {
	return slices.IndexFunc(colours, func(c color.Color) bool {
		_, _, _, alpha := c.RGBA()
		return alpha == 0
	})
}
