package cmstest_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"testing"
)

func TestMediaShowTheirFiles(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	moving := func(width, height int) string {
		var out bytes.Buffer
		if err := gif.Encode(&out, image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.Black, color.White}), nil); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	at := c.site.URL + "/cms-content/uploads/2026/11/"
	for _, tc := range []struct {
		file, content         string
		width, height         int
		shown, sources, sizes string
	}{
		{"moving.gif", moving(900, 600), 300, 200, "moving-300x200.gif", at + "moving-300x200.gif 300w, " + at + "moving-768x512.gif 768w", "300px"},
		{"small.gif", moving(200, 100), 200, 100, "small.gif", "", ""},
		{"still.png", picture(900, 600), 300, 200, "still-300x200.png", at + "still-300x200.png 300w, " + at + "still-768x512.png 768w, " + at + "still.png 900w", "300px"},
	} {
		a := upload(c, "admin", tc.file, tc.content)
		sources := ""
		if tc.sources != "" {
			sources = fmt.Sprintf(` srcset="%s" sizes="auto, (max-width: %s) 100vw, %s"`, tc.sources, tc.sizes, tc.sizes)
		}
		expect(t, tc.file, a, 201, map[string]any{
			"guid.rendered": at + tc.file, "guid.raw": at + tc.file, "source_url": at + tc.file,
			"description.rendered": fmt.Sprintf("<p class=\"attachment\"><a href='%s'><img loading=\"lazy\" decoding=\"async\" width=\"%d\" height=\"%d\" src=\"%s\" class=\"attachment-medium size-medium\" alt=\"\"%s /></a></p>\n",
				at+tc.file, tc.width, tc.height, at+tc.shown, sources),
		})
	}
}

func TestFilesHaveAddressesBelowTheirPost(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"id": 5, "title": "Plain", "date": "2026-05-01T10:00:00"})
	c.site.Insert("posts", map[string]any{"id": 6, "title": "Draft", "status": "draft"})
	c.site.Insert("media", map[string]any{"id": 7, "filename": "a.png", "width": 4, "height": 4, "slug": "alone"})
	for _, tc := range []struct{ body, want string }{
		{`{}`, "/alone/"},
		{`{"post":5}`, "/2026/05/plain/alone/"},
		{`{"slug":"123"}`, "/2026/05/plain/attachment/123/"},
		{`{"slug":"123a"}`, "/2026/05/plain/123a/"},
		{`{"post":6}`, "/?attachment_id=7"},
		{`{"post":99}`, "/?attachment_id=7"},
		{`{"post":0}`, "/123a/"},
	} {
		expect(t, tc.body, c.do("admin", "POST", "/media/7", tc.body), 200, map[string]any{"link": c.site.URL + tc.want})
	}
}
