package cmstest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// WithRevisionDeletes lets those who may delete a record delete its revisions too, as a plugin can. Without it nobody
// may, an administrator neither.
func WithRevisionDeletes() Option {
	return func(s *Server) { s.revisionDeletes = true }
}

// historyRoutes are those of revisions and autosaves, of each kind that has them.
func (s historyPlane) historyRoutes() []*route {
	namespace := s.api.prefix + "/v2"
	var routes []*route
	for _, kind := range s.kind.allResources() {
		add := func(path string, endpoints ...endpoint) {
			routes = append(routes, &route{pattern: "/" + namespace + "/" + kind.base + path, namespace: namespace, endpoints: endpoints})
		}
		on := func(f func(*call, *resource) *fault) func(*call) *fault {
			return func(c *call) *fault { return f(c, kind) }
		}
		do := func(f func(*call, *resource) (*response, *fault)) func(*call) (*response, *fault) {
			return func(c *call) (*response, *fault) { return f(c, kind) }
		}
		parent := param{name: "parent", schema: integer()}
		if kind.revisions {
			add("/{parent}/revisions", endpoint{[]string{"GET"}, revisionListParams(), on(s.mayReadRevisions), do(s.listRevisions)})
			add("/{parent}/revisions/{id}",
				endpoint{[]string{"GET"}, []param{parent, idParam(), contextParam()}, on(s.mayReadRevisions), do(s.getRevision)},
				endpoint{[]string{"DELETE"}, append([]param{parent}, deleteParams()...), on(s.mayDeleteRevision), do(s.deleteRevision)})
		}
		if kind.autosaves {
			add("/{id}/autosaves",
				endpoint{[]string{"GET"}, []param{parent, contextParam()}, on(s.mayListAutosaves), do(s.listAutosaves)},
				endpoint{[]string{"POST"}, s.autosaveParams(kind), on(s.content.mayUpdate), do(s.autosave)})
			add("/{parent}/autosaves/{id}",
				endpoint{[]string{"GET"}, []param{parent, idParam(), contextParam()}, on(s.mayReadRevisions), do(s.getAutosave)})
		}
	}
	return routes
}

func revisionListParams() []param {
	page := pageParams()
	page[1].def = nil // all at once
	params := append([]param{{name: "parent", schema: integer()}, contextParam()}, page...)
	return append(params,
		param{name: "exclude", schema: list(integer()), def: []any{}},
		param{name: "include", schema: list(integer()), def: []any{}},
		param{name: "offset", schema: integer()},
		param{name: "order", schema: text("asc", "desc"), def: "desc"},
		param{name: "orderby", schema: text("date", "id", "include", "relevance", "slug", "include_slugs", "title"), def: "date"})
}

func (s historyPlane) mayReadRevisions(c *call, kind *resource) *fault {
	return s.mayReadHistory(c, kind, "parent")
}

// mayReadHistory wants the right to edit the record, which an argument names.
func (s historyPlane) mayReadHistory(c *call, kind *resource, argument string) *fault {
	parent := s.content.find(kind, c.integer(argument))
	if parent == nil {
		return newFault(404, "rest_post_invalid_parent", "There is no record whose history this would be.")
	}
	if !mayEdit(c.user, parent) {
		return c.forbidden("rest_cannot_read", "You may not see the history of this record.")
	}
	return nil
}

func (s historyPlane) mayDeleteRevision(c *call, kind *resource) *fault {
	parent := s.content.find(kind, c.integer("parent"))
	if parent == nil {
		return newFault(404, "rest_post_invalid_parent", "There is no record whose history this would be.")
	}
	refused := c.forbidden("rest_cannot_delete", "You may not delete this revision.")
	if !mayDelete(c.user, parent) {
		return refused
	}
	if _, r := s.history(c.integer("id")); r == nil {
		return invalidID()
	}
	if !s.revisionDeletes {
		return refused
	}
	return nil
}

func (s historyPlane) getRevision(c *call, kind *resource) (*response, *fault) {
	parent, r := s.history(c.integer("id"))
	switch {
	case r == nil:
		return nil, invalidID()
	case parent != s.content.find(kind, c.integer("parent")):
		return nil, newFault(404, "rest_revision_parent_id_mismatch", "This revision is one of another record.")
	}
	return s.showOne(c, parent, r), nil
}

// deleteRevision does not ask whose revision it is: one of another record goes too.
func (s historyPlane) deleteRevision(c *call, _ *resource) (*response, *fault) {
	parent, r := s.history(c.integer("id"))
	if !c.flag("force") {
		return nil, newFault(501, "rest_trash_not_supported", "There is no trash for revisions.")
	}
	previous := s.showRevision(c, parent, r, false)
	parent.forget(r.id)
	return &response{status: 200, body: php.Object{{"deleted", true}, {"previous", previous}}}, nil
}

