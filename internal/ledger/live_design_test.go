package ledger_test

import (
	"context"
	"errors"

	"golang.org/x/image/font/gofont/goregular"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
)

// fonts calls the operations of the font library.
func (r *areasRun) fonts() {
	library := fontlibrary.New(r.site)
	if _, err := library.Families.List(r.ctx, nil); errors.Is(err, cms.ErrNoRoute) {
		return // the site is older than the font library, so none of its operations is due
	}
	family := must(library.Families.Create(r.ctx, &fontlibrary.FamilyParams{
		Name: new("Every verb"), Slug: new("every-verb"), FontFamily: new("Every Verb"),
	}))(r, "font families")
	r.t.Cleanup(func() { _, _ = library.Families.Delete(context.Background(), family.ID) })
	must(library.Families.Get(r.ctx, family.ID))(r, "font families")
	must(library.Families.Update(r.ctx, family.ID, &fontlibrary.FamilyParams{Name: new("Every")}))(r, "font families")
	for _, method := range updateMethods[1:] {
		params := &fontlibrary.FamilyParams{Name: new(method)}
		if _, err := library.Families.Update(r.ctx, family.ID, params, cms.UpdateMethod(method)); err != nil {
			r.t.Logf("%s of a font family: %v", method, err)
		}
	}
	faces := library.Faces(family.ID)
	face := must(faces.Create(r.ctx, &fontlibrary.FaceParams{
		Settings: fontlibrary.FaceSettings{FontFamily: "Every Verb"},
		Files:    []fontlibrary.File{fontlibrary.Bytes("every-verb.ttf", goregular.TTF)},
	}))(r, "font faces")
	must(faces.List(r.ctx, nil))(r, "font faces")
	must(faces.Get(r.ctx, face.ID))(r, "font faces")
	must(faces.Delete(r.ctx, face.ID))(r, "font faces")
	must(library.Families.Delete(r.ctx, family.ID))(r, "font families")
	must(library.Collections.List(r.ctx, nil))(r, "font collections")
	if _, err := library.Collections.Get(r.ctx, "google-fonts"); err != nil {
		r.t.Logf("a font collection: %v", err)
	}
}

// styles calls the operations of the global styles.
func (r *areasRun) styles() {
	styles := appearance.New(r.site).Styles
	id := must(styles.ActiveID(r.ctx))(r, "styles")
	before := must(styles.Get(r.ctx, id))(r, "styles")
	for _, method := range updateMethods {
		must(styles.Update(r.ctx, id, &appearance.StylesParams{Title: &before.Title.Raw},
			cms.UpdateMethod(method)))(r, "styles")
	}
	for _, text := range []string{"#111", "#222"} {
		must(styles.Edit(r.ctx, id, func(s *appearance.GlobalStyles) error {
			return s.Styles.Set(text, "color",
				"text")
		}))(r, "styles")
	}
	must(styles.Update(r.ctx, id, &appearance.StylesParams{Styles: before.Styles}))(r, "styles")
	active := &appearance.ThemeListOptions{Status: []appearance.ThemeStatus{appearance.ThemeActive}}
	theme := must(appearance.New(r.site).Themes.List(r.ctx, active))(r, "themes")[0].Stylesheet
	must(styles.OfTheme(r.ctx, theme))(r, "styles")
	must(styles.Variations(r.ctx, theme))(r, "styles")
	revisions, err := styles.Revisions(id).List(r.ctx, nil)
	if errors.Is(err, cms.ErrNoRoute) {
		return // the site is older than these revisions
	}
	must(styles.Revisions(id).Get(r.ctx, must(revisions, err)(r, "revisions").Items[0].ID))(r, "revisions")
}
