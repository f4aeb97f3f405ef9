package main

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// newLook is a site with records of every kind of its look. Its theme is a classic one.
func newLook(t *testing.T) *cmstest.Server {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithTest(t))
	for _, theme := range []map[string]any{
		{"stylesheet": "plain", "status": "active"}, {"stylesheet": "paper", "status": "inactive"},
	} {
		server.Insert("themes", theme)
	}
	template := func(slug string, row int) map[string]any {
		return map[string]any{"id": "plain//" + slug, "theme": "plain", "slug": slug, "wp_id": row,
			"source": map[bool]string{true: "custom", false: "theme"}[row > 0], "content": "On " + slug}
	}
	server.Insert("templates", template("single", 31))
	server.Insert("templates", template("index", 0))
	server.Insert("template-parts", template("header", 32))
	server.Insert("sidebars", map[string]any{"id": "sidebar-1", "status": "active", "widgets": []any{"text-3"}})
	server.Insert("widgets", map[string]any{"id": "text-3", "id_base": "text", "sidebar": "sidebar-1",
		"instance": map[string]any{"raw": map[string]any{"title": "Hours"}}})
	site, ctx := client(t, server), t.Context()
	look := appearance.New(site).Styles
	id, err := look.ActiveID(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := look.Update(ctx, id, &appearance.StylesParams{Styles: []byte(`{"color":{"text":"#222"}}`)}); err != nil {
		t.Fatal(err)
	}
	fonts := fontlibrary.New(site)
	for _, slug := range []string{"inter", "lato"} {
		family, err := fonts.Families.Create(ctx, &fontlibrary.FamilyParams{Name: new(slug), Slug: new(slug),
			FontFamily: new(slug)})
		if err != nil {
			t.Fatal(err)
		}
		_, err = fonts.Faces(family.ID).Create(ctx, &fontlibrary.FaceParams{
			Settings: fontlibrary.FaceSettings{FontFamily: slug, FontWeight: "700"},
			Files:    []fontlibrary.File{fontlibrary.Bytes(slug+".woff2", []byte("wOF2"+slug))}})
		if err != nil {
			t.Fatal(err)
		}
	}
	server.ResetRequests()
	return server
}

// find is the one file of a folder whose name ends so.
func find(t *testing.T, files map[string]string, end string) (name, text string) {
	t.Helper()
	for name, text := range files {
		if strings.HasSuffix(name, end) {
			return name, text
		}
	}
	t.Errorf("the folder has no file with the end %s, want one: it has %v", end, slices.Sorted(maps.Keys(files)))
	return "", ""
}

func TestLookOfASiteIsCopied(t *testing.T) {
	t.Parallel()
	server, folder := newLook(t), t.TempDir()
	mustTake(t, server, folder, "-may-write")
	files := content(t, folder)
	for name, text := range map[string]string{
		"templates/plain%2F%2Fsingle.json":      `"raw": "On single"`,
		"template-parts/plain%2F%2Fheader.json": `"wp_id": 32`,
		"global-styles/1.json":                  `"theme": "plain"`,
		"sidebars/sidebar-1.json":               `"text-3"`,
		"widgets/text-3.json":                   `"title": "Hours"`,
	} {
		if !strings.Contains(files[name], text) {
			t.Errorf("the file %s is %q, want %q in it", name, files[name], text)
		}
	}
	if text := files["templates/plain%2F%2Findex.json"]; text != "" {
		t.Errorf("a file of the theme was copied: %s, want rows only", text)
	}
	if name, text := find(t, files, "-1-inter.woff2"); text != "wOF2inter" {
		t.Errorf("%s holds %q, want the file of the site", name, text)
	}
	server.ResetRequests()
	said := mustTake(t, server, folder, "-may-write", "-v")
	if strings.Contains(said, "\nchanged ") || !maps.Equal(content(t, folder), files) {
		t.Errorf("a second run said\n%s\nwant nothing changed", said)
	}
	for _, r := range server.Requests() {
		if strings.Contains(r.Path, "/uploads/") {
			t.Errorf("a second run downloaded %s, want no file twice", r.Path)
		}
	}
}

