package ledger_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
)

// designed returns a function that adds calls to a list. The calls get the response that is
// given with them.
func designed(out *[]call) func(name, response string, w want, do func(ctx context.Context, site *cms.Client) error) {
	return func(name, response string, w want, do func(ctx context.Context, site *cms.Client) error) {
		*out = append(*out, call{name, func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return response }
			return do(ctx, s.site)
		}, []want{w}})
	}
}

const (
	fontFamily = `{"id":7,"font_faces":[],"font_family_settings":{"slug":"inter"}}`
	fontFace   = `{"id":7,"parent":41,"font_face_settings":{}}`
)

// familyCalls is the calls on the families of the font library.
func familyCalls() (out []call) {
	const path = "/cms/v2/font-families"
	add := designed(&out)
	list := func(query string, options *fontlibrary.FamilyListOptions) {
		add("font-families.List", "[]", want{"GET", path, query, ""}, func(ctx context.Context,
			site *cms.Client) error {
			_, err := fontlibrary.New(site).Families.List(ctx, options)
			return err
		})
	}
	list("", nil)
	list("context=edit&page=2&per_page=100&include[]=5&include[]=6&exclude[]=3&offset=7&order=asc&orderby=include"+
		"&slug[]=a&slug[]=b",
		&fontlibrary.FamilyListOptions{
			Context: cms.ContextEdit, Page: 2, PerPage: 100, Include: []int64{5, 6}, Exclude: []int64{3}, Offset: 7,
			Order: cms.Ascending, OrderBy: cms.ByInclude, Slug: []string{"a", "b"},
		})
	list("order=desc&orderby=id", &fontlibrary.FamilyListOptions{Order: cms.Descending, OrderBy: cms.ByID})
	for _, c := range contexts {
		list("context="+string(c), &fontlibrary.FamilyListOptions{Context: c})
		add("font-families.Get", fontFamily, want{"GET", path + "/7", "context=" + string(c), ""},
			func(ctx context.Context, site *cms.Client) error {
				_, err := fontlibrary.New(site).Families.Get(ctx, 7, cms.InContext(c))
				return err
			})
	}
	add("font-families.BySlug", "["+fontFamily+"]", want{"GET", path, "slug[]=inter&per_page=100", ""},
		func(ctx context.Context, site *cms.Client) error {
			_, err := fontlibrary.New(site).Families.BySlug(ctx, "inter")
			return err
		})
	add("font-families.All", "[]", want{"GET", path, "orderby=id&page=1&per_page=100", ""},
		func(ctx context.Context, site *cms.Client) error {
			return drain(fontlibrary.New(site).Families.All(ctx, nil))
		})
	add("font-families.Create", fontFamily, want{"POST", path, "", `{"theme_json_version":2,
		"font_family_settings":"{\"name\":\"Inter\",\"slug\":\"inter\",\"fontFamily\":\"Inter\",\"preview\":\"\"}"}`},
		func(ctx context.Context, site *cms.Client) error {
			_, err := fontlibrary.New(site).Families.Create(ctx, &fontlibrary.FamilyParams{
				Name: new("Inter"), Slug: new("inter"), FontFamily: new("Inter"), Preview: new(""),
				ThemeJSONVersion: new(2),
			})
			return err
		})
	for _, method := range updateMethods {
		add("font-families.Update by "+method, fontFamily,
			want{method, path + "/7", "", `{"theme_json_version":3,"font_family_settings":"{\"name\":\"Inter\"}"}`},
			func(ctx context.Context, site *cms.Client) error {
				_, err := fontlibrary.New(site).Families.Update(ctx, 7,
					&fontlibrary.FamilyParams{Name: new("Inter"), ThemeJSONVersion: new(3)}, cms.UpdateMethod(method))
				return err
			})
	}
	add("font-families.Delete", `{"deleted":true,"previous":`+fontFamily+`}`, want{"DELETE", path + "/7",
		"force=true", ""},
		func(ctx context.Context, site *cms.Client) error {
			_, err := fontlibrary.New(site).Families.Delete(ctx, 7)
			return err
		})
	collections := func(s *services) *cms.Catalog[fontlibrary.Collection, cms.ReadOnly,
		fontlibrary.CollectionListOptions] {
		return fontlibrary.New(s.site).Collections
	}
	options := map[string]*fontlibrary.CollectionListOptions{"": nil, "page=2&per_page=100": {Page: 2, PerPage: 100}}
	for _, c := range contexts {
		options["context="+string(c)] = &fontlibrary.CollectionListOptions{Context: c}
	}
	return append(out, cataloguing("font-collections", "/cms/v2/font-collections", "google-fonts",
		`{"slug":"google-fonts"}`,
		collections, options)...)
}

