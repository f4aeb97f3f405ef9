package conformance

import "strings"

func arg(name, typ string, enum ...any) tableArgument {
	return tableArgument{Name: name, Type: typ, Enum: enum}
}

func array(name string, items tableArgument) tableArgument {
	return tableArgument{Name: name, Type: "array", Items: &items}
}

// peopleOperations are those of users, application passwords and comments.
func peopleOperations() []tableOperation { return append(userOperations(), commentOperations()...) }

func userOperations() []tableOperation {
	const users = "/cms/v2/users"
	list := []tableArgument{
		contextArgument(), arg("page", "integer"), arg("per_page", "integer"), arg("search", "string"),
		array("exclude", arg("", "integer")), array("include", arg("", "integer")), arg("offset", "integer"),
		arg("order", "string", "asc", "desc"),
		arg("orderby", "string", "id", "include", "name", "registered_date", "slug", "include_slugs", "email", "url"),
		array("slug", arg("", "string")),
		array("roles", arg("", "string", "editor", "author", "subscriber", "Author", "none")),
		array("capabilities", arg("", "string", "edit_pages", "read", "author", "level_3")), arg("who", "string", "authors"),
		array("has_published_posts", arg("", "string", "post", "page", "attachment", "cms_block", "nav_menu_item")),
		array("search_columns", arg("", "string", "email", "name", "id", "username", "slug")),
	}
	write := []tableArgument{arg("meta", "preferences"),
		arg("email", "string", "lee@site.test", "ADMIN@site.test", "pat@site.test", "nowhere"),
		arg("locale", "string", "", "en_US", "de_DE"), arg("url", "uri"),
		array("roles", arg("", "string", "editor", "author", "subscriber", "contributor", "administrator")),
		arg("password", "string"), arg("username", "string", "kim", "lee", "author", "ADMIN", "a b", "a<b")}
	for name := range strings.FieldsSeq("name first_name last_name description nickname slug") {
		write = append(write, arg(name, "string"))
	}
	remove := []tableArgument{arg("force", "boolean", true, true, true, false),
		arg("reassign", "integer", 1, 2, 0, "", false, 99)}
	contexts := []tableArgument{contextArgument()}
	password := []tableArgument{arg("name", "string"), arg("app_id", "string", someApp, "")}
	var out []tableOperation
	add := func(n int, method, path string, args []tableArgument) {
		for range n {
			out = append(out, tableOperation{Group: "users", Method: method, Path: users + path, Args: args})
		}
	}
	add(6, "GET", "", list)
	add(2, "GET", "/{id}", contexts)
	add(1, "GET", "/me", contexts)
	add(3, "POST", "", write)
	add(2, "POST", "/{id}", write)
	add(1, "PATCH", "/me", write)
	add(1, "DELETE", "/{id}", remove)
	add(1, "DELETE", "/me", remove)
	add(1, "GET", "/{user_id}/application-passwords", contexts)
	add(1, "GET", "/{user_id}/application-passwords/introspect", contexts)
	add(1, "POST", "/{user_id}/application-passwords", password)
	add(1, "DELETE", "/{user_id}/application-passwords", nil)
	add(1, "PUT", "/{user_id}/application-passwords/none", password)
	return out
}

func commentOperations() []tableOperation {
	const comments = "/cms/v2/comments"
	list := []tableArgument{
		contextArgument(), arg("page", "integer"), arg("per_page", "integer"), arg("search", "string"),
		arg("after", "datetime"), arg("before", "datetime"), array("author", arg("", "integer")),
		array("author_exclude", arg("", "integer")),
		arg("author_email", "string", "guest@example.org", "AUTHOR@site.test", "none"), array("exclude", arg("", "integer")),
		array("include", arg("", "integer")), arg("offset", "integer"), arg("order", "string", "asc", "desc"),
		arg("orderby", "string", "date", "date_gmt", "id", "include", "post", "parent", "type"),
		array("parent", arg("", "integer")), array("parent_exclude", arg("", "integer")), array("post", arg("", "integer")),
		arg("status", "string", "approve", "hold", "all", "any", "spam", "trash", "approved"),
		arg("type", "string", "comment", "all", "note", "pingback", "pings"), arg("password", "string", "letmein", "no"),
	}
	write := []tableArgument{
		arg("author", "integer"), arg("author_email", "string", "guest@example.org", "g@x.test", "none", ""),
		arg("author_ip", "string", "1.2.3.4", "127.0.0.1", "::1", "x"), arg("author_name", "string"),
		arg("author_url", "uri"), arg("author_user_agent", "string"),
		arg("content", "string|object"), arg("date", "datetime"), arg("date_gmt", "datetime"), arg("parent", "integer"),
		arg("post", "integer"), arg("status", "string", "approve", "approved", "hold", "spam", "unspam", "trash",
			"untrash", "0", "none"),
		arg("meta", "note"), arg("type", "string", "comment", "note", "pingback"),
	}
	contexts := []tableArgument{contextArgument(), arg("password", "string", "letmein", "no")}
	remove := []tableArgument{arg("force", "boolean")}
	var out []tableOperation
	add := func(n int, method, path string, args []tableArgument) {
		for range n {
			out = append(out, tableOperation{Group: "comments", Method: method, Path: comments + path, Args: args})
		}
	}
	add(6, "GET", "", list)
	add(2, "GET", "/{id}", contexts)
	add(4, "POST", "", write)
	add(3, "POST", "/{id}", write)
	add(2, "DELETE", "/{id}", remove)
	return out
}
