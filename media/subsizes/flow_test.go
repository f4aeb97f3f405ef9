package subsizes_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/media/subsizes"
)

func TestSubSizesAreMadeSentAndFinalized(t *testing.T) {
	t.Parallel()
	f := &fake{index: shown, missing: []string{"thumbnail", "medium", "banner"},
		record: `,"image_quality":{"default":70,"sizes":{"medium":60}}`}
	result, err := subsizes.Upload(t.Context(), f.client(t), file("mine.jpg", jpegFile(t, ramp(900, 600))),
		&media.Params{AltText: new("alt")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	f.went(t, "jpeg", "upload", "sideload banner", "sideload medium", "sideload thumbnail", "finalize 3")
	if f.fields["generate_sub_sizes"] != "false" || f.fields["alt_text"] != "alt" {
		t.Errorf("Upload sent the fields %v, want generate_sub_sizes false and alt_text alt", f.fields)
	}
	if len(result.Made) != 3 || result.LeftToSite != "" {
		t.Errorf("Upload made %v, left to the site because of %q, want 3 sub-sizes and no reason", result.Made,
			result.LeftToSite)
	} else if len(result.Missing) != 0 || result.Media.ID != 7 {
		t.Errorf("Upload: missing %v, media %d, want none and 7", result.Missing, result.Media.ID)
	}
	// The names are those of the file as it was stored; a crop keeps what it should.
	banner := decoded(t, f.sideloads["stored-400x100.jpg"])
	near(t, "banner", banner, 0, 0, color.RGBA{0, 0, 0x40, 0xFF})
	near(t, "banner", banner, 399, 99, color.RGBA{255, 95, 0x40, 0xFF})
	thumbnail := decoded(t, f.sideloads["stored-150x150.jpg"])
	near(t, "thumbnail", thumbnail, 0, 75, color.RGBA{42, 127, 0x40, 0xFF})
	near(t, "thumbnail", thumbnail, 149, 75, color.RGBA{212, 127, 0x40, 0xFF})
	if medium := decoded(t, f.sideloads["stored-300x200.jpg"]).Bounds(); medium != image.Rect(0, 0, 300, 200) {
		t.Errorf("The sub-size medium has the bounds %v, want 300×200", medium)
	}
	if f.finalized[1]["image_size"] != "medium" || f.finalized[1]["file"] != "stored-300x200.jpg" {
		t.Errorf("Upload sent %v to finalize, want medium with its file second", f.finalized)
	}
}

func TestFilesAreNamedAfterTheUploadIfTheSiteNamesNone(t *testing.T) {
	t.Parallel()
	f := &fake{index: shown, missing: []string{"thumbnail"}, record: `,"media_details":{"file":""}`}
	if _, err := subsizes.Upload(t.Context(), f.client(t), file("my.picture.png", pngFile(t, ramp(300, 200))), nil,
		nil); err != nil {
		t.Fatal(err)
	}
	f.went(t, "unnamed", "upload", "sideload thumbnail", "finalize 1")
	if f.sideloads["my.picture-150x150.png"] == nil {
		t.Errorf("Upload sent %d files, none of them my.picture-150x150.png, want it", len(f.sideloads))
	}
}

func TestOnlyMissingSubSizesAreMade(t *testing.T) {
	t.Parallel()
	f := &fake{index: shown, missing: []string{"medium"}}
	if _, err := subsizes.Upload(t.Context(), f.client(t), file("a.png", pngFile(t, ramp(900, 600))), nil,
		nil); err != nil {
		t.Fatal(err)
	}
	f.went(t, "png", "upload", "sideload medium", "finalize 1")
	if !bytes.HasPrefix(f.sideloads["stored-300x200.jpg"], []byte("\x89PNG")) {
		t.Error("The sub-size of a PNG image is another format, want PNG")
	}
	f = &fake{index: shown}
	if _, err := subsizes.Upload(t.Context(), f.client(t), file("a.png", pngFile(t, ramp(90, 60))), nil, nil); err != nil {
		t.Fatal(err)
	}
	f.went(t, "a small one", "upload", "finalize 0")
}

func TestImageIsTurnedUprightAndScaledDown(t *testing.T) {
	t.Parallel()
	// It lies on its side: what is left in the file is the top of the picture.
	for name, c := range map[string]struct {
		options *subsizes.Options
		last    string
		file    string
		size    image.Rectangle
	}{
		"below the threshold": {nil, "sideload original", "stored-upright.jpg", image.Rect(0, 0, 400, 600)},
		"above the threshold": {&subsizes.Options{Threshold: new(300)}, "sideload scaled", "stored-scaled.jpg",
			image.Rect(0, 0, 200, 300)},
		"no threshold": {&subsizes.Options{Threshold: new(0)}, "sideload original", "stored-upright.jpg",
			image.Rect(0, 0, 400, 600)},
	} {
		f := &fake{index: shown, missing: []string{"medium", "banner", "thumbnail"}}
		profile := []byte("\xFF\xE2\x00\x10ICC_PROFILE\x00\x01\x01")
		result, err := subsizes.Upload(t.Context(), f.client(t),
			file("a.jpg", jpegFile(t, ramp(600, 400), turned(6), profile)), nil, c.options)
		if err != nil {
			t.Fatal(err)
		}
		f.went(t, name, "upload", "sideload banner", "sideload medium", "sideload thumbnail", c.last, "finalize 4")
		whole := decoded(t, f.sideloads[c.file])
		if whole.Bounds() != c.size || len(result.Made) != 4 {
			t.Errorf("%s: the whole image has the bounds %v, %d files were made, want %v and 4", name, whole.Bounds(),
				len(result.Made), c.size)
		}
		// Turned clockwise: the lower left of the file is the upper left now.
		near(t, name, whole, 1, 1, color.RGBA{0, 255, 0x40, 0xFF})
		near(t, name, whole, c.size.Dx()-2, 1, color.RGBA{0, 0, 0x40, 0xFF})
		near(t, name, whole, 1, c.size.Dy()-2, color.RGBA{255, 255, 0x40, 0xFF})
		if medium := decoded(t, f.sideloads["stored-200x300.jpg"]); medium.Bounds().Dx() != 200 {
			t.Errorf("%s: the sub-size medium has the bounds %v, want 200 wide", name, medium.Bounds())
		}
		if !bytes.Contains(f.sideloads[c.file], profile) || bytes.Contains(f.sideloads[c.file], []byte("Exif")) {
			t.Errorf("%s: the file lacks the colour profile or has Exif, want the profile without Exif", name)
		}
	}
	f := &fake{index: shown}
	if _, err := subsizes.Upload(t.Context(), f.client(t), file("a.jpg", jpegFile(t, ramp(90, 60), turned(3))), nil,
		nil); err != nil {
		t.Fatal(err)
	}
	f.went(t, "upside down and small", "upload", "sideload original", "finalize 1")
	for _, size := range []image.Point{{1, 9}, {9, 1}, {1, 1}} { // every row and column counts
		f := &fake{index: shown}
		picture := image.NewRGBA(image.Rectangle{Max: size})
		draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
		if _, err := subsizes.Upload(t.Context(), f.client(t), file("a.jpg", jpegFile(t, picture, turned(3))), nil,
			nil); err != nil {
			t.Fatal(err)
		}
		whole := decoded(t, f.sideloads["stored-upright.jpg"])
		if whole.Bounds().Size() != size {
			t.Errorf("Upload of an image of %v: the upright one has the bounds %v, want the same size", size, whole.Bounds())
		}
		near(t, fmt.Sprint(size), whole, 0, 0, color.RGBA{255, 255, 255, 255})
		near(t, fmt.Sprint(size), whole, size.X-1, size.Y-1, color.RGBA{255, 255, 255, 255})
	}
}

func TestTurnedImageGetsTheSizesOfTheUprightOne(t *testing.T) {
	t.Parallel()
	// The site, which looks at the picture as it lies, misses "high" and not "wide".
	f := &fake{index: `"image_sizes":{"wide":{"width":500,"height":0,"crop":false},"high":{"width":0,"height":500,` +
		`"crop":false}}`, missing: []string{"high"}, stays: []string{"high"}}
	result, err := subsizes.Upload(t.Context(), f.client(t),
		file("a.jpg", jpegFile(t, ramp(400, 600), turned(8))), nil, nil)
	if err != nil || len(result.Missing) != 1 {
		t.Errorf("Upload of a turned image: %+v, error %v, want one size missing", result, err)
	} else if result.LeftToSite != "" {
		t.Errorf("Upload of a turned image: left to the site because of %q, want no reason", result.LeftToSite)
	}
	f.went(t, "turned", "upload", "sideload wide", "sideload original", "finalize 2")
}

func TestGIFsKeepTheirColours(t *testing.T) {
	t.Parallel()
	palette := color.Palette{color.RGBA{255, 0, 0, 255}, color.RGBA{}, color.RGBA{0, 0, 255, 255}}
	frame := image.NewPaletted(image.Rect(100, 0, 400, 300), palette) // red; the left of the canvas stays clear
	moving := &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{1, 1},
		Config: image.Config{ColorModel: palette, Width: 400, Height: 300}}
	f := &fake{index: shown, missing: []string{"thumbnail"}}
	if _, err := subsizes.Upload(t.Context(), f.client(t), file("a.gif", gifFile(t, moving)), nil,
		&subsizes.Options{Threshold: new(200)}); err != nil {
		t.Fatal(err)
	}
	f.went(t, "a GIF is not scaled down", "upload", "sideload thumbnail", "finalize 1")
	small, ok := decoded(t, f.sideloads["stored-150x150.jpg"]).(*image.Paletted)
	if !ok || small.Bounds().Dx() != 150 {
		t.Fatalf("The sub-size of a GIF is a %T, want a paletted image 150 wide",
			decoded(t, f.sideloads["stored-150x150.jpg"]))
	}
	if _, _, _, alpha := small.At(5, 75).RGBA(); alpha != 0 {
		t.Errorf("The canvas of the GIF is %v, want it transparent", small.At(5, 75))
	}
	near(t, "frame", small, 120, 75, color.RGBA{255, 0, 0, 255})
}

func TestGrayStaysGray(t *testing.T) {
	t.Parallel()
	gray := image.NewGray(image.Rect(0, 0, 400, 300))
	for i := range gray.Pix {
		gray.Pix[i] = 0x90
	}
	f := &fake{index: shown, missing: []string{"medium"}}
	if _, err := subsizes.Upload(t.Context(), f.client(t), file("a.jpg", jpegFile(t, gray)), nil,
		&subsizes.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	if small, ok := decoded(t, f.sideloads["stored-300x225.jpg"]).(*image.Gray); !ok {
		t.Errorf("The sub-size of a gray image is a %T, want *image.Gray", decoded(t, f.sideloads["stored-300x225.jpg"]))
	} else if small.Pix[0] < 0x8E || small.Pix[0] > 0x92 {
		t.Errorf("The sub-size of a gray image has the first pixel %#x, want nearly 0x90", small.Pix[0])
	}
}

func TestSizesAndQualityCanBeGiven(t *testing.T) {
	t.Parallel()
	length := func(options *subsizes.Options, record string) int {
		f := &fake{index: shown, record: record, missing: []string{"mine", "twin"}}
		options.Sizes = map[string]subsizes.Size{"mine": {Width: 200}, "twin": {Width: 200}}
		if _, err := subsizes.Upload(t.Context(), f.client(t), file("a.jpg", jpegFile(t, ramp(900, 600))), nil,
			options); err != nil {
			t.Fatal(err)
		}
		f.went(t, "twins", "upload", "sideload mine+twin", "finalize 1")
		return len(f.sideloads["stored-200x133.jpg"])
	}
	usual := length(&subsizes.Options{}, "")
	fine := length(&subsizes.Options{Quality: 100}, `,"image_quality":{"default":1}`)
	coarse := length(&subsizes.Options{}, `,"image_quality":{"default":100,"sizes":{"mine":5}}`)
	if !(coarse < usual && usual < fine) {
		t.Errorf("Files of the qualities: coarse %d, usual %d, fine %d bytes, want them in this order", coarse, usual, fine)
	}
}

func TestWithoutTheSizesOfTheSiteThereAreTheUsualOnes(t *testing.T) {
	t.Parallel()
	for _, index := range []string{`"name":"x"`, `"image_sizes":[]`, `"image_sizes":"x","image_size_threshold":false`} {
		f := &fake{index: index, missing: []string{"thumbnail", "medium", "medium_large"}}
		if _, err := subsizes.Upload(t.Context(), f.client(t), file("a.jpg", jpegFile(t, ramp(900, 600))), nil,
			nil); err != nil {
			t.Fatal(err)
		}
		f.went(t, index, "ask", "upload", "sideload medium", "sideload medium_large", "sideload thumbnail", "finalize 3")
	}
	large := ramp(2700, 3)
	f := &fake{index: strings.ReplaceAll(shown, "2560", "false")}
	if _, err := subsizes.Upload(t.Context(), f.client(t), file("a.png", pngFile(t, large)), nil, nil); err != nil {
		t.Fatal(err)
	}
	f.went(t, "a threshold that is off", "upload", "finalize 0")
}

func TestCropIsReadInEverySpelling(t *testing.T) {
	t.Parallel()
	for crop, side := range map[string]string{
		`true`: "150x150", `1`: "150x150", `"1"`: "150x150", `"true"`: "150x150", `["left","top"]`: "150x150",
		`false`: "150x100", `0`: "150x100", `""`: "150x100", `"0"`: "150x100", `null`: "150x100", `[]`: "150x100",
		`["left"]`: "150x100", `["left","top","x"]`: "150x100", `{}`: "150x100",
	} {
		f := &fake{index: `"image_sizes":{"a":{"width":150,"height":150,"crop":` + crop + `}}`, missing: []string{"a"}}
		if _, err := subsizes.Upload(t.Context(), f.client(t), file("a.png", pngFile(t, ramp(300, 200))), nil,
			nil); err != nil {
			t.Fatal(err)
		}
		f.went(t, crop, "upload", "sideload a", "finalize 1")
		if f.sideloads["stored-"+side+".jpg"] == nil {
			t.Errorf("%s: Upload sent %d files, none of %s, want it", crop, len(f.sideloads), side)
		}
	}
}

func TestUploadFileReadsAPath(t *testing.T) {
	t.Parallel()
	f := &fake{index: shown}
	site := f.client(t)
	name := filepath.Join(t.TempDir(), "a.png")
	if err := os.WriteFile(name, pngFile(t, ramp(30, 20)), 0o600); err != nil {
		t.Fatal(err)
	}
	if result, err := subsizes.UploadFile(t.Context(), site, name, nil, nil); err != nil || result.Media.ID != 7 {
		t.Errorf("UploadFile: %+v, error %v, want media 7", result, err)
	}
	if _, err := subsizes.UploadFile(t.Context(), site, name+"x", nil, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestUploadRefusesInvalidArguments(t *testing.T) {
	t.Parallel()
	f := &fake{index: shown}
	site, good := f.client(t), file("a.png", pngFile(t, ramp(3, 2)))
	refused := func(name string, file media.File, options *subsizes.Options) {
		if _, err := subsizes.Upload(t.Context(), site, file, nil, options); !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("Upload with %s: error %v, want ErrInvalidArgument", name, err)
		}
	}
	refused("a reader", media.File{Name: "a.png", Reader: strings.NewReader("x")}, nil)
	refused("a quality of 101", good, &subsizes.Options{Quality: 101})
	refused("a negative limit", good, &subsizes.Options{MaxPixels: -1})
	refused("a negative threshold", good, &subsizes.Options{Threshold: new(-1)})
	refused("no name", media.Bytes("", pngFile(t, ramp(3, 2))), nil)
	f.went(t, "refused")
	broken := errors.New("broken disk")
	// of a type that its content tells
	nameless := media.File{Name: "a", Open: func() (io.ReadCloser, error) { return nil, broken }}
	if result, err := subsizes.Upload(t.Context(), site, nameless, nil, nil); !errors.Is(err, broken) || result != nil {
		t.Errorf("Upload of a file that does not open: %+v, error %v, want its error", result, err)
	}
	f.went(t, "unreadable")
	for opens := range 4 { // the format, the head, the image and the upload
		f := &fake{index: shown}
		content, n := jpegFile(t, ramp(30, 20)), 0
		disk := media.File{Name: "a.jpg", Open: func() (io.ReadCloser, error) {
			if n++; n > opens {
				return nil, broken
			}
			return io.NopCloser(bytes.NewReader(content)), nil
		}}
		result, err := subsizes.Upload(t.Context(), f.client(t), disk, nil, nil)
		if !errors.Is(err, broken) || result != nil {
			t.Errorf("Upload of a file that opens %d times: result %+v, error %v, want no result and %v", opens,
				result, err, broken)
		}
		f.went(t, fmt.Sprintf("%d opens", opens))
	}
}
