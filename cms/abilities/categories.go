package abilities

import (
	"context"
	"encoding/json"
	"iter"

	"github.com/fontcms/fontcms-go/cms"
)

// Category is a category of abilities. The context "embed" has Slug and Label.
type Category struct {
	Slug        string `json:"slug"` // pass it to Get
	Label       string `json:"label"`
	Description string `json:"description"`
	// Meta holds what plugins add.
	Meta map[string]json.RawMessage `json:"meta"`

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole category was read.
	Reading cms.Reading `json:"-"`
}

// CategoryListOptions are the arguments of the list of categories.
type CategoryListOptions struct {
	// Context sets how much of each category is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1. A page past the last one is empty.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 50 for List, 100 for a walk.
	PerPage int `url:"per_page,omitempty"`
}

// Categories are the categories of abilities. Reading them needs a login.
type Categories struct {
	list *cms.Collection[Category, cms.ReadOnly, CategoryListOptions]
	one  *cms.Catalog[Category, cms.ReadOnly, CategoryListOptions]
}

func newCategories(site *cms.Client) *Categories {
	path := site.Prefix() + "-abilities/v1/categories"
	return &Categories{
		cms.NewCollection[Category, cms.ReadOnly, CategoryListOptions](site, path),
		cms.NewCatalog[Category, cms.ReadOnly, CategoryListOptions](site, path, "slug"),
	}
}

// List returns one page: GET cms-abilities/v1/categories. See [cms.Collection.List].
func (c *Categories) List(
	ctx context.Context, options *CategoryListOptions, callOptions ...cms.CallOption,
) (*cms.ListPage[Category], error) {
	return c.list.List(ctx, options, callOptions...)
}

// All walks all categories, page by page: GET cms-abilities/v1/categories. See
// [cms.Collection.All]. [cms.Exact] is not supported.
func (c *Categories) All(
	ctx context.Context, options *CategoryListOptions, walkOptions ...cms.WalkOption,
) iter.Seq2[*Category, error] {
	return c.list.All(ctx, options, walkOptions...)
}

// Get returns one category: GET cms-abilities/v1/categories/{slug}.
//
// Errors: [cms.ErrNotFound] with [CodeCategoryNotFound] if the site has no such category.
func (c *Categories) Get(ctx context.Context, slug string, options ...cms.GetOption) (*Category, error) {
	return c.one.Get(ctx, slug, options...)
}
