package conformance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// tied reports that two lists hold records in orders that are equally right: what
// they are ordered by is the same in each place. The second list is then brought
// into the order of the first, as far as both hold the same records.
func (s *site) tied(r randomRequest, memory, live any) bool {
	memory, live = wrapped(memory), wrapped(live)
	first, second := elements(memory), elements(live)
	if len(first) == 0 || len(first) != len(second) {
		return false
	}
	by := "date"
	if r.group() == "menu-items" {
		by = "menu_order"
	}
	for _, q := range r.query {
		if q[0] == "orderby" {
			by = fmt.Sprint(q[1])
		}
	}
	kind := r.group()
	if strings.HasSuffix(r.path, "/revisions") {
		kind = "revisions"
	}
	for i := range first {
		a, b := s.ordered(kind, by, first[i]), s.ordered(kind, by, second[i])
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
func (s *site) ordered(kind, by string, object map[string]any) string {
	id, _ := object["id"].(float64)
	i := slices.IndexFunc(s.kinds[kind], func(r record) bool { return r.id() == int64(id) })
	one := record(object) // one that the sequence made
	if i >= 0 {
		one = s.kinds[kind][i]
	}
	if kind == "menu-items" && by == "parent" {
		by = "post_parent"
	}
	switch by {
	case "slug":
		if kind == "revisions" {
			return kind // those of a record share it
		}
	case "date", "modified", "author", "parent", "title", "menu_order", "post_parent":
		return cmp.Or(fmt.Sprint(one[by]), "none")
	}
	return ""
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
