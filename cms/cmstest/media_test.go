package cmstest_test

import (
	"bytes"
	"crypto/md5" // the checksum that the interface asks for
	"encoding/hex"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// picture is a PNG of these dimensions.
func picture(width, height int) string {
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		panic(err)
	}
	return out.String()
}

func upload(c *client, user, name, content string, query ...string) answer {
	return c.do(user, "POST", "/media?"+strings.Join(query, "&"), content,
		"Content-Type: application/octet-stream", `Content-Disposition: attachment; filename="`+name+`"`)
}

func TestUploadMakesTheSizesOfAnImage(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	for _, tc := range []struct {
		width, height int
		want          map[string]any // the files of the sizes, nil for those that must not be there
	}{
		{900, 600, map[string]any{"thumbnail": "150x150", "medium": "300x200", "medium_large": "768x512",
			"large": nil, "full": ""}},
		{151, 151, map[string]any{"thumbnail": nil, "full": nil}},
		{301, 200, map[string]any{"thumbnail": "150x150", "medium": nil}},
		{299, 500, map[string]any{"thumbnail": "150x150", "medium": "179x300"}},
		{2048, 100, map[string]any{"thumbnail": "150x100", "medium_large": "768x38", "1536x1536": "1536x75",
			"2048x2048": nil}},
		{3000, 90, map[string]any{"thumbnail": "150x90", "large": "1024x31", "2048x2048": "2048x61", "full": "scaled"}},
	} {
		name := fmt.Sprintf("p%d", tc.width)
		a := upload(c, "author", name+".png", picture(tc.width, tc.height))
		want := map[string]any{"slug": name, "mime_type": "image/png", "media_type": "image", "filename": name + ".png"}
		for size, suffix := range tc.want {
			path := "media_details.sizes." + size + ".file"
			switch suffix {
			case nil:
				want[path] = nil
			case "":
				want[path] = name + ".png"
			default:
				want[path] = fmt.Sprintf("%s-%s.png", name, suffix)
			}
		}
		expect(t, name, a, 201, want)
	}
}

func TestUploadedFilesAreGivenBack(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 400, 300)), nil); err != nil {
		t.Fatal(err)
	}
	a := upload(c, "editor", "photo.jpg", photo.String())
	expect(t, "upload", a, 201, map[string]any{"source_url": c.site.URL + "/cms-content/uploads/2026/11/photo.jpg",
		"filesize": float64(photo.Len())})
	for path, width := range map[string]int{"source_url": 400, "media_details.sizes.medium.source_url": 300} {
		address := a.field(t, path).(string)
		content, header, status := fetch(t, address)
		config, format, err := image.DecodeConfig(bytes.NewReader(content))
		if status != 200 || header.Get("Content-Type") != "image/jpeg" {
			t.Errorf("GET of %s: status %d, Content-Type %s, want 200 and a JPEG", address, status, header.Get("Content-Type"))
		} else if err != nil || format != "jpeg" {
			t.Errorf("GET of %s: format %s, width %d, error %v, want a JPEG of width %d", address, format, config.Width, err,
				width)
		} else if config.Width != width {
			t.Errorf("GET of %s: format %s, width %d, error %v, want a JPEG of width %d", address, format, config.Width, err,
				width)
		}
	}
	expect(t, "delete", c.do("editor", "DELETE", "/media/1?force=true", ""), 200, map[string]any{"deleted": true})
	if _, _, status := fetch(t, a.field(t, "source_url").(string)); status != 404 {
		t.Errorf("GET of the file of a deleted record: status %d, want 404", status)
	}
}

func fetch(t *testing.T, address string) ([]byte, http.Header, int) {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	content, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return content, resp.Header, resp.StatusCode
}

func TestUploadNamesFiles(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	for i, tc := range []struct{ name, file, slug string }{
		{"uni.png", "uni.png", "uni"},
		{"uni.png", "uni-1.png", "uni-1"},
		{"A  B--C.PNG", "A-B-C.png", "a-b-c"},
		{"a..b.png", "a.b.png", "a-b"},
		{"a-150x150.png", "a-150x150-1.png", "a-150x150-1"},
		{"Größe.png", "Grose.png", "grose"},
		{"(x)&y.png", "xy.png", "xy"},
		{".png", "unnamed-file.png", "unnamed-file"},
		{"really-a-png.jpg", "really-a-png.png", "really-a-png"},
		{"feed.png", "feed.png", "feed-2"},
	} {
		a := upload(c, "admin", tc.name, picture(4, 4))
		expect(t, tc.name, a, 201, map[string]any{"id": float64(i + 1), "filename": tc.file, "slug": tc.slug})
	}
}

