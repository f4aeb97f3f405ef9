package fontlibrary

import "github.com/fontcms/fontcms-go/cms"

// Collection is a collection of fonts that a site offers for installation. Themes and
// plugins add collections. Nothing in it is installed.
type Collection struct {
	Slug        string `json:"slug"` // pass it to Get: "google-fonts"
	Name        string `json:"name"`
	Description string `json:"description"`
	// Families are the families that the collection offers.
	Families []Offer `json:"font_families"`
	// Categories are the categories that an Offer names.
	Categories []Category `json:"categories"`

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole collection was read.
	Reading cms.Reading `json:"-"`
}

// Offer is a family of a [Collection].
type Offer struct {
	// Settings has the faces of the family, with the addresses of their files. The files
	// are usually on another host.
	Settings   FamilySettings `json:"font_family_settings"`
	Categories cms.StringList `json:"categories,omitzero"` // the slugs of its categories

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Category is a category of a [Collection].
type Category struct {
	Name string `json:"name"`
	Slug string `json:"slug"`
}

// CollectionListOptions are the arguments of the list of collections.
type CollectionListOptions struct {
	// Context sets how much of each collection is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10.
	PerPage int `url:"per_page,omitempty"`
}
