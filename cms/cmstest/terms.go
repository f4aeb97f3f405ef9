package cmstest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// defaultCategory is that of posts for which no other is named; it cannot be deleted.
const defaultCategory = 1

// term is a category or a tag.
type term struct {
	id, parent              int64
	taxonomy                string
	name, slug, description string
}

func (s *Server) addTerm(taxonomy string, record map[string]any) (int64, error) {
	t := &term{taxonomy: taxonomy}
	for _, name := range sortedKeys(record) {
		var err error
		switch value := record[name]; name {
		case "id":
			t.id, err = seedInt(name, value)
		case "parent":
			t.parent, err = seedInt(name, value)
		case "name":
			t.name, err = seedText(name, value)
		case "slug":
			t.slug, err = seedText(name, value)
		case "description":
			t.description, err = seedText(name, value)
		default:
			err = noField(name)
		}
		if err != nil {
			return 0, err
		}
	}
	byDefault := t.id == defaultCategory && taxonomy == "category"
	if t.id == 0 {
		t.id = s.nextTerm
	} else if s.terms[t.id] != nil && !byDefault {
		return 0, fmt.Errorf("id %d is taken", t.id)
	}
	s.nextTerm = max(s.nextTerm, t.id+1)
	if t.slug == "" {
		t.slug = slugOr(t.name, t.id)
	}
	s.terms[t.id] = t
	return t.id, nil
}

func (s *Server) termRecord(tax taxonomy, id int64) map[string]any {
	t := s.termOf(tax, id)
	if t == nil {
		return nil
	}
	return map[string]any{"id": t.id, "name": t.name, "slug": t.slug, "description": t.description, "parent": t.parent}
}

func (s *Server) termOf(tax taxonomy, id int64) *term {
	if t := s.terms[id]; t != nil && t.taxonomy == tax.name {
		return t
	}
	return nil
}

// termIDs are the ids of an item in the order of the terms' names, as records show them.
func (s *Server) termIDs(it *item, tax taxonomy) []int64 {
	out := []int64{}
	for _, id := range it.terms[tax.name] {
		if s.termOf(tax, id) != nil {
			out = append(out, id)
		}
	}
	slices.SortStableFunc(out, func(a, b int64) int {
		return strings.Compare(strings.ToLower(s.terms[a].name), strings.ToLower(s.terms[b].name))
	})
	return out
}

// children is a term with all below it.
func (s *Server) children(id int64) []int64 {
	out := []int64{id}
	for i := 0; i < len(out); i++ {
		for _, t := range s.terms {
			if t.parent == out[i] && !slices.Contains(out, t.id) {
				out = append(out, t.id)
			}
		}
	}
	return out
}

// matcher says whether an item passes a filter.
type matcher func(*item) bool

// taxonomyFilter combines what the query says about terms and formats; nil if it says nothing.
func (c *call) taxonomyFilter(kind *resource) matcher {
	var clauses []matcher
	for _, tax := range kind.taxonomies {
		if m := c.termMatcher(tax, tax.base); m != nil {
			clauses = append(clauses, m)
		}
		if m := c.termMatcher(tax, tax.base+"_exclude"); m != nil {
			clauses = append(clauses, func(it *item) bool { return !m(it) })
		}
	}
	if wanted := c.strings("format"); kind.formats && len(wanted) > 0 {
		clauses = append(clauses, func(it *item) bool { return slices.Contains(wanted, it.format) })
	}
	if clauses == nil {
		return nil
	}
	either := c.text("tax_relation") == "OR"
	return func(it *item) bool {
		for _, m := range clauses {
			if m(it) == either {
				return either
			}
		}
		return !either
	}
}

func (c *call) termMatcher(tax taxonomy, argument string) matcher {
	value := c.get(argument)
	all, below := false, false
	if members, ok := value.(object); ok {
		value = members.get("terms")
		all = members.get("operator") == "AND"
		below = members.get("include_children") == true
	}
	ids := toIDs(value)
	if len(ids) == 0 {
		return nil
	}
	groups := make([][]int64, len(ids))
	for i, id := range ids {
		groups[i] = []int64{id}
		if below {
			groups[i] = c.s.children(id)
		}
	}
	return func(it *item) bool {
		for _, group := range groups {
			has := slices.ContainsFunc(group, func(id int64) bool { return slices.Contains(it.terms[tax.name], id) })
			if has != all {
				return has
			}
		}
		return all
	}
}

func termListParams(tax taxonomy) []param {
	params := append([]param{contextParam()}, pageParams()...)
	params = append(params,
		param{name: "exclude", schema: list(integer()), def: []any{}},
		param{name: "include", schema: list(integer()), def: []any{}},
		param{name: "order", schema: text("asc", "desc"), def: "asc"},
		param{name: "orderby", schema: text("id", "include", "name", "slug", "include_slugs", "term_group", "description", "count"), def: "name"},
		param{name: "hide_empty", schema: boolean(), def: false},
		param{name: "post", schema: integer()},
		param{name: "slug", schema: list(text())})
	if tax.tree {
		params = append(params, param{name: "parent", schema: integer()})
	} else {
		params = append(params, param{name: "offset", schema: integer()})
	}
	return params
}

