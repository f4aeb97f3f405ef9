package media_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

// everything sets all fields of an upload.
func everything() *media.Params {
	p := &media.Params{
		Date:          cms.LocalTime("2026-01-02T03:04:05").Date(),
		DateGMT:       cms.NoDate(),
		Slug:          new("slug"),
		Status:        new(cms.StatusPrivate),
		Title:         new(`Title "quoted" & ü`),
		Author:        new(int64(2)),
		FeaturedMedia: new(int64(3)),
		CommentStatus: new(cms.DiscussionClosed),
		PingStatus:    new(cms.DiscussionOpen),
		Meta: &cms.MetaParams{
			Extra: cms.Extra{"_a": json.RawMessage(`{"b":[1,true,"x"],"c.d":null,"e":[{"f":1.50},[2]]}`)}},
		Template:         new(""),
		AltText:          new("line\r\nline"),
		Caption:          new("--boundary--"),
		Description:      new("d"),
		Post:             new(int64(0)),
		GenerateSubSizes: new(false),
		ConvertFormat:    new(true),
	}
	if err := p.Extra.Set("plugin", "p"); err != nil {
		panic(err)
	}
	return p
}

func TestUploadCarriesEveryFieldInOneRequest(t *testing.T) {
	t.Parallel()
	want := map[string][]string{
		"date": {"2026-01-02T03:04:05"}, "slug": {"slug"}, "status": {"private"}, "title": {`Title "quoted" & ü`},
		"author":         {"2"},
		"featured_media": {"3"}, "comment_status": {"closed"}, "ping_status": {"open"}, "template": {""},
		"alt_text": {"line\r\nline"},
		"caption":  {"--boundary--"}, "description": {"d"}, "post": {"0"}, "generate_sub_sizes": {"false"},
		"convert_format": {"true"},
		"plugin":         {"p"}, "meta[_a][b][]": {"1", "true", "x"}, "meta[_a][e][0][f]": {"1.50"},
		"meta[_a][e][1][]": {"2"},
	}
	for _, raw := range []bool{false, true} {
		s := stub.New(t, stub.Always(201, created))
		file := picture()
		file.Raw = raw
		file.MD5 = strings.Repeat("AB", 16)
		m, err := library(t, s).Upload(t.Context(), file, everything(), cms.Fields("id"), cms.Header("X-Extra", "1"))
		switch {
		case err != nil:
			t.Fatalf("Library.Upload: error %v, want nil", err)
		case m.ID != 7:
			t.Fatalf("Library.Upload: ID %d, want 7", m.ID)
		}
		requests := s.Seen()
		r := requests[0]
		switch {
		case len(requests) != 1:
			t.Errorf("raw %v: %+v: %d requests, want 1", raw, requests, len(requests))
		case r.Method != "POST" || r.Path != "/cms-json/cms/v2/media":
			t.Errorf("raw %v: %+v: Method %q, Path %q, want %q and %q", raw, requests, r.Method, r.Path, "POST",
				"/cms-json/cms/v2/media")
		case r.Values().Get("_fields") != "id":
			t.Errorf(`raw %v: %+v: Query.Get("_fields") %q, want %q`, raw, requests, r.Values().Get("_fields"), "id")
		case r.Header.Get("X-Extra") != "1":
			t.Errorf(`raw %v: %+v: Header.Get("X-Extra") %q, want %q`, raw, requests, r.Header.Get("X-Extra"), "1")
		case r.Header.Get("Content-Md5") != strings.Repeat("ab", 16):
			t.Errorf(`raw %v: %+v: Header.Get("Content-Md5") %q, want %q`, raw, requests, r.Header.Get("Content-Md5"),
				strings.Repeat("ab", 16))
		}
		query := r.Values()
		got, content, kind := map[string][]string(query), r.Body, r.Header.Get("Content-Type")
		delete(got, "_fields")
		if !raw {
			f := formOf(t, r)
			got, content, kind = f.fields, f.content, f.kind
			if f.name != "a.png" || len(query) != 0 {
				t.Errorf("file named %q with query %v, want %q and no query", f.name, query, "a.png")
			}
		} else if d := r.Header.Get("Content-Disposition"); d != `attachment; filename="a.png"` {
			t.Errorf("Content-Disposition: %q, want %q", d, `attachment; filename="a.png"`)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("raw %t: fields %v, want %v", raw, got, want)
		}
		if content != "picture" || kind != "image/png" {
			t.Errorf("raw %t: content %q of type %q, want %q of %q", raw, content, kind, "picture", "image/png")
		}
	}
}

func TestUploadWithoutParamsSendsOnlyTheFile(t *testing.T) {
	t.Parallel()
	for name, params := range map[string]*media.Params{"nil": nil, "empty": {}, "empty meta": {Meta: &cms.MetaParams{}}} {
		s := stub.New(t, stub.Always(201, created))
		if _, err := library(t, s).Upload(t.Context(), picture(), params); err != nil {
			t.Fatal(err)
		}
		if f := formOf(t, s.Seen()[0]); len(f.fields) != 0 || f.content != "picture" {
			t.Errorf("%s: asked.form: length of f.fields %d, f.content %q, want 0 and %q", name, len(f.fields), f.content,
				"picture")
		}
	}
}

