package appearance_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// activeTheme returns the folder of the active theme.
func activeTheme(t *testing.T, look *appearance.Service) string {
	t.Helper()
	active := &appearance.ThemeListOptions{Status: []appearance.ThemeStatus{appearance.ThemeActive}}
	themes, err := look.Themes.List(t.Context(), active)
	if err != nil || len(themes) != 1 {
		t.Fatalf("Themes.List: %d active themes, error %v, want one", len(themes), err)
	}
	return themes[0].Stylesheet
}

// TestLiveStylesAreEditedAndRead has all steps that write, because a site has one record
// of global styles.
func TestLiveStylesAreEditedAndRead(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	look, ctx := appearance.New(site), t.Context()
	id, err := look.Styles.ActiveID(ctx)
	if err != nil {
		t.Fatalf("Styles.ActiveID: error %v, want nil", err)
	}
	first, err := look.Styles.Get(ctx, id)
	if err != nil {
		t.Fatalf("Styles.Get: error %v, want nil", err)
	}
	if first.ID != id || first.Title.Raw == "" {
		t.Fatalf("Styles.Get: %+v, error %v, want the styles %d", first, err, id)
	}
	t.Cleanup(func() {
		_, _ = look.Styles.Update(context.Background(), id,
			&appearance.StylesParams{Settings: first.Settings, Styles: first.Styles})
	})
	empty, err := look.Styles.Update(ctx, id,
		&appearance.StylesParams{Settings: appearance.Tree("{}"), Styles: appearance.Tree("{}"), Title: new("Custom")})
	if err != nil {
		t.Fatalf("Styles.Update with empty trees: error %v, want nil", err)
	}
	if empty.Settings.String() != "{}" || empty.Styles.String() != "{}" {
		t.Fatalf("Styles.Update with empty trees: %+v, error %v, want empty trees", empty, err)
	}
	for _, method := range []string{"POST", "PUT", "PATCH"} {
		params := &appearance.StylesParams{Styles: appearance.Tree(`{"color":{"text":"#111"}}`)}
		if method == "PATCH" {
			params.Styles = appearance.Tree(`{"color":{"background":"#fff"}}`)
		}
		after, err := look.Styles.Update(ctx, id, params, cms.UpdateMethod(method))
		if err != nil {
			t.Fatalf("Styles.Update by %s: error %v, want nil", method, err)
		}
		if after.Styles.String() != params.Styles.String() || after.Settings.String() != "{}" {
			t.Errorf("Styles.Update by %s: %+v, error %v, want the whole tree replaced", method, after, err)
		}
	}
	font := fontlibrary.FamilySettings{Name: "Live", Slug: "live-styles", FontFamily: "Live, serif",
		Faces: []fontlibrary.FaceSettings{
			{FontFamily: "Live", FontWeight: "400", FontStyle: "normal",
				Src: fontlibrary.Sources{site.Site() + "/wp-content/live.woff2"}},
			{FontFamily: "Live", FontWeight: "100 900", FontStyle: "italic",
				Src: fontlibrary.Sources{site.Site() + "/a.woff2", site.Site() + "/b.ttf"}},
		}}
	after, err := look.Styles.Edit(ctx, id, func(s *appearance.GlobalStyles) error {
		return errors.Join(
			s.Settings.Set([]fontlibrary.FamilySettings{font}, "typography", "fontFamilies", "custom"),
			s.Styles.Set("var:preset|font-family|live-styles", "typography", "fontFamily"))
	})
	if err != nil {
		t.Fatalf("Styles.Edit: error %v, want nil", err)
	}
	var background string
	if _, err := after.Styles.Get(&background, "color", "background"); err != nil || background != "#fff" {
		t.Errorf("Styles.Edit: background %q, error %v, want the value of before", background, err)
	}
	var families []fontlibrary.FamilySettings
	_, err = after.Settings.Get(&families, "typography", "fontFamilies", "custom")
	if err != nil || len(families) != 1 {
		t.Fatalf("Styles.Edit: families %+v, error %v, want the font", families, err)
	}
	if faces := families[0].Faces; len(faces) != 2 || len(faces[1].Src) != 2 {
		t.Errorf("Styles.Edit: faces %+v, want both with their sources", faces)
	}
	for name, set := range map[string]func(s *appearance.GlobalStyles) error{
		"styles.colour": func(s *appearance.GlobalStyles) error { return s.Styles.Set("red", "colour") },
		"styles.color":  func(s *appearance.GlobalStyles) error { return s.Styles.Set("red", "color") },
		"styles.blocks.acme/none.color.text": func(s *appearance.GlobalStyles) error {
			return s.Styles.Set("red", "blocks", "acme/none", "color", "text")
		},
	} {
		got, err := look.Styles.Edit(ctx, id, set)
		lost, ok := errors.AsType[*appearance.LostError](err)
		if !ok || got == nil {
			t.Errorf("Styles.Edit of %s: %+v, error %v, want a LostError", name, got, err)
			continue
		}
		t.Logf("Styles.Edit of %s: %v", name, lost.Paths)
	}
	bare, err := look.Styles.Edit(ctx, id, func(s *appearance.GlobalStyles) error {
		return s.Settings.Set([]fontlibrary.FamilySettings{font}, "typography", "fontFamilies")
	})
	if err != nil {
		t.Errorf("Styles.Edit with a bare list of fonts: %+v, error %v, want nil", bare, err)
	}
	same, err := look.Styles.Edit(ctx, id, func(*appearance.GlobalStyles) error { return nil })
	if err != nil || same.ID != id {
		t.Errorf("Styles.Edit of nothing: %+v, error %v, want the record", same, err)
	}
	_, err = look.Styles.Update(ctx, id, &appearance.StylesParams{Styles: appearance.Tree(`{"css":"</style>a"}`)})
	if err != nil {
		sitetest.Failed(t, err, 400, appearance.CodeIllegalCSS, cms.ErrBadRequest)
	}
	_, err = look.Styles.Get(ctx, 1<<40)
	sitetest.Failed(t, err, 404, appearance.CodeStylesNotFound, cms.ErrNotFound)
	_, err = look.Styles.Update(ctx, 1<<40, nil)
	sitetest.Failed(t, err, 404, appearance.CodeStylesNotFound, cms.ErrNotFound)
	liveRevisions(t, site, look, id)
}

