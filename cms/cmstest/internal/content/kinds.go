package content

import (
	"cmp"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// AllResources returns all kinds of records that are made of items, except media.
func (s *Site) AllResources() []*Resource {
	patterns := []Taxonomy{s.PatternCategories()}
	return append(append(resources(), s.Types...),
		&Resource{
			Base: "blocks", Type: s.API.Prefix + "_block", Plural: "posts", QueryVar: "p",
			Dated: true, NeedsText: true, Taxonomies: patterns, Comments: "closed", Pings: "closed",
			Meta: append([]rest.Param{{Name: s.API.Prefix + "_pattern_sync_status",
				Schema: rest.Text("partial", "unsynced"), Def: ""}}, footnotes()...),
			Revisions: true, Autosaves: true, RawTexts: true, OwnPrivate: true,
			readRight: "edit_posts", CreateRight: "publish_posts",
		},
		&Resource{
			Base: "menu-items", Type: "nav_menu_item", Plural: "menu_items", QueryVar: "p",
			Dated: true, Taxonomies: []Taxonomy{Menus()}, Comments: "closed", Pings: "closed", Menu: true, Autosaves: true,
		},
		// Every action on navigation requires the capabilities for menu items. So Plural is
		// menu_items.
		&Resource{
			Base: "navigation", Type: s.API.Prefix + "_navigation", Plural: "menu_items", QueryVar: "p",
			Dated: true, Comments: "closed", Pings: "closed", Revisions: true, Autosaves: true, TextOnly: true,
		})
}

// AllTaxonomies returns all taxonomies, including menus and the taxonomies of [WithType].
func (s *Site) AllTaxonomies() []Taxonomy {
	return append(append(Taxonomies(), s.PatternCategories(), Menus()), s.Described...)
}

// HomeOf returns the namespace of the routes of a taxonomy.
func (s *Site) HomeOf(tax Taxonomy) string {
	return cmp.Or(tax.Home, s.API.Namespace())
}

// PatternCategories returns the taxonomy of blocks.
func (s *Site) PatternCategories() Taxonomy {
	name := s.API.Prefix + patternCategory
	return Taxonomy{Base: name, Name: name, Records: "blocks", Label: "Pattern Category"}
}

// NamespaceOf returns the namespace of the routes of a kind.
func (s *Site) NamespaceOf(kind *Resource) string {
	if kind.Own != nil {
		return kind.Own.Namespace
	}
	return s.API.Namespace()
}

// Resource returns the kind with a base, or nil if there is none.
func (s *Site) Resource(base string) *Resource {
	all := s.AllResources()
	if i := slices.IndexFunc(all, func(r *Resource) bool { return r.Base == base }); i >= 0 {
		return all[i]
	}
	return nil
}

// Taxonomy returns the taxonomy with a name, such as "category", or nil if there is none.
func (s *Site) Taxonomy(name string) *Taxonomy {
	all := s.AllTaxonomies()
	if i := slices.IndexFunc(all, func(tax Taxonomy) bool { return tax.Name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

// ResourceOf returns the type of the records that have terms of a taxonomy.
func (s *Site) ResourceOf(tax Taxonomy) string {
	return s.Resource(tax.Records).Type
}