func (c *call) listTerms(tax taxonomy) (*response, *fault) {
	include, exclude, slugs, search := c.ids("include"), c.ids("exclude"), c.strings("slug"), fold(c.text("search"))
	if search == "0" {
		search = "" // as everywhere where the site asks whether there is one
	}
	post := c.s.items[c.integer("post")]
	var found []*term
	for _, t := range c.s.terms {
		switch {
		case t.taxonomy != tax.name,
			len(include) > 0 && !slices.Contains(include, t.id),
			len(include) == 0 && slices.Contains(exclude, t.id), // of the two the site obeys the inclusion
			len(slugs) > 0 && !slices.Contains(slugs, t.slug),
			!strings.Contains(fold(t.name+"\n"+t.slug), search),
			c.get("parent") != nil && t.parent != c.integer("parent"),
			c.integer("post") != 0 && (post == nil || !slices.Contains(post.terms[tax.name], t.id)),
			c.flag("hide_empty") && c.s.termCount(t) == 0:
			continue
		}
		found = append(found, t)
	}
	slices.SortFunc(found, func(a, b *term) int {
		order := 0
		switch by := c.text("orderby"); {
		case by == "id":
			order = cmp.Compare(a.id, b.id)
		case by == "include" && len(include) > 0:
			order = cmp.Compare(slices.Index(include, a.id), slices.Index(include, b.id))
		case by == "include_slugs" && len(slugs) > 0:
			order = cmp.Compare(slices.Index(slugs, a.slug), slices.Index(slugs, b.slug))
		case by == "slug":
			order = strings.Compare(a.slug, b.slug)
		case by == "count":
			order = cmp.Compare(c.s.termCount(a), c.s.termCount(b))
		default:
			order = strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name))
		}
		if c.text("order") == "desc" {
			order = -order
		}
		return cmp.Or(order, cmp.Compare(a.id, b.id)) // of equals the older one comes first, whatever the order
	})
	page, perPage := int(c.integer("page")), int(c.integer("per_page"))
	start := pageStart(page, perPage)
	if offset := int(c.integer("offset")); offset > 0 {
		start = offset
	}
	body := []object{}
	for _, t := range window(found, start, perPage) {
		body = append(body, c.showTerm(tax, t))
	}
	return &response{status: 200, body: body, header: c.totals(len(found), page, perPage)}, nil
}

func (c *call) mayGetTerm(tax taxonomy) *fault {
	if c.s.termOf(tax, c.integer("id")) == nil {
		return newFault(404, "rest_term_invalid", "There is no term with this id.")
	}
	return c.mayViewTerms(tax)
}

func (c *call) getTerm(tax taxonomy) (*response, *fault) {
	return &response{status: 200, body: c.showTerm(tax, c.s.termOf(tax, c.integer("id")))}, nil
}

func (s *Server) termCount(t *term) int {
	n := 0
	for _, it := range s.items {
		if it.status == "publish" && slices.Contains(it.terms[t.taxonomy], t.id) {
			n++
		}
	}
	return n
}

func (s *Server) termLink(tax taxonomy, t *term) string {
	if tax.path == "" {
		return s.URL + "/?taxonomy=" + tax.name + "&term=" + t.slug
	}
	if s.plain {
		if tax.tree {
			return s.URL + "/?" + tax.query + "=" + strconv.FormatInt(t.id, 10)
		}
		return s.URL + "/?" + tax.query + "=" + t.slug
	}
	path := t.slug
	for up, depth := s.terms[t.parent], 0; up != nil && depth < 20; up, depth = s.terms[up.parent], depth+1 {
		path = up.slug + "/" + path
	}
	return s.URL + "/" + tax.path + "/" + path + "/"
}

func (c *call) showTerm(tax taxonomy, t *term) object {
	embed := c.text("context") == "embed"
	if tax.isMenu() {
		return append(c.showMenu(t), member{"_links", c.termRelations(tax, t)})
	}
	out := object{{"id", t.id}}
	if !embed {
		out.add("count", c.s.termCount(t))
		out.add("description", t.description)
	}
	out = append(out, member{"link", c.s.termLink(tax, t)}, member{"name", texturize(t.name)}, member{"slug", t.slug}, member{"taxonomy", tax.name})
	if !embed {
		if tax.tree {
			out.add("parent", t.parent)
		}
		out.add("meta", object{})
	}
	return append(out, member{"_links", c.termRelations(tax, t)})
}

// termRelations are the relations of a term.
func (c *call) termRelations(tax taxonomy, t *term) object {
	id := strconv.FormatInt(t.id, 10)
	base := "/" + c.s.prefix + "/v2/"
	links := object{
		{"self", []object{{{"href", c.s.restURL(base+tax.base+"/"+id, "")}, {"targetHints", object{{"allow", c.termHints(tax, t)}}}}}},
		{"collection", []object{{{"href", c.s.restURL(base+tax.base, "")}}}},
		{"about", []object{{{"href", c.s.restURL(base+"taxonomies/"+tax.name, "")}}}},
	}
	if t.parent != 0 {
		links.add("up", []object{{{"embeddable", true}, {"href", c.s.restURL(base+tax.base+"/"+strconv.FormatInt(t.parent, 10), "")}}})
	}
	links.add(c.s.prefix+":post_type", []object{{{"href", c.s.restURL(base+tax.records, tax.base+"="+id)}}})
	links.add("curies", c.s.curies())
	return links
}

// termHints are the methods that the caller may use on a term.
func (c *call) termHints(tax taxonomy, t *term) []string {
	allow := []string{"GET"}
	if c.user.can(tax.right()) {
		allow = append(allow, updateMethods...)
		if t.id != defaultCategory {
			allow = append(allow, "DELETE")
		}
	}
	return allow
}
