package resilience

import (
	"context"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
)

// designs adds the functions of the packages for fonts and styles.
func designs(
	add func(name string, bombs []bomb, f func(ctx context.Context, c *cms.Client) (any, error)), list, crowd []bomb,
) {
	face := &fontlibrary.FaceParams{
		Settings: fontlibrary.FaceSettings{FontFamily: "a"}, Files: []fontlibrary.File{fontlibrary.Bytes("a.ttf",
			[]byte("a"))},
	}
	for name, do := range map[string]func(ctx context.Context, f *fontlibrary.Families) (any, error){
		"BySlug": func(ctx context.Context, f *fontlibrary.Families) (any, error) { return f.BySlug(ctx, "a") },
		"Create": func(ctx context.Context, f *fontlibrary.Families) (any, error) {
			return f.Create(ctx, &fontlibrary.FamilyParams{Name: new("a"), Slug: new("a"), FontFamily: new("a")})
		},
		"Update": func(ctx context.Context, f *fontlibrary.Families) (any, error) { return f.Update(ctx, 1, nil) },
	} {
		add("fontlibrary.Families."+name, crowd, func(ctx context.Context, c *cms.Client) (any, error) {
			return do(ctx, fontlibrary.New(c).Families)
		})
	}
	for name, do := range map[string]func(ctx context.Context, f *fontlibrary.Faces) (any, error){
		"All":    func(ctx context.Context, f *fontlibrary.Faces) (any, error) { return one(f.All(ctx)) },
		"List":   func(ctx context.Context, f *fontlibrary.Faces) (any, error) { return f.List(ctx, nil) },
		"Get":    func(ctx context.Context, f *fontlibrary.Faces) (any, error) { return f.Get(ctx, 1) },
		"Create": func(ctx context.Context, f *fontlibrary.Faces) (any, error) { return f.Create(ctx, face) },
		"Delete": func(ctx context.Context, f *fontlibrary.Faces) (any, error) { return f.Delete(ctx, 1) },
	} {
		add("fontlibrary.Faces."+name, crowd, func(ctx context.Context, c *cms.Client) (any, error) {
			return do(ctx, fontlibrary.New(c).Faces(1))
		})
	}
	for name, do := range map[string]func(ctx context.Context, s *appearance.Styles) (any, error){
		"ActiveID": func(ctx context.Context, s *appearance.Styles) (any, error) { return s.ActiveID(ctx) },
		"Get":      func(ctx context.Context, s *appearance.Styles) (any, error) { return s.Get(ctx, 1) },
		"Update":   func(ctx context.Context, s *appearance.Styles) (any, error) { return s.Update(ctx, 1, nil) },
		"Edit": func(ctx context.Context, s *appearance.Styles) (any, error) {
			return s.Edit(ctx, 1, func(*appearance.GlobalStyles) error { return nil })
		},
		"OfTheme":    func(ctx context.Context, s *appearance.Styles) (any, error) { return s.OfTheme(ctx, "a") },
		"Variations": func(ctx context.Context, s *appearance.Styles) (any, error) { return s.Variations(ctx, "a") },
	} {
		add("appearance.Styles."+name, crowd, func(ctx context.Context, c *cms.Client) (any, error) {
			return do(ctx, appearance.New(c).Styles)
		})
	}
	for name, do := range map[string]func(ctx context.Context, r *appearance.StylesRevisions) (any, error){
		"List":  func(ctx context.Context, r *appearance.StylesRevisions) (any, error) { return r.List(ctx, nil) },
		"Count": func(ctx context.Context, r *appearance.StylesRevisions) (any, error) { return r.Count(ctx, nil) },
		"All":   func(ctx context.Context, r *appearance.StylesRevisions) (any, error) { return one(r.All(ctx, nil)) },
		"Get":   func(ctx context.Context, r *appearance.StylesRevisions) (any, error) { return r.Get(ctx, 1) },
	} {
		add("appearance.StylesRevisions."+name, crowd, func(ctx context.Context, c *cms.Client) (any, error) {
			return do(ctx, appearance.New(c).Styles.Revisions(1))
		})
	}
}