// faceCalls is the calls on the faces of a family.
func faceCalls() (out []call) {
	const path = "/cms/v2/font-families/41/font-faces"
	add := designed(&out)
	faces := func(site *cms.Client) *fontlibrary.Faces { return fontlibrary.New(site).Faces(41) }
	list := func(query string, options *fontlibrary.FaceListOptions) {
		add("font-faces.List", "[]", want{"GET", path, query, ""}, func(ctx context.Context, site *cms.Client) error {
			_, err := faces(site).List(ctx, options)
			return err
		})
	}
	list("", nil)
	list("context=edit&page=2&per_page=100&include[]=5&include[]=6&exclude[]=3&offset=7&order=asc&orderby=include",
		&fontlibrary.FaceListOptions{
			Context: cms.ContextEdit, Page: 2, PerPage: 100, Include: []int64{5, 6}, Exclude: []int64{3}, Offset: 7,
			Order: cms.Ascending, OrderBy: cms.ByInclude,
		})
	list("order=desc&orderby=id", &fontlibrary.FaceListOptions{Order: cms.Descending, OrderBy: cms.ByID})
	for _, c := range contexts {
		list("context="+string(c), &fontlibrary.FaceListOptions{Context: c})
		add("font-faces.Get", fontFace, want{"GET", path + "/7", "context=" + string(c), ""},
			func(ctx context.Context, site *cms.Client) error {
				_, err := faces(site).Get(ctx, 7, cms.InContext(c))
				return err
			})
	}
	out = append(out, call{"font-faces.All", func(ctx context.Context, s *services) error {
		s.cms.answer = func(r request) string {
			if strings.HasSuffix(r.path, "/41") {
				return `{"id":41,"font_faces":[9,7]}`
			}
			return `[{"id":7,"parent":41},{"id":9,"parent":41}]`
		}
		return drain(faces(s.site).All(ctx))
	}, []want{
		{"GET", "/cms/v2/font-families/41", "_fields=font_faces%2Cid", ""},
		{"GET", path, "include[]=7&include[]=9&orderby=include&per_page=100", ""},
	}})
	settings := fontlibrary.FaceSettings{FontFamily: "Inter", FontWeight: "700",
		Src: fontlibrary.Sources{"https://fonts.example/a.woff2"}}
	add("font-faces.Create", fontFace, want{"POST", path, "", `{"theme_json_version":3,
		"font_face_settings":"{\"fontFamily\":\"Inter\",\"fontWeight\":\"700\",\"src\":\"https://fonts.example/a.woff2\"}"}`},
		func(ctx context.Context, site *cms.Client) error {
			_, err := faces(site).Create(ctx, &fontlibrary.FaceParams{Settings: settings, ThemeJSONVersion: new(3)})
			return err
		})
	add("font-faces.Create with files", fontFace, want{"POST", path, "", fmt.Sprintf(`{"theme_json_version":"2",
		"font_face_settings":%q,"file-0":"wOF2","file-1":"ttf"}`,
		`{"fontFamily":"Inter","fontWeight":"700","src":["file-0","file-1","https://fonts.example/a.woff2"]}`)},
		func(ctx context.Context, site *cms.Client) error {
			_, err := faces(site).Create(ctx, &fontlibrary.FaceParams{Settings: settings, ThemeJSONVersion: new(2),
				Files: []fontlibrary.File{
					fontlibrary.Bytes("a.woff2", []byte("wOF2")), fontlibrary.Bytes("a.ttf", []byte("ttf")),
				}})
			return err
		})
	add("font-faces.Delete", `{"deleted":true,"previous":`+fontFace+`}`, want{"DELETE", path + "/7", "force=true", ""},
		func(ctx context.Context, site *cms.Client) error {
			_, err := faces(site).Delete(ctx, 7)
			return err
		})
	return out
}

