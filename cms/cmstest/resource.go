package cmstest

import "slices"

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

	meta        []param  // what its member meta takes
	ownPrivate  bool     // nobody but its author sees or changes a private record
	readRight   string   // what reading a published record takes; "" for nothing
	createRight string   // what creating one takes; "" for the right to edit
	own         *ownType // what sets a type of [WithType] apart, nil for those of every site
	menu        bool     // items of menus, which have a shape of their own: see menuitems.go
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
		{base: "categories", name: "category", path: "category", query: "cat", records: "posts", label: "Category", tree: true},
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

func (s kindPlane) resource(base string) *resource {
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

func integer() schema { return schema{kind: "integer"} }

func text(enum ...string) schema { return schema{kind: "string", enum: enum} }

func list(items schema) schema { return schema{kind: "array", items: &items} }

func boolean() schema { return schema{kind: "boolean"} }

func dateTime() schema { return schema{kind: "string", format: "date-time"} }

func idParam() param { return param{name: "id", schema: integer()} }

func contextParam() param {
	return param{name: "context", schema: text("view", "embed", "edit"), def: "view", early: true}
}

func pageParams() []param {
	return []param{
		{name: "page", schema: schema{kind: "integer", min: 1}, def: int64(1), early: true},
		{name: "per_page", schema: schema{kind: "integer", min: 1, max: 100}, def: int64(10), early: true},
		{name: "search", schema: text(), early: true, clean: cleanLine},
	}
}

func (r *resource) listParams() []param {
	params := append([]param{contextParam()}, pageParams()...)
	if r.menu {
		at := slices.IndexFunc(params, func(p param) bool { return p.name == "per_page" })
		params[at].def = int64(100)
	}
	add := func(name string, s schema, def any) { params = append(params, param{name: name, schema: s, def: def}) }
	none := []any{}
	order := []string{"author", "date", "id", "include", "modified", "parent", "relevance", "slug", "include_slugs", "title"}
	if r.tree || r.menu {
		order = append(order, "menu_order")
	}
	add("after", dateTime(), nil)
	add("modified_after", dateTime(), nil)
	if r.article {
		add("author", list(integer()), none)
		add("author_exclude", list(integer()), none)
	}
	add("before", dateTime(), nil)
	add("modified_before", dateTime(), nil)
	add("exclude", list(integer()), none)
	add("include", list(integer()), none)
	if r.tree || r.menu {
		add("menu_order", integer(), nil)
	}
	add("search_semantics", text("exact"), nil)
	add("offset", integer(), nil)
	if r.menu {
		add("order", text("asc", "desc"), "asc")
		add("orderby", text(order...), "menu_order")
	} else {
		add("order", text("asc", "desc"), "desc")
		add("orderby", text(order...), "date")
	}
	if r.tree {
		add("parent", list(integer()), none)
		add("parent_exclude", list(integer()), none)
	}
	add("search_columns", list(text("post_title", "post_content", "post_excerpt")), none)
	add("slug", list(text()), nil)
	params = append(params, param{name: "status", schema: list(text(r.listStatuses()...)), def: r.defaultStatus(), clean: cleanStatuses(r)})
	if len(r.taxonomies) > 0 {
		add("tax_relation", text("AND", "OR"), nil)
	}
	for _, tax := range r.taxonomies {
		add(tax.base, termFilter(tax, true), nil)
		add(tax.base+"_exclude", termFilter(tax, false), nil)
	}
	if r.sticky {
		add("sticky", boolean(), nil)
		add("ignore_sticky", boolean(), true)
	}
	if r.formats {
		kinds := text(formats...)
		add("format", schema{kind: "array", items: &kinds, unique: true}, nil)
	}
	return params
}

// termFilter takes a list of term ids, or an object that holds one and says more.
func termFilter(tax taxonomy, including bool) schema {
	object := schema{kind: "object", props: []param{{name: "terms", schema: list(integer()), def: []any{}}}}
	if tax.tree {
		object.props = append(object.props, param{name: "include_children", schema: boolean(), def: false})
	}
	if including {
		object.props = append(object.props, param{name: "operator", schema: text("AND", "OR"), def: "OR"})
	}
	return schema{oneOf: []schema{list(integer()), object}}
}

func (r *resource) readParams() []param {
	params := []param{idParam(), contextParam(), {name: "password", schema: text()}}
	if r.textOnly {
		return params
	}
	return append(params, param{name: "excerpt_length", schema: integer()})
}

func deleteParams() []param {
	return []param{idParam(), {name: "force", schema: boolean(), def: false}}
}

func (s contentPlane) writeParams(r *resource, update bool) []param {
	var params []param
	if update {
		params = append(params, idParam())
	}
	add := func(name string, s schema) { params = append(params, param{name: name, schema: s, early: true}) }
	date := schema{kind: "string", format: "date-time", nullable: true}
	add("date", date)
	add("date_gmt", date)
	params = append(params, param{name: "slug", schema: text(), early: true, clean: cleanSlug})
	params = append(params, param{name: "status", schema: text(writeStatuses...), early: true, check: s.checkStatus})
	add("password", text())
	if r.tree {
		add("parent", integer())
	}
	object := schema{kind: "object"}
	params = append(params, param{name: "title", schema: object, raw: true}, param{name: "content", schema: object, raw: true})
	if r.article {
		add("author", integer())
	}
	if !r.textOnly {
		params = append(params, param{name: "excerpt", schema: object, raw: true})
	}
	if r.article {
		add("featured_media", integer())
		add("comment_status", text("open", "closed"))
		add("ping_status", text("open", "closed"))
	}
	if r.tree {
		add("menu_order", integer())
	}
	if r.formats {
		add("format", text(formats...))
	}
	if !r.textOnly {
		params = append(params, param{name: "meta", schema: object, early: true, check: checkMeta, raw: true})
	}
	if r.sticky {
		add("sticky", boolean())
	}
	params = append(params, param{name: "template", schema: text(), early: true, check: s.checkTemplate})
	for _, tax := range r.taxonomies {
		add(tax.base, list(integer()))
	}
	return params
}
