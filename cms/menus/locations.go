package menus

import "github.com/fontcms/fontcms-go/cms"

// Location is a place in the theme that shows a menu.
type Location struct {
	Name        string `json:"name"` // "primary"; calls take this name
	Description string `json:"description"`
	// Menu is the id of the menu in this location, 0 if it has no menu. Set it by
	// Params.Locations of a menu.
	Menu int64 `json:"menu"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole location was read.
	Reading cms.Reading `json:"-"`
}

// LocationListOptions are the arguments of the list of locations.
type LocationListOptions struct {
	// Context sets how much of each location is read. Default "view". All contexts have
	// the same fields.
	Context cms.Context `url:"context,omitempty"`
}
