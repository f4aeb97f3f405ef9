package cmstest

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// resource describes one kind of record: what sets it apart is said here and nowhere else.
type resource struct {
	base     string // in paths: "posts"
	typ      string // in records: "post"
	plural   string // in capability names
	queryVar string // in plain addresses: "p"
	slugVar  string // in permalink templates

	attachment bool // a file: see mediaResource
	article    bool // has an author, an image and a discussion
	tree       bool // has parents, unique slugs per parent and addresses made of them
	dated      bool // addresses with year and month
	sticky     bool
	formats    bool
	needsText  bool // refuses a record without title, content and excerpt
	taxonomies []taxonomy

	revisions, autosaves bool // has these
	rawTexts             bool // is no page of the site: its raw texts are for every reader
	textOnly             bool // has neither an excerpt nor meta, and shows its raw texts where it is embedded

	comments, pings string // what comment_status and ping_status begin with

	meta        []rest.Param // what its member meta takes
	ownPrivate  bool         // nobody but its author sees or changes a private record
	readRight   string       // what reading a published record takes; "" for nothing
	createRight string       // what creating one takes; "" for the right to edit
	own         *ownType     // what sets a type of [WithType] apart, nil for those of every site
	menu        bool         // items of menus, which have a shape of their own: see menuitems.go
}

// taxonomy is a kind of term.
type taxonomy struct {
	base    string // in paths and arguments: "categories"
	name    string // in records: "category"
	path    string // in addresses of terms; "" if they have none of their own
	query   string // in plain addresses of terms
	records string // the base of what has such terms
	label   string // of one term, for people
	tree    bool
	home    string // the namespace of its routes, "" for that of the site's own
}

// ofPosts says whether it is one that every site has for its posts.
func (tax taxonomy) ofPosts() bool { return tax.records == "posts" && tax.home == "" }

func taxonomies() []taxonomy {
	return []taxonomy{
		{base: "categories", name: "category", path: "category", query: "cat", records: "posts", label: "Category",
			tree: true},
		{base: "tags", name: "post_tag", path: "tag", query: "tag", records: "posts", label: "Tag"},
	}
}

func resources() []*resource {
	return []*resource{
		{
			base: "posts", typ: "post", plural: "posts", queryVar: "p", slugVar: "%postname%",
			article: true, dated: true, sticky: true, formats: true, needsText: true, taxonomies: taxonomies(),
			revisions: true, autosaves: true, comments: "open", pings: "open", meta: footnotes(),
		},
		{
			base: "pages", typ: "page", plural: "pages", queryVar: "page_id", slugVar: "%pagename%",
			article: true, tree: true, revisions: true, autosaves: true, comments: "closed", pings: "closed", meta: footnotes(),
		},
	}
}

func (s *records) resource(base string) *resource {
	all := s.allResources()
	if i := slices.IndexFunc(all, func(r *resource) bool { return r.base == base }); i >= 0 {
		return all[i]
	}
	return nil
}

var (
	writeStatuses = []string{"publish", "future", "draft", "pending", "private"}
	listStatuses  = []string{"publish", "future", "draft", "pending", "private", "trash", "auto-draft", "inherit",
		"request-pending", "request-confirmed", "request-failed", "request-completed", "any"}
	formats = []string{"standard", "aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio"}
)

