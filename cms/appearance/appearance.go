// Package appearance reads the themes of a site, and reads and writes the templates, their
// parts and the global styles of a block theme. A template is the layout of a kind of page,
// made of blocks: the home page, a single post, the page for 404. A part, such as a header,
// is a piece of several templates. The global styles are colours, fonts and sizes of all
// pages.
//
//	look := appearance.New(site) // site is a *cms.Client
//	home, err := look.Templates.Get(ctx, "twentytwentyfive//home", cms.InContext(cms.ContextEdit))
//	…
//	id, err := look.Styles.ActiveID(ctx)
//	…
//	_, err = look.Styles.Edit(ctx, id, func(s *appearance.GlobalStyles) error {
//		return s.Styles.Set("#222", "color", "text")
//	})
package appearance

import "github.com/fontcms/fontcms-go/cms"

// Service holds the themes and templates of a site.
type Service struct {
	// Themes holds the themes of the site by folder: cms/v2/themes. They are read-only;
	// the list has no pages. The REST API cannot switch or install themes.
	//
	// Reading the active theme needs a contributor. It may write to the site: WordPress
	// creates the record of the user's styles if there is none. Reading other themes
	// needs an administrator.
	//
	// Errors: [cms.ErrNotFound] if no theme has the folder; [cms.ErrUnauthorized] or
	// [cms.ErrForbidden] if the caller may not read the theme.
	Themes *cms.Catalog[Theme, cms.ReadOnly, ThemeListOptions]

	// Templates holds the templates of the active theme: cms/v2/templates. Reading
	// needs a user who may edit posts, or an administrator before WordPress 6.6.
	// Writing needs an administrator.
	//
	// Delete deletes the row of a template in the database: see [Template]. If the theme
	// has a file for the template, the site uses this file again. A template that is
	// only a file cannot be deleted.
	Templates *cms.Catalog[Template, TemplateParams, TemplateListOptions]

	// Parts holds the template parts of the active theme: cms/v2/template-parts. Rights
	// and Delete are those of Templates.
	Parts *cms.Catalog[Part, PartParams, PartListOptions]

	// Styles holds the global styles: cms/v2/global-styles.
	Styles *Styles

	site *cms.Client
}

const (
	templatesPath = "cms/v2/templates"
	partsPath     = "cms/v2/template-parts"
)

// New returns the themes, the templates and the global styles of a site. It sends nothing.
func New(site *cms.Client) *Service {
	themes := cms.NewCatalog[Theme, cms.ReadOnly, ThemeListOptions](site, "cms/v2/themes", "stylesheet")
	return &Service{
		Themes:    themes,
		Templates: cms.NewCatalog[Template, TemplateParams, TemplateListOptions](site, templatesPath, "id"),
		Parts:     cms.NewCatalog[Part, PartParams, PartListOptions](site, partsPath, "id"),
		Styles:    &Styles{cms.NewCollection[GlobalStyles, StylesParams, struct{}](site, stylesRoute), themes},
		site:      site,
	}
}
