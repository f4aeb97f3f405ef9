package cmstest

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// allResources are all kinds of records that are made of items. Where a name begins with the prefix of the site, the
// kind does.
func (s *records) allResources() []*resource {
	patterns := []taxonomy{s.patternCategories()}
	return append(append(resources(), s.types...),
		&resource{
			base: "blocks", typ: s.api.Prefix + "_block", plural: "posts", queryVar: "p",
			dated: true, needsText: true, taxonomies: patterns, comments: "closed", pings: "closed",
			meta: append([]rest.Param{{Name: s.api.Prefix + "_pattern_sync_status",
				Schema: rest.Text("partial", "unsynced"), Def: ""}}, footnotes()...),
			revisions: true, autosaves: true, rawTexts: true, ownPrivate: true,
			readRight: "edit_posts", createRight: "publish_posts",
		},
		&resource{
			base: "menu-items", typ: "nav_menu_item", plural: "menu_items", queryVar: "p",
			dated: true, taxonomies: []taxonomy{menus()}, comments: "closed", pings: "closed", menu: true, autosaves: true,
		},
		&resource{ // whatever is done to these takes the right that it takes of menu items
			base: "navigation", typ: s.api.Prefix + "_navigation", plural: "menu_items", queryVar: "p",
			dated: true, comments: "closed", pings: "closed", revisions: true, autosaves: true, textOnly: true,
		})
}

// footnotes is the field of meta that all texts have.
func footnotes() []rest.Param { return []rest.Param{{Name: "footnotes", Schema: rest.Text(), Def: ""}} }

// allTaxonomies are the kinds of terms.
func (s *records) allTaxonomies() []taxonomy {
	return append(append(taxonomies(), s.patternCategories(), menus()), s.described...)
}

// homeOf is the namespace of the terms of a taxonomy.
func (s *records) homeOf(tax taxonomy) string {
	if tax.home != "" {
		return tax.home
	}
	return s.api.Prefix + "/v2"
}

// termsURL is the address of the terms of a taxonomy, or of what is below it.
func (s *records) termsURL(tax taxonomy, below, query string) string {
	return s.api.Address("/"+s.homeOf(tax)+"/"+tax.base+below, query)
}

func (s *records) patternCategories() taxonomy {
	name := s.api.Prefix + patternCategory
	return taxonomy{base: name, name: name, records: "blocks", label: "Pattern Category"}
}

func menus() taxonomy {
	return taxonomy{base: "menus", name: "nav_menu", records: "menu-items", label: "Navigation Menu"}
}

func (tax taxonomy) isMenu() bool { return tax.name == "nav_menu" }

// right is what changing terms takes.
func (tax taxonomy) right() string {
	if tax.isMenu() {
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

func (tax taxonomy) seedName() string {
	if strings.HasSuffix(tax.base, patternCategory) {
		return specPrefix + patternCategory
	}
	return tax.base
}

// metaName is the name of a field of meta in the interface of the site, given that of a document.
func (r *resource) metaName(name string) string {
	if name != specPrefix+patternSync {
		return name
	}
	if i := slices.IndexFunc(r.meta, func(p rest.Param) bool { return strings.HasSuffix(p.Name, patternSync) }); i >= 0 {
		return r.meta[i].Name
	}
	return name
}

func (r *resource) seedMetaName(name string) string {
	if name == r.metaName(specPrefix+patternSync) {
		return specPrefix + patternSync
	}
	return name
}
