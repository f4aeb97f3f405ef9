package main

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// sharedKinds returns the kinds that were seen for each schema on all its routes, by
// schemaKey. It includes the schemas of objects inside records. So an error of a schema
// that one route shows is corrected on all its routes, even if their samples are empty.
func sharedKinds(d *describe.Description) map[string]Kinds {
	all := map[string]Kinds{}
	for _, route := range sortedKeys(d.Routes) {
		r := d.Routes[route]
		if r.Schema == nil {
			continue
		}
		read := answers(r, nil, nil) // shows where the records are in a response
		objects(r.Schema, "", func(s *describe.Schema, at string) {
			key := schemaKey(s, at)
			if key == "" {
				return
			}
			for path, kinds := range read.seen.below(at) {
				name, _, _ := strings.Cut(strings.TrimPrefix(path, "."), ".")
				name, _, _ = strings.Cut(name, "[")
				if s.Properties.Named(name) == nil {
					continue // the path belongs to an object around the records
				}
				for _, kind := range kinds {
					if kind != kindKey && kind != kindNoKey && kind != kindAbsent {
						all[key] = all[key].add(path, kind)
					}
				}
			}
		})
	}
	return all
}

// objects calls visit for the schemas of all objects in a value, with their paths.
func objects(s *describe.Schema, path string, visit func(s *describe.Schema, path string)) {
	if strings.Count(path, ".") > maxStructDepth {
		return
	}
	if len(s.Properties) > 0 {
		visit(s, path)
	}
	for _, property := range s.Properties {
		objects(property.Schema, path+"."+property.Name, visit)
	}
	if s.Items != nil {
		objects(s.Items, path+"[]", visit)
	}
	if s.Additional != nil {
		objects(s.Additional, path+".*", visit)
	}
}

// schemaKey identifies a schema by its title and the types of its members. at is the path
// of the value in a record. The key is "" for a schema without members. It is also "" for
// an object inside a record that has no title and few members, because a different object
// may have the same members.
func schemaKey(s *describe.Schema, at string) string {
	const few = 2
	if len(s.Properties) == 0 || at != "" && s.Title == "" && len(s.Properties) <= few {
		return ""
	}
	var lines []string
	for _, property := range s.Properties {
		lines = append(lines, property.Name+" "+strings.Join(property.Schema.ValueTypes(), " "))
	}
	slices.Sort(lines)
	return s.Title + "\n" + strings.Join(lines, "\n")
}
