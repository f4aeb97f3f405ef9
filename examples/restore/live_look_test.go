package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/widgets"
	"github.com/fontcms/fontcms-go/media"
)

// client is an administrator of the museum.
func (m *museum) client(t *testing.T) *cms.Client {
	t.Helper()
	site, err := cms.New(m.address, cms.WithPrefix("wp"), cms.WithApplicationPassword("admin", m.password))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// must ends a test with the error of a call.
func must[V any](value V, err error) func(*testing.T) V {
	return func(t *testing.T) V {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// furnish gives the museum a look that refers to its records and files.
func (m *museum) furnish(t *testing.T) {
	t.Helper()
	site, ctx, folder := m.client(t), t.Context(), t.TempDir()
	name := filepath.Join(folder, "sign.png")
	file := must(os.Create(name))(t)
	if err := png.Encode(file, image.NewGray(image.Rect(0, 0, 9, 9))); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	sign := must(media.New(site).UploadFile(ctx, name, nil))(t)
	guide := must(site.Pages.BySlug(ctx, "guide"))(t)
	navigation := must(menus.New(site).Navigations.BySlug(ctx, "main"))(t)
	old := must(menus.New(site).List(ctx, nil))(t).Items[0]

	look := appearance.New(site)
	active := must(look.Themes.List(ctx, &appearance.ThemeListOptions{
		Status: []appearance.ThemeStatus{appearance.ThemeActive}}))(t)[0]
	content := fmt.Sprintf(`<!-- wp:navigation {"ref":%d} /-->`+"\n"+`<!-- wp:image {"id":%[2]d} --><figure `+
		`class="wp-block-image"><img src="%s" class="wp-image-%[2]d"/></figure><!-- /wp:image -->`,
		navigation.ID, sign.ID, sign.SourceURL)
	must(look.Templates.Update(ctx, active.Stylesheet+"//single", &appearance.TemplateParams{Content: &content}))(t)
	must(look.Templates.Update(ctx, active.Stylesheet+"//page", &appearance.TemplateParams{
		Description: new("For guides and plans")}))(t)
	must(look.Templates.Create(ctx, &appearance.TemplateParams{Slug: new("wide"), Title: new("Wide & open"),
		Description: new("For maps"), Content: &content}))(t)
	must(look.Parts.Update(ctx, active.Stylesheet+"//header", &appearance.PartParams{Content: &content}))(t)
	must(look.Parts.Create(ctx, &appearance.PartParams{Slug: new("banner"), Title: new("Banner"),
		Area: new(appearance.AreaHeader), Content: new("<!-- wp:site-title /-->")}))(t)
	must(site.Pages.Update(ctx, guide.ID, &cms.PageParams{Template: new("wide")}))(t)

	library := fontlibrary.New(site)
	family := must(library.Families.Create(ctx, &fontlibrary.FamilyParams{Name: new("Museum Sans"),
		Slug: new("museum-sans"), FontFamily: new(`"Museum Sans", sans-serif`)}))(t)
	faces := library.Faces(family.ID)
	web := fontlibrary.Bytes("museum.woff2", []byte("wOF2 of the museum"))
	plain := fontlibrary.Bytes("go.ttf", goregular.TTF)
	first := must(faces.Create(ctx, &fontlibrary.FaceParams{Files: []fontlibrary.File{web},
		Settings: fontlibrary.FaceSettings{FontFamily: "Museum Sans", FontWeight: "100 900"}}))(t)
	must(faces.Create(ctx, &fontlibrary.FaceParams{Files: []fontlibrary.File{web, plain},
		Settings: fontlibrary.FaceSettings{FontFamily: "Museum Sans", FontWeight: "400", FontStyle: "italic"}}))(t)

	id := must(look.Styles.ActiveID(ctx))(t)
	must(look.Styles.Edit(ctx, id, func(s *appearance.GlobalStyles) error {
		if err := s.Settings.Set([]any{map[string]any{"name": "Museum Sans", "slug": "museum-sans",
			"fontFamily": "Museum Sans, sans-serif", "fontFace": []any{map[string]any{"fontFamily": "Museum Sans",
				"fontWeight": "100 900", "src": first.Settings.Src}}}}, "typography", "fontFamilies", "custom"); err != nil {
			return err
		}
		return s.Styles.Set(map[string]any{"id": sign.ID, "url": sign.SourceURL, "source": "file", "title": "sign"},
			"background", "backgroundImage")
	}))(t)

	all := widgets.New(site)
	for sidebar, list := range map[string][]widget{
		"sidebar-1": {
			{base: "text", raw: map[string]any{"title": "Hours", "text": "See " + guide.Link, "filter": true, "visual": true}},
			{base: "nav_menu", raw: map[string]any{"title": "Old", "nav_menu": old.ID}},
			{base: "media_image", raw: map[string]any{"attachment_id": sign.ID, "url": sign.SourceURL}},
		},
		"shop": {
			{base: "search", raw: map[string]any{"title": "Find"}}, {base: "search", raw: map[string]any{"title": "Find"}},
			{base: "block", raw: map[string]any{"content": content}},
		},
	} {
		must(all.Sidebars.Edit(ctx, sidebar, func([]string) ([]string, error) { return nil, nil }))(t)
		for _, one := range list {
			must(all.Create(ctx, &widgets.Params{IDBase: &one.base, Sidebar: &sidebar,
				Instance: &widgets.InstanceParams{Raw: one.raw}}))(t)
		}
	}
}

// looksLike is what the REST API says of the look of the museum, a line for each record,
// without ids, addresses and times.
func (m *museum) looksLike(t *testing.T) (lines []string) {
	t.Helper()
	site, ctx, named := m.client(t), t.Context(), m.named(t)
	suffix := regexp.MustCompile(`-\d+(\.\w+)$`)
	add := func(kind, id string, values ...any) {
		lines = append(lines, kind+" "+id+": "+named(string(must(json.Marshal(values))(t))))
	}
	look := appearance.New(site)
	for _, one := range must(look.Templates.List(ctx, &appearance.TemplateListOptions{Context: cms.ContextEdit}))(t) {
		add("template", one.ID, one.Source, one.Title.Raw, one.Description, one.Content.Raw)
	}
	for _, one := range must(look.Parts.List(ctx, &appearance.PartListOptions{Context: cms.ContextEdit}))(t) {
		add("part", one.ID, one.Source, one.Title.Raw, one.Area, one.Content.Raw)
	}
	for _, page := range must(site.Pages.List(ctx, nil))(t).Items {
		add("page", page.Slug, page.Template)
	}
	styles := must(look.Styles.Get(ctx, must(look.Styles.ActiveID(ctx))(t), cms.InContext(cms.ContextEdit)))(t)
	add("styles", "", canonical(t, styles.Settings), canonical(t, styles.Styles))
	library := fontlibrary.New(site)
	for family, err := range library.Families.All(ctx, nil) {
		if err != nil {
			t.Fatal(err)
		}
		add("family", family.Settings.Slug, family.Settings)
		for face, err := range library.Faces(family.ID).All(ctx) {
			if err != nil {
				t.Fatal(err)
			}
			var files []string
			for _, address := range face.Settings.Src {
				content := must(os.ReadFile(filepath.Join(m.folder, strings.TrimPrefix(address, m.address))))(t)
				files = append(files, fmt.Sprintf("%s %x", suffix.ReplaceAllString(path.Base(address), "$1"),
					sha256.Sum256(content)))
			}
			face.Settings.Src = nil
			add("face", family.Settings.Slug, face.Settings, files)
		}
	}
	all := widgets.New(site)
	for _, sidebar := range must(all.Sidebars.List(ctx, nil))(t) {
		for i, id := range sidebar.Widgets {
			one := must(all.Get(ctx, id, cms.InContext(cms.ContextEdit)))(t)
			if sidebar.ID == widgets.Inactive {
				i = 0 // they have no order that anybody sees
			}
			add("widget", fmt.Sprint(sidebar.ID, " ", i), one.IDBase, one.Instance.Raw)
		}
	}
	slices.Sort(lines)
	return lines
}

// canonical is a tree with its names in order.
func canonical(t *testing.T, tree appearance.Tree) (value any) {
	t.Helper()
	if err := json.Unmarshal(tree, &value); err != nil {
		t.Fatal(err)
	}
	return value
}
