package fontlibrary_test

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const facesPath = "/cms-json/cms/v2/font-families/4/font-faces"

// bold describes a face with an address.
func bold() fontlibrary.FaceSettings {
	return fontlibrary.FaceSettings{FontFamily: "Inter", FontWeight: "700",
		Src: fontlibrary.Sources{"https://a.example/b.woff2"}}
}

func TestFaceIsReadWithOneSourceAndWithSeveral(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string][]string{
		`"https://a.example/a.woff2"`: {"https://a.example/a.woff2"}, `["a","b"]`: {"a", "b"}, `{"1":"a"}`: {"a"},
		`[]`: {},
	} {
		_, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, `{"id":7,"theme_json_version":3,"parent":4,
			"font_face_settings":{"fontFamily":"Inter","fontWeight":700,"src":`+sent+`,"fontColor":"red"}}`))
		face, err := fontlibrary.New(site).Faces(4).Get(t.Context(), 7)
		if err != nil {
			t.Errorf("Get of a face with the sources %s: error %v, want nil", sent, err)
			continue
		}
		if got := face.Settings.Src; !slices.Equal(got, want) {
			t.Errorf("Get of a face with the sources %s: sources %q, want %q", sent, got, want)
		}
		if face.Settings.FontWeight != "700" || string(face.Settings.Extra["fontColor"]) != `"red"` {
			t.Errorf("Get of a face: %+v, want the weight as text and the unknown field", face.Settings)
		}
	}
}

func TestSourcesAreWrittenAsASiteWritesThem(t *testing.T) {
	t.Parallel()
	for want, sources := range map[string]fontlibrary.Sources{`"a"`: {"a"}, `["a","b"]`: {"a", "b"}, `[]`: {}} {
		if got, err := cms.Marshal(sources); err != nil || string(got) != want {
			t.Errorf("Marshal of %q: %s, error %v, want %s", []string(sources), got, err, want)
		}
	}
}

func TestCreateSendsFilesInOneForm(t *testing.T) {
	t.Parallel()
	var parts [][3]string
	_, site := sitetest.NewTap(t)
	site, err := site.With(cms.WithMiddleware(func(http.RoundTripper) http.RoundTripper {
		return roundTrip(func(r *http.Request) (*http.Response, error) {
			kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
			if kind != "multipart/form-data" || r.ContentLength <= 0 {
				t.Errorf("Create: type %q, error %v, length %d, want a form of a known length", kind, err,
					r.ContentLength)
			}
			form := multipart.NewReader(r.Body, params["boundary"])
			for part, err := form.NextPart(); err == nil; part, err = form.NextPart() {
				content, _ := io.ReadAll(part)
				parts = append(parts, [3]string{part.Header.Get("Content-Disposition"),
					part.Header.Get("Content-Type"), string(content)})
			}
			return response(r, http.StatusCreated, `{"id":7,"parent":4,"font_face_settings":{}}`), nil
		})
	}))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "In ter.woff2"), []byte("wOF2"), 0o600); err != nil {
		t.Fatal(err)
	}
	local, err := fontlibrary.LocalFile(filepath.Join(folder, "In ter.woff2"))
	if err != nil {
		t.Fatal(err)
	}
	params := &fontlibrary.FaceParams{
		Settings: bold(), ThemeJSONVersion: new(3), Files: []fontlibrary.File{local, fontlibrary.Bytes(`x\y/"b.OTF`,
			[]byte("OTTO"))},
	}
	face, err := fontlibrary.New(site).Faces(4).Create(t.Context(), params)
	if err != nil || face.ID != 7 {
		t.Fatalf("Create: %+v, error %v, want the face 7", face, err)
	}
	want := [][3]string{
		{`form-data; name="font_face_settings"`, "",
			`{"fontFamily":"Inter","fontWeight":"700","src":["file-0","file-1","https://a.example/b.woff2"]}`},
		{`form-data; name="theme_json_version"`, "", "3"},
		{`form-data; name="file-0"; filename="In ter.woff2"`, "font/woff2", "wOF2"},
		{`form-data; name="file-1"; filename="\"b.OTF"`, "font/otf", "OTTO"},
	}
	if fmt.Sprint(parts) != fmt.Sprint(want) {
		t.Errorf("Create: sent the parts\n%q, want\n%q", parts, want)
	}
	if !slices.Equal(params.Settings.Src, bold().Src) {
		t.Errorf("Create: changed the sources of params to %q, want them as they were", params.Settings.Src)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func response(r *http.Request, status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Request: r, Body: io.NopCloser(strings.NewReader(body)),
		Header: http.Header{"Content-Type": {"application/json"}},
	}
}

