package archive

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// Type is a type of records, as its site describes it.
type Type struct {
	Kind string `json:"kind"` // of its records
	// Route is that of a type which only some sites have, "" for the others.
	Route string `json:"route,omitzero"`
}

// Taxonomy is a kind of terms, as its site describes it.
type Taxonomy struct {
	Kind  string `json:"kind"`
	Route string `json:"route,omitzero"` // as of a Type
	// Member is that of a record which holds the ids of its terms.
	Member string `json:"member"`
	// Types are those of the records that have such terms.
	Types []string `json:"types"`
}

// specName is the name of a type or taxonomy as the specification spells it.
func specName(name, prefix string) string {
	for _, own := range []string{"_block", "_navigation", "_pattern_category"} {
		if name == prefix+own {
			return "cms" + own
		}
	}
	return name
}

// knownTypes are the kinds of the types that every site has.
func knownTypes() map[string]string {
	return map[string]string{
		"post": Posts, "page": Pages, "attachment": Media, "nav_menu_item": MenuItems, "cms_block": Blocks,
		"cms_navigation": Navigation,
	}
}

// knownTaxonomies are the kinds of the taxonomies that every site has.
func knownTaxonomies() map[string]string {
	return map[string]string{"category": Categories, "post_tag": Tags, "cms_pattern_category": PatternCategories,
		"nav_menu": Menus}
}

// Describe takes in what the site says of a type: its name, the namespace of its
// records and their place there. It returns the kind of the records, or why they
// cannot be copied.
func (s *State) Describe(name, namespace, base string) (kind, why string) {
	name = specName(name, s.Prefix)
	if kind, ok := knownTypes()[name]; ok {
		return kind, ""
	}
	route, why := s.route("type-"+name, name, namespace, base)
	if why != "" {
		return "type-" + name, why
	}
	if s.Types == nil {
		s.Types = map[string]Type{}
	}
	s.Types[name] = Type{"type-" + name, route}
	return "type-" + name, ""
}

// DescribeTerms is Describe for a taxonomy. The types are those of its records.
func (s *State) DescribeTerms(name, namespace, base string, types []string) (kind, why string) {
	name = specName(name, s.Prefix)
	tax := Taxonomy{Kind: "taxonomy-" + name, Member: base}
	for _, one := range types {
		tax.Types = append(tax.Types, specName(one, s.Prefix))
	}
	slices.Sort(tax.Types)
	if known, ok := knownTaxonomies()[name]; ok {
		tax.Kind, tax.Member = known, specName(base, s.Prefix)
	} else if tax.Route, why = s.route(tax.Kind, name, namespace, base); why != "" {
		return tax.Kind, why
	}
	if s.Taxonomies == nil {
		s.Taxonomies = map[string]Taxonomy{}
	}
	s.Taxonomies[name] = tax
	return tax.Kind, ""
}

var (
	// plainName is the name of a type: it becomes that of a folder, and a part of slugs.
	plainName = regexp.MustCompile(`^[a-z0-9_][a-z0-9_-]{0,31}$`)
	// plainRoute is a route without parameters.
	plainRoute = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9_.-]*(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+$`)
)

// route is where the records of a type or taxonomy are, which only some sites have.
func (s *State) route(kind, name, namespace, base string) (route, why string) {
	if namespace == s.Prefix+"/v2" {
		namespace = "cms/v2"
	}
	route = namespace + "/" + base
	switch {
	case !plainName.MatchString(name):
		return "", "its name is none that a type may have"
	case namespace == "" || base == "" || !plainRoute.MatchString(route):
		return "", "the REST API has no list of all its records"
	}
	if reserved(route) {
		return "", "its route " + route + " is that of other data"
	}
	for _, other := range s.AllKinds(s.Prefix) {
		if other.Name != kind && strings.EqualFold(other.Route, route) {
			return "", "its route " + route + " is that of " + other.Name
		}
	}
	return route, ""
}

// AllKinds are the kinds of the site, in an order in which they can be restored.
func (s *State) AllKinds(prefix string) []Kind {
	var all []Kind
	for _, name := range slices.Sorted(maps.Keys(s.Taxonomies)) {
		if tax := s.Taxonomies[name]; tax.Route != "" {
			all = append(all, Kind{Name: tax.Kind, Route: tax.Route, Terms: true, Own: true})
		}
	}
	for _, kind := range Kinds(prefix) {
		if kind.Name == MenuItems { // they may lead to records of any type
			for _, name := range slices.Sorted(maps.Keys(s.Types)) {
				t := s.Types[name]
				all = append(all, Kind{Name: t.Kind, Route: t.Route, Dated: true, Context: cms.ContextEdit, Statuses: everyStatus(),
					Raw: true, Own: true})
			}
		}
		all = append(all, kind)
	}
	return all
}

// Object is the kind of what a menu item or a block of a navigation leads to: the type
// "page" of a "post_type", "category" of a "taxonomy".
func (s *State) Object(class, name string) (kind string, ok bool) {
	switch strings.ReplaceAll(class, "-", "_") {
	case "post_type":
		if t, ok := s.Types[name]; ok {
			return t.Kind, true
		}
		kind, ok = knownTypes()[name]
	case "taxonomy":
		if tax, ok := s.Taxonomies[name]; ok {
			return tax.Kind, true
		}
		kind, ok = knownTaxonomies()[name]
	}
	return kind, ok
}

// Terms are the members of the records of a kind that hold the ids of terms, and the
// kinds of those.
func (s *State) Terms(kind string) map[string]string {
	out := map[string]string{}
	switch kind {
	case Posts: // also where the site has not said so
		out["categories"], out["tags"] = Categories, Tags
	case Blocks:
		out["cms_pattern_category"] = PatternCategories
	}
	for _, tax := range s.Taxonomies {
		for _, name := range tax.Types {
			if of, ok := s.Object("post_type", name); ok && of == kind && tax.Kind != Menus {
				out[tax.Member] = tax.Kind
			}
		}
	}
	return out
}
