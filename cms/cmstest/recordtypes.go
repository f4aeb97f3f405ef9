package cmstest

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// recordType is what a site says of a type of records, whether its records are served here or not. A capability is one
// of posts but where rights says another.
type recordType struct {
	name, base            string // "post", "posts"
	plural, one           string // for people
	archive               string
	description, icon     string
	namespace             string // "" for that of the site's own
	tree                  bool
	inMenus, shown, views bool
	supports              string
	taxonomies            []string
	own                   string // what the rights to one record are called after
	all                   string // what most rights are
	rights                string // the others: "read=edit_posts"
}

// recordTypes are all types, in the order of the site. What begins with the prefix of the site begins with @ here.
func (s catalogPlane) recordTypes() []recordType {
	const themes = "edit_theme_options"
	types := []recordType{
		{
			name: "post", base: "posts", plural: "Posts", one: "Post", archive: "Post Archives", icon: "dashicons-admin-post",
			inMenus: true, shown: true, views: true,
			supports:   "title editor author thumbnail excerpt trackbacks custom-fields comments revisions post-formats autosave",
			taxonomies: []string{"category", "post_tag"},
		},
		{
			name: "page", base: "pages", plural: "Pages", one: "Page", archive: "Page Archives", icon: "dashicons-admin-page",
			tree: true, inMenus: true, shown: true, views: true, own: "page",
			supports: "title editor author thumbnail page-attributes custom-fields comments revisions autosave",
		},
		{
			name: "attachment", base: "media", plural: "Media", one: "Media", archive: "Media", icon: "dashicons-admin-media",
			shown: true, views: true,
			supports: "title author comments", rights: "create_posts=upload_files",
		},
		{
			name: "nav_menu_item", base: "menu-items", plural: "Navigation Menu Items", one: "Navigation Menu Item",
			archive:  "Navigation Menu Items",
			supports: "title editor autosave", taxonomies: []string{"nav_menu"}, all: themes, rights: "read=read",
		},
		{
			name: "@block", base: "blocks", plural: "Patterns", one: "Pattern", archive: "All Patterns", shown: true,
			supports: "title excerpt editor revisions custom-fields autosave", taxonomies: []string{"@pattern_category"},
			own: "block",
			rights: "read=edit_posts create_posts=publish_posts edit_posts=edit_posts edit_others_posts=edit_others_posts delete_posts=delete_posts " +
				"delete_published_posts=delete_published_posts delete_others_posts=delete_others_posts edit_published_posts=edit_published_posts",
		},
		{
			name: "@template", base: "templates", plural: "Templates", one: "Template", archive: "Template archives",
			description: "What pages are laid out by.",
			supports:    "title slug excerpt editor revisions author autosave", own: "template", all: themes,
		},
		{
			name: "@template_part", base: "template-parts", plural: "Template Parts", one: "Template Part",
			archive:     "Template part archives",
			description: "Parts that templates share.", supports: "title slug excerpt editor revisions author autosave",
			all: themes,
		},
		{
			name: "@global_styles", base: "global-styles", plural: "Global Styles", one: "Global Styles",
			archive: "Global Styles", description: "The styles of a theme.",
			supports: "title editor revisions",
			rights: "edit_posts=edit_theme_options edit_others_posts=edit_theme_options read=edit_posts " +
				"delete_published_posts=edit_theme_options delete_others_posts=edit_theme_options edit_published_posts=edit_theme_options create_posts=edit_theme_options",
		},
		{
			name: "@navigation", base: "navigation", plural: "Navigation Menus", one: "Navigation Menu",
			archive: "Navigation Menu archives", description: "Menus made of blocks.",
			shown: true, supports: "title editor revisions autosave", all: themes, rights: "read=read",
		},
		{
			name: "@font_family", base: "font-families", plural: "Font Families", one: "Font Family", archive: "Font Families",
			supports: "title", all: themes,
			rights: "delete_private_posts=delete_private_posts edit_private_posts=edit_private_posts",
		},
		{
			name: "@font_face", base: `font-families/(?P<font_family_id>[\d]+)/font-faces`, plural: "Font Faces",
			one: "Font Face", archive: "Font Faces", supports: "title", all: themes,
			rights: "delete_private_posts=delete_private_posts edit_private_posts=edit_private_posts",
		},
	}
	for _, kind := range s.Types {
		var names []string
		for _, tax := range kind.Taxonomies {
			names = append(names, tax.Name)
		}
		types = append(types, recordType{
			taxonomies: names, name: kind.Type, base: kind.Base, namespace: kind.Own.Namespace, plural: kind.Type, one: kind.Type,
			archive: kind.Type, tree: kind.Tree, inMenus: true, shown: true, views: true,
			supports: "title editor autosave",
		})
	}
	for i := range types {
		types[i].name = strings.Replace(types[i].name, "@", s.API.Prefix+"_", 1)
		for j, name := range types[i].taxonomies {
			types[i].taxonomies[j] = strings.Replace(name, "@", s.API.Prefix+"_", 1)
		}
	}
	return types
}

func (s catalogPlane) recordType(name string) *recordType {
	types := s.recordTypes()
	if i := slices.IndexFunc(types, func(t recordType) bool { return t.name == name }); i >= 0 {
		return &types[i]
	}
	return nil
}

