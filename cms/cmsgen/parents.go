package main

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// readList is a list whose records were read.
type readList struct {
	route   string // route of the list, as in the description
	path    string // path of the list, with values for its parameters
	records []jsonRecord
}

// jsonRecord is a record. If the record is a member of an object, key is the name of the
// member. If the record is an element of a list, key is "".
type jsonRecord struct {
	key   string
	value jsontext.Value
}

// parent is a record below which there may be other routes.
type parent struct {
	path  string
	lists []string // names of fields that have elements; a comments_count above 0 adds "comments"
	empty []string // names of fields that are empty; a comments_count of 0 adds "comments"
}

// candidate is a member of a record whose value may be the last segment of the record's
// route.
type candidate struct{ member, value string }

// note stores whether a field of a record has elements. If it has, the route below the
// record with the name of the field probably has records, too.
func (p *parent) note(name string, value jsontext.Value) {
	switch kind := kindOf(value); kind {
	case kindArray, kindObject:
		p.lists = append(p.lists, name)
	case kindNone:
		p.empty = append(p.empty, name)
	case kindInteger, kindWhole:
		counted := strings.TrimPrefix(strings.TrimSuffix(name, "_count"), "count_")
		names := []string{counted, plural(counted)}
		if strings.Trim(string(value), `"`) == "0" {
			p.empty = append(p.empty, names...)
		} else {
			p.lists = append(p.lists, names...)
		}
	}
}

// above returns the paths of a route below records, such as products/{id}/variations. There
// is one path for each known record. The order depends on the field that is named like the
// segment after the record. Records with elements in this field come first. Records where
// the field is empty come last.
func (s *sampler) above(p describe.Path) []string {
	end := len(p)
	for end > 0 && p[end-1].Param == "" {
		end--
	}
	rest := p[end:].Template()
	if end == 0 {
		return []string{rest}
	}
	parents := slices.Clone(s.parents[anonymousTemplate(p[:end])])
	slices.SortStableFunc(parents, func(a, b parent) int {
		rank := func(one parent) int {
			switch {
			case slices.Contains(one.lists, p[end].Word):
				return 0
			case slices.Contains(one.empty, p[end].Word):
				return 2
			}
			return 1
		}
		return rank(a) - rank(b)
	})
	paths := make([]string, len(parents))
	for i, one := range parents {
		paths[i] = one.path + "/" + rest
	}
	return paths
}

// learn remembers the records of a list. Their values are used to read samples of other
// routes.
func (s *sampler) learn(list describe.Path, path string, value jsontext.Value, route string) {
	all := recordsOf(value)
	if len(all) == 0 {
		return
	}
	for _, record := range all {
		s.keep(record.value, list.LastWord())
	}
	for pattern := range s.d.Routes {
		if p, ok := describe.ParsePath(pattern); ok && p.Below(list) {
			name := anonymousTemplate(p)
			if slices.ContainsFunc(s.listed[name], func(one readList) bool { return one.path == path }) {
				continue // the list is already stored: two routes below it have the same template
			}
			s.listed[name] = append(s.listed[name], readList{route, path, all})
		}
	}
}

// settle stores the records of lists as parents. member is the name of the field whose
// value is the last segment of the route of a record.
func (s *sampler) settle(p describe.Path, lists []readList, member string) {
	last := p[len(p)-1]
	for _, list := range lists {
		for _, record := range list.records {
			all := candidates(record, last)
			i := slices.IndexFunc(all, func(one candidate) bool { return one.member == member })
			if i < 0 {
				continue
			}
			one := parent{path: list.path + "/" + last.Before + all[i].value + last.After}
			for _, field := range describe.Members(record.value) {
				one.note(field.Name, field.Value)
			}
			s.parents[anonymousTemplate(p)] = append(s.parents[anonymousTemplate(p)], one)
		}
		if route := s.d.Routes[list.route]; member != "" && !last.Digit {
			route.Seen = Kinds(route.Seen).add("."+member, kindKey)
		}
	}
}

