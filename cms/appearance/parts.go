package appearance

import "github.com/fontcms/fontcms-go/cms"

// Part is a template part of the active theme: a piece that several templates share. Like
// a [Template], it is a file of the theme, or a row in the database of the site.
type Part struct {
	// ID is theme//slug. Pass it to Get, Update and Delete.
	ID    string `json:"id"`
	Theme string `json:"theme"`
	Slug  string `json:"slug"`
	// Content has no rendered form. It is empty in the context "embed".
	Content cms.Text `json:"content"`
	Title   cms.Text `json:"title"` // Raw is set in every context

	Description string `json:"description"`
	// Area is the place of the part: [AreaHeader], [AreaFooter] or another one.
	Area   Area   `json:"area"`
	Source string `json:"source"` // "theme", "custom" or "plugin"
	// Origin is set for a part that has a row and a file. It tells where the file comes
	// from, such as "theme".
	Origin string     `json:"origin"`
	Type   string     `json:"type"` // "wp_template_part"
	Status cms.Status `json:"status"`
	// RowID is the number of the row, 0 for a part that is only a file.
	RowID        int64 `json:"wp_id"`
	HasThemeFile bool  `json:"has_theme_file"`
	Author       int64 `json:"author"`
	// Modified and Date are "" for a part that is only a file, and on WordPress before 6.3. WordPress 6.8 sends
	// false as Modified of a file; it is then in Extra.
	Modified       cms.LocalTime `json:"modified"`
	Date           cms.LocalTime `json:"date"`
	AuthorText     string        `json:"author_text"`
	OriginalSource string        `json:"original_source"`
	Plugin         string        `json:"plugin,omitzero"` // the plugin of the part

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole part was read.
	Reading cms.Reading `json:"-"`
}

// Area is the place of a template part.
type Area string

// The areas of parts. Themes and plugins may add others. A site changes an unknown area to
// [AreaUncategorized].
const (
	AreaHeader        Area = "header"
	AreaFooter        Area = "footer"
	AreaUncategorized Area = "uncategorized"
)

// PartParams are the fields that a create or update of a template part sets. A nil field
// is not changed. A create needs Slug and one of Title, Content and Description. An update
// ignores Slug and Theme. If the part is only a file, an update creates a row for it. A
// site does so even for an update without fields, so such an update is refused.
type PartParams struct {
	// The site sanitizes Slug. If another part has it, the site appends -2 or -3. So a
	// create with a slug that exists does not fail: it makes another part.
	Slug        *string `json:"slug,omitzero"`
	Theme       *string `json:"theme,omitzero"` // default: the active theme
	Title       *string `json:"title,omitzero"`
	Content     *string `json:"content,omitzero"`
	Description *string `json:"description,omitzero"`
	Area        *Area   `json:"area,omitzero"` // default [AreaUncategorized]
	Author      *int64  `json:"author,omitzero"`
	// Source may be "theme" in an update of a part that has a row and a file. The site
	// then deletes the row, and uses the file again.
	Source *string `json:"source,omitzero"`
	// Extra holds fields that plugins accept: see [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// CheckUpdate refuses an update that sets no field.
func (p PartParams) CheckUpdate() error {
	return checkUpdate(p.Slug == nil && p.Theme == nil && p.Title == nil && p.Content == nil && p.Description == nil &&
		p.Area == nil && p.Author == nil && p.Source == nil && len(p.Extra) == 0)
}

// PartListOptions are the arguments of the list of template parts.
type PartListOptions struct {
	// Context sets how much of each part is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// RowID selects by the number of the row.
	RowID int64 `url:"wp_id,omitempty"`
	// Area selects by the place. An unknown area matches nothing.
	Area Area `url:"area,omitempty"`
}
