package cmstest_test

import (
	"fmt"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// sideloaded sends a file for an image, and returns what a finalize is to be told.
func sideloaded(c *client, size, name string, width, height int) answer {
	c.t.Helper()
	return c.do("admin", "POST", "/media/1/sideload?image_size="+size, picture(width, height), "Content-Type: image/png",
		`Content-Disposition: attachment; filename="`+name+`"`)
}

// TestSizesAreFinalizedOneByOne sends two files and writes them into the record in two steps.
func TestSizesAreFinalizedOneByOne(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithLocalhost(), atNoon())
	c.site.Insert("media", map[string]any{"id": 1, "width": 400, "height": 400, "filename": "a.png",
		"generate_sub_sizes": false})
	thumbnail, medium := sideloaded(c, "thumbnail", "a-150x150.png", 150, 150),
		sideloaded(c, "medium", "a-300x300.png", 300, 300)
	expect(t, "sideload", thumbnail, 200,
		map[string]any{"image_size": "thumbnail", "width": 150.0, "height": 150.0, "file": "a-150x150.png",
			"mime_type": "image/png"})
	expect(t, "the first", c.do("admin", "POST", "/media/1/finalize", `{"sub_sizes":[`+thumbnail.body+`]}`), 200,
		map[string]any{"media_details.sizes.thumbnail.file": "a-150x150.png", "media_details.sizes.medium": nil})
	expect(t, "the second", c.do("admin", "POST", "/media/1/finalize", `{"sub_sizes":[`+medium.body+`]}`), 200,
		map[string]any{"media_details.sizes.thumbnail.file": "a-150x150.png",
			"media_details.sizes.medium.file": "a-300x300.png", "media_details.sizes.medium.width": 300.0})
	expect(t, "what is there already", c.do("admin", "POST", "/media/1/finalize", `{"sub_sizes":[`+thumbnail.body+`]}`),
		200, map[string]any{"id": 1.0})
	expect(t, "what never came", c.do("admin", "POST", "/media/1/finalize",
		`{"sub_sizes":[{"image_size":"large","file":"a-1x1.png"}]}`), 400,
		map[string]any{"code": "rest_invalid_sub_size_file"})
}

// TestOneFileServesSeveralSizes names two sizes for a file.
func TestOneFileServesSeveralSizes(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithLocalhost(), atNoon())
	c.site.Insert("media", map[string]any{"id": 1, "width": 400, "height": 400, "filename": "a.png",
		"generate_sub_sizes": false})
	both := c.do("admin", "POST", "/media/1/sideload?image_size[]=thumbnail&image_size[]=medium", picture(150, 150),
		"Content-Type: image/png", `Content-Disposition: attachment; filename="a-150x150.png"`)
	a := c.do("admin", "POST", "/media/1/finalize", `{"sub_sizes":[`+both.body+`]}`)
	expect(t, "finalize", a, 200, map[string]any{"media_details.sizes.thumbnail.file": "a-150x150.png",
		"media_details.sizes.medium.file": "a-150x150.png", "media_details.sizes.medium.height": 150.0})
}

// TestSideloadMustFitItsSize sends files that are a pixel larger than their size allows, or than the image.
func TestSideloadMustFitItsSize(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithLocalhost(), atNoon())
	c.site.Insert("media", map[string]any{"id": 1, "width": 400, "height": 300, "filename": "a.png",
		"generate_sub_sizes": false})
	for _, tc := range []struct {
		size          string
		width, height int
		status        int
	}{
		{"thumbnail", 151, 151, 200}, {"thumbnail", 152, 150, 400}, {"thumbnail", 150, 152, 400},
		{"medium_large", 769, 3000, 200}, {"medium_large", 770, 1, 400}, {"full", 4000, 10, 200},
		{"original", 400, 300, 200}, {"original", 401, 300, 400}, {"original", 400, 299, 400},
	} {
		a := sideloaded(c, tc.size, "b.png", tc.width, tc.height)
		want := map[string]any{}
		if tc.status == 400 {
			want["code"] = "rest_upload_dimension_mismatch"
		}
		expect(t, tc.size, a, tc.status, want)
	}
	expect(t, "no image", c.do("admin", "POST", "/media/1/sideload?image_size=full", "hello\n", "Content-Type: text/plain",
		`Content-Disposition: attachment; filename="b.txt"`), 400,
		map[string]any{"code": "rest_upload_invalid_image"})
}

// TestScaledImageReplacesTheFile sideloads a scaled image, and finalizes it.
func TestScaledImageReplacesTheFile(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithLocalhost(), atNoon())
	c.site.Insert("media", map[string]any{"id": 1, "width": 400, "height": 300, "filename": "a.png",
		"generate_sub_sizes": false})
	scaled := sideloaded(c, "scaled", "a-scaled.png", 200, 150)
	expect(t, "sideload", scaled, 200,
		map[string]any{"image_size": "scaled", "file": "2026/11/a-scaled.png", "original_image": "a.png", "width": 200.0,
			"height": 150.0, "mime_type": nil})
	expect(t, "at once", c.get("admin", "/media/1"), 200, map[string]any{
		"source_url": c.site.URL + "/cms-content/uploads/2026/11/a-scaled.png", "media_details.width": 400.0,
	})
	expect(t, "finalized", c.do("admin", "POST", "/media/1/finalize", `{"sub_sizes":[`+scaled.body+`]}`),
		200, map[string]any{
			"media_details.width": 200.0, "media_details.height": 150.0, "media_details.file": "2026/11/a-scaled.png",
			"media_details.original_image": "a.png", "filename": "a.png",
		})
	// Those that the image was large enough for before it was scaled.
	if missing := fmt.Sprint(c.get("admin", "/media/1?context=edit").field(t,
		"missing_image_sizes")); missing != "[thumbnail medium]" {
		t.Errorf("GET of a finalized image: missing sizes %s, want thumbnail and medium", missing)
	}
}
