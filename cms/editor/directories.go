package editor

import (
	"context"

	"github.com/fontcms/fontcms-go/cms"
)

// DirectoryBlock is a plugin of the public directory that has a block.
type DirectoryBlock struct {
	ID          string `json:"id"`   // the slug of the plugin: pass it to Install of package plugins
	Name        string `json:"name"` // of the block, with its namespace
	Title       string `json:"title"`
	Description string `json:"description"`
	Author      string `json:"author"`
	Icon        string `json:"icon"` // an address

	Rating            float64 `json:"rating"` // 0 to 5
	RatingCount       int     `json:"rating_count"`
	ActiveInstalls    int     `json:"active_installs"`
	AuthorBlockRating float64 `json:"author_block_rating"` // of all blocks of the author, 0 to 5
	AuthorBlockCount  int     `json:"author_block_count"`

	LastUpdated      cms.GMTTime `json:"last_updated"`
	HumanizedUpdated string      `json:"humanized_updated"` // "2 weeks ago", in the language of the user

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole block was read.
	Reading cms.Reading `json:"-"`
}

// BlockSearchOptions are the further arguments of [Service.SearchBlocks].
type BlockSearchOptions struct {
	// Context is "view", the only one.
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10.
	PerPage int `url:"per_page,omitempty"`
}

type blockSearch struct {
	Term    string      `url:"term"`
	Context cms.Context `url:"context,omitempty"`
	Page    int         `url:"page,omitempty"`
	PerPage int         `url:"per_page,omitempty"`
}

// SearchBlocks searches the public directory of plugins for blocks: GET
// cms/v2/block-directory/search. It returns one page; the site sends no total. It needs an
// administrator. The site sends a request to the directory.
//
// Errors: [CodeDirectoryFailed] if the site does not reach the directory.
func (s *Service) SearchBlocks(
	ctx context.Context, term string, options *BlockSearchOptions, callOptions ...cms.CallOption,
) ([]DirectoryBlock, error) {
	if term == "" {
		return nil, refuse("editor.SearchBlocks", "term", "must not be empty")
	}
	query := blockSearch{Term: term}
	if options != nil {
		query.Context, query.Page, query.PerPage = options.Context, options.Page, options.PerPage
	}
	return items(s.blocks.List(ctx, &query, callOptions...))
}

// DirectoryPattern is a pattern of the public directory of patterns.
type DirectoryPattern struct {
	ID            int64    `json:"id"` // in the directory
	Title         string   `json:"title"`
	Content       string   `json:"content"` // blocks
	Description   string   `json:"description"`
	Categories    []string `json:"categories"` // slugs
	Keywords      []string `json:"keywords"`
	BlockTypes    []string `json:"block_types,omitzero"` // since WordPress 6.2
	ViewportWidth int      `json:"viewport_width"`       // pixels of its preview

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole pattern was read.
	Reading cms.Reading `json:"-"`
}

// PatternSearchOptions are the arguments of [Service.SearchPatterns].
type PatternSearchOptions struct {
	// Context sets how much of each pattern is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Search finds patterns with this text.
	Search string `url:"search,omitempty"`
	// Category and Keyword select by ids of the directory.
	Category int64 `url:"category,omitempty"`
	Keyword  int64 `url:"keyword,omitempty"`
	// Slug selects by slugs of the directory.
	Slug []string `url:"slug,brackets,omitempty"`

	// WordPress before 6.2 does not know the arguments below.

	// Page is the number of the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 100.
	PerPage int `url:"per_page,omitempty"`
	// Offset skips this many patterns.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default descending.
	Order cms.Order `url:"order,omitempty"`
	// OrderBy is "date" (the default), "favorite_count", "title" and others.
	OrderBy cms.OrderBy `url:"orderby,omitempty"`
}

// SearchPatterns searches the public directory of patterns: GET
// cms/v2/pattern-directory/patterns. It returns one page; the site sends no total. The site
// sends a request to the directory, and keeps the result for some hours.
//
// Errors: [CodeRequestFailed] or [CodeRequestBlocked] if the site does not reach the
// directory.
func (s *Service) SearchPatterns(
	ctx context.Context, options *PatternSearchOptions, callOptions ...cms.CallOption,
) ([]DirectoryPattern, error) {
	return items(s.inDirectory.List(ctx, options, callOptions...))
}

// items returns the items of a page, or nil if there is no page.
func items[T any](page *cms.ListPage[T], err error) ([]T, error) {
	if page == nil {
		return nil, err
	}
	return page.Items, err
}
