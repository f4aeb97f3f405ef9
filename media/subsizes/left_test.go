package subsizes_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"image"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/media/subsizes"
)

// webp is an image of one pixel.
func webp(t testing.TB) []byte {
	t.Helper()
	content, err := base64.StdEncoding.DecodeString("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=")
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestSubSizesThatCannotBeMadeHereAreLeftToTheSite(t *testing.T) {
	t.Parallel()
	picture := jpegFile(t, ramp(900, 600))
	all := []string{"thumbnail", "medium", "banner"}
	for name, c := range map[string]struct {
		fake    *fake
		file    media.File
		params  *media.Params
		options *subsizes.Options
		says    string
		steps   []string
		upload  string // generate_sub_sizes
	}{
		"another format": {
			&fake{index: shown, missing: all}, file("a.webp", webp(t)), nil, nil, "image/webp", []string{"upload"}, "",
		},
		"another format by its type alone": {
			&fake{index: shown, missing: all},
			media.File{Name: "a.avif", Type: "image/avif", Open: file("", []byte("x")).Open}, nil, nil,
			"image/avif", []string{"upload"}, "",
		},
		"a broken image": {
			&fake{index: shown, missing: all}, file("a.jpg", picture[:len(picture)/2]), nil, nil, "decoded",
			[]string{"upload"}, "",
		},
		"a broken head": {
			&fake{index: shown, missing: all}, file("a.png", []byte("\x89PNG\r\n\x1a\nabc")), nil, nil, "image/png",
			[]string{"upload"}, "",
		},
		"no image": {&fake{index: shown}, file("a.pdf", []byte("%PDF-1.4")), &media.Params{GenerateSubSizes: new(false)},
			nil, "not an image", []string{"upload"}, ""},
		"too large": {&fake{index: shown}, file("a.jpg", picture), nil, &subsizes.Options{MaxPixels: 900*600 - 1}, "900×600",
			[]string{"upload"}, ""},
		"no pixels": {&fake{index: shown}, file("a.gif", []byte("GIF89a\x00\x00\x00\x00\x00\x00\x00;")), nil, nil, "0×0",
			[]string{"upload"}, ""},
		"no route": {&fake{index: "", noRoute: true, missing: all}, file("a.jpg", picture), nil, nil, "no route",
			[]string{"ask", "upload"}, ""},
		"a conversion": {
			&fake{index: shown, missing: all, record: `,"image_output_format":"image/webp"`}, file("a.jpg", picture), nil, nil,
			"into image/webp",
			[]string{"upload", "post-process"}, "false",
		},
		"a conversion that is refused": {
			&fake{index: shown, missing: []string{"medium"}, record: `,"image_output_format":"image/webp"`},
			file("a.jpg", picture),
			&media.Params{ConvertFormat: new(false)}, nil, "", []string{"upload", "sideload medium", "finalize 1"}, "false",
		},
		"sizes that nobody told": {
			&fake{index: shown, missing: []string{"medium", "secret"}, stays: []string{"secret"}}, file("a.jpg", picture), nil,
			nil, "not known",
			[]string{"upload", "sideload medium", "finalize 1", "post-process"}, "false",
		},
		"a route that is gone": {
			&fake{index: shown, noRoute: true, missing: []string{"medium"}}, file("a.jpg", picture), nil, nil, "no route",
			[]string{"upload", "sideload", "finalize", "post-process"}, "false",
		},
		"a route that is gone when asked": {
			&fake{noRoute: true, fail: map[string]string{"ask": noRouteAnswer}}, file("a.jpg", picture), nil, nil, "no route",
			[]string{"ask", "upload"}, "",
		},
	} {
		f := c.fake
		result, err := subsizes.Upload(t.Context(), f.client(t), c.file, c.params, c.options)
		if err != nil {
			t.Errorf("%s: Upload: error %v, want none", name, err)
			continue
		}
		if result.Media.ID != 7 || (c.says == "") != (result.LeftToSite == "") {
			t.Errorf("%s: Upload: media %d, left to the site because of %q, want 7 and a reason: %t", name, result.Media.ID,
				result.LeftToSite, c.says != "")
		} else if !strings.Contains(result.LeftToSite, c.says) {
			t.Errorf("%s: Upload: left to the site because of %q, want %q", name, result.LeftToSite, c.says)
		}
		f.went(t, name, c.steps...)
		if got := f.fields["generate_sub_sizes"]; got != c.upload {
			t.Errorf("%s: Upload sent generate_sub_sizes %q, want %q", name, got, c.upload)
		}
		if len(result.Missing) != len(f.stays) && len(c.steps) > 2 {
			t.Errorf("%s: Upload: missing %v, want %v", name, result.Missing, f.stays)
		}
	}
}

func TestCMYKImagesAreLeftToTheSite(t *testing.T) {
	t.Parallel()
	// A JPEG of four channels, the smallest there is: one block of each.
	var b bytes.Buffer
	b.WriteString("\xFF\xD8\xFF\xDB\x00\x43\x00" + strings.Repeat("\x01", 64))
	b.WriteString("\xFF\xC0\x00\x14\x08\x00\x08\x00\x08\x04\x01\x11\x00\x02\x11\x00\x03\x11\x00\x04\x11\x00")
	for _, class := range []string{"\x00", "\x10"} { // one code, 0, of one bit
		b.WriteString("\xFF\xC4\x00\x14" + class + "\x01" + strings.Repeat("\x00", 15) + "\x00")
	}
	b.WriteString("\xFF\xEE\x00\x0EAdobe\x00\x64\x00\x00\x00\x00\x00")
	b.WriteString("\xFF\xDA\x00\x0E\x04\x01\x00\x02\x00\x03\x00\x04\x00\x00\x3F\x00\x00\xFF\xD9")
	if _, ok := decoded(t, b.Bytes()).(*image.CMYK); !ok {
		t.Fatalf("The JPEG file decodes to a %T, want *image.CMYK", decoded(t, b.Bytes()))
	}
	f := &fake{index: shown, missing: []string{"medium"}}
	result, err := subsizes.Upload(t.Context(), f.client(t), file("a.jpg", b.Bytes()), nil, nil)
	if err != nil || !strings.Contains(result.LeftToSite, "CMYK") {
		t.Errorf("Upload of a CMYK image: %+v, error %v, want it left to the site because of CMYK", result, err)
	}
	f.went(t, "CMYK", "upload")
	if sent, ok := f.fields["generate_sub_sizes"]; ok {
		t.Errorf("Upload of a CMYK image sends generate_sub_sizes %q, want none", sent)
	}
}

func TestFailureAfterTheUploadComesWithTheRecord(t *testing.T) {
	t.Parallel()
	picture := jpegFile(t, ramp(900, 600))
	const no = `{"code":"rest_cannot_edit_image","message":"no"}`
	for name, c := range map[string]struct {
		fails  string
		record string
		made   int
		steps  []string
	}{
		"a sideload": {"sideload medium", "", 1, []string{"upload", "sideload banner", "sideload medium", "finalize 1"}},
		"the finalize": {
			"finalize 3", "", 3,
			[]string{"upload", "sideload banner", "sideload medium", "sideload thumbnail", "finalize 3"},
		},
		"the post-process": {
			"post-process", `,"image_output_format":"image/webp"`, 0, []string{"upload", "post-process"},
		},
	} {
		f := &fake{index: shown, missing: []string{"banner", "medium", "thumbnail"}, fail: map[string]string{c.fails: no},
			record: c.record}
		result, err := subsizes.Upload(t.Context(), f.client(t), file("a.jpg", picture), nil, nil)
		unfinished, ok := errors.AsType[*media.UnfinishedError](err)
		if !ok || unfinished.ID != 7 {
			t.Errorf("%s: Upload: error %v, want an UnfinishedError of 7", name, err)
		} else if !errors.Is(err, cms.ErrForbidden) || result == nil {
			t.Errorf("%s: Upload: %+v, error %v, want a result and ErrForbidden", name, result, err)
		} else if result.Media.ID != 7 || len(result.Made) != c.made {
			t.Errorf("%s: Upload: media %d, made %v, want 7 and %d made", name, result.Media.ID, result.Made, c.made)
		}
		f.went(t, name, c.steps...)
	}
}

// beforeSideload calls a function before it sends a sideload.
type beforeSideload struct {
	http.RoundTripper
	call func()
}

func (b beforeSideload) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.HasSuffix(r.URL.Path, "/sideload") {
		b.call()
	}
	return b.RoundTripper.RoundTrip(r)
}

