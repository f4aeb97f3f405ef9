package media_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/media"
)

func TestNamesOfFilesAreMadeSafe(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ form, header string }{
		"a.png":                      {"a.png", `attachment; filename="a.png"`},
		"Sheet b ü.png":              {"Sheet b ü.png", `attachment; filename="Sheet b -.png"; filename*=UTF-8''Sheet%20b%20%C3%BC.png`},
		"写真.png":                     {"写真.png", `attachment; filename="file.png"; filename*=UTF-8''%E5%86%99%E7%9C%9F.png`},
		`say "hi"; x=1 50%.png`:      {`say "hi"; x=1 50%.png`, `attachment; filename="say -hi-- x-1 50-.png"; filename*=UTF-8''say%20%22hi%22%3B%20x%3D1%2050%25.png`},
		"a\r\nX-Evil: 1\x00\x7f.png": {"a--X-Evil: 1--.png", `attachment; filename="a--X-Evil: 1--.png"`},
		"/etc/../a.png":              {"a.png", `attachment; filename="a.png"`},
		`C:\pictures\a.png`:          {"a.png", `attachment; filename="a.png"`},
		" a.png ":                    {"a.png", `attachment; filename="a.png"`},
		"bad\xff.png":                {"bad-.png", `attachment; filename="bad-.png"`},
		".htaccess":                  {".htaccess", `attachment; filename="file.htaccess"; filename*=UTF-8''.htaccess`},
	} {
		for _, raw := range []bool{false, true} {
			s := newStub(t, always(201, created))
			file := media.Bytes(name, []byte("x"))
			file.Raw, file.Type = raw, "image/png"
			if _, err := s.library(t).Upload(t.Context(), file, nil); err != nil {
				t.Errorf("%q: %v", name, err)
				continue
			}
			r := s.seen()[0]
			if raw {
				if got := r.Header.Get("Content-Disposition"); got != want.header {
					t.Errorf("%q: %s, not %s", name, got, want.header)
				}
			} else if got := r.form(t).name; got != want.form {
				t.Errorf("%q: %q, not %q", name, got, want.form)
			}
			if r.Header.Get("X-Evil") != "" || strings.Contains(string(r.Body), "\nX-Evil") {
				t.Errorf("%q: a header was smuggled in", name)
			}
		}
	}
}

func TestTypesAreToldByExtensionThenContent(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"a.jpg": "image/jpeg", "a.JPEG": "image/jpeg", "a.png": "image/png", "a.webp": "image/webp", "a.tif": "image/tiff", "a.ico": "image/x-icon",
		"a.svg": "image/svg+xml", "a.mp4": "video/mp4", "a.webm": "video/webm", "a.mov": "video/quicktime", "a.ogv": "video/ogg", "a.mp3": "audio/mpeg",
		"a.m4a": "audio/mp4", "a.ogg": "audio/ogg", "a.wav": "audio/wav", "a.pdf": "application/pdf", "a.gz": "application/gzip", "a.txt": "text/plain",
		"a.csv": "text/csv", "a.woff2": "font/woff2", "folder.png/a": "image/gif", "a": "image/gif", "a.unheard-of": "image/gif",
	} {
		file := media.Bytes(name, []byte("GIF89a…"))
		if got, err := file.ContentType(); err != nil || got != want {
			t.Errorf("%s: %q, %v, not %q", name, got, err, want)
		}
	}
	file := media.Bytes("a.png", nil)
	file.Type = "image/apng"
	if got, err := file.ContentType(); err != nil || got != "image/apng" {
		t.Errorf("%q, %v", got, err)
	}
}
