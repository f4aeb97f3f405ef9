package content

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// cleanStatuses reads the status filter. Only who may edit records of the kind may ask for other statuses than
// "publish"; "private" is enough with the right to read private ones.
func cleanStatuses(kind *Resource) func(*rest.Call, any) (any, *rest.Problem) {
	one := rest.List(rest.Text(kind.listStatuses()...))
	return func(c *rest.Call, value any) (any, *rest.Problem) {
		raw, ok := php.ToList(value)
		if members, named := php.ToObject(value); !ok && named {
			for _, m := range members {
				raw = append(raw, m.Value)
			}
		}
		out := []any{}
		for _, e := range raw {
			word, _ := e.(string)
			word = php.SanitizeSlug(word)
			if slices.Contains(out, any(word)) {
				out = append(out, nil) // the others keep their numbers in links
				continue
			}
			if word != kind.DefaultStatus() {
				if !c.User.Can("edit_"+kind.Plural) && !(word == "private" && c.User.Can("read_private_"+kind.Plural)) {
					return nil, &rest.Problem{Code: "rest_forbidden_status", Message: "You may not ask for this status.",
						Data: php.Object{{"status", c.AuthStatus()}}}
				}
				if why := one.Validate("status", word); why != nil {
					return nil, why
				}
			}
			out = append(out, word)
		}
		return out, nil
	}
}

// DefaultStatus is the one that a list is of if it names none.
func (r *Resource) DefaultStatus() string {
	if r.Attachment {
		return "inherit"
	}
	return "publish"
}

// listStatuses are the values of the status filter.
func (r *Resource) listStatuses() []string {
	if r.Attachment {
		return []string{"inherit", "private", "trash"}
	}
	return listStatuses
}

var (
	// WriteStatuses are those that a write may set.
	WriteStatuses = []string{"publish", "future", "draft", "pending", "private"}
	listStatuses  = []string{"publish", "future", "draft", "pending", "private", "trash", "auto-draft", "inherit",
		"request-pending", "request-confirmed", "request-failed", "request-completed", "any"}
	// Formats are those of posts.
	Formats = []string{"standard", "aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio"}
)

// ListParams are the arguments of a list.
func (r *Resource) ListParams() []rest.Param {
	params := append([]rest.Param{rest.ContextParam()}, rest.PageParams()...)
	if r.Menu {
		at := slices.IndexFunc(params, func(p rest.Param) bool { return p.Name == "per_page" })
		params[at].Def = int64(100)
	}
	add := func(name string, s rest.Schema, def any) {
		params = append(params, rest.Param{Name: name, Schema: s, Def: def})
	}
	none := []any{}
	order := []string{"author", "date", "id", "include", "modified", "parent", "relevance", "slug", "include_slugs",
		"title"}
	if r.Tree || r.Menu {
		order = append(order, "menu_order")
	}
	add("after", rest.DateTime(), nil)
	add("modified_after", rest.DateTime(), nil)
	if r.Article {
		add("author", rest.List(rest.Integer()), none)
		add("author_exclude", rest.List(rest.Integer()), none)
	}
	add("before", rest.DateTime(), nil)
	add("modified_before", rest.DateTime(), nil)
	add("exclude", rest.List(rest.Integer()), none)
	add("include", rest.List(rest.Integer()), none)
	if r.Tree || r.Menu {
		add("menu_order", rest.Integer(), nil)
	}
	add("search_semantics", rest.Text("exact"), nil)
	add("offset", rest.Integer(), nil)
	if r.Menu {
		add("order", rest.Text("asc", "desc"), "asc")
		add("orderby", rest.Text(order...), "menu_order")
	} else {
		add("order", rest.Text("asc", "desc"), "desc")
		add("orderby", rest.Text(order...), "date")
	}
	if r.Tree {
		add("parent", rest.List(rest.Integer()), none)
		add("parent_exclude", rest.List(rest.Integer()), none)
	}
	add("search_columns", rest.List(rest.Text("post_title", "post_content", "post_excerpt")), none)
	add("slug", rest.List(rest.Text()), nil)
	params = append(params, rest.Param{Name: "status", Schema: rest.List(rest.Text(r.listStatuses()...)),
		Def: r.DefaultStatus(), Clean: cleanStatuses(r)})
	if len(r.Taxonomies) > 0 {
		add("tax_relation", rest.Text("AND", "OR"), nil)
	}
	for _, tax := range r.Taxonomies {
		add(tax.Base, termFilter(tax, true), nil)
		add(tax.Base+"_exclude", termFilter(tax, false), nil)
	}
	if r.Sticky {
		add("sticky", rest.Boolean(), nil)
		add("ignore_sticky", rest.Boolean(), true)
	}
	if r.Formats {
		kinds := rest.Text(Formats...)
		add("format", rest.Schema{Kind: "array", Items: &kinds, Unique: true}, nil)
	}
	return params
}

// termFilter takes a list of term ids, or an object that holds one and says more.
func termFilter(tax Taxonomy, including bool) rest.Schema {
	object := rest.Schema{Kind: "object",
		Props: []rest.Param{{Name: "terms", Schema: rest.List(rest.Integer()), Def: []any{}}}}
	if tax.Tree {
		object.Props = append(object.Props, rest.Param{Name: "include_children", Schema: rest.Boolean(), Def: false})
	}
	if including {
		object.Props = append(object.Props, rest.Param{Name: "operator", Schema: rest.Text("AND", "OR"), Def: "OR"})
	}
	return rest.Schema{OneOf: []rest.Schema{rest.List(rest.Integer()), object}}
}

// ReadParams are those of reading one record.
func (r *Resource) ReadParams() []rest.Param {
	params := []rest.Param{rest.IDParam(), rest.ContextParam(), {Name: "password", Schema: rest.Text()}}
	if r.TextOnly {
		return params
	}
	return append(params, rest.Param{Name: "excerpt_length", Schema: rest.Integer()})
}

// DeleteParams are those of deleting one.
func DeleteParams() []rest.Param {
	return []rest.Param{rest.IDParam(), {Name: "force", Schema: rest.Boolean(), Def: false}}
}