func TestUploadRefuses(t *testing.T) {
	t.Parallel()
	c := start(t)
	sum := md5.Sum([]byte("other"))
	named := []string{"Content-Type: image/png", `Content-Disposition: attachment; filename="x.png"`}
	for _, tc := range []struct {
		what, user, body string
		headers          []string
		status           int
		code             string
	}{
		{"no right", "contributor", picture(4, 4), named, 403, "rest_cannot_create"},
		{"nobody", "", picture(4, 4), named, 401, "rest_cannot_create"},
		{"no content", "author", "", named, 400, "rest_upload_no_data"},
		{"no name", "author", picture(4, 4), named[:1], 400, "rest_upload_no_content_disposition"},
		{"no plain name", "author", picture(4, 4),
			[]string{"Content-Type: image/png", "Content-Disposition: attachment; filename*=UTF-8''x.png"}, 400,
			"rest_upload_invalid_disposition"},
		{"another content", "author", picture(4, 4), append(named[:2:2], "Content-MD5: "+hex.EncodeToString(sum[:])), 412,
			"rest_upload_hash_mismatch"},
		{"a text", "author", "hello", named, 500, "rest_upload_sideload_error"},
		{"a program", "admin", "MZ", []string{"Content-Type: image/png", `Content-Disposition: attachment; filename="x.exe"`},
			500, "rest_upload_sideload_error"},
	} {
		a := c.do(tc.user, "POST", "/media", tc.body, tc.headers...)
		expect(t, tc.what, a, tc.status, map[string]any{"code": tc.code, "data.status": float64(tc.status)})
	}
	if c.site.Record("media", 1) != nil {
		t.Error("a refused upload left a record, want none")
	}
}

func TestMediaAreAsVisibleAsTheirPost(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"id": 1, "status": "draft", "title": "Draft", "author": 3})
	c.site.Insert("media", map[string]any{"id": 2, "width": 4, "height": 4, "title": "Of the draft", "post": 1})
	c.site.Insert("media", map[string]any{"id": 3, "width": 4, "height": 4, "title": "Private", "status": "private"})
	for _, tc := range []struct {
		user  string
		id    int
		shown int
	}{{"", 2, 401}, {"subscriber", 2, 403}, {"author", 2, 200}, {"editor", 2, 200}, {"author", 3, 403},
		{"editor", 3, 200}} {
		if a := c.do(tc.user, "GET", fmt.Sprintf("/media/%d", tc.id), ""); a.status != tc.shown {
			t.Errorf("media %d for %q: %d, want %d", tc.id, tc.user, a.status, tc.shown)
		}
	}
}

func TestRoutesThatNeedATrustedAddress(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		options []cmstest.Option
		status  int
		sizes   any
	}{{nil, 404, nil}, {[]cmstest.Option{cmstest.WithLocalhost()}, 200, 150.0}} {
		c := start(t, tc.options...)
		c.site.Insert("media", map[string]any{"id": 1, "width": 400, "height": 400, "filename": "a.png",
			"generate_sub_sizes": false})
		index := c.site.URL + "/cms-json/?_fields=image_sizes"
		if tc.sizes != nil {
			expect(t, "index", c.get("author", index), 200, map[string]any{"image_sizes.thumbnail.width": tc.sizes})
		} else if a := c.get("author", index); a.body != "[]" {
			t.Errorf("GET of the image sizes of the index: %s, want none", a.body)
		}
		a := c.do("admin", "POST", "/media/1/sideload?image_size=thumbnail", picture(150, 150), "Content-Type: image/png",
			`Content-Disposition: attachment; filename="a-150x150.png"`)
		if a.status != tc.status {
			t.Fatalf("POST of a sideload: status %d, body %s, want %d", a.status, a.body, tc.status)
		}
		if tc.status == 200 {
			expect(t, "finalize", c.do("admin", "POST", "/media/1/finalize", `{"sub_sizes":[`+a.body+`]}`), 200,
				map[string]any{"media_details.sizes.thumbnail.file": "a-150x150.png"})
		}
	}
}

