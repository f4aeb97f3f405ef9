package cmstest

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// maxTermName is how many characters the database keeps of the name of a term.
const maxTermName = 200

// termWriteParams are the arguments of a new term, or of an update.
func (s termPlane) termWriteParams(tax taxonomy, update bool) []rest.Param {
	var params []rest.Param
	if update {
		params = append(params, rest.IDParam())
	}
	params = append(params,
		rest.Param{Name: "description", Schema: rest.Text(), Early: true, Clean: cleanDescription},
		rest.Param{Name: "name", Schema: rest.Text(), Required: !update, Early: true, Clean: cleanTermName},
		rest.Param{Name: "slug", Schema: rest.Text(), Early: true, Clean: cleanSlug})
	if tax.tree {
		params = append(params, rest.Param{Name: "parent", Schema: rest.Integer(), Early: true})
	}
	params = append(params, rest.Param{Name: "meta", Schema: rest.Schema{Kind: "object"}, Early: true, Check: checkMeta,
		Raw: true})
	if tax.isMenu() {
		params = append(params,
			rest.Param{Name: "locations", Schema: rest.List(rest.Text()), Early: true, Check: s.menu.checkLocations},
			rest.Param{Name: "auto_add", Schema: rest.Boolean(), Early: true})
	}
	return params
}

func cleanDescription(_ *rest.Call, value any) (any, *rest.Problem) {
	text, _ := value.(string)
	return php.Filtered(text, php.TitleElements), nil
}

// cleanTermName makes what the site stores: a line of text with entities for the signs of HTML.
func cleanTermName(_ *rest.Call, value any) (any, *rest.Problem) {
	text, _ := value.(string)
	text = strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(php.PlainLine(text))
	return php.Entity.ReplaceAllStringFunc(text, php.Ampersand), nil
}

func (s termPlane) mayCreateTerm(c *rest.Call, tax taxonomy) *rest.Error {
	right := tax.right()
	if !tax.tree && !tax.isMenu() {
		right = "edit_posts" // who writes may make up tags
	}
	if !c.User.Can(right) {
		return c.Forbidden("rest_cannot_create", "You may not create terms here.")
	}
	return nil
}

func (s termPlane) mayUpdateTerm(c *rest.Call, tax taxonomy) *rest.Error {
	if s.termOf(tax, c.Integer("id")) == nil {
		return noTerm()
	}
	if !c.User.Can(tax.right()) {
		return c.Forbidden("rest_cannot_update", "You may not change terms here.")
	}
	return nil
}

func (s termPlane) mayDeleteTerm(c *rest.Call, tax taxonomy) *rest.Error {
	id := c.Integer("id")
	if s.termOf(tax, id) == nil {
		return noTerm()
	}
	if !c.User.Can(tax.right()) || s.isDefaultTerm(tax, id) {
		return c.Forbidden("rest_cannot_delete", "You may not delete this term.")
	}
	return nil
}

func noTerm() *rest.Error {
	return rest.NewError(404, "rest_term_invalid", "There is no term with this id.")
}

// placeTerm reads the parent of a term. It cannot stand below itself: it is put at the top then.
func (s termPlane) placeTerm(c *rest.Call, tax taxonomy, t *term) *rest.Error {
	if c.Get("parent") == nil {
		return nil
	}
	if !tax.tree {
		return rest.NewError(400, "rest_taxonomy_not_hierarchical", "Terms of this taxonomy have no parents.")
	}
	parent := c.Integer("parent")
	if parent != 0 && s.termOf(tax, parent) == nil {
		return rest.NewError(400, "rest_term_invalid", "There is no term for a parent with this id.")
	}
	t.parent = parent
	if t.id != 0 && slices.Contains(s.children(t.id), parent) {
		t.parent = 0
	}
	return nil
}

