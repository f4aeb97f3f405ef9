package appearance

import "github.com/fontcms/fontcms-go/cms"

// Template is a template of the active theme: one of its files, or a row of the
// database that stands before the file or is the user's own.
type Template struct {
	// ID is theme//slug, which its calls take. The template of a plugin has the theme
	// that is active in it.
	ID    string `json:"id"`
	Theme string `json:"theme"`
	Slug  string `json:"slug"`
	// Content has no rendered form, and is empty in the context "embed".
	Content cms.Text `json:"content"`
	Title   cms.Text `json:"title"` // with its raw form in every context

	Description string `json:"description"`
	Source      string `json:"source"` // "theme", "custom" or "plugin"
	// Origin is where the file of a changed template is from, "" for none.
	Origin string     `json:"origin"`
	Type   string     `json:"type"` // "wp_template"
	Status cms.Status `json:"status"`
	// RowID is the number of its row, 0 for a file that nobody has changed.
	RowID        int64 `json:"wp_id"`
	HasThemeFile bool  `json:"has_theme_file"`
	// IsCustom says that it stands outside of the hierarchy of templates.
	IsCustom bool  `json:"is_custom"`
	Author   int64 `json:"author"`
	// Modified and Date are "" for a file that nobody has changed, and on sites
	// before 6.3.
	Modified       cms.LocalTime `json:"modified"`
	Date           cms.LocalTime `json:"date"`
	AuthorText     string        `json:"author_text"`
	OriginalSource string        `json:"original_source"`
	Plugin         string        `json:"plugin,omitzero"` // that brought it

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading says whether it was read whole.
	Reading cms.Reading `json:"-"`
}

// TemplateParams is what a create or update of a template sets. A nil field is left
// alone. A create needs Slug and one of Title, Content and Description; an update
// ignores Slug and Theme. An update of a file, even one that sets nothing, makes a
// row that stands before it.
type TemplateParams struct {
	// Slug is cleaned, and made unique by -2, -3: a second create makes a second
	// template.
	Slug        *string `json:"slug,omitzero"`
	Theme       *string `json:"theme,omitzero"` // default the active one
	Title       *string `json:"title,omitzero"`
	Content     *string `json:"content,omitzero"`
	Description *string `json:"description,omitzero"`
	Author      *int64  `json:"author,omitzero"`
	// Source, "theme", takes the changes of a file back.
	Source *string `json:"source,omitzero"`
	// Extra holds members that plugins take: see [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// TemplateListOptions are the arguments of the list of templates.
type TemplateListOptions struct {
	// Context is how much of each template is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// RowID chooses by the number of the row.
	RowID int64 `url:"wp_id,omitempty"`
	// PostType chooses those that a type of records may have.
	PostType string `url:"post_type,omitempty"`
}