func TestWhatIsGoneOfTheLookIsRemoved(t *testing.T) {
	t.Parallel()
	server, folder := newLook(t), t.TempDir()
	mustTake(t, server, folder, "-may-write")
	site, ctx := client(t, server), t.Context()
	if _, err := appearance.New(site).Templates.Delete(ctx, "plain//single"); err != nil {
		t.Fatal(err)
	}
	server.Insert("templates", map[string]any{"id": "plain//single", "slug": "single", "source": "theme"})
	fonts := fontlibrary.New(site)
	lato, err := fonts.Families.BySlug(ctx, "lato")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fonts.Families.Delete(ctx, lato.ID); err != nil {
		t.Fatal(err)
	}
	mustTake(t, server, folder, "-may-write")
	again := t.TempDir()
	mustTake(t, server, again, "-may-write")
	got, want := content(t, folder), content(t, again)
	if !maps.Equal(got, want) || want["templates/plain%2F%2Fsingle.json"] != "" {
		t.Errorf("the folder has %v, want %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}

func TestRunSendsNothingThatWrites(t *testing.T) {
	t.Parallel()
	server, folder := newLook(t), t.TempDir()
	before := server.Document()
	said, err := take(t, server, folder)
	const want = "missing: widgets: only requests that may write to the site can read them: -may-write sends those"
	var named []string
	for line := range strings.Lines(said) {
		if strings.HasPrefix(line, "missing: ") {
			named = append(named, strings.TrimSpace(line))
		}
	}
	if !program.IsIncomplete(err) || !slices.Equal(named, []string{want}) {
		t.Errorf("a run: error %v, it named %q, want the status %d and %q", err, named, program.Incomplete, want)
	}
	if said, err := take(t, server, folder, "-without", "widgets"); err != nil || strings.Contains(said, "missing: ") {
		t.Errorf("a run without widgets: error %v, want nil and nothing named as missing\n%s", err, said)
	}
	for _, r := range server.Requests() {
		writes := r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodOptions ||
			r.Method != http.MethodOptions && (strings.Contains(r.Path, "/widgets") || strings.Contains(r.Path, "/sidebars") ||
				strings.HasSuffix(r.Path, "/themes") && !strings.Contains(r.Query, "inactive"))
		if writes {
			t.Errorf("a run sent %s %s?%s, want nothing that writes", r.Method, r.Path, r.Query)
		}
	}
	if string(server.Document()) != string(before) {
		t.Error("a run changed the site, want it as before")
	}
}

func TestSkippedKindIsNotBegun(t *testing.T) {
	t.Parallel()
	server, folder := newEmpty(t), t.TempDir() // its theme shows no widgets
	mustTake(t, server, folder)
	text, err := os.ReadFile(filepath.Join(folder, "state.json"))
	if err != nil || strings.Contains(string(text), `"sidebars"`) {
		t.Errorf("the state of a folder without sidebars is\n%s\nerror %v, want no word of them: restore wants whole kinds",
			text, err)
	}
}

func TestRunMakesNoStyles(t *testing.T) {
	t.Parallel()
	server, folder := newEmpty(t), t.TempDir()
	mustTake(t, server, folder)
	_, err := appearance.New(client(t, server)).Styles.Get(t.Context(), 1)
	if !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("the styles after a run: error %v, want ErrNotFound", err)
	}
}

func TestStylesOfTheOnlyThemeAreNamed(t *testing.T) {
	t.Parallel()
	server, folder := cmstest.NewServer(cmstest.WithTest(t)), t.TempDir()
	server.Insert("themes", map[string]any{"stylesheet": "plain", "status": "active", "is_block_theme": true})
	said, err := take(t, server, folder, "-without", "widgets")
	const want = "missing: global-styles: only a request that may write to the site can find"
	if err == nil || !strings.Contains(said, want) {
		t.Errorf("a site with one theme: error %v\n%s\nwant its styles named", err, said)
	}
	mustTake(t, server, folder, "-without", "widgets", "-may-write")
	if content(t, folder)["global-styles/1.json"] == "" {
		t.Error("with -may-write there are no styles, want those of the theme")
	}
}

func TestKindsAreLeftOutOnRequest(t *testing.T) {
	t.Parallel()
	server, folder := newLook(t), t.TempDir()
	mustTake(t, server, folder, "-may-write")
	before := content(t, folder)
	server.Insert("posts", map[string]any{"title": "New"})
	server.ResetRequests()
	const without = "sidebars, font-families,font-faces,templates,posts"
	said := mustTake(t, server, folder, "-without", without)
	for _, kind := range []string{"widgets", "font-families", "templates", "posts"} {
		if line := fmt.Sprintf("%-20s skipped: left out by -without", kind+":"); !strings.Contains(said, line) {
			t.Errorf("a run with -without said\n%s\nwant %q", said, line)
		}
	}
	if !maps.Equal(before, content(t, folder)) {
		t.Error("what is left out was changed, want it as it was")
	}
	for _, r := range server.Requests() {
		for _, route := range []string{"/widgets", "/sidebars", "/font-families", "/templates", "/posts"} {
			if strings.HasSuffix(r.Path, route) {
				t.Errorf("a run with -without sent %s %s, want no such request", r.Method, r.Path)
			}
		}
	}
	_, err := take(t, server, folder, "-without", "widget")
	if err == nil || !strings.Contains(err.Error(), "template-parts") {
		t.Errorf("an unknown kind: error %v, want one that names the kinds", err)
	}
}

func TestLookThatCannotBeReadIsNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		route, code string
		status      int
		says        string
		fine        bool
	}{
		"templates, forbidden": {"/cms/v2/templates", "rest_cannot_manage_templates", 403,
			"missing: templates: its records cannot be read: ", false},
		"fonts, forbidden": {"/cms/v2/font-families", "rest_cannot_read", 403,
			"missing: font-families: its records cannot be read: ", false},
		"themes, forbidden": {"/cms/v2/themes", "rest_cannot_view_themes", 403,
			"missing: global-styles: its records cannot be read: ", false},
		"widgets, forbidden": {"/cms/v2/sidebars", "rest_cannot_manage_widgets", 403,
			"missing: widgets: its records cannot be read: ", false},
		"fonts of an older site": {"/cms/v2/font-families", "rest_no_route", 404,
			"font-families:       skipped: the site does not have cms/v2/font-families", true},
		"templates, broken": {"/cms/v2/templates", "internal_server_error", 500, "templates: nothing was deleted: ", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, folder := newLook(t), t.TempDir()
			mustTake(t, server, folder, "-may-write")
			before := content(t, folder)
			remove := server.Fail(cmstest.Fault{Method: http.MethodGet, Route: c.route, Status: c.status, Code: c.code})
			said, err := take(t, server, folder, "-may-write")
			if (err == nil) != c.fine || !strings.Contains(said, c.says) {
				t.Errorf("error %v\n%s\nwant %q", err, said, c.says)
			}
			if !maps.Equal(before, content(t, folder)) {
				t.Error("the folder was changed, want it as it was")
			}
			remove()
			if said := mustTake(t, server, folder, "-may-write"); strings.Contains(said, "missing") {
				t.Errorf("the next run said\n%s\nwant nothing missing", said)
			}
		})
	}
}

