package content

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// OwnType is what a description says of a type.
type OwnType struct {
	Namespace  string
	Fields     []OwnField
	List, Item rest.Description
}

// OwnField is a member of a record.
type OwnField struct {
	rest.Param
	Contexts []string // nil for all
	Readonly bool
	Post     bool // all posts have it
}

// Resource describes one kind of record: what sets it apart is said here and nowhere else.
type Resource struct {
	Base     string // in paths: "posts"
	Type     string // in records: "post"
	Plural   string // in capability names
	QueryVar string // in plain addresses: "p"
	SlugVar  string // in permalink templates

	Attachment bool // a file: see MediaResource
	Article    bool // has an author, an image and a discussion
	Tree       bool // has parents, unique slugs per parent and addresses made of them
	Dated      bool // addresses with year and month
	Sticky     bool
	Formats    bool
	NeedsText  bool // refuses a record without title, content and excerpt
	Taxonomies []Taxonomy

	Revisions, Autosaves bool // has these
	RawTexts             bool // is no page of the site: its raw texts are for every reader
	TextOnly             bool // has neither an excerpt nor meta, and shows its raw texts where it is embedded

	Comments, Pings string // what comment_status and ping_status begin with

	Meta        []rest.Param // what its member meta takes
	OwnPrivate  bool         // nobody but its author sees or changes a private record
	readRight   string       // what reading a published record takes; "" for nothing
	CreateRight string       // what creating one takes; "" for the right to edit
	Own         *OwnType     // what sets a type of [WithType] apart, nil for those of every site
	Menu        bool         // items of menus, which have a shape of their own: see menuitems.go
}

// Taxonomy is a kind of term.
type Taxonomy struct {
	Base    string // in paths and arguments: "categories"
	Name    string // in records: "category"
	Path    string // in addresses of terms; "" if they have none of their own
	Query   string // in plain addresses of terms
	Records string // the base of what has such terms
	Label   string // of one term, for people
	Tree    bool
	Home    string // the namespace of its routes, "" for that of the site's own

	List, Item rest.Description // of one that only a description has
}

func footnotes() []rest.Param { return []rest.Param{{Name: "footnotes", Schema: rest.Text(), Def: ""}} }

// Menus are the terms that hold the items of menus.
func Menus() Taxonomy {
	return Taxonomy{Base: "menus", Name: "nav_menu", Records: "menu-items", Label: "Navigation Menu"}
}

// IsMenu says whether the terms are menus.
func (tax Taxonomy) IsMenu() bool { return tax.Name == "nav_menu" }

// Right is what changing terms takes.
func (tax Taxonomy) Right() string {
	if tax.IsMenu() {
		return "edit_theme_options"
	}
	return "manage_categories"
}

// What begins with the prefix of a site begins with that of the specification in [Server.Insert], in [Server.Record]
// and in documents: they are the same for every site.
const (
	specPrefix      = "cms"
	patternCategory = "_pattern_category"
	patternSync     = "_pattern_sync_status"
)

// SeedName is what documents call the terms.
func (tax Taxonomy) SeedName() string {
	if strings.HasSuffix(tax.Base, patternCategory) {
		return specPrefix + patternCategory
	}
	return tax.Base
}

// MetaName is the name of a field of meta in the interface of the site, given that of a document.
func (r *Resource) MetaName(name string) string {
	if name != specPrefix+patternSync {
		return name
	}
	if i := slices.IndexFunc(r.Meta, func(p rest.Param) bool { return strings.HasSuffix(p.Name, patternSync) }); i >= 0 {
		return r.Meta[i].Name
	}
	return name
}

// SeedMetaName is the name of a field of meta in a document, given that of the interface.
func (r *Resource) SeedMetaName(name string) string {
	if name == r.MetaName(specPrefix+patternSync) {
		return specPrefix + patternSync
	}
	return name
}

// MediaResource is the media library. It shares lists, reading and slugs with the other kinds of records; its writing
// is its own.
func MediaResource() *Resource {
	return &Resource{
		Base: "media", Type: "attachment", Plural: "posts", QueryVar: "attachment_id", Article: true, Attachment: true,
		Comments: "open", Pings: "closed",
	}
}

// Field is the member of a name, nil if the schema does not name it.
func (t *OwnType) Field(name string) *OwnField {
	for i := range t.Fields {
		if t.Fields[i].Name == name {
			return &t.Fields[i]
		}
	}
	return nil
}

// Has says whether records have a field. Those that are no types of [WithType] have what posts have.
func (r *Resource) Has(name string) bool { return r.Own == nil || r.Own.Field(name) != nil }

// Taxonomy says whether records have terms of this name.
func (r *Resource) Taxonomy(base string) bool {
	return slices.ContainsFunc(r.Taxonomies, func(tax Taxonomy) bool { return tax.Base == base })
}

// Taxonomies are those of posts on every site.
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

// AssignRight is what giving a record such terms takes.
func (tax Taxonomy) AssignRight() string {
	if tax.IsMenu() {
		return tax.Right()
	}
	return "edit_posts"
}
