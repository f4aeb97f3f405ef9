package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// answer describes what a GET of a route returns. It is derived from the schema and from
// samples. Where a sample contradicts the schema, the sample decides.
type answer struct {
	schema  *describe.Schema // schema of a record; it has no properties if nothing is known
	seen    Kinds            // kinds of values, by path in a record; "" is the response, "[]" an element of a list
	sampled bool             // whether the type comes only from samples
	// envelope is the schema of the object that contains the list of records. It is nil if
	// there is no such object. The field at is the path of a record in this object, such as
	// ".items[]". The field whole has the kinds of all values in this object.
	envelope *describe.Schema
	at       string
	whole    Kinds
	// The route of one record may return an object that contains the record. Then the field
	// around describes this object. If the route returns the record itself, around is nil.
	around *wrapping
	told   []contradiction
}

// wrapping describes an object that contains a record or a list of records. The field schema
// is the schema of the object. The field at is the path of a record in the object, such as
// ".item" or ".items[]". The field whole has the kinds of all values in the object.
type wrapping struct {
	schema *describe.Schema
	at     string
	whole  Kinds
}

// answers describes what a GET of r returns. item is the route of one record, or nil.
// The parameter shared has the kinds that were seen for each schema on all routes: see
// [sharedKinds].
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

// member returns the path of the record in the response of the route of one record, such as
// ".item". The parameter one has the kinds of that response. member returns "" if the
// response itself is a record. It also returns "" unless exactly one member of the response
// resembles a record.
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

// plain returns "value" if the response is neither an object nor a list, or if hollow
// returns true. It returns "list" for a list without objects, and "" for all other
// responses.
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

// hollow reports whether some responses to a GET were null, or were false or "" in place of
// an object or a list. No generated type fits such a response, so the generated method
// returns it as JSON.
func (a *answer) hollow() bool {
	root := a.seen[""]
	full := evidence(root)
	scalar := len(full) > 0 && !slices.ContainsFunc(full, func(kind string) bool {
		return kind == kindObject || kind == kindRecords || kind == kindArray
	})
	return slices.Contains(root, kindNull) ||
		!scalar && (slices.Contains(root, kindFalse) || slices.Contains(root, kindEmpty))
}

// mixed tells how to read the elements of a list that contains records and other values. It
// returns "*" if these other values are all null: an element is then a pointer to the type
// of a record. It returns rawType if they are not all null, and "" if the list contains
// only records.
func (a *answer) mixed() string {
	others := slices.DeleteFunc(slices.Clone(a.seen["[]"]), func(kind string) bool {
		return kind == kindNone || kind == kindObject
	})
	isMap := slices.Contains(a.seen[""], kindRecords)
	switch {
	case len(others) == 0, a.envelope != nil, len(members(a.seen, "")) == 0:
		return ""
	case len(evidence(others)) == 0 && (isMap || slices.Equal(others, []string{kindNull})):
		// In a map, other values may also be false and "". They are decoded as nil, like
		// null.
		return "*"
	}
	return rawType
}

// typed reports whether the generated file declares a type for the records.
func (a *answer) typed() bool { return len(a.schema.Properties) > 0 && a.plain() != "value" }

// learn adds the kinds that were seen in responses of the route of one record.
func (a *answer) learn(seen Kinds) {
	for path, kinds := range seen {
		for _, kind := range kinds {
			if path != "" {
				a.seen = a.seen.add(path, kind)
			}
		}
	}
}

// foreign reports whether the samples have members, but the schema names none of them.
func (a *answer) foreign(declared *describe.Schema) bool {
	names := members(a.seen, "")
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool {
		return declared.Properties.Named(name) != nil && !slices.Equal(a.seen["."+name], []string{kindAbsent})
	})
}

// wrapped reports whether the response is an object that contains a list of records. The
// object must have exactly one list of objects. One of these signs must also exist: a
// number beside the list, a member of an element that the schema names, an argument for
// pages, or a route of one record. wrapped sets a.at to the path of the records.
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

// many reports whether the response has several records. The result known is false if no
// sample is an object or a list.
func (a *answer) many() (many, known bool) {
	root := a.seen[""]
	switch {
	case a.envelope != nil, slices.Contains(root, kindArray), slices.Contains(root, kindRecords):
		return true, true
	}
	return false, slices.Contains(root, kindObject)
}

// separate reports whether item, a route below a list, does not return a record of the
// list.
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