func TestUploadFileSendsTheFileAtAPath(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(201, created))
	library, folder := library(t, s), t.TempDir()
	name := filepath.Join(folder, "cover.jpg")
	if err := os.WriteFile(name, []byte("jpeg"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := library.UploadFile(t.Context(), name, &media.Params{AltText: new("Cover")}); err != nil {
		t.Fatal(err)
	}
	f := formOf(t, s.Seen()[0])
	switch {
	case f.name != "cover.jpg" || f.kind != "image/jpeg":
		t.Errorf("asked.form: f.name %q, f.kind %q, want %q and %q", f.name, f.kind, "cover.jpg", "image/jpeg")
	case f.content != "jpeg":
		t.Errorf("asked.form: f.content %q, want %q", f.content, "jpeg")
	case f.fields["alt_text"][0] != "Cover":
		t.Errorf(`asked.form: f.fields["alt_text"][0] %q, want %q`, f.fields["alt_text"][0], "Cover")
	}
	if _, err := library.UploadFile(t.Context(), filepath.Join(folder, "none.jpg"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v, want ErrNotExist", err)
	}
	if _, err := library.UploadFile(t.Context(), folder, nil); err == nil ||
		!strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder: %v, want %q in it", err, "not a regular file")
	}
	if len(s.Seen()) != 1 {
		t.Errorf("something else was sent: requests sent: %d, want 1", len(s.Seen()))
	}
}

func TestInvalidUploadsAreRefused(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(201, created))
	library := library(t, s)
	upload := func(change func(*media.File)) func() error {
		return func() error {
			file := picture()
			change(&file)
			_, err := library.Upload(t.Context(), file, nil)
			return err
		}
	}
	extra := func(name, value string) func() error {
		return func() error {
			_, err := library.Upload(t.Context(), picture(), &media.Params{Extra: cms.Extra{name: json.RawMessage(value)}})
			return err
		}
	}
	edit := func(p *media.EditParams) func() error {
		return func() error { _, err := library.Edit(t.Context(), 1, p); return err }
	}
	cases := map[string]func() error{
		"no content":         upload(func(f *media.File) { f.Open = nil }),
		"two contents":       upload(func(f *media.File) { f.Reader = strings.NewReader("x") }),
		"no name":            upload(func(f *media.File) { f.Name = "" }),
		"a folder as a name": upload(func(f *media.File) { f.Name = "folder/" }),
		"dots as a name":     upload(func(f *media.File) { f.Name = "../.." }),
		"a type of nothing":  upload(func(f *media.File) { f.Type = "png" }),
		"a type with a line": upload(func(f *media.File) { f.Type = "image/png\r\nX: y" }),
		"a short checksum":   upload(func(f *media.File) { f.MD5 = "abcd" }),
		"no checksum":        upload(func(f *media.File) { f.MD5 = "xyz" }),
		"an id":              extra("id", "3"),
		"a file":             extra("file", `"x"`),
		"an address":         extra("url", `"http://a.example/x.png"`),
		"a method":           extra("_method", `"DELETE"`),
		"an envelope":        extra("_envelope", `1`),
		"a function":         extra("_JSONP", `"f"`),
		"a route":            extra("REST_ROUTE", `"/"`),
		"a dotted name":      extra("a.b", `1`),
		"a name with a line": extra("a\r\nb", `1`),
		"no field name":      extra("", `1`),
		"an empty list":      extra("a", `[]`),
		"an empty object":    extra("a", `{"b":{}}`),
		"a null in a list":   extra("a", `[null]`),
		"brackets":           extra("a", `{"b]":1}`),
		"brackets in a list": extra("a", `[{"[":1}]`),
		"no JSON":            extra("a", `{`),
		"an update with generate_sub_sizes": func() error {
			_, err := library.Update(t.Context(), 1, &media.Params{GenerateSubSizes: new(true)})
			return err
		},
		"an update with convert_format": func() error {
			_, err := library.Update(t.Context(), 1, &media.Params{ConvertFormat: new(true)})
			return err
		},
		"an update with an id": func() error {
			_, err := library.Update(t.Context(), 1, &media.Params{Extra: cms.Extra{"id": json.RawMessage("2")}})
			return err
		},
		"no web address":   func() error { _, err := library.UploadURL(t.Context(), "file:///etc/passwd", nil); return err },
		"a broken address": func() error { _, err := library.UploadURL(t.Context(), "http://[", nil); return err },
		"an address with an id": func() error {
			_, err := library.UploadURL(t.Context(), "http://a.example/x.png",
				&media.Params{Extra: cms.Extra{"id": json.RawMessage("2")}})
			return err
		},
		"an address with broken params": func() error {
			_, err := library.UploadURL(t.Context(), "http://a.example/x.png",
				&media.Params{Extra: cms.Extra{"a": json.RawMessage("{")}})
			return err
		},
		"an edit of nothing":       edit(nil),
		"an edit without src":      edit(&media.EditParams{Modifiers: media.Modifiers{media.Flip{}}}),
		"an empty list of changes": edit(&media.EditParams{Src: "s", Modifiers: media.Modifiers{}}),
		"a change that is nil":     edit(&media.EditParams{Src: "s", Modifiers: media.Modifiers{nil}}),
		"a rotation of 360":        edit(&media.EditParams{Src: "s", Rotation: new(360)}),
		"a rotation of -1":         edit(&media.EditParams{Src: "s", Rotation: new(-1)}),
		"x":                        edit(&media.EditParams{Src: "s", X: new(-0.1)}),
		"y":                        edit(&media.EditParams{Src: "s", Y: new(100.1)}),
		"width":                    edit(&media.EditParams{Src: "s", Width: new(101.0)}),
		"height":                   edit(&media.EditParams{Src: "s", Height: new(-1.0)}),
		"edit 0": func() error {
			_, err := library.Edit(t.Context(), 0, &media.EditParams{Src: "s"})
			return err
		},
		"post-process 0":         func() error { _, err := library.PostProcess(t.Context(), 0); return err },
		"finalize -1":            func() error { _, err := library.Finalize(t.Context(), -1, nil); return err },
		"sideload 0":             func() error { _, err := library.Sideload(t.Context(), 0, picture(), nil); return err },
		"a sideload for nothing": func() error { _, err := library.Sideload(t.Context(), 1, picture(), nil); return err },
		"a sideload for no name": func() error {
			_, err := library.Sideload(t.Context(), 1, picture(), &media.SideloadParams{ImageSize: media.SizeNames{"a", ""}})
			return err
		},
		"a sideload of nothing": func() error {
			_, err := library.Sideload(t.Context(), 1, media.File{Name: "a.png"},
				&media.SideloadParams{ImageSize: media.SizeNames{"a"}})
			return err
		},
		"get 0":    func() error { _, err := library.Get(t.Context(), 0); return err },
		"delete 0": func() error { _, err := library.Delete(t.Context(), 0); return err },
	}
	for name, sub := range map[string]media.SubSize{
		"a width of -1":    {ImageSize: media.SizeNames{"a"}, Width: -1},
		"a filesize of -1": {ImageSize: media.SizeNames{"a"}, Filesize: -1},
		"a text":           {ImageSize: media.SizeNames{"a"}, MimeType: "text/plain"},
		"an empty size":    {ImageSize: media.SizeNames{""}},
	} {
		cases["finalize "+name] = func() error {
			_, err := library.Finalize(t.Context(), 1, []media.SubSize{sub})
			return err
		}
	}
	for name, call := range cases {
		prefix := "cms: media."
		if strings.HasPrefix(name, "an address with") {
			prefix = "cms: media.UploadURL: "
		}
		if err := call(); !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("call: %s: not refused: %v, want ErrInvalidArgument", name, err)
		} else if !strings.HasPrefix(err.Error(), prefix) {
			t.Errorf("%s: call: error %v, want the prefix %q", name, err, prefix)
		}
	}
	if n := len(s.Seen()); n != 0 {
		t.Errorf("%d requests were sent, want 0", n)
	}
}

