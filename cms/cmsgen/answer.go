package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// answer is what a GET of a route returns, by its schema and by samples. Where the two
// contradict each other, the samples count.
type answer struct {
	schema  *describe.Schema // of a record, without properties if nothing is known
	seen    Kinds            // of a record, and under "" of the response as a whole
	sampled bool             // there is no schema of the site
	// envelope is the schema of an object around the records, nil if there is none. at is
	// the path to a record in it, ".items[]", and whole are the kinds of the object.
	envelope *describe.Schema
	at       string
	whole    Kinds
	// around is the same for an object around one record, which the route of a record returns.
	around *wrapping
	told   []contradiction
}

// wrapping is an object around a record. at is the member with the record.
type wrapping struct {
	schema *describe.Schema
	at     string
	whole  Kinds
}

// answers returns what a GET of a route returns. item is the route of one record or nil.
// shared are the kinds that were seen of each schema on all routes.
func answers(r, item *describe.Route, shared map[string]Kinds) *answer {
	a := &answer{seen: maps.Clone(Kinds(r.Seen))}
	declared := r.Schema
	if declared == nil && item != nil {
		declared = item.Schema
	}
	a.sampled = declared == nil
	if a.sampled {
		declared = &describe.Schema{}
	}
	tell := func(c contradiction) { a.told = append(a.told, c) }
	if one := slices.Contains(a.seen[""], kindObject); one && a.foreign(declared) {
		if a.wrapped(r, item, declared) {
			a.envelope, a.whole = inferred(a.seen, "", ""), a.seen
			a.seen = a.seen.below(a.at)
			delete(a.seen, "")
		} else if !a.sampled {
			tell(contradiction{"", declared.Title, "another object"})
			declared = &describe.Schema{}
		}
	}
	if form := a.plain(); form != "" && (item == nil || form != "list") {
		if !a.sampled {
			tell(contradiction{"", declared.Title, strings.Join(append(evidence(a.seen["[]"]), evidence(a.seen[""])...), ", ")})
		}
		a.sampled, declared = true, &describe.Schema{}
	}
	if item != nil {
		one := Kinds(item.Seen)
		if at := a.member(one, declared); at != "" {
			a.around = &wrapping{inferred(one, "", ""), at, one}
			one = one.below(at)
		}
		a.learn(one)
	}
	if shared != nil && (a.envelope == nil || !a.foreign(declared)) {
		objects(declared, "", func(s *describe.Schema, at string) {
			for path, kinds := range shared[schemaKey(s, at)] {
				for _, kind := range kinds {
					a.seen = a.seen.add(at+path, kind)
				}
			}
		})
	}
	if len(declared.Properties) == 0 || a.envelope != nil && a.foreign(declared) {
		declared = &describe.Schema{Title: declared.Title, Properties: properties(a.seen, "")}
	}
	a.schema = corrected(declared, a.seen, "", tell)
	return a
}

// member is the one member of an object that is a record, "" if the object is a record itself or
// holds none.
func (a *answer) member(one Kinds, declared *describe.Schema) string {
	known := map[string]bool{}
	for _, name := range members(a.seen, "") {
		known[name] = true
	}
	for _, property := range declared.Properties {
		known[property.Name] = true
	}
	found := ""
	for _, name := range members(one, "") {
		if known[name] {
			return ""
		}
		inner := members(one, "."+name)
		shared := slices.DeleteFunc(slices.Clone(inner), func(name string) bool { return !known[name] })
		if len(shared) > 0 && 2*len(shared) >= len(inner) {
			if found != "" {
				return ""
			}
			found = "." + name
		}
	}
	return found
}

// plain is "value" if the response is no object and no list, "list" if it is a list without
// objects, and "" otherwise.
func (a *answer) plain() string {
	root, elements := evidence(a.seen[""]), evidence(a.seen["[]"])
	switch {
	case slices.Contains(root, kindBytes), a.hollow():
		return "value"
	case len(root) == 0, slices.Contains(root, kindObject), slices.Contains(root, kindRecords),
		!slices.Contains(root, kindArray) && len(members(a.seen, "")) > 0:
		return ""
	case !slices.Contains(root, kindArray):
		return "value"
	case len(elements) > 0 && len(members(a.seen, "")) == 0:
		return "list"
	}
	return ""
}

