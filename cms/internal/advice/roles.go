package advice

import (
	"net/http"
	"slices"
	"strings"
)

// These texts name the lowest role that may do something. There is no role above the administrator,
// so the text administrator names no higher role.
const (
	contributor   = "contributor or a higher one"
	author        = "author or a higher one"
	editor        = "editor or a higher one"
	administrator = "administrator"
)

// notAllowed reports whether the site knows the user and refuses the request.
func (s *Seen) notAllowed() bool {
	return s.Login != None && s.Status == http.StatusForbidden && !s.foreign() &&
		(strings.Contains(s.Code, "cannot") || strings.Contains(s.Code, "forbidden"))
}

// ofPlugin reports whether a plugin refuses the request because of a rule of its own. With these
// statuses, WordPress itself sends only comment_duplicate and codes that begin with rest_.
func (s *Seen) ofPlugin() bool {
	return !s.foreign() && !strings.HasPrefix(s.Code, "rest_") && s.Code != "comment_duplicate" &&
		s.statusIn(http.StatusConflict, http.StatusPreconditionFailed, http.StatusUnprocessableEntity, http.StatusLocked,
			http.StatusFailedDependency)
}

// statusRefused reports whether the site refuses a list because of its filter by status, although a
// login was sent.
func (s *Seen) statusRefused() bool {
	return s.Login != None && s.reads() && s.Status == http.StatusBadRequest && s.ForbiddenStatus
}

// editors names the users who may list records with any status.
func (s *Seen) editors() string {
	switch first, _, _ := strings.Cut(s.route(), "/"); first {
	case "posts", "blocks":
		return "users with the role " + contributor
	case "pages", "media":
		return "users with the role " + editor
	case "navigation":
		return "users with the role " + administrator
	}
	return "users who may edit records of this type"
}

// route returns the route below the namespace of WordPress, such as "posts/5". It returns "" for
// a route of another namespace.
func (s *Seen) route() string {
	below, ok := strings.CutPrefix(strings.Trim(s.Route, "/"), s.Prefix+"/v2/")
	if !ok || s.Prefix == "" {
		return ""
	}
	return below
}

// role returns the lowest role that may send the request, or "" if that is not known. A custom
// post type or a plugin may require any role.
func (s *Seen) role() string {
	if !strings.HasPrefix(s.Code, "rest_") {
		return ""
	}
	first, below, _ := strings.Cut(s.route(), "/")
	switch first {
	case "":
		return s.roleElsewhere()
	case "menus", "menu-items":
		if s.reads() && s.Code != "rest_forbidden_context" {
			return contributor
		}
		return administrator
	case "menu-locations", "widgets", "sidebars", "widget-types", "settings", "plugins", "themes", "templates",
		"template-parts", "global-styles", "navigation", "font-families", "font-collections", "block-directory",
		"users":
		return administrator
	case "block-types", "block-patterns", "block-renderer", "pattern-directory", "types", "statuses", "taxonomies":
		return contributor
	case "categories", "comments", "pages":
		return editor
	case "tags":
		if s.Code == "rest_cannot_create" {
			return contributor
		}
		return editor
	case "posts", "blocks", "media":
		return s.roleOfContent(first, below)
	}
	return ""
}

// roleElsewhere returns the role for a route outside the namespace of WordPress, or "".
func (s *Seen) roleElsewhere() string {
	route := strings.Trim(s.Route, "/")
	for prefix, role := range map[string]string{
		s.Prefix + "-site-health/v1/": administrator, s.Prefix + "-block-editor/v1/export": administrator,
		s.Prefix + "-block-editor/v1/navigation-fallback": administrator, "code-snippets/v1/": administrator,
		s.Prefix + "-block-editor/v1/url-details": contributor, "oembed/1.0/proxy": contributor,
	} {
		if strings.HasPrefix(route+"/", prefix) {
			return role
		}
	}
	return ""
}

// roleOfContent returns the role for posts, blocks and media. Only an editor may change records of
// other users.
func (s *Seen) roleOfContent(kind, below string) string {
	switch s.Code {
	case "rest_cannot_create":
		if kind == "posts" {
			return contributor
		}
		return author
	case "rest_cannot_publish":
		return author
	}
	if below == "" && s.reads() {
		return contributor
	}
	return editor
}

// RoleWith returns the lowest role that has all capabilities, or "" if no role of WordPress itself
// has them.
func RoleWith(capabilities []string) string {
	of := [...]struct {
		role  string
		holds []string
	}{
		{contributor, []string{"read", "edit_posts", "delete_posts"}},
		{author, []string{"edit_published_posts", "publish_posts", "delete_published_posts", "upload_files"}},
		{editor, []string{
			"edit_others_posts", "edit_private_posts", "read_private_posts", "delete_others_posts", "delete_private_posts",
			"edit_pages", "edit_others_pages", "edit_published_pages", "edit_private_pages", "read_private_pages",
			"publish_pages", "delete_pages", "delete_others_pages", "delete_published_pages", "delete_private_pages",
			"manage_categories", "manage_links", "moderate_comments", "unfiltered_html",
		}},
		{administrator, []string{
			"manage_options", "edit_theme_options", "switch_themes", "edit_themes", "install_themes", "update_themes",
			"delete_themes", "activate_plugins", "edit_plugins", "install_plugins", "update_plugins", "delete_plugins",
			"list_users", "create_users", "edit_users", "delete_users", "promote_users", "update_core", "edit_files",
			"edit_dashboard", "import", "export", "customize",
		}},
	}
	highest := -1
	for _, capability := range capabilities {
		at := -1
		for i := range of {
			if slices.Contains(of[i].holds, capability) {
				at = i
			}
		}
		if at < 0 {
			return ""
		}
		highest = max(highest, at)
	}
	if highest < 0 {
		return ""
	}
	return of[highest].role
}

// plugin returns the name of the plugin that has the route, or "".
func (s *Seen) plugin() string {
	namespace, _, _ := strings.Cut(strings.Trim(s.Route, "/"), "/")
	switch namespace {
	case "code-snippets":
		return "Code Snippets"
	case "koko-analytics":
		return "Koko Analytics"
	case "block-visibility":
		return "Block Visibility"
	}
	return ""
}