func TestCreateRefusesFacesThatASiteWouldReject(t *testing.T) {
	t.Parallel()
	named := fontlibrary.FaceSettings{FontFamily: "Inter"}
	file := func(name string) []fontlibrary.File { return []fontlibrary.File{fontlibrary.Bytes(name, []byte("x"))} }
	for name, c := range map[string]struct {
		params   *fontlibrary.FaceParams
		argument string
	}{
		"nothing":               {nil, "params"},
		"no name of the family": {&fontlibrary.FaceParams{Files: file("a.ttf")}, "fontFamily"},
		"no source":             {&fontlibrary.FaceParams{Settings: named}, "src"},
		"an empty address": {&fontlibrary.FaceParams{Settings: fontlibrary.FaceSettings{FontFamily: "a",
			Src: fontlibrary.Sources{" "}}}, "src"},
		"a file without content": {&fontlibrary.FaceParams{Settings: named,
			Files: []fontlibrary.File{{Name: "a.ttf"}}}, "files[0]"},
		"a file without a name":        {&fontlibrary.FaceParams{Settings: named, Files: file("fonts/")}, "files[0]"},
		"a file with dots as its name": {&fontlibrary.FaceParams{Settings: named, Files: file("../..")}, "files[0]"},
		"a field that is there already": {&fontlibrary.FaceParams{Settings: fontlibrary.FaceSettings{FontFamily: "a",
			Src: fontlibrary.Sources{"a"}, Extra: cms.Extra{"src": []byte(`"b"`)}}}, "font_face_settings"},
	} {
		tap, site := sitetest.NewTap(t)
		_, err := fontlibrary.New(site).Faces(4).Create(t.Context(), c.params)
		if err == nil {
			t.Errorf("Create with %s: error nil, want a refusal of %s", name, c.argument)
			continue
		}
		tap.Refused(err, c.argument)
	}
}

func TestCreateEndsIfAFileHasAnotherSize(t *testing.T) {
	t.Parallel()
	content := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("12345")), nil }
	for name, file := range map[string]fontlibrary.File{
		"a longer file":   {Name: "a.ttf", Open: content, Size: 4},
		"a shorter file":  {Name: "a.ttf", Open: content, Size: 6},
		"a file of nil":   {Name: "a.ttf", Open: func() (io.ReadCloser, error) { return nil, nil }, Size: 5},
		"a missing file":  {Name: "a.ttf", Open: func() (io.ReadCloser, error) { return nil, os.ErrNotExist }, Size: 5},
		"an unread error": {Name: "a.ttf", Open: func() (io.ReadCloser, error) { return io.NopCloser(failing{}), nil }},
	} {
		whole := false
		_, site := sitetest.NewTap(t)
		site, err := site.With(cms.WithMiddleware(func(http.RoundTripper) http.RoundTripper {
			return roundTrip(func(r *http.Request) (*http.Response, error) {
				_, err := io.Copy(io.Discard, r.Body)
				whole = err == nil
				if err != nil {
					return nil, err
				}
				return response(r, http.StatusCreated, `{"id":7,"parent":4}`), nil
			})
		}))
		if err != nil {
			t.Fatal(err)
		}
		_, err = fontlibrary.New(site).Faces(4).Create(t.Context(), &fontlibrary.FaceParams{
			Settings: fontlibrary.FaceSettings{FontFamily: "a"}, Files: []fontlibrary.File{fontlibrary.Bytes("b.ttf",
				[]byte("b")), file},
		})
		if err == nil || whole {
			t.Errorf("Create with %s: error %v, whole form sent %t, want an error and false", name, err, whole)
		}
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("a broken disk") }

