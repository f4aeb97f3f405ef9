package settings

import (
	"encoding/json"

	"github.com/fontcms/fontcms-go/cms"
)

// Type is a type of records: "post", "page", or one that a plugin adds. The context
// "embed" gives Name, Slug, Icon, RestBase, RestNamespace, Template and TemplateLock.
type Type struct {
	Name         string         `json:"name"` // as displayed
	Slug         string         `json:"slug"` // "post"; the name that calls take
	Description  string         `json:"description"`
	Hierarchical bool           `json:"hierarchical"` // whether records have parents
	HasArchive   Archive        `json:"has_archive"`
	Taxonomies   cms.StringList `json:"taxonomies"` // slugs
	// RestBase and RestNamespace are the route of its records: "posts" and "wp/v2".
	// RestNamespace is "" on sites before 5.9.
	RestBase      string `json:"rest_base"`
	RestNamespace string `json:"rest_namespace"`
	Icon          string `json:"icon"` // "dashicons-admin-post", or "" if it has none
	// Template is the blocks that a new record starts with, as the site wrote them.
	// TemplateLock is "all", "insert", "contentOnly", or "" if blocks are free. WordPress
	// 6.1 has neither.
	Template     json.RawMessage `json:"template,omitzero"`
	TemplateLock string          `json:"template_lock,omitzero"`

	// The context "edit" alone gives these.
	Capabilities map[string]string `json:"capabilities,omitzero"` // "edit_posts": "edit_posts"
	Labels       map[string]string `json:"labels,omitzero"`       // "" where the site has null
	// Supports are the features of the type: see HasFeature. The value is true, or a list
	// of details.
	Supports   map[string]json.RawMessage `json:"supports,omitzero"`
	Viewable   bool                       `json:"viewable,omitzero"` // whether visitors may see records
	Visibility TypeVisibility             `json:"visibility,omitzero"`

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading says whether the type was read whole.
	Reading cms.Reading `json:"-"`
}

// HasFeature reports whether records of the type have a feature, such as "title",
// "editor", "thumbnail" or "comments". The type must have been read in the context
// "edit".
func (t *Type) HasFeature(name string) bool {
	value, ok := t.Supports[name]
	return ok && string(value) != "false" && string(value) != "null"
}

// TypeVisibility is where a type is shown.
type TypeVisibility struct {
	ShowInNavMenus bool `json:"show_in_nav_menus"`
	ShowUI         bool `json:"show_ui"`
}

// Archive says whether the site has a page that lists the records of a type.
type Archive struct {
	Enabled bool
	Slug    string // of the page, "" for that of the type
}

// UnmarshalJSON reads true, false, or the slug of the page.
func (a *Archive) UnmarshalJSON(data []byte) error {
	*a = Archive{}
	if len(data) > 0 && data[0] == '"' {
		if err := cms.Unmarshal(data, &a.Slug); err != nil {
			return err
		}
		a.Enabled = a.Slug != ""
		return nil
	}
	a.Enabled = string(data) == "true"
	return nil
}

// MarshalJSON writes what UnmarshalJSON reads.
func (a Archive) MarshalJSON() ([]byte, error) {
	if a.Slug != "" {
		return cms.Marshal(a.Slug)
	}
	return cms.Marshal(a.Enabled)
}

// TypeListOptions are the arguments of the list of types.
type TypeListOptions struct {
	// Context is how much of each type is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
}

// Status is a status that records may have. The context "embed" gives Name and Slug.
type Status struct {
	Name string     `json:"name"` // as displayed
	Slug cms.Status `json:"slug"` // the name that calls take
	// Public reports whether visitors see such records, Queryable whether they may ask
	// for them in the address.
	Public    bool `json:"public"`
	Queryable bool `json:"queryable"`
	// DateFloating reports whether the date of a record moves along until it is
	// published.
	DateFloating bool `json:"date_floating"`

	// The context "edit" alone gives these.
	Private    bool `json:"private,omitzero"`
	Protected  bool `json:"protected,omitzero"`
	ShowInList bool `json:"show_in_list,omitzero"` // among records of all statuses

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading says whether the status was read whole.
	Reading cms.Reading `json:"-"`
}

// StatusListOptions are the arguments of the list of statuses.
type StatusListOptions struct {
	// Context is how much of each status is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
}
