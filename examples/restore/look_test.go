package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/cms/widgets"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// look writes records of the look of a site into the folder of mirror.
func look(t *testing.T, server *cmstest.Server) string {
	t.Helper()
	path := mirrored(t, server)
	folder := open(t, path)
	state, err := folder.State()
	if err != nil {
		t.Fatal(err)
	}
	state.Theme = "plain"
	home := strings.TrimSuffix(state.Home, "/")
	add := func(kind, id string, record map[string]any) {
		t.Helper()
		write(t, folder, kind, id, record)
		state.Kind(kind).Complete = true
	}
	template := func(slug string) map[string]any {
		return map[string]any{"id": "plain//" + slug, "theme": "plain", "slug": slug, "wp_id": 31, "source": "custom",
			"content": map[string]any{"raw": "On " + slug + " of " + home + "/about"}, "title": map[string]any{"raw": slug}}
	}
	add(archive.Templates, "plain//single", template("single"))
	add(archive.Templates, "plain//new", template("new"))
	add(archive.TemplateParts, "plain//header", template("header"))
	file := home + "/fonts/inter.woff2"
	add(archive.FontFamilies, "30", map[string]any{"id": 30, "font_faces": []int{31},
		"font_family_settings": map[string]any{"name": "Inter", "slug": "inter", "fontFamily": "Inter"}})
	add(archive.FontFaces, "31", map[string]any{"id": 31, "parent": 30, "font_face_settings": map[string]any{
		"fontFamily": "Inter", "fontWeight": "700", "src": file}})
	for _, file := range (archive.Record{"id": []byte("31"), "font_face_settings": fmt.Appendf(nil, `{"src":%q}`, file)}).
		FaceFiles(home) {
		size, err := folder.WriteFile(archive.FontFaces, file.Name, strings.NewReader("wOF2inter"))
		if err != nil {
			t.Fatal(err)
		}
		state.Kind(archive.FontFaces).Files = map[string]archive.File{file.Name: {Size: size, Of: markOf(file.Address)}}
	}
	add(archive.GlobalStyles, "1", map[string]any{"id": 1, "theme": "plain", "settings": map[string]any{
		"typography": map[string]any{"font": file}}, "styles": map[string]any{"color": map[string]any{"text": "#222"}}})
	add(archive.Sidebars, "sidebar-1", map[string]any{"id": "sidebar-1", "widgets": []string{"text-3", "old-1"}})
	add(archive.Widgets, "text-3", map[string]any{"id": "text-3", "id_base": "text", "sidebar": "sidebar-1",
		"instance": map[string]any{"raw": map[string]any{"title": "Hours", "text": "See " + home + "/about"}}})
	add(archive.Widgets, "old-1", map[string]any{"id": "old-1", "id_base": "old", "sidebar": "sidebar-1"})
	if err := folder.SaveState(state); err != nil {
		t.Fatal(err)
	}
	return path
}

