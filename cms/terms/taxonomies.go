package terms

import (
	"cmp"

	"github.com/fontcms/fontcms-go/cms"
)

// Taxonomy is a kind of terms: "category", "post_tag", or one of a plugin. The context
// "embed" has Name, Slug, RestBase and RestNamespace.
type Taxonomy struct {
	Name         string         `json:"name"` // as displayed
	Slug         string         `json:"slug"` // "post_tag"; calls take this name
	Description  string         `json:"description"`
	Types        cms.StringList `json:"types"`        // post types that have such terms
	Hierarchical bool           `json:"hierarchical"` // whether terms have parents
	// RestBase and RestNamespace are the route of its terms: "tags" and "wp/v2".
	RestBase      string `json:"rest_base"`
	RestNamespace string `json:"rest_namespace"`

	// Only in the context "edit".
	Capabilities map[string]string `json:"capabilities,omitzero"` // "manage_terms": "manage_categories"
	// a label is "" if the site sends null for it
	Labels     map[string]string `json:"labels,omitzero"`
	ShowCloud  bool              `json:"show_cloud,omitzero"`
	Visibility Visibility        `json:"visibility,omitzero"`

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole taxonomy was read.
	Reading cms.Reading `json:"-"`
}

// Visibility tells where a taxonomy is shown.
type Visibility struct {
	Public            bool `json:"public"`
	PubliclyQueryable bool `json:"publicly_queryable"`
	ShowAdminColumn   bool `json:"show_admin_column"`
	ShowInNavMenus    bool `json:"show_in_nav_menus"`
	ShowInQuickEdit   bool `json:"show_in_quick_edit"`
	ShowUI            bool `json:"show_ui"`
}

// TaxonomyListOptions are the arguments of the list of taxonomies.
type TaxonomyListOptions struct {
	// Context sets how much of each taxonomy is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Type selects the taxonomies of a post type: "post". "" selects all. With an unknown
	// type the list is empty in the context "view". In the context "edit" the call fails
	// for every user, with [cms.ErrUnauthorized] or [cms.ErrForbidden].
	Type string `url:"type,omitempty"`
}

// Taxonomies returns the taxonomies of a site by slug: cms/v2/taxonomies. They are
// read-only. The context "edit" needs a contributor; the list silently omits what the
// user may not edit.
//
// Errors: [cms.ErrNotFound] if no taxonomy has the slug; [cms.ErrUnauthorized] or
// [cms.ErrForbidden] if the REST API does not show it.
func Taxonomies(site *cms.Client) *cms.Catalog[Taxonomy, cms.ReadOnly, TaxonomyListOptions] {
	return cms.NewCatalog[Taxonomy, cms.ReadOnly, TaxonomyListOptions](site, "cms/v2/taxonomies", "slug")
}

// Terms returns the terms of the taxonomy. If the taxonomy was read without its
// RestNamespace, calls are refused.
func (t *Taxonomy) Terms(site *cms.Client) *Terms {
	namespace := t.RestNamespace
	if namespace == site.Prefix()+"/v2" {
		namespace = "cms/v2"
	}
	if namespace == "" {
		return New(site, "")
	}
	return New(site, namespace+"/"+cmp.Or(t.RestBase, t.Slug))
}
