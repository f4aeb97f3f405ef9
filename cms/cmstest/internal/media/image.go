package media

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
)

type imageSize struct {
	name          string
	width, height int // maximum size; a height of 0 means any height
	crop          bool
}

func imageSizes() []imageSize {
	return []imageSize{
		{"thumbnail", 150, 150, true}, {"medium", 300, 300, false}, {"medium_large", 768, 0, false},
		{"large", 1024, 1024, false}, {"1536x1536", 1536, 1536, false}, {"2048x2048", 2048, 2048, false},
	}
}

// makingOrder is the order in which the files of the sub-sizes are created. Records list their
// sizes in this order.
var makingOrder = []string{"medium", "large", "thumbnail", "medium_large", "1536x1536", "2048x2048"}

// bigImage is the maximum width and height of the image that the site shows. A larger image is
// replaced with a scaled copy, and the original file is kept.
const bigImage = 2560

// of returns the dimensions of a sub-size of an image. wanted is false if the image is smaller
// than the sub-size, or at most one pixel larger.
func (size imageSize) of(width, height int) (w, h int, wanted bool) {
	if size.crop {
		w, h = min(width, size.width), min(height, size.height)
	} else {
		w, h = content.Fit(width, height, size.width, size.height)
	}
	return w, h, width-w > 1 || height-h > 1
}

// dimensions returns the size of an image file. ok is false if the file is not a readable image.
func dimensions(content []byte) (width, height int, ok bool) {
	config, _, err := image.DecodeConfig(bytes.NewReader(content))
	return config.Width, config.Height, err == nil && config.Width > 0 && config.Height > 0
}

// maxPixels is the maximum number of pixels of an image that the server generates. It limits the
// memory for the image.
const maxPixels = 64 << 20

// madeUp returns an image file of one colour.
func madeUp(width, height int, mediaType string) []byte {
	colors := color.Palette{color.RGBA{uint8(width), 120, 200, 255}, color.RGBA{255, 255, 255, 255}}
	m := image.NewPaletted(image.Rect(0, 0, width, height), colors) // a palette of two colours is fast to encode
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
		panic(fmt.Sprintf("cmstest: %v", err)) // cannot happen: the dimensions are valid
	}
	return out.Bytes()
}

type step func(width, height int) (int, int)

// cropped returns a step that crops an image. Width and height are in percent.
func cropped(width, height float64) step {
	part := func(whole int, percent float64) int { return int(math.Round(float64(whole) * percent / 100)) }
	return func(w, h int) (int, int) { return part(w, width), part(h, height) }
}

// rotated returns a step that rotates an image by any number of degrees.
func rotated(degrees float64) step {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	sin, cos = math.Abs(sin), math.Abs(cos)
	return func(w, h int) (int, int) {
		wide, high := float64(w)*cos+float64(h)*sin, float64(w)*sin+float64(h)*cos
		if math.Mod(degrees, 90) == 0 {
			return int(math.Round(wide)), int(math.Round(high))
		}
		return int(math.Ceil(wide - 1e-9)), int(math.Ceil(high - 1e-9))
	}
}

// missingSizes returns the sub-sizes that the record does not have, although the uploaded image is
// large enough. A real site also creates sub-sizes of a PDF. This server does not, so it lists
// them as missing.
func (s Plane) missingSizes(a *content.Attachment) []string {
	out := []string{}
	width, height := a.Details.Width, a.Details.Height
	if a.Original != "" {
		width, height, _ = dimensions(s.Files[a.Folder()+a.Original])
	}
	for _, size := range imageSizes() {
		_, _, wanted := size.of(width, height)
		if a.Mime == "application/pdf" {
			wanted = slices.Contains([]string{"thumbnail", "medium", "large"}, size.name)
		}
		if wanted && a.Size(size.name) == nil {
			out = append(out, size.name)
		}
	}
	return out
}

func (s Plane) newAttachment(file string) *content.Attachment {
	data := s.Files[file]
	a := &content.Attachment{Mime: typeOf(file), File: file, Details: &content.Details{File: file, Filesize: len(data)}}
	if w, h, ok := dimensions(data); ok && a.IsImage() {
		a.Details.Width, a.Details.Height = w, h
	}
	return a
}

// scaleDown replaces the shown image with a scaled copy if the image is larger than bigImage.
func (s Plane) scaleDown(a *content.Attachment) {
	w, h := content.Fit(a.Details.Width, a.Details.Height, bigImage, bigImage)
	if a.Details.Width-w <= 1 && a.Details.Height-h <= 1 {
		return
	}
	name := path.Base(a.File)
	extension := path.Ext(name)
	a.Original, a.File = name, a.Folder()+strings.TrimSuffix(name, extension)+"-scaled"+extension
	content := madeUp(w, h, a.Mime)
	s.Files[a.File] = content
	a.Details.File, a.Details.Width, a.Details.Height, a.Details.Filesize = a.File, w, h, len(content)
}

// makeSizes makes the files of the missing sub-sizes from the uploaded file.
func (s Plane) makeSizes(a *content.Attachment) {
	source := a.Folder() + a.Filename()
	width, height, ok := dimensions(s.Files[source])
	if !ok || !a.IsImage() {
		return
	}
	extension := path.Ext(source)
	stem := strings.TrimSuffix(source, extension)
	for _, name := range makingOrder {
		sizes := imageSizes()
		size := sizes[slices.IndexFunc(sizes, func(s imageSize) bool { return s.name == name })]
		w, h, wanted := size.of(width, height)
		if !wanted || a.Size(name) != nil {
			continue
		}
		data := madeUp(w, h, a.Mime)
		file := fmt.Sprintf("%s-%dx%d%s", stem, w, h, extension)
		s.Files[file] = data
		a.Details.Sizes = append(a.Details.Sizes,
			content.SubSize{Name: name, File: path.Base(file), Width: w, Height: h, Filesize: len(data), Mime: a.Mime})
	}
}

func (s Plane) dropFiles(a *content.Attachment) {
	delete(s.Files, a.File)
	delete(s.Files, a.Folder()+a.Filename())
	for _, sub := range a.Details.Sizes {
		delete(s.Files, a.Folder()+sub.File)
	}
}