// styleCalls is the calls on the global styles.
func styleCalls() (out []call) {
	const path = "/cms/v2/global-styles"
	add := designed(&out)
	styles := func(site *cms.Client) *appearance.Styles { return appearance.New(site).Styles }
	add("global-styles.ActiveID",
		`[{"stylesheet":"a","_links":{"cms:user-global-styles":[{"href":"https://a.example/cms/v2/global-styles/7"}]}}]`,
		want{"GET", "/cms/v2/themes", "status[]=active&_fields=_links%2Cstylesheet", ""},
		func(ctx context.Context, site *cms.Client) error {
			_, err := styles(site).ActiveID(ctx)
			return err
		})
	add("global-styles.Get", `{"id":7}`, want{"GET", path + "/7", "", ""}, func(ctx context.Context,
		site *cms.Client) error {
		_, err := styles(site).Get(ctx, 7)
		return err
	})
	for _, method := range updateMethods {
		add("global-styles.Update by "+method, `{"id":7}`,
			want{method, path + "/7", "", `{"settings":{},"styles":{"color":{"text":"red"}},"title":"Custom"}`},
			func(ctx context.Context, site *cms.Client) error {
				_, err := styles(site).Update(ctx, 7, &appearance.StylesParams{
					Settings: appearance.Tree{}, Styles: appearance.Tree(`{"color":{"text":"red"}}`),
					Title: new("Custom"),
				}, cms.UpdateMethod(method))
				return err
			})
	}
	add("global-styles.OfTheme", `{"settings":{},"styles":{}}`, want{"GET", path + "/themes/a", "", ""},
		func(ctx context.Context, site *cms.Client) error {
			_, err := styles(site).OfTheme(ctx, "a")
			return err
		})
	add("global-styles.Variations", "[]", want{"GET", path + "/themes/a/variations", "", ""},
		func(ctx context.Context, site *cms.Client) error {
			_, err := styles(site).Variations(ctx, "a")
			return err
		})
	return slices.Concat(out, styleRevisionCalls())
}

// styleRevisionCalls is the calls on the revisions of global styles.
func styleRevisionCalls() (out []call) {
	const path, revision = "/cms/v2/global-styles/41/revisions", `{"id":7,"parent":41}`
	add := designed(&out)
	revisions := func(site *cms.Client) *appearance.StylesRevisions { return appearance.New(site).Styles.Revisions(41) }
	list := func(query string, options *appearance.StylesRevisionListOptions) {
		add("global-styles.Revisions.List", "["+revision+"]", want{"GET", path, query, ""},
			func(ctx context.Context, site *cms.Client) error {
				_, err := revisions(site).List(ctx, options)
				return err
			})
	}
	list("page=2&per_page=100&offset=7", &appearance.StylesRevisionListOptions{Page: 2, PerPage: 100, Offset: 7})
	for _, c := range contexts {
		list("context="+string(c), &appearance.StylesRevisionListOptions{Context: c})
		add("global-styles.Revisions.Get", revision, want{"GET", path + "/7", "context=" + string(c), ""},
			func(ctx context.Context, site *cms.Client) error {
				_, err := revisions(site).Get(ctx, 7, cms.InContext(c))
				return err
			})
	}
	add("global-styles.Revisions.All", "[]", want{"GET", path, "page=1&per_page=100", ""},
		func(ctx context.Context, site *cms.Client) error { return drain(revisions(site).All(ctx, nil)) })
	add("global-styles.Revisions.Count", "[]", want{"GET", path, "per_page=1&_fields=id", ""},
		func(ctx context.Context, site *cms.Client) error {
			_, err := revisions(site).Count(ctx, nil)
			return err
		})
	return out
}
