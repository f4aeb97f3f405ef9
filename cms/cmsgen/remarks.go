package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// values returns a sentence with the values that a member may have. typ is the Go type of
// the field. values returns "" for a generated type, because a generated enumeration lists
// its values. For a type of package cms, it returns a sentence only if the type is an
// enumeration, and the member may have at most half of the values of the type.
func (w *writer) values(member string, s *describe.Schema, typ string) string {
	switch {
	case strings.Contains(typ, w.record):
		return ""
	case strings.Contains(typ, "cms."):
		name, known := sdkEnum(member)
		words := s.Words()
		if s.Items != nil && len(words) == 0 {
			words = s.Items.Words()
		}
		if name == "" || !strings.Contains(typ, name) || len(words) < 2 || 2*len(words) > len(known) {
			return ""
		}
	}
	return oneOf(s)
}

// oneOf returns a sentence with the values that a member may have. It returns "" for more
// than 12 values, and for the names of post types and taxonomies, because plugins may add
// more.
func oneOf(s *describe.Schema) string {
	if s.Items != nil && len(s.Enum) == 0 {
		s = s.Items
	}
	if len(s.Enum) == 0 || len(s.Enum) > 12 || ofSite(s.Words()) {
		return ""
	}
	values := make([]string, len(s.Enum))
	for i, value := range s.Words() {
		values[i] = strconv.Quote(describe.Plain(value))
	}
	return "One of " + strings.Join(values, ", ")
}

// byDefault returns a sentence with the default of an argument, or "" if the default is
// empty.
func byDefault(s *describe.Schema) string {
	switch value := string(s.Default); {
	case slices.Contains([]string{"", "null", `""`, "[]", "{}"}, value), value == "false" && !s.Is("boolean"):
		return ""
	default:
		return "Default " + describe.Plain(value)
	}
}

// within returns sentences with the limits of a value.
func within(l describe.Limits) string {
	return join(between(l.Minimum, l.Maximum, ""), between(l.MinLength, l.MaxLength, "characters"),
		between(l.MinItems, l.MaxItems, "elements"), pattern(l.Pattern))
}

// between returns a sentence with the smallest and the largest number.
func between(least, most jsontext.Value, unit string) string {
	var text string
	switch {
	case least != nil && most != nil && string(least) == string(most):
		text = "Exactly " + string(most)
	case least != nil && most != nil:
		text = "Between " + string(least) + " and " + string(most)
	case least != nil:
		text = "At least " + string(least)
	case most != nil:
		text = "At most " + string(most)
	default:
		return ""
	}
	return strings.TrimSpace(text + " " + unit)
}

// pattern returns a sentence with the regular expression that a text must match.
func pattern(value jsontext.Value) string {
	const longest = 80
	text := describe.Plain(describe.Text(value))
	if text == "" || len(text) > longest {
		return ""
	}
	return "It matches " + text
}

// alternatives returns sentences with the words that are allowed for the parameters of a
// route.
func (r *resource) alternatives() string {
	var all []string
	for _, found := range regexp.MustCompile(`<(\w+)>([\w-]+(?:\|[\w-]+)+)\)`).FindAllStringSubmatch(r.pattern, -1) {
		all = append(all, fmt.Sprintf("{%s} is one of %s", found[1], strings.ReplaceAll(found[2], "|", ", ")))
	}
	return join(all...)
}

// requires returns a sentence that names the required arguments of a method.
func requires(names []string) string {
	if len(names) == 0 {
		return ""
	}
	names = slices.Clone(names)
	for i, name := range names {
		names[i] = describe.Plain(name)
	}
	return "Required: " + strings.Join(names, ", ")
}
