package settings

import (
	"encoding/json"

	"github.com/fontcms/fontcms-go/cms"
)

// Type is a post type: "post", "page", or one of a plugin. The context "embed" has Name,
// Slug, Icon, RestBase, RestNamespace, Template and TemplateLock.
type Type struct {
	Name         string         `json:"name"` // as displayed
	Slug         string         `json:"slug"` // "post"; calls take this name
	Description  string         `json:"description"`
	Hierarchical bool           `json:"hierarchical"` // whether records have parents
	HasArchive   Archive        `json:"has_archive"`
	Taxonomies   cms.StringList `json:"taxonomies"` // slugs
	// RestBase and RestNamespace are the route of its records: "posts" and "wp/v2".
	// RestNamespace is "" on sites before 5.9.
	RestBase      string `json:"rest_base"`
	RestNamespace string `json:"rest_namespace"`
	Icon          string `json:"icon"` // "dashicons-admin-post", or "" if it has none
	// Template holds the blocks of a new record, as the site sent them. TemplateLock is
	// "all", "insert", "contentOnly", or "" if blocks may be changed; Extra then holds the
	// false that the site sends. WordPress 6.1 has neither.
	Template     json.RawMessage `json:"template,omitzero"`
	TemplateLock string          `json:"template_lock,omitzero"`

	// Only in the context "edit".
	Capabilities map[string]string `json:"capabilities,omitzero"` // "edit_posts": "edit_posts"
	// a label is "" if the site sends null for it
	Labels map[string]string `json:"labels,omitzero"`
	// Supports are the features of the type: see HasFeature. A value is true, or a list
	// of details.
	Supports   map[string]json.RawMessage `json:"supports,omitzero"`
	Viewable   bool                       `json:"viewable,omitzero"` // whether visitors may see records
	Visibility TypeVisibility             `json:"visibility,omitzero"`

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole type was read.
	Reading cms.Reading `json:"-"`
}

// HasFeature reports whether the type supports a feature, such as "title", "editor",
// "thumbnail" or "comments". The type must have been read in the context "edit".
func (t *Type) HasFeature(name string) bool {
	value, ok := t.Supports[name]
	return ok && string(value) != "false" && string(value) != "null"
}

// TypeVisibility tells where a type is shown.
type TypeVisibility struct {
	ShowInNavMenus bool `json:"show_in_nav_menus"`
	ShowUI         bool `json:"show_ui"`
}

// Archive tells whether the site has a page that lists the records of a type.
type Archive struct {
	Enabled bool
	Slug    string // of the page; "" means the slug of the type
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
	// Context sets how much of each type is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
}

// Status is a status of records. The context "embed" has Name and Slug.
type Status struct {
	Name string     `json:"name"` // as displayed
	Slug cms.Status `json:"slug"` // calls take this name
	// Public reports whether visitors see records with this status. Queryable reports
	// whether visitors can request the web pages of such records.
	Public    bool `json:"public"`
	Queryable bool `json:"queryable"`
	// DateFloating reports whether records with this status may be without a date of
	// their own. Such a record gets its date when it is published.
	DateFloating bool `json:"date_floating"`

	// Only in the context "edit".
	Private    bool `json:"private,omitzero"`
	Protected  bool `json:"protected,omitzero"`
	ShowInList bool `json:"show_in_list,omitzero"` // whether a list of all statuses shows such records

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole status was read.
	Reading cms.Reading `json:"-"`
}

// StatusListOptions are the arguments of the list of statuses.
type StatusListOptions struct {
	// Context sets how much of each status is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
}