func (r *resource) listParams() []rest.Param {
	params := append([]rest.Param{rest.ContextParam()}, rest.PageParams()...)
	if r.menu {
		at := slices.IndexFunc(params, func(p rest.Param) bool { return p.Name == "per_page" })
		params[at].Def = int64(100)
	}
	add := func(name string, s rest.Schema, def any) {
		params = append(params, rest.Param{Name: name, Schema: s, Def: def})
	}
	none := []any{}
	order := []string{"author", "date", "id", "include", "modified", "parent", "relevance", "slug", "include_slugs",
		"title"}
	if r.tree || r.menu {
		order = append(order, "menu_order")
	}
	add("after", rest.DateTime(), nil)
	add("modified_after", rest.DateTime(), nil)
	if r.article {
		add("author", rest.List(rest.Integer()), none)
		add("author_exclude", rest.List(rest.Integer()), none)
	}
	add("before", rest.DateTime(), nil)
	add("modified_before", rest.DateTime(), nil)
	add("exclude", rest.List(rest.Integer()), none)
	add("include", rest.List(rest.Integer()), none)
	if r.tree || r.menu {
		add("menu_order", rest.Integer(), nil)
	}
	add("search_semantics", rest.Text("exact"), nil)
	add("offset", rest.Integer(), nil)
	if r.menu {
		add("order", rest.Text("asc", "desc"), "asc")
		add("orderby", rest.Text(order...), "menu_order")
	} else {
		add("order", rest.Text("asc", "desc"), "desc")
		add("orderby", rest.Text(order...), "date")
	}
	if r.tree {
		add("parent", rest.List(rest.Integer()), none)
		add("parent_exclude", rest.List(rest.Integer()), none)
	}
	add("search_columns", rest.List(rest.Text("post_title", "post_content", "post_excerpt")), none)
	add("slug", rest.List(rest.Text()), nil)
	params = append(params, rest.Param{Name: "status", Schema: rest.List(rest.Text(r.listStatuses()...)),
		Def: r.defaultStatus(), Clean: cleanStatuses(r)})
	if len(r.taxonomies) > 0 {
		add("tax_relation", rest.Text("AND", "OR"), nil)
	}
	for _, tax := range r.taxonomies {
		add(tax.base, termFilter(tax, true), nil)
		add(tax.base+"_exclude", termFilter(tax, false), nil)
	}
	if r.sticky {
		add("sticky", rest.Boolean(), nil)
		add("ignore_sticky", rest.Boolean(), true)
	}
	if r.formats {
		kinds := rest.Text(formats...)
		add("format", rest.Schema{Kind: "array", Items: &kinds, Unique: true}, nil)
	}
	return params
}

// termFilter takes a list of term ids, or an object that holds one and says more.
func termFilter(tax taxonomy, including bool) rest.Schema {
	object := rest.Schema{Kind: "object",
		Props: []rest.Param{{Name: "terms", Schema: rest.List(rest.Integer()), Def: []any{}}}}
	if tax.tree {
		object.Props = append(object.Props, rest.Param{Name: "include_children", Schema: rest.Boolean(), Def: false})
	}
	if including {
		object.Props = append(object.Props, rest.Param{Name: "operator", Schema: rest.Text("AND", "OR"), Def: "OR"})
	}
	return rest.Schema{OneOf: []rest.Schema{rest.List(rest.Integer()), object}}
}

func (r *resource) readParams() []rest.Param {
	params := []rest.Param{rest.IDParam(), rest.ContextParam(), {Name: "password", Schema: rest.Text()}}
	if r.textOnly {
		return params
	}
	return append(params, rest.Param{Name: "excerpt_length", Schema: rest.Integer()})
}

func deleteParams() []rest.Param {
	return []rest.Param{rest.IDParam(), {Name: "force", Schema: rest.Boolean(), Def: false}}
}

func (s contentPlane) writeParams(r *resource, update bool) []rest.Param {
	var params []rest.Param
	if update {
		params = append(params, rest.IDParam())
	}
	add := func(name string, s rest.Schema) {
		params = append(params, rest.Param{Name: name, Schema: s, Early: true})
	}
	date := rest.Schema{Kind: "string", Format: "date-time", Nullable: true}
	add("date", date)
	add("date_gmt", date)
	params = append(params, rest.Param{Name: "slug", Schema: rest.Text(), Early: true, Clean: cleanSlug})
	params = append(params, rest.Param{Name: "status", Schema: rest.Text(writeStatuses...), Early: true,
		Check: s.checkStatus})
	add("password", rest.Text())
	if r.tree {
		add("parent", rest.Integer())
	}
	object := rest.Schema{Kind: "object"}
	params = append(params, rest.Param{Name: "title", Schema: object, Raw: true},
		rest.Param{Name: "content", Schema: object, Raw: true})
	if r.article {
		add("author", rest.Integer())
	}
	if !r.textOnly {
		params = append(params, rest.Param{Name: "excerpt", Schema: object, Raw: true})
	}
	if r.article {
		add("featured_media", rest.Integer())
		add("comment_status", rest.Text("open", "closed"))
		add("ping_status", rest.Text("open", "closed"))
	}
	if r.tree {
		add("menu_order", rest.Integer())
	}
	if r.formats {
		add("format", rest.Text(formats...))
	}
	if !r.textOnly {
		params = append(params, rest.Param{Name: "meta", Schema: object, Early: true, Check: checkMeta, Raw: true})
	}
	if r.sticky {
		add("sticky", rest.Boolean())
	}
	params = append(params, rest.Param{Name: "template", Schema: rest.Text(), Early: true, Check: s.checkTemplate})
	for _, tax := range r.taxonomies {
		add(tax.base, rest.List(rest.Integer()))
	}
	return params
}
