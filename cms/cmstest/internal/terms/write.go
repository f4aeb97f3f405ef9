package terms

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

const maxName = 200

// rules returns the rules for the arguments of a create or an update.
func (s Plane) rules() rest.Rules {
	return rest.Rules{"description": {Clean: cleanDescription}, "name": {Clean: cleanTermName},
		"locations": {Check: s.checkLocations}}
}

func cleanDescription(_ *rest.Call, _ *rest.Param, value any) (any, *rest.Problem) {
	text, _ := value.(string)
	return php.PlainHTML(text), nil
}

// cleanTermName returns the name as WordPress stores it: plain text in one line, with HTML
// entities.
func cleanTermName(_ *rest.Call, _ *rest.Param, value any) (any, *rest.Problem) {
	text, _ := value.(string)
	text = strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(php.PlainLine(text))
	return php.Ampersands(text), nil
}

func (s Plane) mayCreate(c *rest.Call, tax content.Taxonomy) *rest.Error {
	right := tax.Right()
	if !tax.Tree && !tax.IsMenu() {
		right = "edit_posts" // authors may create tags
	}
	return c.Unless(c.User.Can(right), "rest_cannot_create", "You may not create terms of this taxonomy.")
}

func (s Plane) mayUpdate(c *rest.Call, t *content.Term) *rest.Error {
	return c.Unless(c.User.Can(s.of(t).Right()), "rest_cannot_update", "You may not change terms of this taxonomy.")
}

func (s Plane) mayDelete(c *rest.Call, t *content.Term) *rest.Error {
	return c.Unless(c.User.Can(s.of(t).Right()) && !s.IsDefaultTerm(s.of(t), t.ID),
		"rest_cannot_delete", "You may not delete this term.")
}

func noTerm() *rest.Error {
	return rest.NewError(404, "rest_term_invalid", "There is no term with this id.")
}

// placeTerm sets the parent of a term. A term cannot be its own ancestor. If it would become one,
// placeTerm removes the parent, as WordPress does.
func (s Plane) placeTerm(c *rest.Call, tax content.Taxonomy, t *content.Term) *rest.Error {
	if c.Get("parent") == nil {
		return nil
	}
	if !tax.Tree {
		return rest.NewError(400, "rest_taxonomy_not_hierarchical", "Terms of this taxonomy have no parents.")
	}
	parent := c.Integer("parent")
	if parent != 0 && s.TermOf(tax, parent) == nil {
		return rest.NewError(400, "rest_term_invalid", "The parent does not exist: no term has this id.")
	}
	t.Parent = parent
	if t.ID != 0 && slices.Contains(s.Children(t.ID), parent) {
		t.Parent = 0
	}
	return nil
}

// create stores a new term. If another term has the slug, the new term gets a unique slug.
func (s Plane) create(c *rest.Call, tax content.Taxonomy) (*rest.Response, *rest.Error) {
	t := &content.Term{Taxonomy: tax.Name, Name: c.Text("name"), Description: c.Text("description"),
		AutoAdd: c.Flag("auto_add")}
	if why := s.placeTerm(c, tax, t); why != nil {
		return nil, why
	}
	wanted := c.Text("slug")
	given := php.Truthy(wanted)
	if !given || tax.IsMenu() {
		wanted = php.SanitizeSlug(t.Name)
	}
	switch {
	case t.Name == "":
		return nil, emptyName(!tax.IsMenu())
	case tax.IsMenu():
		if other := s.menuNamed(t.Name); other != nil {
			return nil, menuExists(other.ID)
		}
	default:
		if other := s.sameTerm(tax, t, wanted, given); other != nil {
			return nil, termExists(other.ID)
		}
	}
	if utf8.RuneCountInString(t.Name) > maxName {
		return nil, &rest.Error{Status: 500, Code: "db_insert_error", Message: "The term could not be stored.",
			Instead: "The name of a term has 200 characters at most."}
	}
	t.ID = s.NextTerm
	s.NextTerm++
	t.Slug = s.uniqueSlug(tax, t, wanted)
	s.Terms[t.ID] = t
	s.assignLocations(c, t)
	c.SetContext("edit")
	return rest.Created(s.show(c, tax, t),
		s.TermsURL(tax, "/"+strconv.FormatInt(t.ID, 10), "")), nil
}

// emptyName returns the error for an empty name. If bare is false, its status is 400. If bare is
// true, its status is 500, and the member data is null.
func emptyName(bare bool) *rest.Error {
	why := &rest.Error{Status: 500, Code: "empty_term_name", Message: "A term needs a name.", Bare: bare}
	if !bare {
		why.Status = 400
	}
	return why
}

func termExists(id int64) *rest.Error {
	return &rest.Error{Status: 400, Code: "term_exists", Message: "A term with this name or slug exists already.",
		Extra: php.Object{{"term_id", id}}, Additional: []any{id, id}}
}

func menuExists(id int64) *rest.Error {
	return &rest.Error{Status: 400, Code: "menu_exists", Message: "A menu with this name exists already.",
		Extra: php.Object{{"term_id", id}}, Additional: []any{id}}
}

