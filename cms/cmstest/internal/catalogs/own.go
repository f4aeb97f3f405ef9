package catalogs

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// renamed is a type or a taxonomy with other words for people.
func renamed(one php.Object, plural, singular string) php.Object {
	labels, _ := one.Get("labels").(php.Object)
	for _, name := range []string{"name", "menu_name", "archives"} {
		labels = labels.With(name, plural)
	}
	labels = labels.With("singular_name", singular).With("name_admin_bar", singular)
	return one.With("name", plural).With("labels", labels)
}

// ownTypes are the types of [WithType], each like the posts of a stock site.
func ownTypes(s *content.Site, list php.Object) php.Object {
	var out php.Object
	post, _ := list.Get("post").(php.Object)
	for _, kind := range s.Types {
		taxonomies := []any{}
		for _, tax := range kind.Taxonomies {
			taxonomies = append(taxonomies, tax.Name)
		}
		supports, _ := post.Get("supports").(php.Object)
		supports = slices.DeleteFunc(slices.Clone(supports), func(m php.Member) bool {
			return !slices.Contains([]string{"title", "editor", "autosave"}, m.Name)
		})
		out.Add(kind.Type, renamed(post, kind.Type, kind.Type).With("slug", kind.Type).With("icon", nil).
			With("hierarchical", kind.Tree).With("supports", supports).With("taxonomies", taxonomies).
			With("rest_base", kind.Base).With("rest_namespace", kind.Own.Namespace))
	}
	return out
}

// ownTaxonomies are the taxonomies of [WithType], each like one of the posts of a stock site.
func ownTaxonomies(s *content.Site, list php.Object) php.Object {
	var out php.Object
	rights, _ := list.Get(s.PatternCategories().Name).(php.Object)
	for _, tax := range s.Described {
		like, _ := list.Get("post_tag").(php.Object)
		if tax.Tree {
			like, _ = list.Get("category").(php.Object)
		}
		out.Add(tax.Name, renamed(like, tax.Label+"s", tax.Label).With("slug", tax.Name).
			With("capabilities", rights.Get("capabilities")).With("types", []string{s.ResourceOf(tax)}).
			With("rest_base", tax.Base).With("rest_namespace", s.HomeOf(tax)))
	}
	return out
}
