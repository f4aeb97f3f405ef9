// Package editor reads what the block editor of a site offers: types of blocks, patterns,
// icons, the directories of further blocks and patterns, and the HTML of dynamic blocks.
// Nothing of it can be written.
//
//	tools := editor.New(site) // site is a *cms.Client
//	html, err := tools.Render(ctx, "core/archives", nil)
//
// Most calls need a contributor, and fail with [cms.ErrUnauthorized] or
// [cms.ErrForbidden] for other users. [Service.ViewConfig] needs an editor, and
// [Service.SearchBlocks] an administrator.
package editor

import (
	"context"

	"github.com/fontcms/fontcms-go/cms"
)

// Error codes of the routes of the editor.
const (
	CodeBlockTypeNotFound cms.ErrorCode = "rest_block_type_invalid" // 404
	// CodeBlockNotDynamic means that a site has no such block, or that the block is not
	// rendered by the site: 404.
	CodeBlockNotDynamic        cms.ErrorCode = "block_invalid"
	CodeIconNotFound           cms.ErrorCode = "rest_icon_not_found"             // 404
	CodeIconCollectionNotFound cms.ErrorCode = "rest_icon_collection_not_found"  // 404
	CodeEntityNotFound         cms.ErrorCode = "rest_view_config_invalid_entity" // 404: no such post type
	// CodeDirectoryFailed means that the site did not reach the directory of blocks: 500.
	CodeDirectoryFailed cms.ErrorCode = "plugins_api_failed"
	// CodeRequestFailed and CodeRequestBlocked mean that the site did not reach the
	// directory of patterns, or may not send requests to it: 500.
	CodeRequestFailed  cms.ErrorCode = "http_request_failed"
	CodeRequestBlocked cms.ErrorCode = "http_request_not_executed"
)

// Service holds what the editor of a site offers.
type Service struct {
	// BlockTypes are the types of blocks: cms/v2/block-types.
	BlockTypes *BlockTypes
	// Icons are the icons, since WordPress 7.1: cms/v2/icons.
	Icons *Icons

	patterns    *cms.Catalog[Pattern, cms.ReadOnly, noOptions]
	categories  *cms.Catalog[PatternCategory, cms.ReadOnly, noOptions]
	blocks      *cms.Collection[DirectoryBlock, cms.ReadOnly, blockSearch]
	inDirectory *cms.Collection[DirectoryPattern, cms.ReadOnly, PatternSearchOptions]
	site        *cms.Client
}

// noOptions are the options of a list that accepts no arguments.
type noOptions struct{}

// New returns what the editor of a site offers.
func New(site *cms.Client) *Service {
	return &Service{
		BlockTypes: newBlockTypes(site),
		Icons:      newIcons(site),
		patterns:   cms.NewCatalog[Pattern, cms.ReadOnly, noOptions](site, "cms/v2/block-patterns/patterns", "name"),
		categories: cms.NewCatalog[PatternCategory, cms.ReadOnly, noOptions](site,
			"cms/v2/block-patterns/categories", "name"),
		blocks: cms.NewCollection[DirectoryBlock, cms.ReadOnly, blockSearch](site, "cms/v2/block-directory/search"),
		inDirectory: cms.NewCollection[DirectoryPattern, cms.ReadOnly, PatternSearchOptions](site,
			"cms/v2/pattern-directory/patterns"),
		site: site,
	}
}

// Pattern is a pattern of blocks that the site, its theme or a plugin offers. Patterns
// that users made are blocks: see [cms.Client.Blocks]. All fields but Name, Title and
// Content may be empty.
type Pattern struct {
	Name          string   `json:"name"` // "core/query-standard-posts"
	Title         string   `json:"title"`
	Content       string   `json:"content"` // blocks
	Description   string   `json:"description,omitzero"`
	Categories    []string `json:"categories,omitzero"` // names of categories
	Keywords      []string `json:"keywords,omitzero"`
	BlockTypes    []string `json:"block_types,omitzero"`    // blocks that it may replace
	PostTypes     []string `json:"post_types,omitzero"`     // post types that it is for
	TemplateTypes []string `json:"template_types,omitzero"` // templates that it is for
	ViewportWidth float64  `json:"viewport_width,omitzero"` // pixels of its preview
	// Inserter is false for a pattern that the editor does not offer. nil means true.
	Inserter *bool  `json:"inserter,omitzero"`
	Source   string `json:"source,omitzero"` // "core", "plugin", "theme", or a part of the directory

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole pattern was read.
	Reading cms.Reading `json:"-"`
}

// Patterns returns all patterns: GET cms/v2/block-patterns/patterns. See
// [cms.Catalog.List].
func (s *Service) Patterns(ctx context.Context, options ...cms.CallOption) ([]Pattern, error) {
	return s.patterns.List(ctx, nil, options...)
}

// PatternCategory is a category of patterns that the site or a plugin offers. Categories
// that users made are terms: see terms.PatternCategories.
type PatternCategory struct {
	Name        string `json:"name"`
	Label       string `json:"label"`
	Description string `json:"description"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole category was read.
	Reading cms.Reading `json:"-"`
}

// PatternCategories returns all categories of patterns: GET
// cms/v2/block-patterns/categories. See [cms.Catalog.List].
func (s *Service) PatternCategories(ctx context.Context, options ...cms.CallOption) ([]PatternCategory, error) {
	return s.categories.List(ctx, nil, options...)
}