// createTerm makes a term. A name that another term below the same parent has takes a slug that is free.
func (s termPlane) createTerm(c *rest.Call, tax taxonomy) (*rest.Response, *rest.Error) {
	t := &term{taxonomy: tax.name, name: c.Text("name"), description: c.Text("description"), autoAdd: c.Flag("auto_add")}
	if why := s.placeTerm(c, tax, t); why != nil {
		return nil, why
	}
	wanted := c.Text("slug")
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
		return nil, &rest.Error{Status: 500, Code: "db_insert_error", Message: "The term could not be stored.",
			Instead: "The name of a term has 200 characters at most."}
	}
	t.id = s.nextTerm
	s.nextTerm++
	t.slug = s.uniqueTermSlug(tax, t, wanted)
	s.terms[t.id] = t
	s.menu.assignLocations(c, t)
	c.SetContext("edit")
	answer := &rest.Response{Status: 201, Body: s.showTerm(c, tax, t)}
	answer.Header.Add("Location", s.termsURL(tax, "/"+strconv.FormatInt(t.id, 10), ""))
	return answer, nil
}

// emptyName is the answer to a term without a name. The site says the status in the answer only where it was looked
// for.
func emptyName(bare bool) *rest.Error {
	why := &rest.Error{Status: 500, Code: "empty_term_name", Message: "A term needs a name.", Bare: bare}
	if !bare {
		why.Status = 400
	}
	return why
}

func termExists(id int64) *rest.Error {
	return &rest.Error{Status: 400, Code: "term_exists", Message: "There is such a term.",
		Extra: php.Object{{"term_id", id}}, Additional: []any{id, id}}
}

func menuExists(id int64) *rest.Error {
	return &rest.Error{Status: 400, Code: "menu_exists", Message: "There is such a menu.",
		Extra: php.Object{{"term_id", id}}, Additional: []any{id}}
}

// termsOf are the terms of a taxonomy by id.
func (s *records) termsOf(tax taxonomy) []*term {
	var out []*term
	for _, id := range seed.SortedIDs(s.terms, func(t *term) bool { return t.taxonomy == tax.name }) {
		out = append(out, s.terms[id])
	}
	return out
}

// sameTerm is the term that a new one would repeat. A name may be there twice if another slug comes with it. In a tree
// the site then looks for the very name beside the new one, and otherwise for its slug.
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

// uniqueTermSlug appends the slugs of the parents, and then -2, -3 …, until no other term of the taxonomy has the slug.
// The number is one that no term of any taxonomy has.
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
func (s termPlane) updateTerm(c *rest.Call, tax taxonomy) (*rest.Response, *rest.Error) {
	prev := s.termOf(tax, c.Integer("id"))
	next := new(*prev)
	if why := s.placeTerm(c, tax, next); why != nil {
		return nil, why
	}
	if c.Get("name") != nil {
		next.name = c.Text("name")
	}
	if c.Get("description") != nil {
		next.description = c.Text("description")
	}
	if next.name == "" {
		return nil, emptyName(true)
	}
	if tax.isMenu() {
		if why := s.menu.prepareMenu(c, next); why != nil {
			return nil, why
		}
	} else if c.Get("slug") != nil {
		next.slug = c.Text("slug")
	}
	made := !php.Truthy(next.slug)
	if made {
		next.slug = php.SanitizeSlug(next.name)
	}
	taken := func(other *term) bool { return other.id != next.id && other.slug == next.slug }
	if slices.ContainsFunc(s.termsOf(tax), taken) {
		if !made && next.parent == prev.parent {
			return nil, &rest.Error{Status: 500, Code: "duplicate_term_slug", Message: "Another term has this slug.", Bare: true}
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
	c.SetContext("edit")
	return &rest.Response{Status: 200, Body: s.showTerm(c, tax, next)}, nil
}

// removeTerm destroys a term: there is no trash for them. What stood below it moves up; posts are left with the default
// category at least; a menu takes its items along.
func (s termPlane) removeTerm(c *rest.Call, tax taxonomy) (*rest.Response, *rest.Error) {
	if !c.Flag("force") {
		return nil, rest.NewError(501, "rest_trash_not_supported", "Terms have no trash; delete them with force.")
	}
	t := s.termOf(tax, c.Integer("id"))
	c.SetContext("view")
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
	return &rest.Response{Status: 200, Body: php.Object{{"deleted", true}, {"previous", previous}}}, nil
}
