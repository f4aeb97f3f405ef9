package main

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// inferred returns the schema of a value, as far as the samples show it. member is the name
// of the value. Another record may have a fraction where the samples have a whole number.
// So the type is integer only if the name means an id, a count or a position.
func inferred(k Kinds, path, member string) *describe.Schema {
	s := &describe.Schema{}
	for _, kind := range k[path] {
		name := typeOf(kind)
		if kind == kindInteger && !isWhole(member) {
			name = "number"
		}
		if name != "" && !slices.Contains(s.Types, name) {
			s.Types = append(s.Types, name)
		}
	}
	if slices.Contains(s.Types, "number") { // samples with 1 and 1.5 have both types
		s.Types = slices.DeleteFunc(s.Types, func(name string) bool { return name == "integer" })
	}
	s.Properties = properties(k, path)
	if len(k[path+".*"]) > 0 {
		s.Properties, s.Additional = nil, inferred(k, path+".*", member)
	}
	if len(k[path+"[]"]) > 0 {
		s.Items = inferred(k, path+"[]", member)
	}
	return s
}

// isWhole reports whether a name means a whole number: an id, a count or a position.
func isWhole(member string) bool {
	switch member {
	case "count", "total", "menu_order", "position", "page", "ids":
		return true
	}
	last := lastWord(member)
	return last == "count" || last == "ids" || namesRecord(member)
}

// lastWord returns the last word of a name in lower case, such as "id" for order_id and
// orderId. It returns "" for a name of one word.
func lastWord(name string) string {
	all := words(name)
	if len(all) < 2 {
		return ""
	}
	return strings.ToLower(all[len(all)-1])
}

// guessed is the remark on a member whose type comes from samples.
const guessed = "Guessed from samples"

// properties returns the schemas of the members below a path. The id comes first.
func properties(k Kinds, path string) describe.Schemas {
	var all describe.Schemas
	for _, name := range members(k, path) {
		one := describe.NamedSchema{Name: name, Schema: inferred(k, path+"."+name, name)}
		one.Schema.Description = guessed
		if name == "id" {
			all = slices.Insert(all, 0, one)
		} else {
			all = append(all, one)
		}
	}
	return all
}

// members returns the member names that were seen directly below a path.
func members(k Kinds, path string) []string {
	var names []string
	for one := range k {
		rest, ok := strings.CutPrefix(one, path+".")
		if name := rest; ok && !strings.ContainsAny(name, ".[") && name != "*" && name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// below returns the kinds below a path, with paths relative to it.
func (k Kinds) below(path string) Kinds {
	all := Kinds{}
	for one, kinds := range k {
		if rest, ok := strings.CutPrefix(one, path); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			all[rest] = kinds
		}
	}
	return all
}

// evidence returns the kinds that tell something about a type. It leaves out "", false,
// [] and null, because PHP writes them for an empty value of any type.
func evidence(kinds []string) []string {
	return slices.DeleteFunc(slices.Clone(kinds), func(kind string) bool {
		switch kind {
		case kindNull, kindAbsent, kindEmpty, kindFalse, kindNone, kindKey, kindNoKey:
			return true
		}
		return false
	})
}

// contradiction is a difference between a schema and the samples, at the path of a member.
// The field says has the type in the schema. The field comes has the kinds in the samples.
type contradiction struct{ path, says, comes string }

// corrected returns a schema that is corrected and completed with what the samples show.
// It calls told for each contradiction.
func corrected(s *describe.Schema, k Kinds, path string, told func(contradiction)) *describe.Schema {
	seen := evidence(k[path])
	if path != "" && len(seen) > 0 && (silent(s) || contradicted(s, seen)) {
		fresh := inferred(k, path, path[strings.LastIndexByte(path, '.')+1:])
		fresh.Title, fresh.Description, fresh.Context, fresh.ReadOnly = s.Title, s.Description, s.Context, s.ReadOnly
		if s.Nullable() {
			fresh.Types = append(fresh.Types, "null")
		}
		switch {
		case contradicted(s, seen) && severalTypes(seen):
			told(contradiction{path, strings.Join(s.ValueTypes(), " or "), strings.Join(seen, ", ")})
			return &describe.Schema{Title: s.Title, Types: []string{describe.AnyType}, Context: s.Context, ReadOnly: s.ReadOnly,
				Description: join(s.Description, "The schema says "+strings.Join(s.ValueTypes(), " or "))}
		case contradicted(s, seen):
			fresh.Description = join(s.Description, "The schema says "+strings.Join(s.ValueTypes(), " or "))
			told(contradiction{path, strings.Join(s.ValueTypes(), " or "), strings.Join(seen, ", ")})
			return fresh
		case len(s.ValueTypes()) == 0 && silent(s):
			fresh.Description, fresh.Limits, fresh.Default = join(s.Description, guessed), s.Limits, s.Default
			return fresh
		case silent(s) && (len(fresh.Properties) > 0 || fresh.Additional != nil || fresh.Items != nil):
			if fresh.Items != nil && silent(fresh.Items) {
				fresh.Description = join(s.Description, guessed)
			}
			fresh.Types = slices.Concat(fresh.Types, slices.DeleteFunc(slices.Clone(s.Types),
				func(name string) bool { return name != "null" }))
			return fresh
		}
	}
	out := *s
	out.Properties = slices.Clone(s.Properties)
	for i, property := range out.Properties {
		out.Properties[i].Schema = corrected(property.Schema, k, path+"."+property.Name, told)
	}
	if s.Items != nil {
		out.Items = corrected(s.Items, k, path+"[]", told)
	}
	if s.Additional != nil {
		out.Additional = corrected(s.Additional, k, path+".*", told)
	}
	return &out
}

// contradicted reports whether at least one of the seen kinds does not fit the type in the
// schema.
func contradicted(s *describe.Schema, seen []string) bool {
	kind, inner := settle(s, nil)
	if kind == "" {
		return false
	}
	return slices.ContainsFunc(seen, func(one string) bool {
		return !holds(kind, one) && !(kind == "object" && isText(inner) && one == kindString) &&
			!(kind == "integer" && one == kindNumber) && !(kind == "number" && one == kindLarge)
	})
}

// severalTypes reports whether the kinds have more than one JSON type. An integer counts as
// a number.
func severalTypes(kinds []string) bool {
	types := map[string]bool{}
	for _, kind := range kinds {
		if name := typeOf(kind); name == "integer" {
			types["number"] = true
		} else if name != "" {
			types[name] = true
		}
	}
	return len(types) > 1
}

// silent reports whether a schema does not describe the members or elements of a value.
func silent(s *describe.Schema) bool {
	return len(s.Properties) == 0 && s.Additional == nil && s.Items == nil && len(s.Variants) == 0
}
