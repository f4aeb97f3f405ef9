package main

import (
	"fmt"
	"slices"
	"strings"
)

// shared is a struct that several places use.
type shared struct {
	short string // name that is formed from the field names, "" if no name fits
	uses  []use
	// seen has what samples show of the fields, by the name of the use.
	seen map[string][]sighting
}

// use is one place that uses a struct.
type use struct {
	name  string // name that this place gives to the struct: "OrderLineTax", "GroupListOptions"
	title string // title of the schema if the struct is a record, otherwise ""
}

// neutral records a use of a struct. form identifies the fields of the struct: see
// [formOf]. neutral returns the common name that share has found for the struct. If there is
// no common name, it returns the name that the place gives to the struct. The result decided
// is false if share has not handled the struct yet.
func (g *generator) neutral(form, short string, place use, fields []field) (common string, decided bool) {
	one := g.uses[form]
	if one == nil {
		one = &shared{short: short, seen: map[string][]sighting{}}
		g.uses[form] = one
	}
	if !slices.Contains(one.uses, place) {
		one.uses = append(one.uses, place)
	}
	var seen []sighting
	for _, f := range fields {
		seen = append(seen, f.seen)
	}
	one.seen[place.name] = together(one.seen[place.name], seen)
	names, decided := g.names[form]
	if better := names[place.name]; better != "" {
		return better, true
	}
	return place.name, decided
}

// together combines the sightings of the fields of one struct from two places.
func together(a, b []sighting) []sighting {
	all := slices.Clone(b)
	for i := range min(len(a), len(b)) {
		all[i] = a[i].and(b[i])
	}
	return all
}

// seenOf returns the fields of a struct, each with what samples show about it in all places
// that share the struct.
func (g *generator) seenOf(form, common string, fields []field) []field {
	all := g.seen[form][common]
	fields = slices.Clone(fields)
	for i := range min(len(all), len(fields)) {
		fields[i].seen = all[i]
	}
	return fields
}

// share finds common names for structs that several places use. It reports whether it has
// handled a new struct. In this case the code must be generated again, because the common
// names occur in other structs.
func (g *generator) share() bool {
	found := false
	for _, form := range sortedKeys(g.uses) {
		one := g.uses[form]
		if _, decided := g.names[form]; decided || len(one.uses) < 2 {
			continue
		}
		g.names[form] = g.common(one)
		g.seen[form] = map[string][]sighting{}
		for _, place := range sortedKeys(one.seen) {
			if common := g.names[form][place]; common != "" {
				g.seen[form][common] = together(g.seen[form][common], one.seen[place])
			}
		}
		found = true
	}
	return found
}

// common returns the names for a struct. The key is the name that a place would give to the
// struct. All places get the short name if it is free. If it is not, places share a name if
// [thing] returns the same word for their names, or if their schemas have the same title.
// The remaining places keep a struct of their own. If no places share a name, all may get
// the name that [element] returns.
func (g *generator) common(one *shared) map[string]string {
	names := map[string]string{}
	give := func(all []string, name string) {
		if !slices.Contains(all, name) && g.taken[name] {
			return
		}
		for _, each := range all {
			names[each] = name
		}
		if !slices.Contains(all, name) {
			g.taken[name], g.invented[name] = true, true
		}
	}
	var all []string
	things, titles := map[string][]string{}, map[string][]string{}
	for _, use := range one.uses {
		all = append(all, use.name)
		things[thing(use.name)] = append(things[thing(use.name)], use.name)
		if use.title != "" {
			titles[use.title] = append(titles[use.title], use.name)
		}
	}
	if one.short != "" && (!g.taken[one.short] || slices.Contains(all, one.short)) {
		give(all, one.short)
		return names
	}
	for _, last := range sortedKeys(things) {
		if same := things[last]; len(same) > 1 && last != "" {
			give(same, g.between(same))
		}
	}
	for _, title := range sortedKeys(titles) {
		same := titles[title]
		shortest := slices.MinFunc(same, func(a, b string) int { return len(a) - len(b) })
		for _, each := range same {
			if names[each] == "" && len(same) > 1 {
				names[each] = shortest
				if better := names[shortest]; better != "" {
					names[each] = better
				}
			}
		}
	}
	if len(names) == 0 {
		if name := element(all); name != "" {
			give(all, name)
		}
	}
	return names
}

// ends reports whether a word at the end of a name tells how a struct is used, and not
// what it is.
func ends(word string) bool {
	switch word {
	case "Options", "Params", "List", "Element", "All", "Get", "Create", "Send", "Update", "Delete", "Post", "Put",
		"Patch":
		return true
	}
	return false
}

// thing returns the last word of a name that tells what the struct is, such as Tax for
// OrderTaxParams. It returns "" if there is no such word.
func thing(name string) string {
	all := words(name)
	for len(all) > 0 && ends(all[len(all)-1]) {
		all = all[:len(all)-1]
	}
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1]
}

// between returns a common name for some names: their common first words, followed by
// their common last words.
func (g *generator) between(all []string) string {
	first := words(all[0])
	before, after := len(first), len(first)
	for _, name := range all[1:] {
		other := words(name)
		n := 0
		for n < min(len(first), len(other)) && first[n] == other[n] {
			n++
		}
		before = min(before, n)
		n = 0
		for n < min(len(first), len(other)) && first[len(first)-1-n] == other[len(other)-1-n] {
			n++
		}
		after = min(after, n)
	}
	before = min(before, len(first)-after)
	name := strings.Join(slices.Concat(first[:before], first[len(first)-after:]), "")
	if !strings.HasPrefix(name, g.prefix) {
		name = g.prefix + name
	}
	return name
}

// element returns a name for the members of an object that has a plural name: ImageSize for
// ImageSizesSmall and ImageSizesLarge. It returns "" if the names have another form.
func element(all []string) string {
	of := ""
	for i, name := range all {
		parts := words(name)
		outer := strings.Join(parts[:len(parts)-1], "")
		if i > 0 && outer != of || singular(outer) == outer || ends(parts[len(parts)-1]) {
			return ""
		}
		of = outer
	}
	return singular(of)
}

// again returns a new generator for the same resources. It uses the common names that share
// has found.
func (g *generator) again(all []*resource) *generator {
	next := newGenerator(all)
	next.names, next.seen, next.invented = g.names, g.seen, g.invented
	for name := range g.invented {
		next.taken[name] = true
	}
	return next
}

// shortName returns a name for a struct of at most two fields, formed from the names of
// these fields. It returns "" for a struct of more fields.
func shortName(prefix string, fields []field, end string) string {
	name := prefix
	switch len(fields) {
	case 0:
		return prefix + "No" + end
	case 1, 2:
	default:
		return ""
	}
	for _, f := range fields {
		if f.name != "PerPage" || len(fields) == 1 { // a name with two fields leaves out PerPage, which says little
			name += f.name
		}
	}
	return name + end
}

// alias declares name as a second name of the struct that is called same.
func alias(name, doc, same string) string {
	return comment("", fmt.Sprintf("%s It is the same type as [%s].", sentence(doc), same)) +
		fmt.Sprintf("type %s = %s\n\n", name, same)
}

// renamed changes the type of the receivers in the code of methods. The parameter name is the
// old type, and other is the new type.
func renamed(methods, name, other string) string {
	return strings.ReplaceAll(methods, "(p *"+name+")", "(p *"+other+")")
}
