package appearance

import (
	"encoding/json"

	"github.com/fontcms/fontcms-go/cms"
)

// Theme is an installed theme. Themes have no contexts: every read returns all fields.
type Theme struct {
	// Stylesheet is the folder of the theme, "twentytwentyfive". Pass it to Get.
	Stylesheet string `json:"stylesheet"`
	// Template is the folder of the parent theme, or Stylesheet if it has none.
	Template    string   `json:"template"`
	Name        cms.Text `json:"name"`
	Description cms.Text `json:"description"`
	Version     string   `json:"version"`
	Author      cms.Text `json:"author"`
	AuthorURI   cms.Text `json:"author_uri"`
	ThemeURI    cms.Text `json:"theme_uri"`
	Tags        Tags     `json:"tags"`
	Textdomain  string   `json:"textdomain"`
	RequiresPHP string   `json:"requires_php"`
	RequiresCMS string   `json:"requires_wp"` // the lowest WordPress version that the theme needs
	Screenshot  string   `json:"screenshot"`  // an address
	// Status is [ThemeActive] for one theme, and [ThemeInactive] for the others.
	Status ThemeStatus `json:"status"`
	// WordPress 6.1 does not send these three fields: IsBlockTheme is then false.
	IsBlockTheme  bool   `json:"is_block_theme,omitzero"`
	StylesheetURI string `json:"stylesheet_uri,omitzero"`
	TemplateURI   string `json:"template_uri,omitzero"`

	// These fields are set only for the active theme. Supports holds the supported
	// features by name ("post-thumbnails"); each value is true, false or a list. The
	// other two fields describe the templates and template parts that a theme may have.
	Supports                 map[string]json.RawMessage `json:"theme_supports,omitzero"`
	DefaultTemplateTypes     json.RawMessage            `json:"default_template_types,omitzero"`
	DefaultTemplatePartAreas json.RawMessage            `json:"default_template_part_areas,omitzero"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole theme was read.
	Reading cms.Reading `json:"-"`
}

// HasFeature reports whether the active theme supports a feature, such as
// "post-thumbnails" or "menus".
func (t *Theme) HasFeature(name string) bool {
	value, ok := t.Supports[name]
	return ok && string(value) != "false" && string(value) != "null"
}

// Tags are the tags of a theme.
type Tags struct {
	Raw      cms.StringList `json:"raw"`
	Rendered string         `json:"rendered"` // HTML, with commas
}

// ThemeStatus tells whether a theme is in use.
type ThemeStatus string

// The statuses of themes.
const (
	ThemeActive   ThemeStatus = "active"
	ThemeInactive ThemeStatus = "inactive"
)

// ThemeListOptions are the arguments of the list of themes.
type ThemeListOptions struct {
	// Status selects by status. Default all, which needs an administrator. [ThemeActive]
	// needs only a contributor.
	Status []ThemeStatus `url:"status,brackets,omitempty"`
}