// liveRevisions reads the revisions of the styles that were changed before.
func liveRevisions(t *testing.T, site *cms.Client, look *appearance.Service, id int64) {
	t.Helper()
	revisions, ctx := look.Styles.Revisions(id), t.Context()
	said, err := describe.Of(ctx, site.Read, "")
	if err != nil {
		t.Fatal(err)
	}
	if said.Routes["/"+site.Prefix()+"/v2/global-styles/(?P<parent>[\\d]+)/revisions"] == nil {
		_, err := revisions.List(ctx, nil)
		_, single := revisions.Get(ctx, id+1)
		_, number := revisions.Count(ctx, nil)
		walk := error(nil)
		for _, walk = range revisions.All(ctx, nil) {
			break
		}
		for verb, err := range map[string]error{"List": err, "Get": single, "Count": number, "All": walk} {
			if !errors.Is(err, cms.ErrNoRoute) || errors.Is(err, cms.ErrNotFound) {
				t.Errorf("Revisions.%s on a site without them: error %v, want ErrNoRoute", verb, err)
			}
		}
		return
	}
	page, err := revisions.List(ctx, &appearance.StylesRevisionListOptions{PerPage: 100})
	if err != nil {
		t.Fatalf("Revisions.List: error %v, want nil", err)
	}
	if len(page.Items) < 3 || page.Total < 3 {
		t.Fatalf("Revisions.List: %+v, error %v, want at least three", page, err)
	}
	var ids []int64
	for revision, err := range revisions.All(ctx, &appearance.StylesRevisionListOptions{PerPage: 2}) {
		if err != nil {
			t.Fatalf("Revisions.All: error %v, want nil", err)
		}
		if revision.Author == 0 || revision.Date == "" {
			t.Fatalf("Revisions.All: %+v, want an author and a date", revision)
		}
		ids = append(ids, revision.ID)
	}
	if n, err := revisions.Count(ctx, nil); err != nil || n != len(ids) {
		t.Errorf("Revisions.Count: %d, error %v, want %d", n, err, len(ids))
	}
	newest, err := revisions.Get(ctx, ids[0])
	if err != nil {
		t.Fatalf("Revisions.Get: error %v, want nil", err)
	}
	if newest.ID != slices.Max(ids) || newest.Settings == nil {
		t.Errorf("Revisions.Get: %+v, error %v, want the newest of %v", newest, err, ids)
	}
	_, err = revisions.Get(ctx, 1<<40)
	sitetest.Failed(t, err, 404, "rest_post_invalid_id", cms.ErrNotFound)
}