func TestParamsAreLeftAlone(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(201, created))
	p := everything()
	before, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	extra := maps.Clone(p.Extra)
	library := library(t, s)
	if _, err := library.Upload(t.Context(), picture(), p); err != nil {
		t.Fatal(err)
	}
	if _, err := library.UploadURL(t.Context(), "http://a.example/x.png", p); err != nil {
		t.Fatal(err)
	}
	r := library.UpdateRequest(3, p)
	switch sent, ok := r.Body.(*media.Params); {
	case !ok:
		t.Errorf("Library.UpdateRequest(3, p): body %T, want *media.Params", r.Body)
	case sent.GenerateSubSizes != nil:
		t.Errorf("Library.UpdateRequest(3, p): sent.GenerateSubSizes %+v, want nil", sent.GenerateSubSizes)
	case sent.ConvertFormat != nil:
		t.Errorf("Library.UpdateRequest(3, p): sent.ConvertFormat %+v, want nil", sent.ConvertFormat)
	case *sent.Slug != "slug":
		t.Errorf("Library.UpdateRequest(3, p): *sent.Slug %q, want %q", *sent.Slug, "slug")
	}
	after, _ := json.Marshal(p)
	switch {
	case string(before) != string(after):
		t.Errorf("json.Marshal(p): %s became %s: before %q, want %q", before, after, string(before), string(after))
	case !reflect.DeepEqual(extra, p.Extra):
		t.Errorf("everything: %s became %s: extra %v, want %v", before, after, extra, p.Extra)
	}
}