// refuse adds kindNoKey to each member that was a candidate in the first record of one of the
// lists. This kind means that the member is not the last segment of the record's route.
func (s *sampler) refuse(p describe.Path, lists []readList) {
	last := p[len(p)-1]
	for _, list := range lists {
		route := s.d.Routes[list.route]
		for _, one := range candidates(list.records[0], last) {
			if one.member != "" && !last.Digit {
				route.Seen = Kinds(route.Seen).add("."+one.member, kindNoKey)
			}
		}
	}
}

// firstRecord returns the first record of a response.
func firstRecord(value jsontext.Value) (key string, record jsontext.Value) {
	if all := recordsOf(value); len(all) > 0 {
		return all[0].key, all[0].value
	}
	return "", nil
}

// recordsOf returns the records of a response. The response may be a list of records, an
// object whose members are records, or an object that contains a list of records.
func recordsOf(value jsontext.Value) []jsonRecord {
	var found []jsonRecord
	switch value.Kind() {
	case '[':
		for _, one := range firstOf(describe.Elements(value)) {
			if one.Kind() == '{' {
				found = append(found, jsonRecord{"", one})
			}
		}
	case '{':
		all := describe.Members(value)
		for _, member := range all {
			if member.Value.Kind() == '[' {
				if found = recordsOf(member.Value); len(found) > 0 {
					return found
				}
			}
		}
		for _, member := range all {
			if member.Value.Kind() == '{' {
				found = append(found, jsonRecord{member.Name, member.Value})
			}
		}
		if len(found) > 1 || len(found) == 1 && len(all) == 1 && names(found[0].value) == "" {
			break
		}
		if len(found) == 1 { // the list of records may be one level deeper
			if inner := recordsOf(found[0].value); len(inner) > 0 && inner[0].key == "" {
				return inner
			}
		}
		if len(all) > 0 && all[0].Value.Kind() != '{' {
			return nil
		}
	}
	return found
}

// candidates returns the members of a record whose value may be the last segment of the
// record's route. The likeliest come first.
func candidates(record jsonRecord, last describe.Segment) []candidate {
	var all []candidate
	add := func(member, value string) {
		folder, name, ok := strings.Cut(value, "/")
		// A value with a slash, such as the name "folder/file" of a plugin, is accepted
		// only if its member has the name of the parameter.
		if !ok || member != last.Param || last.Digit {
			folder, name = "x", value
		}
		if isWord(folder, "_:.-") && isWord(name, "_:.-") {
			all = append(all, candidate{member, value})
		}
	}
	members := describe.Members(record.value)
	first := []string{last.Param, "id", "ID", "slug", "code", "key", "name"}
	for _, name := range first {
		for _, member := range members {
			if member.Name == name {
				add(name, strings.Trim(string(member.Value), `"`))
			}
		}
	}
	if last.Digit {
		return all
	}
	for _, member := range members {
		text := describe.Text(member.Value)
		if !slices.Contains(first, member.Name) && (text == record.key || record.key == "") {
			add(member.Name, text)
		}
	}
	if record.key != "" {
		add("", record.key)
	}
	return all
}

// isWord reports whether a text has 1 to 80 characters, and each is an ASCII letter, a
// digit or a character in others. It uses no regular expression, because the expression
// depends on others, and would be compiled for each value.
func isWord(text, others string) bool {
	return text != "" && len(text) <= 80 && !strings.ContainsFunc(text, func(r rune) bool {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		return !letter && !strings.ContainsRune(others, r)
	})
}

// anonymousTemplate returns the template of a path with the same name for each parameter.
// So the template does not depend on the names that a site gives to parameters.
func anonymousTemplate(p describe.Path) string {
	p = slices.Clone(p)
	for i := range p {
		if p[i].Param != "" {
			p[i].Param = "x"
		}
	}
	return p.Template()
}
