// Package appearance reads the themes of a site, and reads and writes the templates of
// a block theme. A template is the layout of a kind of page, made of blocks: the home
// page, a single post, the page for 404.
//
//	look := appearance.New(site) // site is a *cms.Client
//	home, err := look.Templates.Get(ctx, "twentytwentyfive//home", cms.InContext(cms.ContextEdit))
package appearance

import "github.com/fontcms/fontcms-go/cms"

// Service holds the themes and templates of a site.
type Service struct {
	// Themes holds the themes of the site by folder: cms/v2/themes. They are read-only;
	// the list has no pages. The REST API cannot switch or install themes. Reading the
	// active theme may write to the site: WordPress creates the record that holds the
	// user's styles if it does not exist.
	//
	// Errors: [cms.ErrNotFound] if no theme has the folder; [cms.ErrUnauthorized] or
	// [cms.ErrForbidden] without the rights. A contributor may read the active theme.
	// The other themes need an administrator.
	Themes *cms.Catalog[Theme, cms.ReadOnly, ThemeListOptions]

	// Templates holds the templates of the active theme: cms/v2/templates. Reading
	// needs a user who may edit posts, or an administrator before WordPress 6.6.
	// Writing needs an administrator. A template that is a file of the theme cannot be
	// deleted. A stored version that overrides the file can be deleted; the site then
	// uses the file again.
	Templates *cms.Catalog[Template, TemplateParams, TemplateListOptions]
}

// New returns the themes and the templates of a site.
func New(site *cms.Client) *Service {
	return &Service{
		cms.NewCatalog[Theme, cms.ReadOnly, ThemeListOptions](site, "cms/v2/themes", "stylesheet"),
		cms.NewCatalog[Template, TemplateParams, TemplateListOptions](site, "cms/v2/templates", "id"),
	}
}