// capabilities are the rights to records of the type, by the names that those to posts have.
func (t *recordType) capabilities() php.Object {
	rights := map[string]string{}
	for pair := range strings.FieldsSeq(t.rights) {
		name, right, _ := strings.Cut(pair, "=")
		rights[name] = right
	}
	own := t.own
	if own == "" {
		own = "post"
	}
	var out php.Object
	for name := range strings.FieldsSeq(
		"edit_post read_post delete_post edit_posts edit_others_posts delete_posts publish_posts read_private_posts read " +
			"delete_private_posts delete_published_posts delete_others_posts edit_private_posts edit_published_posts create_posts") {
		right, known := rights[name]
		switch {
		case known:
		case !strings.HasSuffix(name, "s") && name != "read":
			right = strings.Replace(name, "post", own, 1)
		case t.all != "":
			right = t.all
		case name == "read":
			right = name
		case name == "create_posts":
			right = "edit_" + own + "s"
		default:
			right = strings.Replace(name, "posts", own+"s", 1)
		}
		out.Add(name, right)
	}
	return out
}

// content.MayEdit says whether a user may edit records of the type at all.
func (t *recordType) mayEdit(u *site.User) bool {
	right, _ := t.capabilities().Get("edit_posts").(string)
	return u.Can(right)
}

// typesCatalog are the types of records.
func (s catalogPlane) typesCatalog() *catalog {
	editable := func(c *rest.Call, t *recordType) bool { return !c.In("edit") || t.mayEdit(c.User) }
	names := func(c *rest.Call) []string {
		var out []string
		for _, t := range s.recordTypes() {
			if editable(c, &t) {
				out = append(out, t.name)
			}
		}
		return out
	}
	return &catalog{
		base: "types", variable: "type", mayGet: rest.Everyone, names: names, none: php.Object{},
		mayList: func(c *rest.Call) *rest.Error {
			if len(names(c)) == 0 {
				return c.Forbidden("rest_cannot_view", "You may not edit records of any type.")
			}
			return nil
		},
		find: func(c *rest.Call, name string) *rest.Error {
			switch t := s.recordType(name); {
			case t == nil && slices.Contains(s.hiddenTypes(), name):
				return c.Forbidden("rest_cannot_read_type", "This type is not for the interface.")
			case t == nil:
				return rest.NewError(404, "rest_type_invalid", "There is no such type.")
			case !editable(c, t):
				return c.Forbidden("rest_forbidden_context", "You may not edit records of this type.")
			}
			return nil
		},
		show: func(c *rest.Call, name string) php.Object { return s.showType(c, s.recordType(name)) },
	}
}

// hiddenTypes are those that every site has and the interface does not show.
func (s catalogPlane) hiddenTypes() []string {
	return []string{"revision", "custom_css", "customize_changeset", "oembed_cache", "user_request"}
}

func (s catalogPlane) showType(c *rest.Call, t *recordType) php.Object {
	var out php.Object
	add := func(contexts, name string, value any) {
		if strings.Contains(contexts, c.Text("context")) {
			out.Add(name, value)
		}
	}
	const edit, most, all = "edit", "view edit", "view embed edit"
	var icon any
	if t.icon != "" {
		icon = t.icon
	}
	var supports php.Object
	for feature := range strings.FieldsSeq(t.supports) {
		var value any = true
		if feature == "editor" && t.views {
			value = []php.Object{{{"notes", true}}}
		}
		supports.Add(feature, value)
	}
	add(edit, "capabilities", t.capabilities())
	add(most, "description", t.description)
	add(most, "hierarchical", t.tree)
	add(most, "has_archive", false)
	add(edit, "visibility", php.Object{{"show_in_nav_menus", t.inMenus}, {"show_ui", t.shown}})
	add(edit, "viewable", t.views)
	add(edit, "labels", t.labels())
	add(all, "name", t.plural)
	add(all, "slug", t.name)
	add(all, "icon", icon)
	add(edit, "supports", supports)
	add(most, "taxonomies", append([]string{}, t.taxonomies...))
	add(all, "rest_base", t.base)
	namespace := t.namespace
	if namespace == "" {
		namespace = s.API.Prefix + "/v2"
	}
	add(all, "rest_namespace", namespace)
	add(all, "template", []any{})
	add(all, "template_lock", false)
	return append(out, s.catalogLinks("types", namespace+"/"+t.base))
}

// catalogLinks lead to the catalog, and to the records or terms of what it lists.
func (s catalogPlane) catalogLinks(base, items string) php.Member {
	return php.Member{"_links", php.Object{
		{"collection", rest.Link(s.API.Address("/"+s.API.Prefix+"/v2/"+base, ""))},
		{s.API.Prefix + ":items", rest.Link(s.API.Address("/"+items, ""))},
		{"curies", s.API.Curies()},
	}}
}

// labels are what people read of a type. Sentences are not those of the real site.
func (t *recordType) labels() php.Object {
	names := map[string]any{
		"name": t.plural, "singular_name": t.one, "menu_name": t.plural, "name_admin_bar": t.one, "archives": t.archive,
		"parent_item_colon": nil,
		"template_name":     "Single item: " + t.one,
	}
	if t.tree || strings.HasSuffix(t.archive, " archives") {
		names["parent_item_colon"] = "Parent " + t.one + ":"
	}
	keys := "name singular_name add_new add_new_item edit_item new_item view_item view_items search_items not_found not_found_in_trash parent_item_colon " +
		"all_items archives attributes insert_into_item uploaded_to_this_item featured_image set_featured_image remove_featured_image use_featured_image " +
		"filter_items_list filter_by_date items_list_navigation items_list item_published item_published_privately item_reverted_to_draft item_trashed " +
		"item_scheduled item_updated item_link item_link_description menu_name name_admin_bar"
	if t.name != "post" && t.name != "page" {
		keys += " template_name"
	}
	return labels(keys, names)
}

// labels gives each key its name, or else words of our own.
func labels(keys string, names map[string]any) php.Object {
	var out php.Object
	for key := range strings.FieldsSeq(keys) {
		value, known := names[key]
		if !known {
			value = strings.ReplaceAll(key, "_", " ")
		}
		out.Add(key, value)
	}
	return out
}