// TestEndAfterTheUploadComesWithTheRecord ends the context before the first sideload.
func TestEndAfterTheUploadComesWithTheRecord(t *testing.T) {
	t.Parallel()
	ended := errors.New("the user went home")
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	f := &fake{index: shown, missing: []string{"medium"}}
	site, err := f.client(t).With(cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return beforeSideload{next, func() { cancel(ended) }}
	}))
	if err != nil {
		t.Fatal(err)
	}
	result, err := subsizes.Upload(ctx, site, file("a.jpg", jpegFile(t, ramp(900, 600))), nil, nil)
	unfinished, ok := errors.AsType[*media.UnfinishedError](err)
	if !ok || unfinished.ID != 7 {
		t.Errorf("Upload that ends: error %v, want an UnfinishedError of 7", err)
	} else if !errors.Is(err, ended) || result == nil {
		t.Errorf("Upload that ends: %+v, error %v, want a result and the cause", result, err)
	} else if result.Media.ID != 7 || len(result.Made) != 0 {
		t.Errorf("Upload that ends: media %d, made %v, want 7 and none made", result.Media.ID, result.Made)
	}
	f.went(t, "ended", "upload")
}

func TestFailureBeforeTheUploadIsPlain(t *testing.T) {
	t.Parallel()
	const no = `{"code":"rest_forbidden","message":"no"}`
	good := file("a.png", pngFile(t, ramp(30, 20)))
	for fails, steps := range map[string][]string{"index": nil, "ask": {"ask"}, "upload": {"ask", "upload"}} {
		f := &fake{fail: map[string]string{fails: no}}
		result, err := subsizes.Upload(t.Context(), f.client(t), good, nil, nil)
		if _, ok := errors.AsType[*media.UnfinishedError](err); ok || result != nil {
			t.Errorf("%s: Upload: %+v, error %v, want no result and no UnfinishedError", fails, result, err)
		} else if !errors.Is(err, cms.ErrForbidden) {
			t.Errorf("%s: Upload: error %v, want ErrForbidden", fails, err)
		}
		f.went(t, fails, steps...)
	}
	f := &fake{index: shown, fail: map[string]string{"upload": no}}
	if result, err := subsizes.Upload(t.Context(), f.client(t), file("a.pdf", []byte("%PDF")), nil, nil); result != nil ||
		!errors.Is(err, cms.ErrForbidden) {
		t.Errorf("Upload of a PDF that is refused: %+v, error %v, want no result and ErrForbidden", result, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := subsizes.Upload(ctx, f.client(t), good, nil, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
