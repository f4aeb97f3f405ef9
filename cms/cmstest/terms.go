package cmstest

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// firstCategory is that which every site has, and at first that of posts for which no other is named.
const firstCategory = 1

// defaultCategory is that of posts for which no other is named, 0 for none. It cannot be deleted.
func (s *records) defaultCategory() int64 { return s.settings.Number("default_category") }

// defaultCategories are those of a post for which no category is named.
func (s *records) defaultCategories() []int64 {
	if t := s.terms[s.defaultCategory()]; t == nil || t.taxonomy != "category" {
		return nil
	}
	return []int64{s.defaultCategory()}
}

func (s *records) isDefaultTerm(tax taxonomy, id int64) bool {
	return tax.name == "category" && id == s.defaultCategory()
}

// term is a category or a tag.
type term struct {
	id, parent              int64
	taxonomy                string
	name, slug, description string
	autoAdd                 bool // of a menu
}

func (s termPlane) addTerm(taxonomy string, record map[string]any) (int64, error) {
	t := &term{taxonomy: taxonomy}
	var places []string
	isMenu := taxonomy == menus().name
	for _, name := range php.SortedKeys(record) {
		var err error
		switch value := record[name]; {
		case name == "id":
			t.id, err = seed.Int(name, value)
		case name == "parent":
			t.parent, err = seed.Int(name, value)
		case name == "name":
			t.name, err = seed.Text(name, value)
			t.name = php.Entity.ReplaceAllStringFunc(t.name, php.Ampersand) // as the site stores it
		case name == "slug":
			t.slug, err = seed.Text(name, value)
		case name == "description":
			t.description, err = seed.Text(name, value)
		case isMenu && name == "auto_add":
			t.autoAdd, err = seed.Bool(name, value)
		case isMenu && name == "locations":
			places, err = seed.Texts(name, value)
		default:
			err = seed.NoField(name)
		}
		if err != nil {
			return 0, err
		}
	}
	byDefault := t.id == firstCategory && taxonomy == "category"
	if t.id == 0 {
		t.id = s.nextTerm
	} else if s.terms[t.id] != nil && !byDefault {
		return 0, fmt.Errorf("id %d is taken", t.id)
	}
	s.nextTerm = max(s.nextTerm, t.id+1)
	if t.slug == "" {
		t.slug = php.SlugOr(t.name, t.id)
	}
	s.terms[t.id] = t
	for _, name := range places {
		s.places[name] = t.id
	}
	return t.id, nil
}

func (s termPlane) termRecord(tax taxonomy, id int64) map[string]any {
	t := s.termOf(tax, id)
	if t == nil {
		return nil
	}
	out := map[string]any{"id": t.id, "name": t.name, "slug": t.slug, "description": t.description, "parent": t.parent}
	if tax.isMenu() {
		out["locations"], out["auto_add"] = s.menu.locationsOf(id), t.autoAdd
	}
	return out
}

func (s *records) termOf(tax taxonomy, id int64) *term {
	if t := s.terms[id]; t != nil && t.taxonomy == tax.name {
		return t
	}
	return nil
}