func TestFaceOfAnotherFamilyIsNotReturned(t *testing.T) {
	t.Parallel()
	const other = `{"id":7,"parent":5,"font_face_settings":{}}`
	list := replay.Answer(http.StatusOK, `[`+other+`,{"id":8,"parent":4,"font_face_settings":{}}]`)
	list.Header = map[string]string{"X-CMS-Total": "2", "X-CMS-TotalPages": "1"}
	_, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, other), replay.Answer(http.StatusCreated, other), list,
		replay.Answer(http.StatusOK, `{"id":4,"font_faces":[7]}`), replay.Answer(http.StatusOK, "["+other+"]"))
	faces := fontlibrary.New(site).Faces(4)
	if face, err := faces.Get(t.Context(), 7); !errors.Is(err, cms.ErrForeignRecord) || face != nil {
		t.Errorf("Get: %+v, error %v, want ErrForeignRecord", face, err)
	}
	if face, err := faces.Create(t.Context(), &fontlibrary.FaceParams{Settings: bold()}); !errors.Is(err,
		cms.ErrForeignRecord) || face != nil {
		t.Errorf("Create: %+v, error %v, want ErrForeignRecord", face, err)
	}
	page, err := faces.List(t.Context(), nil)
	if err != nil || len(page.Items) != 1 {
		t.Fatalf("List: %+v, error %v, want one face", page, err)
	}
	if page.Items[0].ID != 8 {
		t.Errorf("List: the face %d, want 8", page.Items[0].ID)
	}
	if page.Total != 2 {
		t.Errorf("List: Total %d, want 2: the site counts the faces of all families", page.Total)
	}
	for _, err := range faces.All(t.Context()) {
		if !errors.Is(err, cms.ErrForeignRecord) {
			t.Errorf("All: error %v, want ErrForeignRecord", err)
		}
	}
}

func TestCallsOfFacesWithoutAFamilyAreRefused(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	faces := fontlibrary.New(site).Faces(0)
	_, listed := faces.List(t.Context(), nil)
	_, read := faces.Get(t.Context(), 7)
	_, created := faces.Create(t.Context(), &fontlibrary.FaceParams{Settings: bold()})
	_, uploaded := faces.Create(t.Context(), &fontlibrary.FaceParams{
		Settings: bold(), Files: []fontlibrary.File{fontlibrary.Bytes("a.ttf", []byte("a"))}})
	_, deleted := faces.Delete(t.Context(), 7)
	var walked error
	for _, walked = range faces.All(t.Context()) {
		break
	}
	for verb, err := range map[string]error{
		"List": listed, "Get": read, "Create": created, "Create with a file": uploaded, "Delete": deleted,
		"All": walked,
	} {
		if !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("%s of the family 0: error %v, want ErrInvalidArgument", verb, err)
		}
	}
	tap.Sent()
}

func TestCreateIsNotRetriedOnceTheSiteMayHaveIt(t *testing.T) {
	t.Parallel()
	for name, files := range map[string][]fontlibrary.File{"JSON": nil, "a form": {fontlibrary.Bytes("a.ttf",
		[]byte("a"))}} {
		tap, site := sitetest.NewTap(t, replay.Answer(http.StatusBadGateway, "<html>"))
		_, err := fontlibrary.New(site).Faces(4).Create(t.Context(), &fontlibrary.FaceParams{Settings: bold(),
			Files: files})
		if !errors.Is(err, cms.ErrOutcomeUnknown) {
			t.Errorf("Create by %s: error %v, want ErrOutcomeUnknown", name, err)
		}
		if asked := tap.Asked(); len(asked) != 1 || !strings.HasPrefix(asked[0], "POST "+facesPath) {
			t.Errorf("Create by %s: sent %q, want one POST", name, asked)
		}
	}
}

func TestFileIsPrintedWithoutItsContent(t *testing.T) {
	t.Parallel()
	const want = `fontlibrary.File("a.ttf", 6 bytes)`
	if got := fmt.Sprintf("%+v", fontlibrary.Bytes("a.ttf", []byte("secret"))); got != want {
		t.Errorf("Format: %s, want %s", got, want)
	}
	for _, name := range []string{filepath.Join(t.TempDir(), "none.ttf"), t.TempDir()} {
		if _, err := fontlibrary.LocalFile(name); err == nil {
			t.Errorf("LocalFile of %s: error nil, want one", name)
		}
	}
}