func TestEmptyListOfTheLookDeletesNothing(t *testing.T) {
	t.Parallel()
	for _, route := range []string{"templates", "widgets"} {
		server, folder := newLook(t), t.TempDir()
		mustTake(t, server, folder, "-may-write")
		before := content(t, folder)
		one := map[string]string{"templates": "plain//single", "widgets": "text-3"}[route]
		server.Fail(cmstest.Fault{Route: "/cms/v2/" + route + "/" + one, Status: 404, Code: "rest_not_found"})
		server.Fail(cmstest.Fault{Route: "/cms/v2/" + route, Body: []byte("[]")})
		said, err := take(t, server, folder, "-may-write")
		if err == nil || !maps.Equal(before, content(t, folder)) {
			t.Errorf("an empty list of %s: error %v\n%s\nwant an error and the folder as it was", route, err, said)
		}
	}
}

func TestFileOfAFaceIsTriedUntilItIsThere(t *testing.T) {
	t.Parallel()
	server, folder := newLook(t), t.TempDir()
	var down atomic.Bool
	down.Store(true)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down.Load() && strings.HasSuffix(r.URL.Path, "/inter.woff2") {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		server.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	server.URL = front.URL
	said, err := take(t, server, folder, "-may-write")
	if err == nil || !regexp.MustCompile(`missing: font-faces/\d+: \d+-1-inter.woff2: `).MatchString(said) {
		t.Errorf("a file that fails: error %v\n%s\nwant it named", err, said)
	}
	down.Store(false)
	mustTake(t, server, folder, "-may-write")
	if _, text := find(t, content(t, folder), "-1-inter.woff2"); text != "wOF2inter" {
		t.Errorf("the file holds %q, want that of the site", text)
	}
}
