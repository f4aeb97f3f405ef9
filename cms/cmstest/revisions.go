package cmstest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// WithRevisionDeletes lets those who may delete a record delete its revisions too, as a plugin can. Without it nobody
// may, an administrator neither.
func WithRevisionDeletes() Option {
	return func(s *Server) { s.revisionDeletes = true }
}

// historyRoutes are those of revisions and autosaves, of each kind that has them.
func (s historyPlane) historyRoutes() []*rest.Route {
	namespace := s.api.Prefix + "/v2"
	var routes []*rest.Route
	for _, kind := range s.kind.allResources() {
		add := func(path string, endpoints ...rest.Endpoint) {
			routes = append(routes, &rest.Route{Pattern: "/" + namespace + "/" + kind.base + path, Namespace: namespace,
				Endpoints: endpoints})
		}
		on := func(f func(*rest.Call, *resource) *rest.Error) func(*rest.Call) *rest.Error {
			return func(c *rest.Call) *rest.Error { return f(c, kind) }
		}
		do := func(f func(*rest.Call, *resource) (*rest.Response, *rest.Error)) func(*rest.Call) (*rest.Response,
			*rest.Error) {
			return func(c *rest.Call) (*rest.Response, *rest.Error) { return f(c, kind) }
		}
		parent := rest.Param{Name: "parent", Schema: rest.Integer()}
		if kind.revisions {
			add("/{parent}/revisions",
				rest.On([]string{"GET"}, revisionListParams(), on(s.mayReadRevisions), do(s.listRevisions)))
			add("/{parent}/revisions/{id}",
				rest.On([]string{"GET"}, []rest.Param{parent, rest.IDParam(), rest.ContextParam()}, on(s.mayReadRevisions),
					do(s.getRevision)),
				rest.On([]string{"DELETE"}, append([]rest.Param{parent}, deleteParams()...), on(s.mayDeleteRevision),
					do(s.deleteRevision)))
		}
		if kind.autosaves {
			add("/{id}/autosaves",
				rest.On([]string{"GET"}, []rest.Param{parent, rest.ContextParam()}, on(s.mayListAutosaves), do(s.listAutosaves)),
				rest.On([]string{"POST"}, s.autosaveParams(kind), on(s.content.mayUpdate), do(s.autosave)))
			add("/{parent}/autosaves/{id}",
				rest.On([]string{"GET"}, []rest.Param{parent, rest.IDParam(), rest.ContextParam()}, on(s.mayReadRevisions),
					do(s.getAutosave)))
		}
	}
	return routes
}

func revisionListParams() []rest.Param {
	page := rest.PageParams()
	page[1].Def = nil // all at once
	params := append([]rest.Param{{Name: "parent", Schema: rest.Integer()}, rest.ContextParam()}, page...)
	return append(params,
		rest.Param{Name: "exclude", Schema: rest.List(rest.Integer()), Def: []any{}},
		rest.Param{Name: "include", Schema: rest.List(rest.Integer()), Def: []any{}},
		rest.Param{Name: "offset", Schema: rest.Integer()},
		rest.Param{Name: "order", Schema: rest.Text("asc", "desc"), Def: "desc"},
		rest.Param{Name: "orderby", Schema: rest.Text("date", "id", "include", "relevance", "slug", "include_slugs", "title"),
			Def: "date"})
}

func (s historyPlane) mayReadRevisions(c *rest.Call, kind *resource) *rest.Error {
	return s.mayReadHistory(c, kind, "parent")
}

// mayReadHistory wants the right to edit the record, which an argument names.
func (s historyPlane) mayReadHistory(c *rest.Call, kind *resource, argument string) *rest.Error {
	parent := s.content.find(kind, c.Integer(argument))
	if parent == nil {
		return rest.NewError(404, "rest_post_invalid_parent", "There is no record whose history this would be.")
	}
	if !mayEdit(c.User, parent) {
		return c.Forbidden("rest_cannot_read", "You may not see the history of this record.")
	}
	return nil
}

func (s historyPlane) mayDeleteRevision(c *rest.Call, kind *resource) *rest.Error {
	parent := s.content.find(kind, c.Integer("parent"))
	if parent == nil {
		return rest.NewError(404, "rest_post_invalid_parent", "There is no record whose history this would be.")
	}
	refused := c.Forbidden("rest_cannot_delete", "You may not delete this revision.")
	if !mayDelete(c.User, parent) {
		return refused
	}
	if _, r := s.findRevision(c.Integer("id")); r == nil {
		return rest.InvalidID()
	}
	if !s.revisionDeletes {
		return refused
	}
	return nil
}

func (s historyPlane) getRevision(c *rest.Call, kind *resource) (*rest.Response, *rest.Error) {
	parent, r := s.findRevision(c.Integer("id"))
	switch {
	case r == nil:
		return nil, rest.InvalidID()
	case parent != s.content.find(kind, c.Integer("parent")):
		return nil, rest.NewError(404, "rest_revision_parent_id_mismatch", "This revision is one of another record.")
	}
	return s.showOne(c, parent, r), nil
}

// deleteRevision does not ask whose revision it is: one of another record goes too.
func (s historyPlane) deleteRevision(c *rest.Call, _ *resource) (*rest.Response, *rest.Error) {
	parent, r := s.findRevision(c.Integer("id"))
	if !c.Flag("force") {
		return nil, rest.NewError(501, "rest_trash_not_supported", "There is no trash for revisions.")
	}
	previous := s.showRevision(c, parent, r, false)
	parent.forget(r.id)
	return &rest.Response{Status: 200, Body: php.Object{{"deleted", true}, {"previous", previous}}}, nil
}

