package cmstest

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// maxTermName is how many characters the database keeps of the name of a term.
const maxTermName = 200

// termWriteParams are the arguments of a new term, or of an update.
func (s termPlane) termWriteParams(tax taxonomy, update bool) []param {
	var params []param
	if update {
		params = append(params, idParam())
	}
	params = append(params,
		param{name: "description", schema: text(), early: true, clean: cleanDescription},
		param{name: "name", schema: text(), required: !update, early: true, clean: cleanTermName},
		param{name: "slug", schema: text(), early: true, clean: cleanSlug})
	if tax.tree {
		params = append(params, param{name: "parent", schema: integer(), early: true})
	}
	params = append(params, param{name: "meta", schema: schema{kind: "object"}, early: true, check: checkMeta, raw: true})
	if tax.isMenu() {
		params = append(params,
			param{name: "locations", schema: list(text()), early: true, check: s.menu.checkLocations},
			param{name: "auto_add", schema: boolean(), early: true})
	}
	return params
}

func cleanDescription(_ *call, value any) (any, *problem) {
	text, _ := value.(string)
	return php.Filtered(text, php.TitleElements), nil
}

// cleanTermName makes what the site stores: a line of text with entities for the signs of HTML.
func cleanTermName(_ *call, value any) (any, *problem) {
	text, _ := value.(string)
	text = strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(php.PlainLine(text))
	return php.Entity.ReplaceAllStringFunc(text, php.Ampersand), nil
}

func (s termPlane) mayCreateTerm(c *call, tax taxonomy) *fault {
	right := tax.right()
	if !tax.tree && !tax.isMenu() {
		right = "edit_posts" // who writes may make up tags
	}
	if !c.user.Can(right) {
		return c.forbidden("rest_cannot_create", "You may not create terms here.")
	}
	return nil
}

func (s termPlane) mayUpdateTerm(c *call, tax taxonomy) *fault {
	if s.termOf(tax, c.integer("id")) == nil {
		return noTerm()
	}
	if !c.user.Can(tax.right()) {
		return c.forbidden("rest_cannot_update", "You may not change terms here.")
	}
	return nil
}

func (s termPlane) mayDeleteTerm(c *call, tax taxonomy) *fault {
	id := c.integer("id")
	if s.termOf(tax, id) == nil {
		return noTerm()
	}
	if !c.user.Can(tax.right()) || s.isDefaultTerm(tax, id) {
		return c.forbidden("rest_cannot_delete", "You may not delete this term.")
	}
	return nil
}

func noTerm() *fault { return newFault(404, "rest_term_invalid", "There is no term with this id.") }

// placeTerm reads the parent of a term. It cannot stand below itself: it is put at the top then.
func (s termPlane) placeTerm(c *call, tax taxonomy, t *term) *fault {
	if c.get("parent") == nil {
		return nil
	}
	if !tax.tree {
		return newFault(400, "rest_taxonomy_not_hierarchical", "Terms of this taxonomy have no parents.")
	}
	parent := c.integer("parent")
	if parent != 0 && s.termOf(tax, parent) == nil {
		return newFault(400, "rest_term_invalid", "There is no term for a parent with this id.")
	}
	t.parent = parent
	if t.id != 0 && slices.Contains(s.children(t.id), parent) {
		t.parent = 0
	}
	return nil
}

// createTerm makes a term. A name that another term below the same parent has takes a slug that is free.
func (s termPlane) createTerm(c *call, tax taxonomy) (*response, *fault) {
	t := &term{taxonomy: tax.name, name: c.text("name"), description: c.text("description"), autoAdd: c.flag("auto_add")}
	if why := s.placeTerm(c, tax, t); why != nil {
		return nil, why
	}
	wanted := c.text("slug")
	given := php.Truthy(wanted)
	if !given || tax.isMenu() {
		wanted = php.SanitizeSlug(t.name)
	}
	switch {
	case t.name == "":
		return nil, emptyName(!tax.isMenu())
	case tax.isMenu():
		if other := s.menu.menuNamed(t.name); other != nil {
			return nil, menuExists(other.id)
		}
	default:
		if other := s.sameTerm(tax, t, wanted, given); other != nil {
			return nil, termExists(other.id)
		}
	}
	if utf8.RuneCountInString(t.name) > maxTermName {
		return nil, &fault{status: 500, code: "db_insert_error", message: "The term could not be stored.", instead: "The name of a term has 200 characters at most."}
	}
	t.id = s.nextTerm
	s.nextTerm++
	t.slug = s.uniqueTermSlug(tax, t, wanted)
	s.terms[t.id] = t
	s.menu.assignLocations(c, t)
	c.setContext("edit")
	answer := &response{status: 201, body: s.showTerm(c, tax, t)}
	answer.header.Add("Location", s.termsURL(tax, "/"+strconv.FormatInt(t.id, 10), ""))
	return answer, nil
}

// emptyName is the answer to a term without a name. The site says the status in the answer only where it was looked for.
func emptyName(bare bool) *fault {
	why := &fault{status: 500, code: "empty_term_name", message: "A term needs a name.", bare: bare}
	if !bare {
		why.status = 400
	}
	return why
}

func termExists(id int64) *fault {
	return &fault{status: 400, code: "term_exists", message: "There is such a term.", extra: php.Object{{"term_id", id}}, additional: []any{id, id}}
}

func menuExists(id int64) *fault {
	return &fault{status: 400, code: "menu_exists", message: "There is such a menu.", extra: php.Object{{"term_id", id}}, additional: []any{id}}
}

