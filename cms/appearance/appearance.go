// Package appearance reads and writes what makes up the look of a site: its themes, and
// the templates of a block theme.
//
//	look := appearance.New(site)
//	home, err := look.Templates.Get(ctx, "twentytwentyfive//home", cms.InContext(cms.ContextEdit))
package appearance

import "github.com/fontcms/fontcms-go/cms"

// Service is the themes and the templates of a site.
type Service struct {
	// Themes are the themes of the site by their folders: cms/v2/themes. They can only be
	// read; the list has no pages. Switching and installing themes is not possible by the
	// interface. Reading the active theme writes on WordPress: it makes the record of the
	// user's styles if there is none.
	//
	// Errors: [cms.ErrNotFound] if there is no such theme; [cms.ErrUnauthorized] or
	// [cms.ErrForbidden] for users who are no administrators, except for the active theme.
	Themes *cms.Catalog[Theme, cms.ReadOnly, ThemeListOptions]

	// Templates are the templates of the active theme: cms/v2/templates. Reading them
	// needs a user who may edit posts (before 6.6 an administrator), writing an
	// administrator. A template that is a file of the theme cannot be deleted. A stored
	// version that overrides the file can, and the file is used again.
	Templates *cms.Catalog[Template, TemplateParams, TemplateListOptions]
}

// New returns the themes and the templates of a site.
func New(site *cms.Client) *Service {
	return &Service{
		cms.NewCatalog[Theme, cms.ReadOnly, ThemeListOptions](site, "cms/v2/themes", "stylesheet"),
		cms.NewCatalog[Template, TemplateParams, TemplateListOptions](site, "cms/v2/templates", "id"),
	}
}
