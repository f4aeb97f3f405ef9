package posts

import (
	"fmt"
	"maps"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

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

// ownFilters are the conditions of arguments that are called as fields which posts do not have, such as terms.
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

// wantedOf are the values of an argument, be it one, a list, or an object that says whether all of its terms are meant.
func wantedOf(value any) (wanted []any, all bool) {
	if members, ok := value.(map[string]any); ok {
		value = php.Object{{"terms", members["terms"]}, {"operator", members["operator"]}}
	}
	if members, ok := value.(php.Object); ok {
		list, _ := php.ToList(members.Get("terms"))
		return list, members.Get("operator") == "AND"
	}
	switch value.(type) {
	case nil:
		return nil, false
	case string, []any:
		list, _ := php.ToList(value)
		return list, false
	}
	return []any{value}, false
}

// addOwnPlaces adds the fields that posts do not have to those that tests name.
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