func TestLiveStylesOfAThemeAreRead(t *testing.T) {
	t.Parallel()
	look, ctx := appearance.New(sitetest.Live(t)), t.Context()
	theme := activeTheme(t, look)
	own, err := look.Styles.OfTheme(ctx, theme)
	var version any
	if err != nil || own.Extra != nil {
		t.Errorf("Styles.OfTheme: %+v, error %v, want settings and styles", own, err)
	} else if ok, err := own.Settings.Get(&version, "typography"); !ok || err != nil {
		t.Errorf("Styles.OfTheme: no typography, error %v, want some", err)
	}
	all, err := look.Styles.Variations(ctx, theme)
	if err != nil {
		t.Fatalf("Styles.Variations: error %v, want nil", err)
	}
	if len(all) == 0 || all[0].Title == "" {
		t.Errorf("Styles.Variations: %+v, want some with titles", all)
	}
	_, err = look.Styles.OfTheme(ctx, "none")
	sitetest.Failed(t, err, 404, "rest_theme_not_found", cms.ErrNotFound)
	_, err = look.Styles.Variations(ctx, "none")
	sitetest.Failed(t, err, 404, "rest_theme_not_found", cms.ErrNotFound)
}

func TestLiveRightsOfStyles(t *testing.T) {
	t.Parallel()
	look := appearance.New(sitetest.Live(t))
	id, err := look.Styles.ActiveID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	theme, reader := activeTheme(t, look), "admin" // before WordPress 6.6
	if _, err := appearance.New(sitetest.LiveAs(t, "editor")).Styles.Get(t.Context(), id); err == nil {
		reader = "contributor"
	}
	rights := []sitetest.Right{
		{Name: "the styles", Least: reader, Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := appearance.New(s).Styles.Get(ctx, id)
			return err
		}},
		{Name: "the styles of the theme", Least: reader, Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := appearance.New(s).Styles.OfTheme(ctx, theme)
			return err
		}},
		{Name: "the variations", Least: reader, Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := appearance.New(s).Styles.Variations(ctx, theme)
			return err
		}},
		{Name: "an update", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := appearance.New(s).Styles.Update(ctx, id, nil)
			return err
		}},
	}
	if _, err := look.Styles.Revisions(id).List(t.Context(), nil); !errors.Is(err, cms.ErrNoRoute) {
		rights = append(rights, sitetest.Right{Name: "the revisions", Least: "admin",
			Do: func(ctx context.Context, s *cms.Client, _ string) error {
				_, err := appearance.New(s).Styles.Revisions(id).List(ctx, nil)
				return err
			}})
	}
	t.Logf("%d cases of rights; least role to read: %s", sitetest.Check(t, rights), reader)
}