// termIDs are the ids of an item in the order of the terms' names, as records show them.
func (s *records) termIDs(it *item, tax taxonomy) []int64 {
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
func (s *records) children(id int64) []int64 {
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
func (s termPlane) taxonomyFilter(c *rest.Call, kind *resource) matcher {
	var clauses []matcher
	for _, tax := range kind.taxonomies {
		if m := s.termMatcher(c, tax, tax.base); m != nil {
			clauses = append(clauses, m)
		}
		if m := s.termMatcher(c, tax, tax.base+"_exclude"); m != nil {
			clauses = append(clauses, func(it *item) bool { return !m(it) })
		}
	}
	if wanted := c.Strings("format"); kind.formats && len(wanted) > 0 {
		clauses = append(clauses, func(it *item) bool { return slices.Contains(wanted, it.format) })
	}
	if clauses == nil {
		return nil
	}
	either := c.Text("tax_relation") == "OR"
	return func(it *item) bool {
		for _, m := range clauses {
			if m(it) == either {
				return either
			}
		}
		return !either
	}
}

func (s termPlane) termMatcher(c *rest.Call, tax taxonomy, argument string) matcher {
	value := c.Get(argument)
	all, below := false, false
	if members, ok := value.(php.Object); ok {
		value = members.Get("terms")
		all = members.Get("operator") == "AND"
		below = members.Get("include_children") == true
	}
	ids := php.ToIDs(value)
	if len(ids) == 0 {
		return nil
	}
	if below { // with AND a record needs those below as well
		slices.Sort(ids)
		var wider []int64
		for _, id := range slices.Compact(ids) {
			wider = append(wider, s.children(id)...)
		}
		slices.Sort(wider)
		ids = slices.Compact(slices.Clone(wider))
		if all && len(ids) < len(wider) { // the site counts a term twice that it reaches twice
			return func(*item) bool { return false }
		}
	}
	return func(it *item) bool {
		for _, id := range ids {
			has := slices.Contains(it.terms[tax.name], id)
			if has != all {
				return has
			}
		}
		return all
	}
}

func termListParams(tax taxonomy) []rest.Param {
	params := append([]rest.Param{rest.ContextParam()}, rest.PageParams()...)
	params = append(params,
		rest.Param{Name: "exclude", Schema: rest.List(rest.Integer()), Def: []any{}},
		rest.Param{Name: "include", Schema: rest.List(rest.Integer()), Def: []any{}},
		rest.Param{Name: "order", Schema: rest.Text("asc", "desc"), Def: "asc"},
		rest.Param{Name: "orderby",
			Schema: rest.Text("id", "include", "name", "slug", "include_slugs", "term_group", "description", "count"),
			Def:    "name"},
		rest.Param{Name: "hide_empty", Schema: rest.Boolean(), Def: false},
		rest.Param{Name: "post", Schema: rest.Integer()},
		rest.Param{Name: "slug", Schema: rest.List(rest.Text())})
	if tax.tree {
		params = append(params, rest.Param{Name: "parent", Schema: rest.Integer()})
	} else {
		params = append(params, rest.Param{Name: "offset", Schema: rest.Integer()})
	}
	return params
}

// findTerms are the terms that the arguments choose, in no order.
func (s *records) findTerms(c *rest.Call, tax taxonomy) []*term {
	include, exclude, slugs, search := c.IDs("include"), c.IDs("exclude"), c.Strings("slug"), php.Fold(c.Text("search"))
	for i, slug := range slugs {
		slugs[i] = php.SanitizeSlug(slug)
	}
	if search == "0" {
		search = "" // as everywhere where the site asks whether there is one
	}
	post := s.items[c.Integer("post")]
	var found []*term
	for _, t := range s.terms {
		switch {
		case t.taxonomy != tax.name,
			len(include) > 0 && !slices.Contains(include, t.id),
			len(include) == 0 && slices.Contains(exclude, t.id), // of the two the site obeys the inclusion
			len(slugs) > 0 && !slices.Contains(slugs, t.slug),
			!strings.Contains(php.Fold(t.name+"\n"+t.slug), search),
			tax.tree && c.Get("parent") != nil && t.parent != c.Integer("parent"),
			c.Integer("post") != 0 && (post == nil || !slices.Contains(post.terms[tax.name], t.id)),
			c.Flag("hide_empty") && s.termCount(t) == 0 && !(tax.tree && slices.ContainsFunc(s.children(t.id), s.isUsed)):
			continue
		}
		found = append(found, t)
	}
	return found
}

func byName(a, b *term) int {
	return cmp.Or(strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name)), cmp.Compare(a.id, b.id))
}

func (s termPlane) listTerms(c *rest.Call, tax taxonomy) (*rest.Response, *rest.Error) {
	found, include, slugs := s.findTerms(c, tax), c.IDs("include"), c.Strings("slug")
	total := 0
	for _, t := range found {
		if !c.Flag("hide_empty") || s.isUsed(t.id) {
			total++ // of what is shown for those below it alone the site does not know
		}
	}
	slices.SortFunc(found, func(a, b *term) int {
		var order int
		switch by := c.Text("orderby"); {
		case by == "id":
			order = cmp.Compare(a.id, b.id)
		case by == "include" && len(include) > 0:
			order = cmp.Compare(slices.Index(include, a.id), slices.Index(include, b.id))
		case by == "include_slugs" && len(slugs) > 0:
			order = cmp.Compare(slices.Index(slugs, a.slug), slices.Index(slugs, b.slug))
		case by == "slug":
			order = strings.Compare(a.slug, b.slug)
		case by == "description":
			order = strings.Compare(strings.ToLower(a.description), strings.ToLower(b.description))
		case by == "term_group": // nothing belongs to any
		case by == "count":
			order = cmp.Compare(s.termCount(a), s.termCount(b))
		default:
			order = byName(a, b)
		}
		if c.Text("order") == "desc" {
			order = -order
		}
		return cmp.Or(order, cmp.Compare(a.id, b.id)) // of equals the older one comes first, whatever the order
	})
	page, perPage := int(c.Integer("page")), int(c.Integer("per_page"))
	start := rest.PageStart(page, perPage)
	if offset := int(c.Integer("offset")); offset > 0 && !tax.tree {
		start, page = offset, (offset+perPage-1)/perPage+1
	}
	body := []php.Object{}
	for _, t := range rest.Window(found, start, perPage) {
		body = append(body, s.showTerm(c, tax, t))
	}
	return &rest.Response{Status: 200, Body: body, Header: c.Totals(total, page, perPage)}, nil
}

