// Package posts has the records that are written like posts: posts, pages, blocks, navigation,
// and the types of descriptions. It runs no shortcodes and no blocks, filters no HTML, and never
// publishes a scheduled post by itself.
package posts

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Plane has the records of all kinds that are written like posts.
type Plane struct{ *content.Site }

func (s Plane) showOwn(c *rest.Call, it *content.Item, post php.Object) php.Object {
	own, context := it.Kind.Own, c.Text("context")
	shown := func(f *content.OwnField) bool {
		return f != nil && (f.Contexts == nil || slices.Contains(f.Contexts, context))
	}
	var out, last php.Object
	for _, m := range post {
		switch f := own.Field(m.Name); {
		case m.Name == "_links":
			last = php.Object{m}
		case !shown(f):
		case m.Name == "meta":
			meta := php.Object{}
			for i := range it.Kind.Meta {
				p := &it.Kind.Meta[i]
				meta.Add(p.Name, valueOr(it.Own.Meta, p))
			}
			out.Add("meta", meta)
		default:
			out = append(out, m)
		}
	}
	for i := range own.Fields {
		if f := &own.Fields[i]; !f.Post && shown(f) {
			out.Add(f.Name, valueOr(it.Own.Fields, &f.Param))
		}
	}
	return append(out, last...)
}

func valueOr(values map[string]any, p *rest.Param) any {
	if value, ok := values[p.Name]; ok {
		return value
	}
	return p.Zero()
}

// ownFilters adds the filters of the fields that only the custom type has, such as a taxonomy.
func (s Plane) ownFilters(c *rest.Call, kind *content.Resource, add func(content.Matcher)) {
	if kind.Own == nil {
		return
	}
	for _, f := range kind.Own.Fields {
		if f.Post {
			continue
		}
		holds := func(it *content.Item, wanted any) bool {
			list, ok := it.Own.Fields[f.Name].([]any)
			if !ok {
				list = []any{it.Own.Fields[f.Name]}
			}
			return slices.ContainsFunc(list,
				func(have any) bool { return have != nil && fmt.Sprint(have) == fmt.Sprint(wanted) })
		}
		if wanted, all := wantedOf(c.Get(f.Name)); len(wanted) > 0 {
			add(func(it *content.Item) bool {
				count := 0
				for _, one := range wanted {
					if holds(it, one) {
						count++
					}
				}
				return count == len(wanted) || count > 0 && !all
			})
		}
		if unwanted, _ := wantedOf(c.Get(f.Name + "_exclude")); len(unwanted) > 0 {
			add(func(it *content.Item) bool {
				return !slices.ContainsFunc(unwanted, func(one any) bool { return holds(it, one) })
			})
		}
	}
}

// wantedOf returns the values of an argument, which may be a single value, a list or an object with
// the member terms. all reports whether a record needs all values.
func wantedOf(value any) (wanted []any, all bool) {
	switch value.(type) {
	case nil:
		return nil, false
	case string, []any:
		list, _ := php.ToList(value)
		return list, false
	case map[string]any, php.Object:
		members, _ := php.ToObject(value)
		list, _ := php.ToList(members.Get("terms"))
		return list, members.Get("operator") == "AND"
	}
	return []any{value}, false
}

// addOwnPlaces adds to the parameter fields the fields that only the custom type has.
// [Server.Insert] then accepts them.
func addOwnPlaces(it *content.Item, fields seed.Places) {
	for _, f := range it.Kind.Own.Fields {
		switch {
		case f.Name == "meta":
			fields["meta"] = func(value any) error {
				members, ok := value.(map[string]any)
				maps.Copy(it.Own.Meta, members)
				if !ok {
					return seed.WrongType("meta", value, "a map")
				}
				return nil
			}
		case !f.Post:
			fields[f.Name] = func(value any) error {
				it.Own.Fields[f.Name] = value
				return nil
			}
		}
	}
}

// The functions below check permissions. They also decide on the Allow header of every response, so
// they change no record.