func TestNamesOfSizesAreChecked(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithLocalhost())
	c.site.Insert("media", map[string]any{"id": 1, "width": 400, "height": 400, "filename": "a.png",
		"generate_sub_sizes": false})
	for query, want := range map[string]struct{ code, message string }{
		"image_size=":                          {"rest_too_short", "image_size has 1 characters at least."},
		"image_size[]=":                        {"rest_too_short", "image_size[0] has 1 characters at least."},
		"image_size[]=thumbnail&image_size[]=": {"rest_too_short", "image_size[1] has 1 characters at least."},
		"image_size=huge":                      {"rest_not_in_enum", "image_size names a size that the site does not have."},
		"image_size[]=scaled":                  {"rest_not_in_enum", "image_size names a size that the site does not have."},
	} {
		a := c.do("admin", "POST", "/media/1/sideload?"+query, picture(150, 150), "Content-Type: image/png",
			`Content-Disposition: attachment; filename="a-150x150.png"`)
		expect(t, query, a, 400, map[string]any{"data.details.image_size.code": want.code,
			"data.details.image_size.message": want.message, "data.params.image_size": want.message})
	}
}

// TestSnapshotKeepsTheSizesOfAnImage finalizes a size in the place of one that is there.
func TestSnapshotKeepsTheSizesOfAnImage(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithLocalhost())
	c.site.Insert("media", map[string]any{"id": 1, "width": 400, "height": 400, "filename": "a.png"})
	before, seeded := c.get("admin", "/media/1").body, c.site.Snapshot()
	sub := c.do("admin", "POST", "/media/1/sideload?image_size=thumbnail", picture(120, 120), "Content-Type: image/png",
		`Content-Disposition: attachment; filename="b-120x120.png"`)
	a := c.do("admin", "POST", "/media/1/finalize", `{"sub_sizes":[`+sub.body+`]}`)
	expect(t, "finalize", a, 200, map[string]any{"media_details.sizes.thumbnail.file": sub.field(t, "file"),
		"media_details.sizes.thumbnail.width": 120.0})
	c.site.Restore(seeded)
	if after := c.get("admin", "/media/1").body; after != before {
		t.Errorf("GET of an image after Restore: %s, want the same as before", firstDifference([]byte(before), []byte(after)))
	}
}

// TestOnlyImagesAndDocumentsMissSizes has files that no size can be made of.
func TestOnlyImagesAndDocumentsMissSizes(t *testing.T) {
	t.Parallel()
	c := start(t)
	for name, want := range map[string]string{"a.txt": "[]", "a.mp3": "[]", "a.pdf": `["thumbnail","medium","large"]`} {
		id := c.site.Insert("media", map[string]any{"filename": name, "content": "text"})
		a := c.get("admin", fmt.Sprintf("/media/%d?context=edit&_fields=missing_image_sizes", id))
		if a.status != 200 || a.body != `{"missing_image_sizes":`+want+`}` {
			t.Errorf("GET of %s: status %d, body %s, want the missing sizes %s", name, a.status, a.body, want)
		}
	}
}

func TestMediaOfTrashedPostsNeedALogin(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"id": 1, "title": "Published", "author": 3})
	c.site.Insert("posts", map[string]any{"id": 2, "title": "Private", "status": "private", "author": 1})
	for id := range 2 {
		c.site.Insert("media", map[string]any{"id": id + 11, "width": 4, "height": 4, "title": fmt.Sprint("file ", id),
			"post": id + 1})
	}
	for _, trashed := range []bool{false, true} {
		if trashed {
			c.do("admin", "DELETE", "/posts/1", "")
			c.do("admin", "DELETE", "/posts/2", "")
		}
		for user, want := range map[string][2]int{"": {200, 401}, "subscriber": {200, 403}, "contributor": {200, 403},
			"author": {200, 403}, "editor": {200, 200}} {
			if user == "" && trashed {
				want[0] = 401
			}
			for i, status := range want {
				if a := c.get(user, fmt.Sprint("/media/", i+11)); a.status != status {
					t.Errorf("file %d for %q, trashed %v: %d, want %d", i+11, user, trashed, a.status, status)
				}
			}
		}
	}
}
