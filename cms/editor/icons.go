package editor

import (
	"context"

	"github.com/fontcms/fontcms-go/cms"
)

// Icon is an icon of the editor.
type Icon struct {
	Name       string `json:"name"` // with its collection: "core/arrow-down"; pass it to Get
	Label      string `json:"label"`
	Content    string `json:"content"` // SVG
	Collection string `json:"collection"`

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole icon was read.
	Reading cms.Reading `json:"-"`
}

// IconListOptions are the arguments of the list of icons. The list has no pages.
type IconListOptions struct {
	// Context sets how much of each icon is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Search finds icons whose name or label contains this text.
	Search string `url:"search,omitempty"`
	// Collection selects by the slug of a collection.
	Collection string `url:"collection,omitempty"`
}

// IconCollection is a collection of icons.
type IconCollection struct {
	Slug        string `json:"slug"`
	Label       string `json:"label"`
	Description string `json:"description"`

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole collection was read.
	Reading cms.Reading `json:"-"`
}

// IconCollectionListOptions are the arguments of the list of collections. The list has no
// pages.
type IconCollectionListOptions struct {
	// Context sets how much of each collection is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
}

// Icons are the icons of the editor. WordPress before 7.1 has none: the calls then fail
// with [cms.ErrNoRoute].
type Icons struct {
	all         *cms.Catalog[Icon, cms.ReadOnly, IconListOptions]
	collections *cms.Catalog[IconCollection, cms.ReadOnly, IconCollectionListOptions]
	site        *cms.Client
}

func newIcons(site *cms.Client) *Icons {
	return &Icons{icons(site, ""), cms.NewCatalog[IconCollection, cms.ReadOnly, IconCollectionListOptions](site,
		"cms/v2/icon-collections", "slug"), site}
}

func icons(site *cms.Client, below string) *cms.Catalog[Icon, cms.ReadOnly, IconListOptions] {
	return cms.NewCatalog[Icon, cms.ReadOnly, IconListOptions](site, "cms/v2/icons"+below, "name")
}

// List returns all icons that match options: GET cms/v2/icons. See [cms.Catalog.List].
func (i *Icons) List(ctx context.Context, options *IconListOptions, callOptions ...cms.CallOption) ([]Icon, error) {
	return i.all.List(ctx, options, callOptions...)
}

// In returns the icons of a collection: GET cms/v2/icons/{collection}. The Collection of
// options must be empty.
//
// Errors: [cms.ErrNotFound] with [CodeIconCollectionNotFound] if there is no such
// collection.
func (i *Icons) In(
	ctx context.Context, collection string, options *IconListOptions, callOptions ...cms.CallOption,
) ([]Icon, error) {
	const operation = "icons.In"
	if !isWord(collection) {
		return nil, refuse(operation, "collection", "must be a word of letters, digits, _ and -")
	}
	if options != nil && options.Collection != "" {
		return nil, refuse(operation, "collection", "is set twice")
	}
	return icons(i.site, "/"+collection).List(ctx, options, callOptions...)
}

// Get returns one icon: GET cms/v2/icons/{name}.
//
// Errors: [cms.ErrNotFound] with [CodeIconNotFound] if there is no such icon.
func (i *Icons) Get(ctx context.Context, name string, options ...cms.GetOption) (*Icon, error) {
	if err := checkBlock("icons.Get", name); err != nil {
		return nil, err
	}
	return i.all.Get(ctx, name, options...)
}

// Collections returns the collections of icons: GET cms/v2/icon-collections. See
// [cms.Catalog.List].
func (i *Icons) Collections(
	ctx context.Context, options *IconCollectionListOptions, callOptions ...cms.CallOption,
) ([]IconCollection, error) {
	return i.collections.List(ctx, options, callOptions...)
}

// Collection returns one collection of icons: GET cms/v2/icon-collections/{slug}.
//
// Errors: [cms.ErrNotFound] with [CodeIconCollectionNotFound] if there is no such
// collection.
func (i *Icons) Collection(ctx context.Context, slug string, options ...cms.GetOption) (*IconCollection, error) {
	return i.collections.Get(ctx, slug, options...)
}
