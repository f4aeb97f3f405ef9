package cmstest

import (
	"strconv"
	"strings"
)

// termWriteParams are the arguments of a new term.
func termWriteParams(tax taxonomy) []param {
	params := []param{
		{name: "name", schema: text(), required: true},
		{name: "slug", schema: text()},
		{name: "description", schema: text()},
	}
	if tax.tree {
		params = append(params, param{name: "parent", schema: integer()})
	}
	return params
}

func (c *call) mayCreateTerm(tax taxonomy) *fault {
	right := tax.right()
	if !tax.tree && !tax.isMenu() {
		right = "edit_posts" // who writes may make up tags
	}
	if !c.user.can(right) {
		return c.forbidden("rest_cannot_create", "You may not create terms here.")
	}
	return nil
}

// createTerm makes a term. A name that another term below the same parent has takes a slug that is free; the name of a menu
// is free altogether.
func (c *call) createTerm(tax taxonomy) (*response, *fault) {
	name, parent := strings.TrimSpace(c.text("name")), c.integer("parent")
	if name == "" {
		return nil, &fault{status: 500, code: "empty_term_name", message: "A term needs a name.", bare: true}
	}
	if parent != 0 && c.s.termOf(tax, parent) == nil {
		return nil, newFault(400, "rest_term_invalid", "There is no term for a parent with this id.")
	}
	wanted := sanitizeSlug(c.text("slug"))
	if tax.isMenu() {
		wanted = ""
	}
	for _, t := range c.s.terms {
		if t.taxonomy == tax.name && t.parent == parent && strings.EqualFold(t.name, name) && (wanted == "" || wanted == t.slug) {
			return nil, termExists(tax, t.id)
		}
	}
	if wanted == "" {
		wanted = slugOr(name, c.s.nextTerm)
	}
	t := &term{
		id: c.s.nextTerm, parent: parent, taxonomy: tax.name, name: name, description: c.text("description"),
		slug: c.s.uniqueTermSlug(tax, wanted, parent),
	}
	c.s.nextTerm++
	c.s.terms[t.id] = t
	c.setContext("edit")
	answer := &response{status: 201, body: c.showTerm(tax, t)}
	answer.header.add("Location", c.s.restURL("/"+c.s.prefix+"/v2/"+tax.base+"/"+strconv.FormatInt(t.id, 10), ""))
	return answer, nil
}

func termExists(tax taxonomy, id int64) *fault {
	code := "term_exists"
	if tax.isMenu() {
		code = "menu_exists"
	}
	return &fault{status: 400, code: code, message: "There is such a term.", extra: object{{"term_id", id}}, additional: []any{id}}
}

// uniqueTermSlug appends the slug of the parent, and then -2, -3 … until no other term of the taxonomy has the slug.
func (s *Server) uniqueTermSlug(tax taxonomy, wanted string, parent int64) string {
	taken := map[string]bool{}
	for _, t := range s.terms {
		taken[t.slug] = taken[t.slug] || t.taxonomy == tax.name
	}
	if up := s.terms[parent]; taken[wanted] && up != nil {
		wanted += "-" + up.slug
	}
	slug := wanted
	for n := int64(2); taken[slug]; n++ {
		slug = wanted + "-" + strconv.FormatInt(n, 10)
	}
	return slug
}

// newTerms is the endpoint that makes terms.
func newTerms(tax taxonomy) endpoint {
	return endpoint{
		[]string{"POST"}, termWriteParams(tax), func(c *call) *fault { return c.mayCreateTerm(tax) },
		func(c *call) (*response, *fault) { return c.createTerm(tax) },
	}
}
