package menus

import "github.com/fontcms/fontcms-go/cms"

// Location is a place of the theme that shows a menu.
type Location struct {
	Name        string `json:"name"` // "primary"; the name that calls take
	Description string `json:"description"`
	// Menu is the id of the menu that it shows, 0 for none. Params.Locations of a menu
	// sets it.
	Menu int64 `json:"menu"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading says whether the location was read whole.
	Reading cms.Reading `json:"-"`
}

// LocationListOptions are the arguments of the list of locations.
type LocationListOptions struct {
	// Context is how much of each location is read. Default "view". All contexts give
	// the same.
	Context cms.Context `url:"context,omitempty"`
}