func (s *records) isUsed(id int64) bool { return s.termCount(s.terms[id]) > 0 }

func (s *records) termCount(t *term) int {
	n := 0
	for _, it := range s.items {
		if it.status == "publish" && slices.Contains(it.terms[t.taxonomy], t.id) {
			n++
		}
	}
	return n
}

// above are the terms that a term stands below, the nearest first: no more than 20, as a document may say that they go
// round.
func (s *records) above(t *term) iter.Seq[*term] {
	return func(yield func(*term) bool) {
		for depth := 0; depth < 20; depth++ {
			if t = s.terms[t.parent]; t == nil || !yield(t) {
				return
			}
		}
	}
}

func (s *records) termLink(tax taxonomy, t *term) string {
	if tax.path == "" {
		return *s.api.Base + "/?taxonomy=" + tax.name + "&term=" + t.slug
	}
	if s.api.Plain {
		if tax.tree {
			return *s.api.Base + "/?" + tax.query + "=" + strconv.FormatInt(t.id, 10)
		}
		return *s.api.Base + "/?" + tax.query + "=" + t.slug
	}
	path := t.slug
	for up := range s.above(t) {
		path = up.slug + "/" + path
	}
	return *s.api.Base + "/" + tax.path + "/" + path + "/"
}

func (s termPlane) showTerm(c *rest.Call, tax taxonomy, t *term) php.Object {
	embed := c.Text("context") == "embed"
	if tax.isMenu() {
		return append(s.menu.showMenu(c, t), php.Member{"_links", s.termRelations(c, tax, t)})
	}
	out := php.Object{{"id", t.id}}
	if !embed {
		out.Add("count", s.termCount(t))
		out.Add("description", t.description)
	}
	out = append(out, php.Member{"link", s.termLink(tax, t)}, php.Member{"name", t.name}, php.Member{"slug", t.slug},
		php.Member{"taxonomy", tax.name})
	if !embed {
		if tax.tree {
			out.Add("parent", t.parent)
		}
		out.Add("meta", php.Object{})
	}
	return append(out, php.Member{"_links", s.termRelations(c, tax, t)})
}

// termRelations are the relations of a term.
func (s termPlane) termRelations(c *rest.Call, tax taxonomy, t *term) php.Object {
	id := strconv.FormatInt(t.id, 10)
	base := "/" + s.api.Prefix + "/v2/"
	links := php.Object{
		{"self", []php.Object{{{"href", s.termsURL(tax, "/"+id, "")},
			{"targetHints", php.Object{{"allow", s.termHints(c, tax, t)}}}}}},
		{"collection", []php.Object{{{"href", s.termsURL(tax, "", "")}}}},
		{"about", []php.Object{{{"href", s.api.Address(base+"taxonomies/"+tax.name, "")}}}},
	}
	if t.parent != 0 {
		links.Add("up", []php.Object{{{"embeddable", true},
			{"href", s.termsURL(tax, "/"+strconv.FormatInt(t.parent, 10), "")}}})
	}
	links.Add(s.api.Prefix+":post_type",
		[]php.Object{{{"href", s.api.Address("/"+s.homeOf(tax)+"/"+tax.records, tax.base+"="+id)}}})
	if tax.isMenu() {
		var places []php.Object
		for _, name := range s.menu.locationsOf(t.id) {
			places = append(places, rest.Embeddable(s.api.Address(base+"menu-locations/"+name, ""))...)
		}
		if places != nil {
			links.Add(s.api.Prefix+":menu-location", places)
		}
	}
	links.Add("curies", s.api.Curies())
	return links
}

// termHints are the methods that the caller may use on a term.
func (s *records) termHints(c *rest.Call, tax taxonomy, t *term) []string {
	allow := []string{"GET"}
	if tax.isMenu() && s.mayViewMenus(c) != nil {
		return nil
	}
	if c.User.Can(tax.right()) {
		allow = append(allow, rest.UpdateMethods...)
		if !s.isDefaultTerm(tax, t.id) {
			allow = append(allow, "DELETE")
		}
	}
	return allow
}