// hollow reports that a GET returned null, or what PHP writes for nothing in place of an object or a
// list. Only JSON holds such a response.
func (a *answer) hollow() bool {
	root := a.seen[""]
	full := evidence(root)
	scalar := len(full) > 0 && !slices.ContainsFunc(full, func(kind string) bool {
		return kind == kindObject || kind == kindRecords || kind == kindArray
	})
	return slices.Contains(root, kindNull) ||
		!scalar && (slices.Contains(root, kindFalse) || slices.Contains(root, kindEmpty))
}

// mixed reports how the elements of a list of records are read that holds other values: rawType, or "*" before the
// type of a record if the other values are null. It is "" for a list of records only.
func (a *answer) mixed() string {
	others := slices.DeleteFunc(slices.Clone(a.seen["[]"]), func(kind string) bool {
		return kind == kindNone || kind == kindObject
	})
	isMap := slices.Contains(a.seen[""], kindRecords)
	switch {
	case len(others) == 0, a.envelope != nil, len(members(a.seen, "")) == 0:
		return ""
	case len(evidence(others)) == 0 && (isMap || slices.Equal(others, []string{kindNull})): // null, false and "" are nil
		return "*"
	}
	return rawType
}

// typed reports that records have a type that is declared.
func (a *answer) typed() bool { return len(a.schema.Properties) > 0 && a.plain() != "value" }

// learn adds what was seen of one record.
func (a *answer) learn(seen Kinds) {
	for path, kinds := range seen {
		for _, kind := range kinds {
			if path != "" {
				a.seen = a.seen.add(path, kind)
			}
		}
	}
}

// foreign reports that the schema has none of the members that were seen.
func (a *answer) foreign(declared *describe.Schema) bool {
	names := members(a.seen, "")
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool {
		return declared.Properties.Named(name) != nil && !slices.Equal(a.seen["."+name], []string{kindAbsent})
	})
}

// wrapped reports whether an object has exactly one list of records, and sets the field at to its
// path.
func (a *answer) wrapped(r, item *describe.Route, declared *describe.Schema) bool {
	var lists []string
	counts := false
	for _, name := range members(a.seen, "") {
		path := "." + name
		for _, at := range []string{path + "[]", path + ".*"} {
			if slices.Contains(a.seen[at], kindObject) {
				lists = append(lists, at)
			}
		}
		counts = counts || slices.Contains(a.seen[path], kindInteger) || slices.Contains(a.seen[path], kindWhole)
	}
	if len(lists) != 1 {
		return false
	}
	a.at = lists[0]
	for _, name := range members(a.seen, a.at) {
		counts = counts || declared.Properties.Named(name) != nil
	}
	get := r.Takes("GET")
	paged := get != nil && (get.Args.Named("page") != nil || get.Args.Named("per_page") != nil)
	return counts || item != nil || paged
}

// many reports whether the response holds several records. known is false without a sample.
func (a *answer) many() (many, known bool) {
	root := a.seen[""]
	switch {
	case a.envelope != nil, slices.Contains(root, kindArray), slices.Contains(root, kindRecords):
		return true, true
	}
	return false, slices.Contains(root, kindObject)
}

// separate reports that a route below a list does not return one of its records.
func separate(list, item *describe.Route) bool {
	read := answers(list, nil, nil)
	if many, known := read.many(); known && !many || read.plain() == "value" {
		return true
	}
	root := item.Seen[""]
	if slices.Contains(root, kindArray) || slices.Contains(root, kindRecords) || slices.Contains(root, kindBytes) {
		return true
	}
	if list.Schema == nil || item.Schema == nil || list.Schema.Title == item.Schema.Title {
		return false
	}
	names := func(s *describe.Schema) string {
		var all []string
		for _, one := range s.Properties {
			all = append(all, one.Name)
		}
		slices.Sort(all)
		return strings.Join(all, "\n")
	}
	return names(list.Schema) != names(item.Schema)
}
