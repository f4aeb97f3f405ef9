package secrets

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/textproto"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// sending is one way to give an upload a hostile text.
type sending func(ctx context.Context, library *media.Library, s string) error

func upload(ctx context.Context, library *media.Library, file media.File, params *media.Params) error {
	_, err := library.Upload(ctx, file, params)
	return err
}

// sendings are the texts of an upload, each with the fields of its form.
func sendings(raw bool) map[string]sending {
	file := func(name string) media.File {
		f := media.Bytes(name, []byte("content"))
		f.Raw, f.Type = raw, "image/png"
		return f
	}
	return map[string]sending{
		"the name": func(ctx context.Context, library *media.Library, s string) error {
			return upload(ctx, library, file(s), nil)
		},
		"the name with an extension": func(ctx context.Context, library *media.Library, s string) error {
			return upload(ctx, library, file(s+".png"), nil)
		},
		"the type": func(ctx context.Context, library *media.Library, s string) error {
			f := file("a.png")
			f.Type = s
			return upload(ctx, library, f, nil)
		},
		"the parameters of the type": func(ctx context.Context, library *media.Library, s string) error {
			f := file("a.png")
			f.Type = "image/png; a=b;" + s
			return upload(ctx, library, f, nil)
		},
		"the end of the type": func(ctx context.Context, library *media.Library, s string) error {
			f := file("a.png")
			f.Type = "image/png" + s
			return upload(ctx, library, f, nil)
		},
		"the checksum": func(ctx context.Context, library *media.Library, s string) error {
			f := file("a.png")
			f.MD5 = s
			return upload(ctx, library, f, nil)
		},
		"a field": func(ctx context.Context, library *media.Library, s string) error {
			return upload(ctx, library, file("a.png"), &media.Params{Title: new(s)})
		},
		"the name of a field": func(ctx context.Context, library *media.Library, s string) error {
			return upload(ctx, library, file("a.png"), &media.Params{Extra: cms.Extra{s: []byte(`"v"`)}})
		},
		"the name of a field in a field": func(ctx context.Context, library *media.Library, s string) error {
			extra := cms.Extra{}
			if err := extra.Set("a", map[string]string{s: "v"}); err != nil {
				return err
			}
			return upload(ctx, library, file("a.png"), &media.Params{Extra: extra})
		},
		"the name of a size": func(ctx context.Context, library *media.Library, s string) error {
			_, err := library.Sideload(ctx, 5, file("a.png"), &media.SideloadParams{ImageSize: media.SizeNames{s}})
			return err
		},
	}
}

func TestNoTextOfAnUploadBecomesAnotherPartOrHeader(t *testing.T) {
	t.Parallel()
	for _, raw := range []bool{false, true} {
		for what, send := range sendings(raw) {
			name := "form: " + what
			if raw {
				name = "raw: " + what
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				w := newWire(t)
				library := media.New(w.site(t))
				for _, s := range append(hostile(), "plain", ".png", "x\r\nX-Evil: 1\r\n", "\r\n x=\"a: b\"",
					"\r\nX-Evil=1", `\"`, `a\"b`) {
					err := send(t.Context(), library, s)
					if errors.Is(err, cms.ErrInvalidArgument) {
						continue
					}
					a := <-w.arrivals
					x := attack{path: strings.Split(a.target, "?")[0], header: "Content-Disposition"}
					if a.request != nil && a.request.Header.Get("Content-Md5") != "" {
						x.header = "Content-Md5"
					}
					if !strings.HasPrefix(x.path, "/cms-json/cms/v2/media") {
						t.Errorf("Upload of %.60q: path %s, want that of the media", s, x.path)
					}
					if why := x.wrong(a, s); why != "" {
						t.Errorf("Upload of %.60q: %s, want the request unchanged", s, why)
						continue
					}
					if raw {
						rawUpload(t, s, what, a)
					} else {
						form(t, s, what, a)
					}
				}
				if len(w.arrivals) > 0 {
					t.Errorf("Requests that arrived besides those meant: %d, want none", len(w.arrivals))
				}
			})
		}
	}
}

