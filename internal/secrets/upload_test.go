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
						t.Errorf("%.60q: the path is %s", s, x.path)
					}
					if why := x.wrong(a, s); why != "" {
						t.Errorf("%.60q: %s", s, why)
						continue
					}
					if raw {
						rawUpload(t, s, what, a)
					} else {
						form(t, s, what, a)
					}
				}
				if len(w.arrivals) > 0 {
					t.Errorf("%d more requests arrived than were meant", len(w.arrivals))
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
	if err != nil || kind != "attachment" || len(attributes) != 1 ||
		strings.ContainsAny(attributes["filename"], "/\\\r\n\x00") || attributes["filename"] == "" {
		t.Errorf("%.60q: %.200s is read as %v, %v", s, line, attributes, err)
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
			t.Errorf("%.60q: part %d of %.200s", s, i, line)
		}
	}
	if string(a.body) != "content" {
		t.Errorf("%.60q: the body is %.100q", s, a.body)
	}
	if strings.HasSuffix(what, "extension") && !strings.HasSuffix(attributes["filename"], ".png") {
		t.Errorf("%.60q: the extension is gone from %.200q", s, attributes["filename"])
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
		t.Errorf("%.60q: %v", s, err)
		return
	}
	boundary := "--" + attributes["boundary"]
	if strings.Contains(s, attributes["boundary"]) ||
		bytes.Count(a.body, []byte(boundary)) != len(bytes.Split(a.body, []byte("\r\n"+boundary))) {
		t.Errorf("%.60q: the boundary stands somewhere else", s)
	}
	reader := multipart.NewReader(bytes.NewReader(a.body), attributes["boundary"])
	parts, files := 0, 0
	for ; ; parts++ {
		part, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Errorf("%.60q: %v", s, err)
			return
		}
		content, _ := io.ReadAll(part)
		if part.FormName() != "file" {
			if len(part.Header) != 1 || part.FileName() != "" {
				t.Errorf("%.60q: a field has the header %q", s, part.Header)
			}
			continue
		}
		files++
		if len(part.Header) != 2 || part.FileName() == "" || strings.ContainsAny(part.FileName(), "/\r\n\x00") ||
			string(content) != "content" {
			t.Errorf("%.60q: the file has the header %q, the name %q and the content %.60q", s, part.Header,
				part.FileName(), content)
		}
		if strings.HasSuffix(what, "extension") && !strings.HasSuffix(part.FileName(), ".png") {
			t.Errorf("%.60q: the extension is gone from %.200q", s, part.FileName())
		}
	}
	if files != 1 || parts > 2 {
		t.Errorf("%.60q: %d files in %d parts", s, files, parts)
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
				t.Errorf("%.60q: a line of a part is %.100q", s, line)
			}
			if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
				t.Errorf("%.60q: there is a control character in %.100q", s, line)
			}
		}
	}
}
