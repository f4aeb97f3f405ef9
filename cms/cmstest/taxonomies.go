package cmstest

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// termsName names the terms of a taxonomy, for people.
func termsName(tax content.Taxonomy) string {
	switch tax.Label {
	case "Category":
		return "Categories"
	case "Pattern Category":
		return "Pattern Categories"
	}
	return tax.Label + "s"
}

// taxonomiesCatalog are the kinds of terms.
func (s catalogPlane) taxonomiesCatalog() *catalog {
	names := func(c *rest.Call) []string {
		var out []string
		of, _ := php.ToObject(c.Get("type"))
		if text, ok := c.Get("type").(string); ok {
			of = php.Object{{"", text}}
		}
		for _, tax := range s.kind.AllTaxonomies() {
			if !php.Truthy(c.Get("type")) ||
				slices.ContainsFunc(of, func(m php.Member) bool { return m.Value == s.ResourceOf(tax) }) {
				out = append(out, tax.Name)
			}
		}
		return out
	}
	assignable := func(c *rest.Call, name string) bool {
		return !c.In("edit") || c.User.Can(s.Taxonomy(name).AssignRight())
	}
	return &catalog{
		base: "taxonomies", variable: "taxonomy", params: []rest.Param{{Name: "type", Schema: rest.Text()}},
		none: php.EmptyObject{},
		names: func(c *rest.Call) []string {
			return slices.DeleteFunc(names(c), func(name string) bool { return !assignable(c, name) })
		},
		mayList: func(c *rest.Call) *rest.Error {
			if c.In("edit") && !slices.ContainsFunc(names(c), func(name string) bool { return assignable(c, name) }) {
				return c.Forbidden("rest_cannot_view", "You may not give records any of these terms.")
			}
			return nil
		},
		mayGet: func(c *rest.Call) *rest.Error {
			switch name := c.Text("taxonomy"); {
			case slices.Contains(s.hiddenTaxonomies(), name):
				return c.Forbidden("rest_forbidden", "This taxonomy is not for the interface.")
			case s.Taxonomy(name) != nil && !assignable(c, name):
				return c.Forbidden("rest_forbidden_context", "You may not give records terms of this taxonomy.")
			}
			return nil
		},
		find: func(c *rest.Call, name string) *rest.Error {
			if s.Taxonomy(name) == nil {
				return rest.NewError(404, "rest_taxonomy_invalid", "There is no such taxonomy.")
			}
			return nil
		},
		show: func(c *rest.Call, name string) php.Object { return s.showTaxonomy(c, *s.Taxonomy(name)) },
	}
}

// hiddenTaxonomies are those that every site has and the interface does not show.
func (s catalogPlane) hiddenTaxonomies() []string {
	return []string{"post_format", "link_category", s.API.Prefix + "_theme", s.API.Prefix + "_template_part_area"}
}

// termRights are the rights to terms, and that to give them to records, as the site names them.
func termRights(tax content.Taxonomy) [4]string {
	switch {
	case tax.IsMenu():
		return [4]string{"edit_theme_options", "edit_theme_options", "edit_theme_options", "edit_theme_options"}
	case tax.OfPosts(): // those have names of their own
		plural := "categories"
		if !tax.Tree {
			plural = tax.Name + "s"
		}
		return [4]string{"manage_" + plural, "edit_" + plural, "delete_" + plural, "assign_" + plural}
	}
	return [4]string{"manage_categories", "manage_categories", "manage_categories", "edit_posts"}
}

func (s catalogPlane) showTaxonomy(c *rest.Call, tax content.Taxonomy) php.Object {
	var out php.Object
	edit := c.In("edit")
	out = append(out, php.Member{"name", termsName(tax)}, php.Member{"slug", tax.Name})
	if edit {
		rights := termRights(tax)
		out.Add("capabilities", php.Object{{"manage_terms", rights[0]}, {"edit_terms", rights[1]},
			{"delete_terms", rights[2]}, {"assign_terms", rights[3]}})
	}
	if !c.In("embed") {
		out.Add("description", "")
	}
	if edit {
		out.Add("labels", termLabels(tax))
	}
	if !c.In("embed") {
		out.Add("types", []string{s.ResourceOf(tax)})
	}
	public, shown := tax.Path != "", !tax.IsMenu()
	if edit {
		out.Add("show_cloud", public)
	}
	if !c.In("embed") {
		out.Add("hierarchical", tax.Tree)
	}
	out = append(out, php.Member{"rest_base", tax.Base}, php.Member{"rest_namespace", s.term.HomeOf(tax)})
	if edit {
		out.Add("visibility", php.Object{{"public", public}, {"publicly_queryable", public}, {"show_admin_column", shown},
			{"show_in_nav_menus", public},
			{"show_in_quick_edit", shown}, {"show_ui", shown}})
	}
	return append(out, s.catalogLinks("taxonomies", s.term.HomeOf(tax)+"/"+tax.Base))
}

// termLabels are what people read of a taxonomy. Sentences are not those of the real site.
func termLabels(tax content.Taxonomy) php.Object {
	names := map[string]any{"name": termsName(tax), "singular_name": tax.Label, "menu_name": termsName(tax),
		"name_admin_bar": tax.Name, "template_name": tax.Label + " Archives", "archives": termsName(tax)}
	absent := []string{"parent_item", "parent_item_colon", "parent_field_description", "filter_by_item"}
	if tax.Tree {
		absent = []string{"popular_items", "separate_items_with_commas", "add_or_remove_items", "choose_from_most_used"}
	}
	for _, key := range absent {
		names[key] = nil
	}
	keys := "name singular_name search_items popular_items all_items parent_item parent_item_colon name_field_description slug_field_description parent_field_description " +
		"desc_field_description edit_item view_item update_item add_new_item new_item_name separate_items_with_commas add_or_remove_items choose_from_most_used not_found " +
		"no_terms filter_by_item items_list_navigation items_list most_used back_to_items item_link item_link_description menu_name name_admin_bar"
	if !tax.OfPosts() {
		names["name_admin_bar"] = tax.Label
		keys += " archives"
	}
	return labels(keys+" template_name", names)
}
