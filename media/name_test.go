package media_test

import (
	"mime"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

func TestNamesOfFilesAreMadeSafe(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ form, header string }{
		"a.png": {"a.png", `attachment; filename="a.png"`},
		"Sheet b ü.png": {"Sheet b ü.png",
			`attachment; filename="Sheet b -.png"; filename*=UTF-8''Sheet%20b%20%C3%BC.png`},
		"写真.png": {"写真.png", `attachment; filename="file.png"; filename*=UTF-8''%E5%86%99%E7%9C%9F.png`},
		`say "hi"; x=1 50%.png`: {`say "hi"; x=1 50%.png`,
			`attachment; filename="say -hi-- x-1 50-.png"; filename*=UTF-8''say%20%22hi%22%3B%20x%3D1%2050%25.png`},
		"a\r\nX-Evil: 1\x00\x7f.png": {"a--X-Evil: 1--.png", `attachment; filename="a--X-Evil: 1--.png"`},
		"/etc/../a.png":              {"a.png", `attachment; filename="a.png"`},
		`C:\pictures\a.png`:          {"a.png", `attachment; filename="a.png"`},
		" a.png ":                    {"a.png", `attachment; filename="a.png"`},
		"bad\xff.png":                {"bad-.png", `attachment; filename="bad-.png"`},
		".htaccess":                  {".htaccess", `attachment; filename="file.htaccess"; filename*=UTF-8''.htaccess`},
	} {
		for _, raw := range []bool{false, true} {
			s := stub.New(t, stub.Always(201, created))
			file := media.Bytes(name, []byte("x"))
			file.Raw, file.Type = raw, "image/png"
			if _, err := library(t, s).Upload(t.Context(), file, nil); err != nil {
				t.Errorf("%q: Library.Upload(file): %v", name, err)
				continue
			}
			r := s.Seen()[0]
			if raw {
				if got := r.Header.Get("Content-Disposition"); got != want.header {
					t.Errorf("file %q: Content-Disposition %q, want %q", name, got, want.header)
				}
			} else if got := formOf(t, r).name; got != want.form {
				t.Errorf("file %q: name in the form %q, want %q", name, got, want.form)
			}
			switch {
			case r.Header.Get("X-Evil") != "":
				t.Errorf(`%q: a header was smuggled in: Header.Get("X-Evil") %q, want an empty string`, name,
					r.Header.Get("X-Evil"))
			case strings.Contains(r.Body, "\nX-Evil"):
				t.Errorf("%q: a header was smuggled in: Body %q, want no %q in it", name, r.Body, "\nX-Evil")
			}
		}
	}
}

func TestTypesAreDerivedFromExtensionThenContent(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"a.JPEG": "image/jpeg", "a.tar.gz": "application/gzip", "folder.png/a": "image/gif", "a": "image/gif",
		"a.unheard-of": "image/gif",
	} {
		file := media.Bytes(name, []byte("GIF89a…"))
		if got, err := file.ContentType(); err != nil || got != want {
			t.Errorf("ContentType of %s: %q, error %v, want %q and nil", name, got, err, want)
		}
	}
	file := media.Bytes("a.png", nil)
	file.Type = "image/apng"
	if got, err := file.ContentType(); err != nil || got != "image/apng" {
		t.Errorf("File.ContentType: error %v, %q, want nil and %q", err, got, "image/apng")
	}
}

func TestTypesOfExtensionsAreTheSameOnAllMachines(t *testing.T) {
	t.Parallel()
	for want, extensions := range map[string]string{
		"image/jpeg": ".jpg .jpeg .jpe", "image/png": ".png", "image/gif": ".gif", "image/webp": ".webp",
		"image/avif": ".avif", "image/heic": ".heic",
		"image/heif": ".heif", "image/bmp": ".bmp", "image/tiff": ".tif .tiff", "image/x-icon": ".ico",
		"image/svg+xml": ".svg",
		"video/mp4":     ".mp4 .m4v", "video/webm": ".webm", "video/mpeg": ".mpeg", "video/quicktime": ".mov",
		"video/ogg":  ".ogv",
		"audio/mpeg": ".mp3", "audio/mp4": ".m4a", "audio/ogg": ".ogg .oga", "audio/wav": ".wav", "audio/flac": ".flac",
		"application/pdf": ".pdf", "application/zip": ".zip", "application/json": ".json", "application/gzip": ".gz",
		"text/plain": ".txt", "text/csv": ".csv", "font/woff": ".woff", "font/woff2": ".woff2", "font/ttf": ".ttf",
		"font/otf": ".otf",
	} {
		for extension := range strings.FieldsSeq(extensions) {
			if err := mime.AddExtensionType(extension, "application/x-of-this-machine"); err != nil {
				t.Fatal(err)
			}
			file := media.Bytes("a"+extension, []byte("GIF89a…"))
			if got, err := file.ContentType(); err != nil || got != want {
				t.Errorf("ContentType of extension %s: %q, error %v, want %q and nil", extension, got, err, want)
			}
		}
	}
}

func TestTypeOfAnotherExtensionIsThatOfTheMachine(t *testing.T) {
	t.Parallel()
	if err := mime.AddExtensionType(".of-this-machine", "application/x-of-this-machine"); err != nil {
		t.Fatal(err)
	}
	file := media.Bytes("a.Of-This-Machine", []byte("GIF89a…"))
	if got, err := file.ContentType(); err != nil || got != "application/x-of-this-machine" {
		t.Errorf("ContentType of an extension of this machine: %q, error %v, want application/x-of-this-machine", got, err)
	}
}
