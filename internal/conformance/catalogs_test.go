package conformance

import "strings"

// catalogScenarios are about what a site says of its types, statuses and taxonomies, and of the places for menus.
func catalogScenarios() []scenario {
	var out []exchange
	get := func(r role, path string, status int, want ...string) {
		collection, _, _ := strings.Cut(strings.TrimPrefix(path, "/cms/v2/"), "/")
		collection, _, _ = strings.Cut(collection, "?")
		one := exchange{collection: collection, role: r, name: "get " + strings.TrimPrefix(path, "/cms/v2/"), path: path, status: status, want: want, harmless: true}
		if status >= 400 {
			one.kind = failing
		}
		if strings.Contains(path, "pattern_category") {
			one.needs = []need{{"/cms/v2/cms_pattern_category", "", ""}}
		}
		out = append(out, one)
	}
	refused := func(path, code string, whom ...role) {
		for _, r := range whom {
			get(r, path, r.refused(), `code="`+code+`"`, "!data>params")
		}
	}
	const types, taxonomies, statuses, locations = "/cms/v2/types", "/cms/v2/taxonomies", "/cms/v2/statuses", "/cms/v2/menu-locations"

	get(nobody, types, 200, `post>name="Posts"`, `post>rest_base="posts"`, `post>rest_namespace="cms/v2"`, `post>taxonomies=["category","post_tag"]`, "post>has_archive=false",
		`post>icon="dashicons-admin-post"`, `page>hierarchical=true`, `page>taxonomies=[]`, "nav_menu_item>icon=null", `attachment>rest_base="media"`, "!post>supports", "!post>labels",
		`page>_links>cms:items=[{"href":"ROOT/cms/v2/pages"}]`, `page>_links>collection=[{"href":"ROOT/cms/v2/types"}]`, `cms_block>slug="cms_block"`, `cms_navigation>rest_base="navigation"`)
	get(nobody, types+"?context=embed", 200, `post>slug="post"`, `post>icon="dashicons-admin-post"`, "!post>taxonomies", "!post>hierarchical", "!post>description")
	get(admin, types+"?context=edit", 200, "page>supports>page-attributes=true", "!page>supports>excerpt", `page>capabilities>edit_post="edit_page"`, `page>capabilities>create_posts="edit_pages"`,
		`attachment>capabilities>create_posts="upload_files"`, `nav_menu_item>capabilities>publish_posts="edit_theme_options"`, `cms_block>capabilities>read="edit_posts"`,
		`cms_block>capabilities>publish_posts="publish_blocks"`, "post>labels>parent_item_colon=null", `page>labels>parent_item_colon="Parent Page:"`, "post>viewable=true", "cms_block>viewable=false",
		"post>visibility={\"show_in_nav_menus\":true,\"show_ui\":true}", "nav_menu_item>visibility>show_ui=false")
	get(contributor, types+"?context=edit", 200, "post", "attachment", "cms_block", "!page", "!nav_menu_item", "!cms_navigation")
	get(editor, types+"?context=edit", 200, "post", "page", "!nav_menu_item", "!cms_template")
	refused(types+"?context=edit", "rest_cannot_view", subscriber, nobody)
	get(nobody, types+"?_fields=slug,post", 200, `={"post":{"slug":"post"}}`)
	get(nobody, types+"?_fields=slug", 200, "=[]")
	get(nobody, types+"?_fields=post.slug,post", 200, `={"post":[]}`)
	get(nobody, types+"/page?_fields=slug", 200, `={"slug":"page"}`)
	get(nobody, types+"/post?type=page&_fields=slug", 200, `={"slug":"page"}`)
	get(nobody, types+"/nope", 404, `code="rest_type_invalid"`)
	get(nobody, types+"/POST", 404, `code="rest_type_invalid"`)
	get(nobody, types+"/a.b", 404, `code="rest_no_route"`)
	get(nobody, types+"?context=other", 400, `code="rest_invalid_param"`, `data>details>context>code="rest_not_in_enum"`)
	refused(types+"/revision", "rest_cannot_read_type", nobody, admin)
	refused(types+"/page?context=edit", "rest_forbidden_context", nobody, subscriber, contributor, author)
	refused(types+"/nav_menu_item?context=edit", "rest_forbidden_context", editor)
	get(contributor, types+"/post?context=edit", 200, "capabilities", "supports>title=true")

	get(nobody, taxonomies, 200, `category>name="Categories"`, `category>types=["post"]`, "category>hierarchical=true", `category>rest_base="categories"`, `post_tag>rest_base="tags"`,
		`post_tag>hierarchical=false`, `nav_menu>types=["nav_menu_item"]`, `nav_menu>_links>cms:items=[{"href":"ROOT/cms/v2/menus"}]`, "!category>capabilities", "!category>show_cloud")
	get(nobody, taxonomies+"/cms_pattern_category", 200, `types=["cms_block"]`, `name="Pattern Categories"`)
	get(nobody, taxonomies+"?type=post&context=embed", 200, `category>slug="category"`, "!category>types", "post_tag", "!nav_menu")
	get(nobody, taxonomies+"?type=nope", 200, "={}")
	get(nobody, taxonomies+"?type=page", 200, "={}")
	get(nobody, taxonomies+"?type=", 200, "category", "nav_menu")
	get(nobody, taxonomies+"?type[]=post", 400, `data>details>type>code="rest_invalid_type"`)
	get(admin, taxonomies+"?context=edit", 200, `category>capabilities={"manage_terms":"manage_categories","edit_terms":"edit_categories","delete_terms":"delete_categories","assign_terms":"assign_categories"}`,
		`post_tag>capabilities>edit_terms="edit_post_tags"`, `nav_menu>capabilities>assign_terms="edit_theme_options"`, "category>show_cloud=true", "nav_menu>show_cloud=false",
		"category>labels>popular_items=null", "post_tag>labels>parent_item=null", "nav_menu>visibility>show_ui=false", "post_tag>visibility>public=true")
	get(author, taxonomies+"?context=edit", 200, "category", "post_tag", "!nav_menu")
	refused(taxonomies+"?context=edit", "rest_cannot_view", subscriber, nobody)
	refused(taxonomies+"?context=edit&type=nav_menu_item", "rest_cannot_view", editor)
	refused(taxonomies+"?context=edit&type=nope", "rest_cannot_view", admin)
	get(contributor, taxonomies+"/category?context=edit", 200, "capabilities")
	refused(taxonomies+"/category?context=edit", "rest_forbidden_context", subscriber, nobody)
	refused(taxonomies+"/nav_menu?context=edit", "rest_forbidden_context", editor)
	refused(taxonomies+"/post_format", "rest_forbidden", admin, nobody)
	get(nobody, taxonomies+"/nope", 404, `code="rest_taxonomy_invalid"`)

	get(nobody, statuses, 200, `publish>name="Published"`, "publish>public=true", "publish>queryable=true", `publish>_links>archives=[{"href":"ROOT/cms/v2/posts"}]`, "!draft", "!publish>private")
	get(contributor, statuses, 200, "publish", "future", "draft>date_floating=true", "pending>date_floating=true", "private", `trash>_links>archives=[{"href":"ROOT/cms/v2/posts?status=trash"}]`, "!inherit")
	get(author, statuses+"?context=edit", 200, "future>protected=true", "private>private=true", "trash>show_in_list=false", "draft>show_in_list=true", "trash>protected=false")
	get(editor, statuses+"?context=embed", 200, `draft>slug="draft"`, "!draft>public", "!draft>date_floating")
	refused(statuses+"?context=edit", "rest_cannot_view", subscriber, nobody)
	get(contributor, statuses+"?_fields=slug,draft", 200, `draft>slug="draft"`, "draft>_links>archives", "!publish")
	get(subscriber, statuses+"/publish?context=edit", 200, "show_in_list=true")
	refused(statuses+"/draft", "rest_cannot_read_status", subscriber, nobody)
	refused(statuses+"/inherit", "rest_cannot_read_status", admin)
	get(admin, statuses+"/nope", 404, `code="rest_status_invalid"`)

	get(admin, locations, 200, "=[]")
	get(admin, locations+"/nope", 404, `code="rest_menu_location_invalid"`)
	refused(locations, "rest_cannot_view", editor, nobody)
	refused(locations+"/nope", "rest_cannot_view", contributor)
	return exchanges(out)
}