// One finds the record of a kind by the argument id.
func (s Plane) One(kind *content.Resource) rest.One[*content.Item] {
	find := func(c *rest.Call) *content.Item { return s.Find(kind, c.Integer("id")) }
	return rest.One[*content.Item]{Find: find, Missing: rest.InvalidID}
}

// MayList refuses the edit context to callers who may not edit such records.
func (s Plane) MayList(c *rest.Call, kind *content.Resource) *rest.Error {
	if c.Text("context") == "edit" && !c.User.Can("edit_"+kind.Plural) {
		return c.Forbidden("rest_forbidden_context", "You may not read these records in the context edit.")
	}
	return nil
}

// MayGet returns an error unless the caller may read the record in this context. If the query has a
// password, it must be right.
func (s Plane) MayGet(c *rest.Call, it *content.Item) *rest.Error {
	if c.Text("context") == "edit" && !content.MayEdit(c.User, it) {
		return c.Forbidden("rest_forbidden_context", "You may not read this record in the context edit.")
	}
	if password, ok := c.Query.ByKey["password"].(string); ok && php.Truthy(password) && password != it.Password {
		return rest.NewError(403, "rest_post_incorrect_password", "This is not the password of the record.")
	}
	return c.Unless(s.MayRead(c, it), "rest_forbidden", "You may not read this record.")
}

// MayCreate returns an error unless the caller may create such records with the given fields.
func (s Plane) MayCreate(c *rest.Call, kind *content.Resource) *rest.Error {
	if php.Truthy(c.Get("id")) {
		return rest.NewError(400, "rest_post_exists", "A new record must not have an id.")
	}
	if why := s.MayAssign(c, kind); why != nil {
		return why
	}
	if !c.User.Can(cmp.Or(kind.CreateRight, "edit_"+kind.Plural)) {
		return c.Forbidden("rest_cannot_create", "You may not create records of this type.")
	}
	return s.mayAssignTerms(c, kind)
}

// MayAssign checks the arguments author and sticky, which require a further capability.
func (s Plane) MayAssign(c *rest.Call, kind *content.Resource) *rest.Error {
	if author := c.Get("author"); php.Truthy(author) && !c.User.Can("edit_others_"+kind.Plural) &&
		(c.User == nil || author != c.User.ID) {
		return c.Forbidden("rest_cannot_edit_others", "You may not write in the name of another user.")
	}
	it := s.Find(kind, c.Integer("id"))
	changes := php.Truthy(c.Get("sticky")) || c.Has("sticky") && it != nil && it.Sticky
	return c.Unless(!changes || c.User.Can("edit_others_"+kind.Plural),
		"rest_cannot_assign_sticky", "You may not make posts sticky.")
}

// MayUpdate returns an error unless the caller may edit the record and set the given fields.
func (s Plane) MayUpdate(c *rest.Call, it *content.Item) *rest.Error {
	if !content.MayEdit(c.User, it) {
		return c.Forbidden("rest_cannot_edit", "You may not edit this record.")
	}
	if why := s.MayAssign(c, it.Kind); why != nil {
		return why
	}
	return s.mayAssignTerms(c, it.Kind)
}

// mayAssignTerms refuses 0 and empty values. Ids of terms that do not exist are ignored later.
func (s Plane) mayAssignTerms(c *rest.Call, kind *content.Resource) *rest.Error {
	for _, tax := range kind.Taxonomies {
		value := c.Get(tax.Base)
		if value == nil {
			continue
		}
		terms := php.Object{{"", value}}
		switch value.(type) {
		case []any, map[string]any, php.Object: // WordPress checks the members of an object, too
			terms, _ = php.ToObject(value)
		}
		if slices.ContainsFunc(terms, func(m php.Member) bool { return !php.Truthy(m.Value) }) {
			return c.Forbidden("rest_cannot_assign_term", "You may not assign this term.")
		}
	}
	return nil
}

// MayDelete returns an error unless the caller may delete the record.
func (s Plane) MayDelete(c *rest.Call, it *content.Item) *rest.Error {
	return c.Unless(content.MayDelete(c.User, it), "rest_cannot_delete", "You may not delete this record.")
}
