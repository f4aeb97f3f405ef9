package terms

import (
	"cmp"

	"github.com/fontcms/fontcms-go/cms"
)

// Taxonomy is a kind of terms: "category", "post_tag", or one that a plugin adds. The
// context "embed" gives Name, Slug, RestBase and RestNamespace.
type Taxonomy struct {
	Name         string         `json:"name"` // as displayed
	Slug         string         `json:"slug"` // "post_tag"; the name that calls take
	Description  string         `json:"description"`
	Types        cms.StringList `json:"types"`        // of records that have such terms
	Hierarchical bool           `json:"hierarchical"` // whether terms have parents
	// RestBase and RestNamespace are the route of its terms: "tags" and "wp/v2".
	RestBase      string `json:"rest_base"`
	RestNamespace string `json:"rest_namespace"`

	// The context "edit" alone gives these.
	Capabilities map[string]string `json:"capabilities,omitzero"` // "manage_terms": "manage_categories"
	Labels       map[string]string `json:"labels,omitzero"`       // "" where the site has null
	ShowCloud    bool              `json:"show_cloud,omitzero"`
	Visibility   Visibility        `json:"visibility,omitzero"`

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading says whether the taxonomy was read whole.
	Reading cms.Reading `json:"-"`
}

// Visibility is where a taxonomy is shown.
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
	// Context is how much of each taxonomy is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Type chooses the taxonomies of a type of records: "post". "" chooses all. If there
	// is no such type, the list is empty; in the context "edit" the call fails for all
	// users, with [cms.ErrUnauthorized] or [cms.ErrForbidden].
	Type string `url:"type,omitempty"`
}

// Taxonomies returns the taxonomies of a site by their slugs: cms/v2/taxonomies. They
// can only be read. The context "edit" needs a contributor, and leaves out of the
// list, without an error, what the user may not edit.
//
// Errors: [cms.ErrNotFound] if no taxonomy has the slug; [cms.ErrUnauthorized] or
// [cms.ErrForbidden] if it is not open to the interface.
func Taxonomies(site *cms.Client) *cms.Catalog[Taxonomy, cms.ReadOnly, TaxonomyListOptions] {
	return cms.NewCatalog[Taxonomy, cms.ReadOnly, TaxonomyListOptions](site, "cms/v2/taxonomies", "slug")
}

// Terms returns the terms of the taxonomy. Calls refuse a taxonomy that was read
// without its RestNamespace.
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
