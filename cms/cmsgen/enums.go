package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// enum is a string type for an enumeration. A record, its params and its list options may
// have a member at the same path. The values of the enumeration come from the schemas of
// all three.
type enum struct {
	name   string   // name of the Go type, with its package if that is cms, such as "cms.Status"
	own    bool     // true if the generated package declares the type, false if package cms does
	values []string // values that package cms does not declare
	used   bool     // whether a field has the type
}

// collect finds the enumerations of a resource and names their types.
func (w *writer) collect(r *resource) {
	type found struct {
		path, name string
		values     []string
		known      map[string]bool
	}
	var order []*found
	byPath := map[string]*found{}
	note := func(s *describe.Schema, at place) {
		f := byPath[at.path]
		if f == nil {
			f = &found{path: at.path, name: at.name, known: map[string]bool{}}
			byPath[at.path], order = f, append(order, f)
		}
		for _, value := range s.Words() {
			if !f.known[value] {
				f.known[value] = true
				f.values = append(f.values, value)
			}
		}
	}
	w.each(r.schema, place{}, note)
	for _, args := range []describe.Schemas{r.listArgs(), r.writeArgs(), r.getArgs(), r.deleteArgs()} {
		w.each(&describe.Schema{Properties: args}, place{}, note)
	}
	for _, f := range order {
		w.enums[f.path] = w.enumOf(f.path[strings.LastIndex(f.path, ".")+1:], f.name, f.values)
	}
}

// each calls visit for every schema that has an enumeration: s and the schemas inside s.
func (w *writer) each(s *describe.Schema, at place, visit func(*describe.Schema, place)) {
	if s == nil || at.depth > maxStructDepth+1 {
		return
	}
	if len(s.Enum) > 0 {
		visit(s, at)
	}
	if s.Items != nil { // elements are visited under the path of their list
		w.each(s.Items, place{at.path, singular(at.name), at.member, at.depth}, visit)
	}
	names := fieldNames(s.Properties)
	for i, property := range s.Properties {
		if names[i] != "" {
			w.each(property.Schema, at.in(property.Name, names[i]), visit)
		}
	}
	for _, variant := range s.Variants {
		w.each(variant, at, visit)
	}
}

// enumOf returns the enumeration for the values of a member, or nil if the member gets the
// type string. It uses the type of package cms for the member if that type has more than
// half of the values. If not, it names a new type. It names no type, and returns nil, for
// fewer than 2 values, for more than 40, and for names of post types or taxonomies (see
// [ofSite]). It also returns nil if a value has no name in Go.
func (w *writer) enumOf(member, name string, values []string) *enum {
	sdk, known := sdkEnum(member)
	shared := 0
	for _, value := range values {
		if slices.Contains(known, value) {
			shared++
		}
	}
	if sdk == "" && len(values) == 2 && slices.Contains(values, "asc") && slices.Contains(values, "desc") {
		sdk, known = sdkEnum("order") // an argument with these values has the type cms.Order, whatever its name
		shared = len(values)
	}
	e := &enum{name: sdk}
	switch {
	case sdk != "" && 2*shared > len(values):
	case len(values) < 2 || len(values) > 40 || ofSite(values):
		return nil
	default:
		e.own = true
	}
	for _, value := range values {
		switch {
		case !e.own && slices.Contains(known, value):
		case value != "" && goName(value) == "":
			return nil
		default:
			e.values = append(e.values, value)
		}
	}
	if e.own {
		if e.name = w.record + name; w.g.taken[shortened(e.name, maxName)] { // another type already has this name
			e.name += "Value"
		}
		e.name = w.g.taken.take(e.name)
	}
	return e
}

// enumAt returns the enumeration of a value. Elements of a list have the enumeration of
// the list.
func (w *writer) enumAt(at place) *enum { return w.enums[strings.ReplaceAll(at.path, "[]", "")] }

// ofSite reports whether the values are names of post types or taxonomies, which differ
// from site to site.
func ofSite(values []string) bool {
	return slices.Contains(values, "post") && slices.Contains(values, "page") ||
		slices.Contains(values, "category") && slices.Contains(values, "post_tag")
}

// sdkEnum returns the enumeration type of package cms for the name of a member, and the
// values of the type. It returns "" if there is no such type.
func sdkEnum(member string) (name string, values []string) {
	switch member {
	case "context":
		return "cms.Context", []string{"view", "embed", "edit"}
	case "order":
		return "cms.Order", []string{"asc", "desc"}
	case "orderby":
		return "cms.OrderBy", []string{"author", "date", "id", "include", "modified", "parent", "relevance", "slug",
			"include_slugs", "title", "menu_order"}
	case "status":
		return "cms.Status", []string{
			"publish", "future", "draft", "pending", "private", "trash", "auto-draft", "inherit",
			"request-pending", "request-confirmed", "request-failed", "request-completed", "any",
		}
	case "comment_status", "ping_status", "default_comment_status", "default_ping_status":
		return "cms.DiscussionStatus", []string{"open", "closed"}
	case "format", "default_post_format":
		return "cms.Format",
			[]string{"standard", "aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio"}
	case "search_columns":
		return "cms.SearchColumn", []string{"post_title", "post_content", "post_excerpt"}
	case "search_semantics":
		return "cms.SearchSemantics", []string{"exact"}
	case "tax_relation":
		return "cms.TaxRelation", []string{"AND", "OR"}
	}
	return "", nil
}

// declareEnums writes the types and constants of the enumerations.
func (w *writer) declareEnums() string {
	var out strings.Builder
	for _, path := range sortedKeys(w.enums) {
		e := w.enums[path]
		if e == nil || !e.used || len(e.values) == 0 {
			continue
		}
		prefix := e.name
		if e.own {
			out.WriteString(comment("",
				fmt.Sprintf("%s is a value of %s. Others pass through.", e.name, strings.TrimPrefix(path, "."))))
			fmt.Fprintf(&out, "type %s string\n\n", e.name)
			out.WriteString("// The values of the schema.\n")
		} else {
			_, short, _ := strings.Cut(e.name, ".")
			prefix = w.record + short
			out.WriteString(comment("", fmt.Sprintf("Further values of %s.", strings.TrimPrefix(path, "."))))
		}
		out.WriteString("const (\n")
		for _, value := range e.values {
			name := camel(value)
			if value == "" {
				name = "None"
			}
			fmt.Fprintf(&out, "\t%s %s = %s\n", w.g.taken.take(prefix+name), e.name, strconv.Quote(value))
		}
		out.WriteString(")\n\n")
	}
	return out.String()
}
