package editor

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// BlockType is a type of blocks that the site knows.
type BlockType struct {
	Name        string `json:"name"` // with its namespace: "core/paragraph"; pass it to Get
	Title       string `json:"title"`
	Description string `json:"description"`
	APIVersion  int    `json:"api_version"`
	Icon        string `json:"icon"`
	Category    string `json:"category"`
	Textdomain  string `json:"textdomain"`
	// IsDynamic means that the site renders the block: see [Service.Render].
	IsDynamic bool     `json:"is_dynamic"`
	Keywords  []string `json:"keywords"`

	// Attributes are the values that a block of the type has, by name.
	Attributes map[string]Attribute `json:"attributes"`
	// ProvidesContext are the attributes that inner blocks can use, by the name of the
	// value. UsesContext are the names of the values that the block uses.
	ProvidesContext map[string]string `json:"provides_context"`
	UsesContext     []string          `json:"uses_context"`

	// Parent and Ancestor name the blocks that it must be inside of, AllowedBlocks the
	// blocks that may be inside of it. nil means any.
	Parent        []string `json:"parent"`
	Ancestor      []string `json:"ancestor"`
	AllowedBlocks []string `json:"allowed_blocks,omitzero"` // since WordPress 6.5

	// Supports are the features of the editor. A value is true, false, a list or an object.
	Supports map[string]json.RawMessage `json:"supports"`
	// Selectors are the CSS selectors of its styles, since WordPress 6.3.
	Selectors map[string]json.RawMessage `json:"selectors,omitzero"`
	// BlockHooks are the blocks that it is inserted next to, and where ("before"), since
	// WordPress 6.4.
	BlockHooks map[string]string `json:"block_hooks,omitzero"`
	Styles     []BlockStyle      `json:"styles"`
	Variations []BlockVariation  `json:"variations"`
	Example    json.RawMessage   `json:"example"` // an object, [] or null

	// These are the names of scripts and styles that a page with the block needs.
	EditorScriptHandles []string `json:"editor_script_handles"`
	ScriptHandles       []string `json:"script_handles"`
	ViewScriptHandles   []string `json:"view_script_handles"`
	ViewScriptModuleIDs []string `json:"view_script_module_ids,omitzero"` // since WordPress 6.5
	EditorStyleHandles  []string `json:"editor_style_handles"`
	StyleHandles        []string `json:"style_handles"`
	ViewStyleHandles    []string `json:"view_style_handles,omitzero"` // since WordPress 6.5
	// These are the first of the names above.
	EditorScript string `json:"editor_script"`
	Script       string `json:"script"`
	ViewScript   string `json:"view_script"`
	EditorStyle  string `json:"editor_style"`
	Style        string `json:"style"`

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole type was read.
	Reading cms.Reading `json:"-"`
}

// Attribute is an attribute of a [BlockType].
type Attribute struct {
	Type     cms.StringList    `json:"type"` // one type or several
	Default  json.RawMessage   `json:"default,omitzero"`
	Enum     []json.RawMessage `json:"enum,omitzero"`
	Source   string            `json:"source,omitzero"`   // where in the HTML it is stored
	Selector string            `json:"selector,omitzero"` // of that HTML element
	Role     string            `json:"role,omitzero"`     // "content" or "local"

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// BlockStyle is a style that a user can choose for a block.
type BlockStyle struct {
	Name  string `json:"name"`
	Label string `json:"label"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// BlockVariation is a block type with some attributes set.
type BlockVariation struct {
	Name        string                     `json:"name"`
	Title       string                     `json:"title"`
	Description string                     `json:"description"`
	Category    string                     `json:"category,omitzero"`
	Icon        json.RawMessage            `json:"icon,omitzero"` // a name or an object
	IsDefault   bool                       `json:"isDefault,omitzero"`
	Attributes  map[string]json.RawMessage `json:"attributes,omitzero"`
	Scope       []string                   `json:"scope,omitzero"` // "inserter", "block", "transform"

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// BlockTypeListOptions are the arguments of the list of block types.
type BlockTypeListOptions struct {
	// Context sets how much of each type is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Namespace selects by the part of the name before the slash: "core".
	Namespace string `url:"namespace,omitempty"`
}

// BlockTypes are the types of blocks that a site knows. Types that only the editor knows
// are not among them. The lists have no pages.
type BlockTypes struct {
	all  *cms.Catalog[BlockType, cms.ReadOnly, BlockTypeListOptions]
	site *cms.Client
}

func newBlockTypes(site *cms.Client) *BlockTypes {
	return &BlockTypes{blockTypes(site, ""), site}
}

func blockTypes(site *cms.Client, below string) *cms.Catalog[BlockType, cms.ReadOnly, BlockTypeListOptions] {
	return cms.NewCatalog[BlockType, cms.ReadOnly, BlockTypeListOptions](site, "cms/v2/block-types"+below, "name")
}

// List returns all block types: GET cms/v2/block-types. See [cms.Catalog.List].
func (b *BlockTypes) List(
	ctx context.Context, options *BlockTypeListOptions, callOptions ...cms.CallOption,
) ([]BlockType, error) {
	return b.all.List(ctx, options, callOptions...)
}

// In returns the block types of a namespace: GET cms/v2/block-types/{namespace}. An
// unknown namespace has none. The Namespace of options must be empty.
func (b *BlockTypes) In(
	ctx context.Context, namespace string, options *BlockTypeListOptions, callOptions ...cms.CallOption,
) ([]BlockType, error) {
	const operation = "block-types.In"
	if !isWord(namespace) {
		return nil, refuse(operation, "namespace", "must be a word of letters, digits, _ and -")
	}
	if options != nil && options.Namespace != "" {
		return nil, refuse(operation, "namespace", "is set twice")
	}
	return blockTypes(b.site, "/"+namespace).List(ctx, options, callOptions...)
}

// Get returns one block type: GET cms/v2/block-types/{namespace}/{name}.
//
// Errors: [cms.ErrNotFound] with [CodeBlockTypeNotFound] if the site knows no such type.
func (b *BlockTypes) Get(ctx context.Context, name string, options ...cms.GetOption) (*BlockType, error) {
	if err := checkBlock("block-types.Get", name); err != nil {
		return nil, err
	}
	return b.all.Get(ctx, name, options...)
}

func refuse(operation, argument, reason string) error {
	return &cms.ArgumentError{Operation: operation, Argument: argument, Reason: reason}
}

// checkBlock refuses a text that is not the name of a block type. If the name were a single
// word, the request would go to the route of a list of block types.
func checkBlock(operation, name string) error {
	namespace, rest, _ := strings.Cut(name, "/")
	if !isWord(namespace) || !isWord(rest) {
		return refuse(operation, "name", "must be a namespace, a slash and a name, such as core/paragraph")
	}
	return nil
}

// isWord reports whether a text may be one of the two parts in the name of a block type.
func isWord(text string) bool {
	const words = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
	return text != "" && strings.Trim(text, words) == ""
}