// listRevisions lists autosaves too. Without per_page all come at once, whatever the offset.
func (s historyPlane) listRevisions(c *rest.Call, kind *resource) (*rest.Response, *rest.Error) {
	if c.Text("orderby") == "relevance" && c.Text("search") == "" {
		return nil, rest.NewError(400, "rest_no_search_term_defined", "Ordering by relevance takes a search.")
	}
	if c.Text("orderby") == "include" && len(c.IDs("include")) == 0 {
		return nil, rest.NewError(400, "rest_orderby_include_missing_include", "Ordering by include takes an include.")
	}
	parent := s.content.find(kind, c.Integer("parent"))
	found := s.chosenRevisions(c, parent)
	total, page, perPage := len(found), int(c.Integer("page")), int(c.Integer("per_page"))
	offset, start := c.Get("offset") != nil, 0
	if perPage == 0 {
		perPage = max(total, 1)
	} else if offset {
		start = max(int(c.Integer("offset")), -int(c.Integer("offset"))) // the site drops the sign
	} else {
		start = rest.PageStart(page, perPage)
	}
	if total > 0 {
		switch pages := (total + perPage - 1) / perPage; {
		case offset && int(c.Integer("offset")) >= total:
			return nil, rest.NewError(400, "rest_revision_invalid_offset_number", "The history is shorter than that.")
		case !offset && page > pages:
			return nil, rest.NewError(400, "rest_revision_invalid_page_number", "The history has fewer pages than that.")
		}
	}
	body := []php.Object{}
	for _, r := range rest.Window(found, start, perPage) {
		body = append(body, s.showRevision(c, parent, r, true))
	}
	return &rest.Response{Status: 200, Body: body, Header: c.Totals(total, page, perPage)}, nil
}

// chosenRevisions are those that the arguments choose, in order. To search and sort them they are laid out as records.
func (s historyPlane) chosenRevisions(c *rest.Call, parent *item) []*revision {
	c.JSON.Set("search_semantics", "") // the strongest source: a history does not know the argument
	search := s.content.searchFilter(c)
	include, exclude := c.IDs("include"), c.IDs("exclude")
	laid := map[*item]*revision{}
	var found []*item
	for _, r := range parent.revisions {
		it := &item{id: r.id, kind: parent.kind, date: r.date, title: r.title, content: r.content, excerpt: r.excerpt,
			slug: r.slug(parent)}
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
func (s historyPlane) showRevision(c *rest.Call, parent *item, r *revision, links bool) php.Object {
	context, id := c.Text("context"), strconv.FormatInt(r.id, 10)
	edit := context == "edit"
	raw := edit || parent.kind.rawTexts && context != "embed" || parent.kind.textOnly && context == "embed"
	title := php.Member{"title", withRaw(raw, r.title, php.RenderTitle(r.title), true)}
	excerpt := php.Member{"excerpt", withRaw(edit, r.excerpt, php.RenderExcerpt(r.excerpt, "", 0), true)}
	var out php.Object
	if context == "embed" {
		out = php.Object{{"author", r.author}, {"date", r.date}, {"id", r.id}, {"parent", parent.id},
			{"slug", r.slug(parent)}, title, excerpt}
	} else {
		guid := s.URL + "/?p=" + id
		out = php.Object{
			{"author", r.author}, {"date", r.date}, {"date_gmt", r.dateGMT}, {"id", r.id}, {"modified", r.date},
			{"modified_gmt", r.dateGMT},
			{"parent", parent.id}, {"slug", r.slug(parent)}, {"guid", withRaw(edit || parent.kind.menu, guid, guid, false)},
			title, {"content", withRaw(raw, r.content, php.RenderContent(r.content), true)}, excerpt,
			{"meta", revisionMeta(parent.kind, r.meta)},
		}
		if edit && r.auto && strings.Contains(c.Route.Pattern, "autosaves") {
			out.Add("preview_link", s.previewLink(parent, c.User))
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
	if links && rest.ParseFields(c.Get("_fields")).Wants("parent") {
		out.Add("_links", php.Object{{"parent", rest.Link(s.content.itemURL(parent))}})
	}
	return out
}

// showOne is the answer with a single one. Its link comes with the field parent, as in a list, but whether _fields
// names links or not.
func (s historyPlane) showOne(c *rest.Call, parent *item, r *revision) *rest.Response {
	body := s.showRevision(c, parent, r, true)
	s.keepLinks(c)
	return &rest.Response{Status: 200, Body: body}
}

func (s historyPlane) keepLinks(c *rest.Call) {
	fields := php.TextList(c.Get("_fields"))
	if len(fields) == 0 {
		return
	}
	wanted := []any{"_links"}
	for _, name := range fields {
		wanted = append(wanted, name)
	}
	c.JSON.Set("_fields", wanted) // the strongest source
}

// revisionMeta shows of the fields of meta the one that is kept, and null for the others.
func revisionMeta(kind *resource, meta map[string]string) any {
	out := php.Object{}
	for _, field := range kind.meta {
		if field.Name == "footnotes" {
			out.Add(field.Name, meta[field.Name])
		} else {
			out.Add(field.Name, nil)
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
