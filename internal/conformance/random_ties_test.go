package conformance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// tied reports that two lists hold records in orders that are equally right: what
// they are ordered by is the same in each place. The second list is then brought
// into the order of the first, as far as both hold the same records.
func (s *site) tied(r randomRequest, got [2]answered) bool {
	live := wrapped(got[1].body)
	first, second := elements(wrapped(got[0].body)), elements(live)
	// nothing tells two records of a list without ids apart
	if len(first) == 0 || len(second) == 0 || first[0]["id"] == nil {
		return false
	}
	by, search, slugs := "date", "", false
	switch r.group() {
	case "menu-items":
		by = "menu_order"
	case "categories", "tags", "menus", "cms_pattern_category":
		by = "name"
	}
	for _, q := range r.query {
		if q[0] == "orderby" {
			by = fmt.Sprint(q[1])
		}
		if q[0] == "search" {
			search = fmt.Sprint(q[1])
		}
		slugs = slugs || q[0] == "slug"
	}
	if by == "include_slugs" && !slugs { // nothing decides
		by = "nothing"
	}
	kind := r.group()
	if strings.HasSuffix(r.path, "/revisions") {
		kind = "revisions"
	}
	if len(first) != len(second) { // of a page of equals, some are hidden
		pages := got[0].header["X-WP-TotalPages"]
		key := s.ordered(kind, by, search, first[0])
		other := func(o map[string]any) bool { return s.ordered(kind, by, search, o) != key }
		return pages == got[1].header["X-WP-TotalPages"] && pages != "" && pages != "1" && key != "" &&
			!slices.ContainsFunc(slices.Concat(first, second), other)
	}
	for i := range first {
		a, b := s.ordered(kind, by, search, first[i]), s.ordered(kind, by, search, second[i])
		if a == "" || a != b {
			return false
		}
	}
	for i := range first {
		id := first[i]["id"]
		j := slices.IndexFunc(second, func(o map[string]any) bool { return o["id"] == id })
		if j < 0 {
			return true // another record as good stands on this page
		}
		list := live.([]any)
		list[i], list[j] = list[j], list[i]
		second[i], second[j] = second[j], second[i]
	}
	return false // the same records: they are compared as they are now
}

// ordered is what a record is ordered by.
func (s *site) ordered(kind, by, search string, object map[string]any) string {
	id, _ := object["id"].(float64)
	i := slices.IndexFunc(s.kinds[kind], func(r record) bool { return r.id() == int64(id) })
	one := record(object) // one that the sequence made
	if i >= 0 {
		one = s.kinds[kind][i]
	}
	if by == "nothing" {
		return by
	}
	if kind == "users" && (by == "url" || by == "name" || by == "registered_date") {
		return cmp.Or(one.text(by), "none")
	}
	if kind == "menu-items" && by == "parent" {
		by = "post_parent"
	}
	if kind == "search" {
		return s.orderedResult(search, object)
	}
	switch kind {
	case "categories", "tags", "menus", "cms_pattern_category":
		if by == "term_group" {
			return by // nothing belongs to any
		}
		return strings.ToLower(one.text(by)) + fmt.Sprint(object["count"])
	}
	switch by {
	case "relevance":
		word := strings.ToLower(search)
		if word == "" {
			return ""
		}
		title := strings.ToLower(one.text("title"))
		fits := []bool{strings.Contains(title, word)}
		if words := strings.FieldsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }); len(words) > 1 {
			for _, word := range words {
				fits = append(fits, strings.Contains(title, word))
			}
			for _, text := range []string{"excerpt", "content"} { // of one word only the title decides
				fits = append(fits, strings.Contains(strings.ToLower(one.text(text)), word))
			}
		}
		return fmt.Sprint(fits)
	case "slug":
		if kind == "revisions" {
			return kind // those of a record share it
		}
	case "date", "modified", "author", "parent", "title", "menu_order", "post_parent":
		return cmp.Or(fmt.Sprint(one[by]), "none")
	}
	return ""
}

// orderedResult is what a result of a search is ordered by: the name of a term, and of a record the date after how
// well it fits.
func (s *site) orderedResult(search string, object map[string]any) string {
	kind := map[any]string{"post": "posts", "page": "pages"}[object["subtype"]]
	if kind == "" {
		return strings.ToLower(fmt.Sprint(object["title"]))
	}
	fit := "all"
	if search != "" {
		fit = s.ordered(kind, "relevance", search, object)
	}
	if fit == "" {
		return ""
	}
	return fit + s.ordered(kind, "date", "", object)
}

// elements are the objects of a list, nil if it is none.
func elements(v any) []map[string]any {
	list, _ := v.([]any)
	out := make([]map[string]any, 0, len(list))
	for _, e := range list {
		object, ok := e.(map[string]any)
		if !ok {
			return nil
		}
		out = append(out, object)
	}
	return out
}

// wrapped is the list in an answer in an envelope; other answers are themselves.
func wrapped(body any) any {
	if envelope, ok := body.(map[string]any); ok && envelope["headers"] != nil && envelope["body"] != nil {
		return envelope["body"]
	}
	return body
}