// listRevisions lists autosaves too. Without per_page all come at once, whatever the offset.
func (s historyPlane) listRevisions(c *call, kind *resource) (*response, *fault) {
	if c.text("orderby") == "relevance" && c.text("search") == "" {
		return nil, newFault(400, "rest_no_search_term_defined", "Ordering by relevance takes a search.")
	}
	if c.text("orderby") == "include" && len(c.ids("include")) == 0 {
		return nil, newFault(400, "rest_orderby_include_missing_include", "Ordering by include takes an include.")
	}
	parent := s.content.find(kind, c.integer("parent"))
	found := s.chosenRevisions(c, parent)
	total, page, perPage := len(found), int(c.integer("page")), int(c.integer("per_page"))
	offset, start := c.get("offset") != nil, 0
	if perPage == 0 {
		perPage = max(total, 1)
	} else if offset {
		start = max(int(c.integer("offset")), -int(c.integer("offset"))) // the site drops the sign
	} else {
		start = pageStart(page, perPage)
	}
	if total > 0 {
		switch pages := (total + perPage - 1) / perPage; {
		case offset && int(c.integer("offset")) >= total:
			return nil, newFault(400, "rest_revision_invalid_offset_number", "The history is shorter than that.")
		case !offset && page > pages:
			return nil, newFault(400, "rest_revision_invalid_page_number", "The history has fewer pages than that.")
		}
	}
	body := []php.Object{}
	for _, r := range window(found, start, perPage) {
		body = append(body, s.showRevision(c, parent, r, true))
	}
	return &response{status: 200, body: body, header: c.totals(total, page, perPage)}, nil
}

// chosenRevisions are those that the arguments choose, in order. To search and sort them they are laid out as records.
func (s historyPlane) chosenRevisions(c *call, parent *item) []*revision {
	c.json.Set("search_semantics", "") // the strongest source: a history does not know the argument
	search := s.content.searchFilter(c)
	include, exclude := c.ids("include"), c.ids("exclude")
	laid := map[*item]*revision{}
	var found []*item
	for _, r := range parent.revisions {
		it := &item{id: r.id, kind: parent.kind, date: r.date, title: r.title, content: r.content, excerpt: r.excerpt, slug: r.slug(parent)}
		switch {
		case len(include) > 0 && !slices.Contains(include, r.id):
		case len(include) == 0 && slices.Contains(exclude, r.id):
		case search != nil && !search(it):
		default:
			laid[it] = r
			found = append(found, it)
		}
	}
	s.content.sort(c, found)
	out := make([]*revision, len(found))
	for i, it := range found {
		out[i] = laid[it]
	}
	return out
}

// showRevision is a revision or an autosave in the shape of the request's context.
func (s historyPlane) showRevision(c *call, parent *item, r *revision, links bool) php.Object {
	context, id := c.text("context"), strconv.FormatInt(r.id, 10)
	edit := context == "edit"
	raw := edit || parent.kind.rawTexts && context != "embed" || parent.kind.textOnly && context == "embed"
	title := php.Member{"title", withRaw(raw, r.title, php.RenderTitle(r.title), true)}
	excerpt := php.Member{"excerpt", withRaw(edit, r.excerpt, php.RenderExcerpt(r.excerpt, "", 0), true)}
	var out php.Object
	if context == "embed" {
		out = php.Object{{"author", r.author}, {"date", r.date}, {"id", r.id}, {"parent", parent.id}, {"slug", r.slug(parent)}, title, excerpt}
	} else {
		guid := s.URL + "/?p=" + id
		out = php.Object{
			{"author", r.author}, {"date", r.date}, {"date_gmt", r.dateGMT}, {"id", r.id}, {"modified", r.date}, {"modified_gmt", r.dateGMT},
			{"parent", parent.id}, {"slug", r.slug(parent)}, {"guid", withRaw(edit || parent.kind.menu, guid, guid, false)},
			title, {"content", withRaw(raw, r.content, php.RenderContent(r.content), true)}, excerpt,
			{"meta", revisionMeta(parent.kind, r.meta)},
		}
		if edit && r.auto && strings.Contains(c.route.pattern, "autosaves") {
			out.Add("preview_link", s.previewLink(parent, c.user))
		}
	}
	if parent.kind.menu {
		out = slices.DeleteFunc(out, func(m php.Member) bool { return m.Name == "content" || m.Name == "excerpt" })
	}
	if parent.kind.textOnly {
		out = slices.DeleteFunc(out, func(m php.Member) bool { return m.Name == "excerpt" })
		if context == "embed" {
			out.Add("content", withRaw(raw, r.content, php.RenderContent(r.content), true))
		}
	}
	if links && parseFields(c.get("_fields")).wants("parent") {
		out.Add("_links", php.Object{{"parent", link(s.content.itemURL(parent))}})
	}
	return out
}

// showOne is the answer with a single one. Its link comes with the field parent, as in a list, but whether _fields names
// links or not.
func (s historyPlane) showOne(c *call, parent *item, r *revision) *response {
	body := s.showRevision(c, parent, r, true)
	s.keepLinks(c)
	return &response{status: 200, body: body}
}

func (s historyPlane) keepLinks(c *call) {
	fields := php.TextList(c.get("_fields"))
	if len(fields) == 0 {
		return
	}
	wanted := []any{"_links"}
	for _, name := range fields {
		wanted = append(wanted, name)
	}
	c.json.Set("_fields", wanted) // the strongest source
}

// revisionMeta shows of the fields of meta the one that is kept, and null for the others.
func revisionMeta(kind *resource, meta map[string]string) any {
	out := php.Object{}
	for _, field := range kind.meta {
		if field.name == "footnotes" {
			out.Add(field.name, meta[field.name])
		} else {
			out.Add(field.name, nil)
		}
	}
	return out
}

// newest is the id of the last one, 0 if there is none.
func (it *item) newest() int64 {
	if len(it.revisions) == 0 {
		return 0
	}
	return it.newestFirst()[0].id
}