// rawUpload checks an upload whose name stands in a header.
func rawUpload(t *testing.T, s, what string, a arrival) {
	t.Helper()
	line := a.request.Header.Get("Content-Disposition")
	kind, attributes, err := mime.ParseMediaType(line)
	if err != nil {
		t.Errorf("Upload of %.60q: %.200s is read as %v, error %v, want none", s, line, attributes, err)
	} else if kind != "attachment" || len(attributes) != 1 {
		t.Errorf("Upload of %.60q: %.200s is read as %v, want an attachment with one attribute", s, line, attributes)
	} else if strings.ContainsAny(attributes["filename"], "/\\\r\n\x00") || attributes["filename"] == "" {
		t.Errorf("Upload of %.60q: %.200s is read as %v, want a file name without a path", s, line, attributes)
	}
	// As the site reads it: it splits at semicolons, knows no escapes and looks at filename alone.
	for i, part := range strings.Split(line, ";") {
		part = strings.TrimSpace(part)
		plain, isPlain := strings.CutPrefix(part, `filename="`)
		switch {
		case i == 0 && part == "attachment",
			i == 2 && strings.HasPrefix(part, "filename*=UTF-8''") && !strings.ContainsAny(part[17:], `"; '()<>@,:\/[]?={}`):
		case i == 1 && isPlain && strings.HasSuffix(plain, `"`) &&
			!strings.ContainsAny(strings.TrimSuffix(plain, `"`), "\"\\/=%\r\n") && isASCII(plain):
		default:
			t.Errorf("Upload of %.60q: part %d of %.200s, want a quoted or an encoded file name", s, i, line)
		}
	}
	if string(a.body) != "content" {
		t.Errorf("Upload of %.60q: body %.100q, want the content of the file", s, a.body)
	}
	if strings.HasSuffix(what, "extension") && !strings.HasSuffix(attributes["filename"], ".png") {
		t.Errorf("Upload of %.60q: file name %.200q, want the extension kept", s, attributes["filename"])
	}
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x7f || r < ' ' })
}

// form checks an upload whose name stands in a part of a form.
func form(t *testing.T, s, what string, a arrival) {
	t.Helper()
	_, attributes, err := mime.ParseMediaType(a.request.Header.Get("Content-Type"))
	if err != nil {
		t.Errorf("Upload of %.60q: Content-Type of the form: error %v, want none", s, err)
		return
	}
	boundary := "--" + attributes["boundary"]
	if strings.Contains(s, attributes["boundary"]) ||
		bytes.Count(a.body, []byte(boundary)) != len(bytes.Split(a.body, []byte("\r\n"+boundary))) {
		t.Errorf("Upload of %.60q: the boundary is also within a part, want it only between parts", s)
	}
	reader := multipart.NewReader(bytes.NewReader(a.body), attributes["boundary"])
	parts, files := 0, 0
	for ; ; parts++ {
		part, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Errorf("Upload of %.60q: next part: error %v, want none", s, err)
			return
		}
		content, _ := io.ReadAll(part)
		if part.FormName() != "file" {
			if len(part.Header) != 1 || part.FileName() != "" {
				t.Errorf("Upload of %.60q: a field has the headers %q, want only its name", s, part.Header)
			}
			continue
		}
		files++
		if len(part.Header) != 2 || part.FileName() == "" {
			t.Errorf("Upload of %.60q: headers %q, file name %q, want two headers and a name", s, part.Header, part.FileName())
		} else if strings.ContainsAny(part.FileName(), "/\r\n\x00") || string(content) != "content" {
			t.Errorf("Upload of %.60q: file name %q, content %.60q, want no path and the content of the file", s,
				part.FileName(), content)
		}
		if strings.HasSuffix(what, "extension") && !strings.HasSuffix(part.FileName(), ".png") {
			t.Errorf("Upload of %.60q: file name %.200q, want the extension kept", s, part.FileName())
		}
	}
	if files != 1 || parts > 2 {
		t.Errorf("Upload of %.60q: %d files in %d parts, want 1 in at most 2", s, files, parts)
	}
	// The lines themselves, for a reader that is less strict than ours.
	for piece := range strings.SplitSeq(string(a.body), "\r\n"+boundary) {
		head, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(piece, boundary), "\r\n"), "\r\n\r\n")
		for line := range strings.SplitSeq(head, "\r\n") {
			name, value, _ := strings.Cut(line, ":")
			switch {
			case line == "--" || line == "":
			case textproto.CanonicalMIMEHeaderKey(name) == "Content-Disposition" &&
				strings.Count(strings.ReplaceAll(strings.ReplaceAll(value, `\\`, ""), `\"`, ""), `"`)%2 == 0:
			case textproto.CanonicalMIMEHeaderKey(name) == "Content-Type":
			default:
				t.Errorf("Upload of %.60q: line %.100q of a part, want only its two headers", s, line)
			}
			if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
				t.Errorf("Upload of %.60q: control character in %.100q, want none", s, line)
			}
		}
	}
}
