package archive

import "github.com/fontcms/fontcms-go/cms"

// Kind is a type of records, which has a folder of its own.
type Kind struct {
	// Name is that of the folder: "posts".
	Name string
	// Route is where the site has the records: "cms/v2/posts".
	Route string
	// Context is that in which they are read: "edit" gives the texts as typed.
	Context cms.Context
	// Statuses are those of all records, the trash included.
	Statuses []cms.Status
	// Dated records tell when they were changed, so that a list can be asked for
	// the latest. The others are read whole each time.
	Dated bool
	// Needs is the namespace of the plugin that has them, "" for the site's own.
	Needs string
	// OnRequest is for kinds that are copied and restored only with the flag of their
	// name.
	OnRequest bool
	// Terms are those of a taxonomy. A site may have some of them before.
	Terms bool
	// Raw records have no type of the SDK here: they are restored member by member.
	Raw bool
	// Own kinds are those of types and taxonomies that only some sites have.
	Own bool
}

// The names of the kinds.
const (
	Users             = "users"
	Categories        = "categories"
	Tags              = "tags"
	PatternCategories = "pattern-categories"
	Menus             = "menus"
	Media             = "media"
	Posts             = "posts"
	Pages             = "pages"
	Blocks            = "blocks"
	Navigation        = "navigation"
	MenuItems         = "menu-items"
	Snippets          = "snippets"
	Comments          = "comments"
	Settings          = "settings"
	Fonts             = "fonts"
	Templates         = "templates"
	TemplateParts     = "template-parts"
	GlobalStyles      = "global-styles"
	FontFamilies      = "font-families"
	FontFaces         = "font-faces"
	Sidebars          = "sidebars"
	Widgets           = "widgets"
)

// SettingsName is the name of the one record of the settings, and its id in digits.
const SettingsName = "1"

// everyStatus are the statuses of all posts, those in the trash included.
func everyStatus() []cms.Status { return []cms.Status{cms.StatusAny, cms.StatusTrash} }

// Kinds are those of every site that spells its own names with prefix, in an order
// in which they can be restored. [State.AllKinds] has those of one site.
func Kinds(prefix string) []Kind {
	own := func(name string) string { return "cms/v2/" + name }
	all := everyStatus()
	return []Kind{
		{Name: Categories, Route: own(Categories), Terms: true},
		{Name: Tags, Route: own(Tags), Terms: true},
		{Name: PatternCategories, Route: own(prefix + "_pattern_category"), Terms: true},
		{Name: Menus, Route: own(Menus), Terms: true},
		{
			Name: Media, Route: own(Media), Dated: true, Context: cms.ContextEdit,
			Statuses: []cms.Status{cms.StatusInherit, cms.StatusPrivate, cms.StatusTrash},
		},
		{Name: Posts, Route: own(Posts), Dated: true, Context: cms.ContextEdit, Statuses: all},
		{Name: Pages, Route: own(Pages), Dated: true, Context: cms.ContextEdit, Statuses: all},
		{Name: Blocks, Route: own(Blocks), Dated: true, Context: cms.ContextEdit, Statuses: all},
		{Name: Navigation, Route: own(Navigation), Dated: true, Context: cms.ContextEdit, Statuses: all, Raw: true},
		{Name: MenuItems, Route: own(MenuItems), Context: cms.ContextEdit, Statuses: all},
		{Name: Snippets, Route: "code-snippets/v1/snippets", Needs: "code-snippets/v1"},
		{Name: Comments, Route: own(Comments), Context: cms.ContextEdit, OnRequest: true},
		{Name: Settings, Route: own(Settings), OnRequest: true},
	}
}

// LookKinds are the kinds of what a site looks like, in an order in which they can be
// restored. They are none of [State.AllKinds]: their lists have no pages or no totals, and
// most of their ids are words.
func LookKinds() []Kind {
	own := func(name string) Kind {
		return Kind{Name: name, Route: "cms/v2/" + name, Context: cms.ContextEdit, Raw: true}
	}
	faces := own(FontFaces)
	faces.Route = own(FontFamilies).Route // each face is below its family
	return []Kind{
		own(FontFamilies), faces, own(GlobalStyles), own(TemplateParts), own(Templates), own(Sidebars), own(Widgets),
	}
}