// termsOf are the terms of a taxonomy by id.
func (s termPlane) termsOf(tax taxonomy) []*term {
	var out []*term
	for _, id := range sortedIDs(s.terms, func(t *term) bool { return t.taxonomy == tax.name }) {
		out = append(out, s.terms[id])
	}
	return out
}

// sameTerm is the term that a new one would repeat. A name may be there twice if another slug comes with it. In a tree the
// site then looks for the very name beside the new one, and otherwise for its slug.
func (s termPlane) sameTerm(tax taxonomy, t *term, slug string, given bool) *term {
	all := s.termsOf(tax)
	beside := slices.DeleteFunc(slices.Clone(all), func(other *term) bool { return other.parent != t.parent })
	first := func(list []*term, same func(*term) bool) *term {
		if i := slices.IndexFunc(list, same); i >= 0 {
			return list[i]
		}
		return nil
	}
	match := first(beside, func(other *term) bool { return php.ASCIILower(other.name) == php.ASCIILower(t.name) })
	if match == nil {
		return nil
	}
	repeats, bySlug := !given || match.slug == slug, first(all, func(other *term) bool { return other.slug == slug })
	switch {
	case !repeats && bySlug == nil:
		return nil
	case !tax.tree, repeats && slices.ContainsFunc(beside, func(other *term) bool { return other.name == t.name }):
		return match
	case bySlug != nil && bySlug.parent == t.parent:
		return bySlug
	}
	return nil
}

// uniqueTermSlug appends the slugs of the parents, and then -2, -3 …, until no other term of the taxonomy has the slug. The
// number is one that no term of any taxonomy has.
func (s termPlane) uniqueTermSlug(tax taxonomy, t *term, wanted string) string {
	if wanted == "" {
		wanted = strconv.FormatInt(t.id, 10)
	}
	has := func(slug string, mine bool, of string) bool {
		for _, other := range s.terms {
			if other.slug == slug && (mine || other.id != t.id) && (of == "" || other.taxonomy == of) {
				return true
			}
		}
		return false
	}
	if !has(wanted, true, tax.name) {
		return wanted
	}
	slug := wanted
	for up := range s.above(t) {
		if slug += "-" + up.slug; !has(slug, true, "") {
			return slug
		}
	}
	if !has(slug, false, "") {
		return slug
	}
	unique := ""
	for n := int64(2); unique == "" || has(unique, true, ""); n++ {
		unique = slug + "-" + strconv.FormatInt(n, 10)
	}
	return unique
}

// updateTerm changes what was sent. A slug that is taken is an error, unless the term moves or none was asked for.
func (s termPlane) updateTerm(c *call, tax taxonomy) (*response, *fault) {
	prev := s.termOf(tax, c.integer("id"))
	next := new(*prev)
	if why := s.placeTerm(c, tax, next); why != nil {
		return nil, why
	}
	if c.get("name") != nil {
		next.name = c.text("name")
	}
	if c.get("description") != nil {
		next.description = c.text("description")
	}
	if next.name == "" {
		return nil, emptyName(true)
	}
	if tax.isMenu() {
		if why := s.menu.prepareMenu(c, next); why != nil {
			return nil, why
		}
	} else if c.get("slug") != nil {
		next.slug = c.text("slug")
	}
	made := !php.Truthy(next.slug)
	if made {
		next.slug = php.SanitizeSlug(next.name)
	}
	taken := func(other *term) bool { return other.id != next.id && other.slug == next.slug }
	if slices.ContainsFunc(s.termsOf(tax), taken) {
		if !made && next.parent == prev.parent {
			return nil, &fault{status: 500, code: "duplicate_term_slug", message: "Another term has this slug.", bare: true}
		}
		next.slug = s.uniqueTermSlug(tax, next, next.slug)
	}
	if next.slug == "" {
		next.slug = strconv.FormatInt(next.id, 10)
	}
	if utf8.RuneCountInString(next.name) > maxTermName { // the database refuses it, and the site does not look
		next.name, next.slug = prev.name, prev.slug
	}
	s.terms[next.id] = next
	s.menu.assignLocations(c, next)
	c.setContext("edit")
	return &response{status: 200, body: s.showTerm(c, tax, next)}, nil
}

// removeTerm destroys a term: there is no trash for them. What stood below it moves up; posts are left with the default
// category at least; a menu takes its items along.
func (s termPlane) removeTerm(c *call, tax taxonomy) (*response, *fault) {
	if !c.flag("force") {
		return nil, newFault(501, "rest_trash_not_supported", "Terms have no trash; delete them with force.")
	}
	t := s.termOf(tax, c.integer("id"))
	c.setContext("view")
	previous := slices.DeleteFunc(s.showTerm(c, tax, t), func(m php.Member) bool { return m.Name == "_links" })
	delete(s.terms, t.id)
	for _, child := range s.terms {
		if child.parent == t.id {
			child.parent = t.parent
		}
	}
	for _, it := range s.items {
		if !slices.Contains(it.terms[tax.name], t.id) {
			continue
		}
		if tax.isMenu() {
			delete(s.items, it.id)
			continue
		}
		left := slices.DeleteFunc(slices.Clone(it.terms[tax.name]), func(id int64) bool { return id == t.id })
		if len(left) == 0 && tax.name == "category" {
			left = s.defaultCategories()
		}
		it.terms[tax.name] = left
	}
	if tax.isMenu() {
		s.menu.freeLocations(t.id)
	} else {
		s.menu.dropMenuItems("taxonomy", t.id)
	}
	return &response{status: 200, body: php.Object{{"deleted", true}, {"previous", previous}}}, nil
}