// sameTerm returns the existing term that makes the new term t a duplicate, or nil. The new term
// is a duplicate only if all these conditions are true:
//   - A term with the same parent has the same name. Case does not matter.
//   - The request sets no slug, or the slug is not free.
//   - In a tree, a term with the same parent has exactly the same name or the same slug. But the
//     name does not count if the request sets the slug of a term with another name.
func (s Plane) sameTerm(tax content.Taxonomy, t *content.Term, slug string, given bool) *content.Term {
	all := s.TermsOf(tax)
	beside := slices.DeleteFunc(slices.Clone(all), func(other *content.Term) bool { return other.Parent != t.Parent })
	first := func(list []*content.Term, same func(*content.Term) bool) *content.Term {
		if i := slices.IndexFunc(list, same); i >= 0 {
			return list[i]
		}
		return nil
	}
	match := first(beside, func(other *content.Term) bool { return php.ASCIILower(other.Name) == php.ASCIILower(t.Name) })
	if match == nil {
		return nil
	}
	repeats, bySlug := !given ||
		match.Slug == slug, first(all, func(other *content.Term) bool { return other.Slug == slug })
	switch {
	case !repeats && bySlug == nil:
		return nil
	case !tax.Tree, repeats && slices.ContainsFunc(beside, func(other *content.Term) bool { return other.Name == t.Name }):
		return match
	case bySlug != nil && bySlug.Parent == t.Parent:
		return bySlug
	}
	return nil
}

// uniqueSlug returns wanted if no term of the taxonomy has that slug. Otherwise it appends the
// slugs of the ancestors one by one, and then -2, -3 and so on, until no term of any taxonomy has
// the slug.
func (s Plane) uniqueSlug(tax content.Taxonomy, t *content.Term, wanted string) string {
	if wanted == "" {
		wanted = strconv.FormatInt(t.ID, 10)
	}
	has := func(slug string, mine bool, of string) bool {
		for _, other := range s.Terms {
			if other.Slug == slug && (mine || other.ID != t.ID) && (of == "" || other.Taxonomy == of) {
				return true
			}
		}
		return false
	}
	if !has(wanted, true, tax.Name) {
		return wanted
	}
	slug := wanted
	for up := range s.Above(t) {
		if slug += "-" + up.Slug; !has(slug, true, "") {
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

// update changes the fields that were sent. It refuses a slug that another term has. But if the
// parent changes or the new slug is empty, the term gets a unique slug instead of an error.
func (s Plane) update(c *rest.Call, prev *content.Term) (*rest.Response, *rest.Error) {
	tax, next := s.of(prev), new(*prev)
	if why := s.placeTerm(c, tax, next); why != nil {
		return nil, why
	}
	if c.Get("name") != nil {
		next.Name = c.Text("name")
	}
	if c.Get("description") != nil {
		next.Description = c.Text("description")
	}
	if next.Name == "" {
		return nil, emptyName(true)
	}
	if tax.IsMenu() {
		if why := s.prepareMenu(c, next); why != nil {
			return nil, why
		}
	} else if c.Get("slug") != nil {
		next.Slug = c.Text("slug")
	}
	made := !php.Truthy(next.Slug)
	if made {
		next.Slug = php.SanitizeSlug(next.Name)
	}
	taken := func(other *content.Term) bool { return other.ID != next.ID && other.Slug == next.Slug }
	if slices.ContainsFunc(s.TermsOf(tax), taken) {
		if !made && next.Parent == prev.Parent {
			return nil, &rest.Error{Status: 500, Code: "duplicate_term_slug", Message: "Another term has this slug.", Bare: true}
		}
		asked := *next
		if c.Get("parent") != nil {
			// uniqueSlug uses the parent in the request, even if placeTerm has removed it.
			asked.Parent = c.Integer("parent")
		}
		next.Slug = s.uniqueSlug(tax, &asked, next.Slug)
	}
	if next.Slug == "" {
		next.Slug = strconv.FormatInt(next.ID, 10)
	}
	if utf8.RuneCountInString(next.Name) > maxName { // the database refuses the name, and WordPress ignores the error
		next.Name, next.Slug = prev.Name, prev.Slug
	}
	s.Terms[next.ID] = next
	s.assignLocations(c, next)
	c.SetContext("edit")
	return rest.OK(s.show(c, tax, next))
}

// remove deletes a term permanently; terms have no trash. The child terms move to the parent of
// the term. A post without a category gets the default category. If the term is a menu, remove
// also deletes its items.
func (s Plane) remove(c *rest.Call, t *content.Term) (*rest.Response, *rest.Error) {
	if !c.Flag("force") {
		return nil, rest.NoTrash()
	}
	tax := s.of(t)
	c.SetContext("view")
	previous := s.show(c, tax, t)
	delete(s.Terms, t.ID)
	for _, child := range s.Terms {
		if child.Parent == t.ID {
			child.Parent = t.Parent
		}
	}
	for _, it := range s.Items {
		if !slices.Contains(it.Terms[tax.Name], t.ID) {
			continue
		}
		if tax.IsMenu() {
			delete(s.Items, it.ID)
			continue
		}
		left := slices.DeleteFunc(slices.Clone(it.Terms[tax.Name]), func(id int64) bool { return id == t.ID })
		if len(left) == 0 && tax.Name == "category" {
			left = s.DefaultCategories()
		}
		it.Terms[tax.Name] = left
	}
	if tax.IsMenu() {
		s.freeLocations(t.ID)
	} else {
		s.DropMenuItems("taxonomy", t.ID)
	}
	return rest.Deleted(previous)
}
