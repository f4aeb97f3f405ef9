package main

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// sharedKinds are the kinds that were seen of each schema on all its routes, by schemaKey. A sample
// of one route may be empty where a sample of another route shows what the schema gets wrong.
func sharedKinds(d *describe.Description) map[string]Kinds {
	all := map[string]Kinds{}
	for _, route := range sortedKeys(d.Routes) {
		r := d.Routes[route]
		key := schemaKey(r.Schema)
		if key == "" {
			continue
		}
		for path, kinds := range r.Seen {
			name, _, _ := strings.Cut(strings.TrimPrefix(path, "."), ".")
			name, _, _ = strings.Cut(name, "[")
			if r.Schema.Properties.Named(name) == nil {
				continue // of an object around the records
			}
			for _, kind := range kinds {
				if kind != kindKey && kind != kindAbsent {
					all[key] = all[key].add(path, kind)
				}
			}
		}
	}
	return all
}

// schemaKey tells schemas apart by their title and the types of their members, "" for a
// schema without members.
func schemaKey(s *describe.Schema) string {
	if s == nil || len(s.Properties) == 0 {
		return ""
	}
	var lines []string
	for _, property := range s.Properties {
		lines = append(lines, property.Name+" "+strings.Join(property.Schema.ValueTypes(), " "))
	}
	slices.Sort(lines)
	return s.Title + "\n" + strings.Join(lines, "\n")
}
