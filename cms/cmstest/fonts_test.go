package cmstest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// fontForm returns the body of a form with settings and files by field, and its type.
func fontForm(t *testing.T, settings string, files map[string][2]string) (body, contentType string) {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	if err := form.WriteField("font_face_settings", settings); err != nil {
		t.Fatal(err)
	}
	for field, file := range files {
		part, err := form.CreateFormFile(field, file[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(file[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), form.FormDataContentType()
}

// uploadFont sends a form to a route.
func uploadFont(t *testing.T, c *client, path, settings string, files map[string][2]string) answer {
	t.Helper()
	body, contentType := fontForm(t, settings, files)
	return c.do("admin", http.MethodPost, path, body, "Content-Type: "+contentType)
}

func familyBody(settings string) string {
	body, _ := json.Marshal(map[string]string{"font_family_settings": settings})
	return string(body)
}

func TestFontFamilyIsWrittenAsTextAndReadAsObject(t *testing.T) {
	t.Parallel()
	c := start(t)
	const settings = `{"name":"My Sans","slug":"My Sans","fontFamily":"My Sans, sans-serif"}`
	expect(t, "create", c.do("admin", "POST", "/font-families", familyBody(settings)), 201, map[string]any{
		"font_family_settings.slug": "my-sans", "font_family_settings.fontFamily": `"My Sans", sans-serif`,
		"font_family_settings.preview": "", "theme_json_version": 3.0,
	})
	const path = "/font-families/1"
	for name, row := range map[string]struct {
		method, path, body string
		status             int
		code               string
	}{
		"an object": {"POST", "/font-families", `{"font_family_settings":` + settings + `}`, 400,
			"rest_invalid_param"},
		"no JSON": {"POST", "/font-families", familyBody("{"), 400, "rest_invalid_param"},
		"no name": {"POST", "/font-families", familyBody(`{"slug":"a","fontFamily":"a"}`), 400,
			"rest_invalid_param"},
		"an unknown member": {"POST", "/font-families", familyBody(`{"name":"a","slug":"a","fontFamily":"a","x":1}`),
			400, "rest_invalid_param"},
		"an empty name": {"POST", "/font-families", familyBody(`{"name":"","slug":"a","fontFamily":"a"}`), 400,
			"rest_invalid_param"},
		"no settings":  {"POST", "/font-families", `{}`, 400, "rest_missing_callback_param"},
		"a duplicate":  {"POST", "/font-families", familyBody(settings), 400, "rest_duplicate_font_family"},
		"another slug": {"POST", path, familyBody(`{"slug":"b"}`), 400, "rest_invalid_param"},
		"PUT":          {"PUT", path, familyBody(`{"name":"b"}`), 400, "rest_invalid_param"},
		"PATCH":        {"PATCH", path, familyBody(`{"name":"b"}`), 400, "rest_invalid_param"},
		"no trash":     {"DELETE", path, "", 501, "rest_trash_not_supported"},
		"no family":    {"GET", "/font-families/9", "", 404, "rest_post_invalid_id"},
	} {
		expect(t, name, c.do("admin", row.method, row.path, row.body), row.status, map[string]any{"code": row.code})
	}
	expect(t, "update", c.do("admin", "POST", path, familyBody(`{"name":"Other"}`)), 200,
		map[string]any{"font_family_settings.name": "Other", "font_family_settings.slug": "my-sans"})
	for _, user := range []string{"", "editor"} {
		status := map[string]int{"": 401, "editor": 403}[user]
		expect(t, "read", c.do(user, "GET", path, ""), status, map[string]any{"code": "rest_cannot_read"})
		expect(t, "update", c.do(user, "POST", path, familyBody(`{}`)), status,
			map[string]any{"code": "rest_cannot_edit"})
		expect(t, "delete", c.do(user, "DELETE", path, ""), status, map[string]any{"code": "rest_cannot_delete"})
		expect(t, "create", c.do(user, "POST", "/font-families", familyBody(settings)), status,
			map[string]any{"code": "rest_cannot_create"})
	}
}

func TestFontFacesHaveFilesAndAddresses(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, slug := range []string{"one", "two"} {
		c.do("admin", "POST", "/font-families", familyBody(fmt.Sprintf(`{"name":"A","slug":%q,"fontFamily":"A"}`,
			slug)))
	}
	const path = "/font-families/1/font-faces"
	made := uploadFont(t, c, path, `{"fontFamily":"A B","fontWeight":700,"src":"file-0"}`,
		map[string][2]string{"file-0": {"a b.woff2", "wOF2 x"}})
	src := c.site.URL + "/cms-content/uploads/fonts/a-b.woff2"
	expect(t, "create", made, 201, map[string]any{
		"parent": 1.0, "font_face_settings.src": src, "font_face_settings.fontWeight": "700",
		"font_face_settings.fontFamily": `"A B"`,
	})
	if location := made.header.Get("Location"); !strings.HasSuffix(location,
		`/font-families/(?P<font_family_id>[\d]+)/font-faces/3`) {
		t.Errorf("Location: %s, want the pattern of the route", location)
	}
	file, err := http.Get(src)
	if err != nil {
		t.Fatal(err)
	}
	_ = file.Body.Close()
	if file.StatusCode != http.StatusOK || file.Header.Get("Content-Type") != "font/woff2" {
		t.Errorf("GET %s: %d of type %s, want the file", src, file.StatusCode, file.Header.Get("Content-Type"))
	}
	several := fmt.Sprintf(`{"fontFamily":"A","src":["file-0","%s/b.ttf"]}`, c.site.URL)
	two := uploadFont(t, c, "/font-families/2/font-faces", several, map[string][2]string{"file-0": {"a b.woff2",
		"wOF2"}})
	if want := `fonts\/a-b-1.woff2","`; two.status != 201 || !strings.Contains(two.body, want) {
		t.Errorf("several sources: %d %s, want 201 and %s", two.status, two.body, want)
	}
	// The list of a family has the faces of all families.
	if a := c.get("admin", path+"?_fields=id,parent"); a.body != `[{"id":4,"parent":2},{"id":3,"parent":1}]` {
		t.Errorf("the list of a family: %s, want the faces of all families", a.body)
	}
	if a := c.get("admin", "/font-families/1?_embed"); !strings.Contains(a.body,
		`"_embedded":{"font_faces":[{"id":3,`) {
		t.Errorf("a family with its faces embedded: %s, want the face 3", a.body)
	}
	font := map[string][2]string{"f": {"a.ttf", "\x00\x01\x00\x00"}}
	for name, row := range map[string]struct {
		settings string
		files    map[string][2]string
		status   int
		code     string
	}{
		"a duplicate": {`{"fontFamily":"A B","fontWeight":"bold","src":"f"}`, font, 400,
			"rest_duplicate_font_face"},
		"an unused file": {fmt.Sprintf(`{"fontFamily":"A","src":"%s/a"}`, c.site.URL), font, 400,
			"rest_invalid_param"},
		"an address elsewhere": {`{"fontFamily":"A","src":"https://fonts.example/a.woff2"}`, nil, 400,
			"rest_invalid_param"},
		"no source":       {`{"fontFamily":"A"}`, nil, 400, "rest_invalid_param"},
		"an empty source": {`{"fontFamily":"A","src":[]}`, nil, 400, "rest_invalid_param"},
		"an unknown display": {`{"fontFamily":"A","src":"f","fontDisplay":"never"}`, font, 400,
			"rest_invalid_param"},
		"an unknown descriptor": {`{"fontFamily":"A","src":"f","color":"red"}`, font, 400, "rest_invalid_param"},
		"text": {`{"fontFamily":"A","src":"f"}`, map[string][2]string{"f": {"a.ttf", "text"}}, 400,
			"rest_font_upload_invalid_file_type"},
		"another extension": {`{"fontFamily":"A","src":"f"}`, map[string][2]string{"f": {"a.woff", "wOF2"}}, 400,
			"rest_font_upload_invalid_file_type"},
		"an empty file": {`{"fontFamily":"A","src":"f"}`, map[string][2]string{"f": {"a.ttf", ""}}, 500,
			"rest_font_upload_unknown_error"},
	} {
		expect(t, name, uploadFont(t, c, path, row.settings, row.files), row.status, map[string]any{"code": row.code})
	}
	for path, code := range map[string]string{
		"/font-families/2/font-faces/3": "rest_font_face_parent_id_mismatch",
		"/font-families/1/font-faces/9": "rest_post_invalid_id",
		"/font-families/9/font-faces/3": "rest_post_invalid_parent",
	} {
		expect(t, path, c.get("admin", path), 404, map[string]any{"code": code})
		expect(t, path, c.do("admin", "DELETE", path+"?force=true", ""), 404, map[string]any{"code": code})
	}
	expect(t, "no trash", c.do("admin", "DELETE", path+"/3", ""), 501,
		map[string]any{"code": "rest_trash_not_supported"})
	expect(t, "a family with its faces", c.do("admin", "DELETE", "/font-families/1?force=true", ""), 200,
		map[string]any{"deleted": true, "previous.id": 1.0})
	if c.site.Record("font-faces", 3) != nil {
		t.Error("Record of a face of a deleted family: a record, want nil")
	}
}

func TestFontsOfADocumentAreTheSame(t *testing.T) {
	t.Parallel()
	c := start(t)
	family := c.site.Insert("font-families", map[string]any{"font_family_settings": map[string]any{"name": "A",
		"slug": "a", "fontFamily": "A"}})
	face := c.site.Insert("font-faces", map[string]any{
		"parent": family, "font_face_settings": map[string]any{"fontFamily": "A"}, "filename": "a.ttf",
		"file": []byte("\x00\x01\x00\x00")})
	other := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithDocument(c.site.Document()))
	again := other.Record("font-faces", face)
	if again["filename"] != "a.ttf" || again["parent"] != family {
		t.Errorf("Record of a face that was loaded: %v, want the same", again)
	}
	for name, record := range map[string]map[string]any{
		"a taken slug":  {"font_family_settings": map[string]any{"slug": "a"}},
		"no slug":       {"font_family_settings": map[string]any{"name": "b"}},
		"no map":        {"font_family_settings": "a"},
		"another field": {"slug": "b"},
	} {
		if inserted(c.site, "font-families", record) {
			t.Errorf("Insert of a family with %s: no panic, want one", name)
		}
	}
	if inserted(c.site, "font-faces", map[string]any{"parent": int64(99)}) {
		t.Error("Insert of a face without a family: no panic, want one")
	}
}

// inserted reports whether Insert did not panic.
func inserted(site *cmstest.Server, kind string, record map[string]any) (ok bool) {
	defer func() { ok = recover() == nil }()
	site.Insert(kind, record)
	return true
}
