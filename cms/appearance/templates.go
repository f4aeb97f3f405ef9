package appearance

import "github.com/fontcms/fontcms-go/cms"

// Template is a template of the active theme. It is a file of the theme, or a row in the
// database of the site. Users add and change templates in rows. If a row has the slug of
// a file, the site uses the row.
type Template struct {
	// ID is theme//slug. Pass it to Get, Update and Delete. If a plugin provides the
	// template, the part before // is the active theme.
	ID    string `json:"id"`
	Theme string `json:"theme"`
	Slug  string `json:"slug"`
	// Content has no rendered form. It is empty in the context "embed".
	Content cms.Text `json:"content"`
	Title   cms.Text `json:"title"` // Raw is set in every context

	Description string `json:"description"`
	Source      string `json:"source"` // "theme", "custom" or "plugin"
	// Origin is set for a template that has a row and a file. It tells where the file
	// comes from, such as "theme".
	Origin string     `json:"origin"`
	Type   string     `json:"type"` // "wp_template"
	Status cms.Status `json:"status"`
	// RowID is the number of the row, 0 for a template that is only a file.
	RowID        int64 `json:"wp_id"`
	HasThemeFile bool  `json:"has_theme_file"`
	// IsCustom means that the template is outside of the template hierarchy.
	IsCustom bool  `json:"is_custom"`
	Author   int64 `json:"author"`
	// Modified and Date are "" for a template that is only a file, and on WordPress
	// before 6.3. WordPress 6.8 sends
	// false as Modified of a file; it is then in Extra.
	Modified       cms.LocalTime `json:"modified"`
	Date           cms.LocalTime `json:"date"`
	AuthorText     string        `json:"author_text"`
	OriginalSource string        `json:"original_source"`
	Plugin         string        `json:"plugin,omitzero"` // the plugin of the template

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole template was read.
	Reading cms.Reading `json:"-"`
}

// TemplateParams are the fields that a create or update of a template sets. A nil field
// is not changed. A create needs Slug and one of Title, Content and Description. An
// update ignores Slug and Theme. If the template is only a file, an update creates a row
// for it. A site does so even for an update without fields, so such an update is refused.
type TemplateParams struct {
	// The site sanitizes Slug. If another template has it, the site appends -2 or -3. So
	// a create with a slug that exists does not fail: it makes another template.
	Slug        *string `json:"slug,omitzero"`
	Theme       *string `json:"theme,omitzero"` // default: the active theme
	Title       *string `json:"title,omitzero"`
	Content     *string `json:"content,omitzero"`
	Description *string `json:"description,omitzero"`
	Author      *int64  `json:"author,omitzero"`
	// Source may be "theme" in an update of a template that has a row and a file. The
	// site then deletes the row, and uses the file again.
	Source *string `json:"source,omitzero"`
	// Extra holds fields that plugins accept: see [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// CheckUpdate refuses an update that sets no field.
func (p TemplateParams) CheckUpdate() error {
	return checkUpdate(p.Slug == nil && p.Theme == nil && p.Title == nil && p.Content == nil && p.Description == nil &&
		p.Author == nil && p.Source == nil && len(p.Extra) == 0)
}

// checkUpdate returns an error if empty is true, which means that the update sets no field.
func checkUpdate(empty bool) error {
	if !empty {
		return nil
	}
	return &cms.ArgumentError{Argument: "params",
		Reason: "no field is set, and a site would turn the theme's file into a copy in its database"}
}

// TemplateListOptions are the arguments of the list of templates.
type TemplateListOptions struct {
	// Context sets how much of each template is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// RowID selects by the number of the row.
	RowID int64 `url:"wp_id,omitempty"`
	// PostType selects templates for a post type.
	PostType string `url:"post_type,omitempty"`
}
