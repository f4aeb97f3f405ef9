package content

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// OwnType is a custom post type, as its description defines it.
type OwnType struct {
	Namespace  string
	Fields     []OwnField
	List, Item rest.Description
}

// OwnField is a field of a record of a custom type.
type OwnField struct {
	rest.Param
	Contexts []string // nil means all contexts
	Readonly bool
	Post     bool // posts have the field, too
}

// Resource describes one kind of record. All differences between the kinds are fields of Resource.
type Resource struct {
	Base     string // path segment of the routes: "posts"
	Type     string // value of the field type: "post"
	Plural   string // part of capability names: "posts"
	QueryVar string // query argument of plain addresses: "p"
	SlugVar  string // variable in permalink templates: "%postname%"

	Attachment bool // the kind is media: see MediaResource
	Article    bool // records have an author, an image and a discussion
	Tree       bool // records have parents; slugs are unique per parent, addresses contain the parents' slugs
	Dated      bool // addresses contain year and month
	Sticky     bool
	Formats    bool
	NeedsText  bool // a record without title, content and excerpt is refused
	Taxonomies []Taxonomy

	Revisions, Autosaves bool // records have revisions, autosaves
	RawTexts             bool // every reader sees the raw texts; records have no page
	TextOnly             bool // no excerpt and no meta; raw texts are shown even in embeds

	Comments, Pings string // defaults of comment_status and ping_status

	Meta        []rest.Param // fields of meta
	OwnPrivate  bool         // only the author sees or changes a private record
	readRight   string       // capability to read a published record; "" if no capability is needed
	CreateRight string       // capability to create a record; "" for the capability to edit
	Own         *OwnType     // set for a type of [WithType], nil for all other types
	Menu        bool         // menu items, which package menus shows and saves
}

// Taxonomy is a kind of terms.
type Taxonomy struct {
	Base    string // path segment and argument: "categories"
	Name    string // value of the field taxonomy: "category"
	Path    string // path segment of addresses; "" if terms have no readable addresses
	Query   string // query argument of plain addresses
	Records string // base of the records that have such terms
	Label   string // singular label
	Tree    bool
	Home    string // namespace of the routes; "" for the namespace of the site

	List, Item rest.Description // set for a taxonomy of [WithType]
}

func footnotes() []rest.Param { return []rest.Param{{Name: "footnotes", Schema: rest.Text(), Def: ""}} }

// Menus returns the taxonomy of menus. A menu is a term, and its items are the records with this
// term.
func Menus() Taxonomy {
	return Taxonomy{Base: "menus", Name: "nav_menu", Records: "menu-items", Label: "Navigation Menu"}
}

// IsMenu reports whether the terms are menus.
func (tax Taxonomy) IsMenu() bool { return tax.Name == "nav_menu" }

// Right returns the capability to change terms.
func (tax Taxonomy) Right() string {
	if tax.IsMenu() {
		return "edit_theme_options"
	}
	return "manage_categories"
}

// Some names begin with the prefix of the site. In [Server.Insert], [Server.Record] and documents
// these names begin with specPrefix instead.
const (
	specPrefix      = "cms"
	patternCategory = "_pattern_category"
	patternSync     = "_pattern_sync_status"
)

// SeedName returns the taxonomy's name in documents, with cms for the site's prefix.
func (tax Taxonomy) SeedName() string {
	if strings.HasSuffix(tax.Base, patternCategory) {
		return specPrefix + patternCategory
	}
	return tax.Base
}

// MetaName returns the name of a meta field in the REST API. name is its name in a document.
func (r *Resource) MetaName(name string) string {
	if name != specPrefix+patternSync {
		return name
	}
	if i := slices.IndexFunc(r.Meta, func(p rest.Param) bool { return strings.HasSuffix(p.Name, patternSync) }); i >= 0 {
		return r.Meta[i].Name
	}
	return name
}

// SeedMetaName returns the name of a meta field in a document. name is its name in the REST API.
func (r *Resource) SeedMetaName(name string) string {
	if name == r.MetaName(specPrefix+patternSync) {
		return specPrefix + patternSync
	}
	return name
}

// MediaResource returns the kind of media. Package media writes such records. Lists, reading and
// slugs are the same as for other kinds.
func MediaResource() *Resource {
	return &Resource{
		Base: "media", Type: "attachment", Plural: "posts", QueryVar: "attachment_id", Article: true, Attachment: true,
		Comments: "open", Pings: "closed",
	}
}

// Field returns the field with a name, or nil if the schema has no such field.
func (t *OwnType) Field(name string) *OwnField {
	for i := range t.Fields {
		if t.Fields[i].Name == name {
			return &t.Fields[i]
		}
	}
	return nil
}

// Has reports whether records have a field. Without a description a kind has all fields of posts.
func (r *Resource) Has(name string) bool { return r.Own == nil || r.Own.Field(name) != nil }

// Taxonomy reports whether records have terms of a taxonomy.
func (r *Resource) Taxonomy(base string) bool {
	return slices.ContainsFunc(r.Taxonomies, func(tax Taxonomy) bool { return tax.Base == base })
}

// Taxonomies returns the taxonomies of posts: categories and tags.
func Taxonomies() []Taxonomy {
	return []Taxonomy{
		{Base: "categories", Name: "category", Path: "category", Query: "cat", Records: "posts", Label: "Category",
			Tree: true},
		{Base: "tags", Name: "post_tag", Path: "tag", Query: "tag", Records: "posts", Label: "Tag"},
	}
}

func resources() []*Resource {
	return []*Resource{
		{
			Base: "posts", Type: "post", Plural: "posts", QueryVar: "p", SlugVar: "%postname%",
			Article: true, Dated: true, Sticky: true, Formats: true, NeedsText: true, Taxonomies: Taxonomies(),
			Revisions: true, Autosaves: true, Comments: "open", Pings: "open", Meta: footnotes(),
		},
		{
			Base: "pages", Type: "page", Plural: "pages", QueryVar: "page_id", SlugVar: "%pagename%",
			Article: true, Tree: true, Revisions: true, Autosaves: true, Comments: "closed", Pings: "closed", Meta: footnotes(),
		},
	}
}

// AssignRight returns the capability to add such terms to a record.
func (tax Taxonomy) AssignRight() string {
	if tax.IsMenu() {
		return tax.Right()
	}
	return "edit_posts"
}
