package cmstest_test

import "testing"

func TestContentMustMatchTheExtension(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	box := func(brand string) string { return "\x00\x00\x00\x18ftyp" + brand + "\x00\x00\x00\x00" + brand + "mif1" }
	for _, tc := range []struct{ name, content, mime string }{
		{"a.tiff", "II*\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00", "image/tiff"},
		{"a.tif", "MM\x00*\x00\x00\x00\x08\x00\x00\x00\x00\x00\x00", "image/tiff"},
		{"a.heic", box("heic"), "image/heic"},
		{"a.avif", box("avif"), "image/avif"},
		{"heic.png", box("heic"), "image/heic"}, // these were measured: whatever the brand, the file becomes a HEIC
		{"heix.heic", box("heix"), "image/heic"},
		{"heif.heif", box("heif"), "image/heic"},
		{"mif1.heic", box("mif1"), "image/heic"},
		{"hevc.heics", box("hevc"), "image/heic"},
		{"hevx.png", box("hevx"), "image/heic"},
		{"msf1.heifs", box("msf1"), "image/heic"},
		{"avis.png", box("avis"), "image/avif"},
		{"scan.png", "II*\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00", "image/tiff"},
		{"note.rtf", "{\\rtf1 x}", "application/rtf"},
		{"tagged.txt", "ID3 is a text", "text/plain"},
		{"a.png", "\x89PNG\r\n\x1a\nbroken", "image/png"},
		{"a.pdf", "%PDF-1.4\n", "application/pdf"},
		{"b.pdf", "nopdf", ""},
		{"a.zip", "PK\x03\x04xx", "application/zip"},
		{"b.zip", "zzzz", ""},
		{"a.txt", "hello", "text/plain"},
		{"d.txt", picture(4, 4), ""},
		{"a.csv", "a,b\n1,2", "text/csv"},
		{"a.mp3", picture(4, 4), ""},
		{"b.mp3", "hello there", ""},
		{"b.png", "hello there", ""},
		{"a", picture(4, 4), ""},
	} {
		for _, user := range []string{"admin", "author"} {
			a := upload(c, user, tc.name, tc.content)
			if tc.mime == "" {
				expect(t, tc.name, a, 500, map[string]any{"code": "rest_upload_sideload_error"})
			} else {
				expect(t, tc.name, a, 201, map[string]any{"mime_type": tc.mime, "media_details.width": nil})
			}
		}
	}
}

func TestUpdatesOfMediaAreChecked(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	c.site.Insert("media", map[string]any{"id": 1, "filename": "a.png", "width": 4, "height": 4})
	for _, tc := range []struct {
		body   string
		status int
		want   map[string]any
	}{
		{`{"date":"0000-05-01T10:00:00"}`, 400, map[string]any{"code": "invalid_date"}},
		{`{"author":99}`, 400, map[string]any{"code": "rest_invalid_author"}},
		{`{"post":1}`, 400, map[string]any{"code": "rest_invalid_param"}},
		{`{"date":"9999-12-31T23:59:59"}`, 200,
			map[string]any{"date": "9999-12-31T23:59:59", "status": "inherit", "author": 1.0, "comment_status": "open"}},
		{`{"status":"publish"}`, 200, map[string]any{"status": "inherit"}},
		{`{"status":"private"}`, 200, map[string]any{"status": "private"}},
		{`{"comment_status":"closed","ping_status":"open"}`, 200,
			map[string]any{"status": "private", "comment_status": "closed", "ping_status": "open"}},
		{`{"author":2,"date":"2026-05-01T10:00:00"}`, 200,
			map[string]any{"date": "2026-05-01T10:00:00", "date_gmt": "2026-05-01T08:00:00", "author": 2.0}},
		{`{"date":null}`, 200, map[string]any{"date": "2026-11-21T12:00:00", "date_gmt": "2026-11-21T11:00:00"}},
	} {
		expect(t, tc.body, c.do("admin", "POST", "/media/1", tc.body), tc.status, tc.want)
	}
	expect(t, "a date in no year", upload(c, "admin", "b.png", picture(4, 4), "date=0000-05-01T10:00:00"), 400,
		map[string]any{"code": "invalid_date"})
	expect(t, "an image of an image", upload(c, "admin", "c.png", picture(4, 4), "featured_media=1"), 400,
		map[string]any{"code": "rest_no_featured_media"})
	sound := "ID3\x03\x00\x00\x00\x00\x00\x00\xff\xfb\x90\x00\xff\xfb\x90\x00"
	expect(t, "an image of a sound", upload(c, "admin", "d.mp3", sound, "featured_media=1"), 201,
		map[string]any{"featured_media": 1.0, "mime_type": "audio/mpeg"})
	c.site.Insert("media", map[string]any{"id": 9, "filename": "broken.png", "file": []byte("\x89PNG\r\n\x1a\nbroken")})
	broken := string(mustJSON(map[string]any{"src": c.site.URL + "/cms-content/uploads/2026/11/broken.png",
		"rotation": 90}))
	if a := c.do("admin", "POST", "/media/9/edit", broken); a.status < 400 {
		t.Errorf("POST of an edit of a broken image: status %d, body %s, want an error", a.status, a.body)
	}
}

func TestSizesOfFilesAreChecked(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	address := "http://localhost" + c.site.URL[len("http://127.0.0.1"):] + "/cms-json/cms/v2/media/1/finalize"
	c.site.Insert("media", map[string]any{"id": 1, "filename": "a.png", "width": 4, "height": 4})
	for size, code := range map[string]string{
		`[]`: "rest_too_few_items", `[5]`: "rest_invalid_type", `5`: "rest_invalid_type", `""`: "rest_too_short",
		`[""]`:   "rest_too_short",
		`"nope"`: "rest_not_in_enum", `["scaled"]`: "rest_not_in_enum",
	} {
		a := c.do("admin", "POST", address, `{"sub_sizes":[{"image_size":`+size+`,"file":"a.png","width":1,"height":1,`+
			`"filesize":1,"mime_type":"image/png"}]}`)
		expect(t, size, a, 400, map[string]any{"code": "rest_invalid_param", "data.details.sub_sizes.code": code})
	}
}
