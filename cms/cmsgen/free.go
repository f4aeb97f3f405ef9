package main

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// free adds the kinds of values that no schema describes. All values come from the same
// path.
func (k Kinds) free(values []jsontext.Value, path string) Kinds {
	var objects, elements []jsontext.Value
	for _, value := range values {
		k = k.add(path, kindOf(value))
		switch value.Kind() {
		case '{':
			objects = append(objects, value)
		case '[':
			elements = append(elements, firstOf(describe.Elements(value))...)
		}
	}
	if len(elements) > 0 && strings.Count(path, "[]") < maxStructDepth {
		k = k.free(elements, path+"[]")
	}
	return k.freeMembers(objects, path)
}

// freeMembers adds the kinds of the members of objects. If the objects are maps, their
// member names are data. Then freeMembers stores all members under the name "*".
func (k Kinds) freeMembers(objects []jsontext.Value, path string) Kinds {
	if strings.Count(path, ".") > maxStructDepth {
		return k
	}
	inside := map[string][]jsontext.Value{}
	var names []string
	isMap := mapped(objects)
	for _, object := range objects {
		for _, member := range describe.Members(object) {
			name := member.Name
			switch {
			case isMap:
				name = "*"
			case path == "" && (name == "_links" || name == "_embedded"), !isFieldName(name):
				continue
			}
			if inside[name] == nil {
				names = append(names, name)
			}
			inside[name] = append(inside[name], member.Value)
		}
	}
	for _, name := range names {
		k = k.free(inside[name], path+"."+name)
	}
	return k
}

// maxFields limits the members of an object. An object with more members may be a map: see
// [mapped].
const maxFields = 30

// mapped reports whether objects are maps, whose member names are data. The values of all
// members must have one shape (see [oneShape]), and one of these conditions must hold:
//   - A name does not look like a field name.
//   - One object has several members, and their names have digits and differ only in these.
//   - One object has several members, and all are objects with the same member names.
//   - One object has more than maxFields members.
//   - There are several objects, and no name is in all of them.
func mapped(objects []jsontext.Value) bool {
	common, full := map[string]int{}, 0
	var values []jsontext.Value
	foreign, certain := false, false
	for _, object := range objects {
		all := slices.DeleteFunc(describe.Members(object), func(one describe.NamedValue) bool {
			return one.Name == "_links" || one.Name == "_embedded"
		})
		if len(all) == 0 {
			continue
		}
		full++
		forms, stems := map[string]int{}, map[string]bool{}
		digits := 0
		for _, member := range all {
			values = append(values, member.Value)
			if foreign = foreign || !isKeyword(member.Name); letters(member.Name) != member.Name {
				digits++
			}
			stems[letters(member.Name)] = true
			common[member.Name]++
			forms[names(member.Value)]++
		}
		similar := len(forms) == 1 && forms[""] == 0
		certain = certain || len(all) > 1 && (similar || digits == len(all) && len(stems) == 1) || len(all) > maxFields
	}
	if !oneShape(values) {
		return false
	}
	for _, n := range common {
		if n == full {
			return foreign || certain
		}
	}
	return foreign || certain || full > 1
}

// isKeyword reports whether a name is a field name or a keyword of JSON documents, such
// as $schema and @type.
func isKeyword(name string) bool { return isFieldName(strings.TrimLeft(name, "$@")) }

// names returns the sorted member names of an object as one text.
func names(object jsontext.Value) string {
	var all []string
	for _, member := range describe.Members(object) {
		all = append(all, member.Name)
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// oneShape reports whether values have the same JSON type. Objects must also share a member
// name with the first object. Values that PHP writes for empty values, such as "" and [],
// fit any type.
func oneShape(values []jsontext.Value) bool {
	types, first := map[string]bool{}, map[string]bool(nil)
	for _, value := range values {
		kind := evidence([]string{kindOf(value)})
		if len(kind) == 0 {
			continue
		}
		name := typeOf(kind[0])
		if types[name] = true; name != "object" {
			continue
		}
		all, shared := describe.Members(value), first == nil
		if first == nil {
			first = map[string]bool{}
			for _, member := range all {
				first[member.Name] = true
			}
		}
		for _, member := range all {
			shared = shared || first[member.Name]
		}
		if !shared {
			return false
		}
	}
	return len(types) <= 1
}

// holed reports whether all member names of an object are numbers. PHP writes a list as
// such an object if some indexes are missing.
func holed(value jsontext.Value) bool {
	return !slices.ContainsFunc(describe.Members(value), func(member describe.NamedValue) bool {
		return strings.Trim(member.Name, "0123456789") != "" || member.Name == ""
	})
}

// uniform reports whether all members of an object have the same kind, which is neither
// object nor list.
func uniform(object jsontext.Value) bool {
	kinds := map[string]bool{}
	for _, member := range describe.Members(object) {
		kinds[kindOf(member.Value)] = true
	}
	return len(kinds) == 1 && !kinds[kindObject] && !kinds[kindArray]
}