// write writes a record into a folder.
func write(t *testing.T, folder *archive.Folder, kind, id string, record map[string]any) {
	t.Helper()
	if err := folder.Prepare(kind); err != nil {
		t.Fatal(err)
	}
	content, err := json.MarshalIndent(record, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := folder.Write(kind, archive.Name(id), content); err != nil {
		t.Fatal(err)
	}
}

// withPost is a site with a post.
func withPost(t *testing.T) *cmstest.Server {
	t.Helper()
	server := newEmpty(t)
	server.Insert("posts", map[string]any{"title": "Kerning", "slug": "kerning", "status": "publish"})
	return server
}

// themed is a new site with the theme of look. Its sidebar has the given widgets.
func themed(t *testing.T, has ...any) *cmstest.Server {
	t.Helper()
	server := newEmpty(t)
	server.Insert("themes", map[string]any{"stylesheet": "plain", "status": "active"})
	for _, kind := range []string{"templates", "template-parts"} {
		for _, slug := range []string{"single", "header"} {
			server.Insert(kind, map[string]any{"id": "plain//" + slug, "theme": "plain", "slug": slug, "wp_id": 0,
				"source": "theme", "content": "From the file"})
		}
	}
	server.Insert("sidebars", map[string]any{"id": "sidebar-1", "status": "active", "widgets": append([]any{}, has...)})
	return server
}

// written are the requests of a server that write.
func written(server *cmstest.Server) (all []string) {
	for _, request := range server.Requests() {
		if request.Method != http.MethodGet && request.Method != http.MethodOptions {
			all = append(all, request.Method+" "+request.Path)
		}
	}
	return all
}

func TestLookOfASiteIsRestoredOnce(t *testing.T) {
	t.Parallel()
	folder, server := look(t, withPost(t)), themed(t)
	said, err := put(t, folder, server)
	if !strings.Contains(said, "widgets/old-1: left out, since its type does not show its settings") {
		t.Errorf("the run said %s, error %v, want the widget without settings named", said, err)
	}
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	ctx, look := t.Context(), appearance.New(site)
	for _, slug := range []string{"single", "new"} {
		now, err := look.Templates.Get(ctx, "plain//"+slug, cms.InContext(cms.ContextEdit))
		if err != nil || now.Content.Raw != "On "+slug+" of "+server.URL+"/about" {
			t.Errorf("the template %s: %+v, error %v, want that of the folder with the address of the site\n%s", slug, now, err,
				said)
		}
	}
	fonts := fontlibrary.New(site)
	family, err := fonts.Families.BySlug(ctx, "inter")
	if err != nil || len(family.FaceIDs) != 1 {
		t.Fatalf("the family inter: %+v, error %v, want one face\n%s", family, err, said)
	}
	face, err := fonts.Faces(family.ID).Get(ctx, family.FaceIDs[0])
	if err != nil {
		t.Fatal(err)
	}
	id, err := look.Styles.ActiveID(ctx)
	if err != nil {
		t.Fatal(err)
	}
	styles, err := look.Styles.Get(ctx, id, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatalf("the styles: error %v, want none\n%s", err, said)
	}
	var address, colour string
	if _, err = styles.Settings.Get(&address, "typography", "font"); err != nil {
		t.Fatal(err)
	}
	if _, err = styles.Styles.Get(&colour, "color", "text"); err != nil {
		t.Fatal(err)
	}
	if address != face.Settings.Src[0] || colour != "#222" {
		t.Errorf("the styles have the address %s and the colour %s, want %s and #222", address, colour, face.Settings.Src[0])
	}
	list, err := widgets.New(site).List(ctx, &widgets.ListOptions{Context: cms.ContextEdit, Sidebar: "sidebar-1"})
	if err != nil || len(list) != 1 {
		t.Fatalf("the widgets of sidebar-1: %+v, error %v, want one", list, err)
	}
	var text string
	if err := json.Unmarshal(list[0].Instance.Raw["text"], &text); err != nil || text != "See "+server.URL+"/about" {
		t.Errorf("the widget has the text %q, error %v, want the address of the site in it", text, err)
	}
	server.ResetRequests()
	said, _ = put(t, folder, server)
	if writes := written(server); len(writes) > 0 {
		t.Errorf("a second run wrote %q, want nothing\n%s", writes, said)
	}
}

func TestLookOfTheSiteStays(t *testing.T) {
	t.Parallel()
	folder, server := look(t, withPost(t)), themed(t, "text-9")
	server.Insert("templates", map[string]any{"id": "plain//new", "theme": "plain", "slug": "new", "wp_id": 9,
		"source": "custom", "content": "Mine"})
	server.Insert("widgets", map[string]any{"id": "text-9", "id_base": "text", "sidebar": "sidebar-1",
		"instance": map[string]any{"raw": map[string]any{"title": "Mine"}}})
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	ctx, look := t.Context(), appearance.New(site)
	id, err := look.Styles.ActiveID(ctx)
	if err != nil {
		t.Fatal(err)
	}
	mine := &appearance.StylesParams{Styles: []byte(`{"color":{"text":"#999"}}`)}
	if _, err := look.Styles.Update(ctx, id, mine); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		said, err := put(t, folder, server, "-force")
		if err == nil {
			t.Error("restore beside another look: no error, want one")
		}
		for _, line := range []string{"templates/plain%2F%2Fnew: left out", "global-styles/1: left out",
			"sidebars/sidebar-1: left out"} {
			if !strings.Contains(said, line) {
				t.Errorf("restore beside another look said %s, want %s", said, line)
			}
		}
	}
	now, err := look.Templates.Get(ctx, "plain//new", cms.InContext(cms.ContextEdit))
	if err != nil || now.Content.Raw != "Mine" {
		t.Errorf("the template of the site: %+v, error %v, want it as it was", now, err)
	}
	styles, err := look.Styles.Get(ctx, id)
	if err != nil || !strings.Contains(string(styles.Styles), "#999") {
		t.Errorf("the styles of the site: %+v, error %v, want them as they were", styles, err)
	}
}

func TestKindsOfTheLookAreLeftOut(t *testing.T) {
	t.Parallel()
	folder, server := look(t, withPost(t)), themed(t)
	const without = "templates,template-parts,widgets,global-styles,font-families"
	said, err := put(t, folder, server, "-without", without)
	if err != nil {
		t.Errorf("restore -without: error %v, want none\n%s", err, said)
	}
	for _, one := range written(server) {
		if regexp.MustCompile("template|widget|font-|styles").MatchString(one) {
			t.Errorf("restore -without wrote %s, want nothing of it", one)
		}
	}
	if _, err := put(t, folder, server, "-without", "colours"); err == nil {
		t.Error("restore -without colours: no error, want one")
	}
}

// markOf is how the state names what a file was copied for.
func markOf(address string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(address)))[:12] }
