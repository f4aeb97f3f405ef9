package rest

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Described returns an argument or a property from its description.
func Described(name string, raw php.Object) Param {
	required, _ := raw.Get("required").(bool)
	return Param{Name: name, Schema: ReadSchema(raw), Def: raw.Get("default"), Required: required}
}

// AllDescribed returns all arguments or properties of a description.
func AllDescribed(members php.Object) []Param {
	var out []Param
	for _, m := range members {
		raw, _ := m.Value.(php.Object)
		out = append(out, Described(m.Name, raw))
	}
	return out
}

// ReadSchema reads the parts of a schema that Validate checks. A schema of an unknown type accepts
// any value.
func ReadSchema(raw php.Object) Schema {
	var out Schema
	kinds := Texts(raw.Get("type"))
	out.Nullable = slices.Contains(kinds, "null")
	kinds = slices.DeleteFunc(kinds, func(kind string) bool { return kind == "null" })
	if !slices.ContainsFunc(kinds, func(kind string) bool { return !slices.Contains(known, kind) }) && len(kinds) < 3 {
		out.Kind = strings.Join(kinds, "|")
	}
	forms, _ := raw.Get("oneOf").([]any)
	for _, one := range forms {
		form, _ := one.(php.Object)
		if form.Get("type") == nil { // the type is next to oneOf, once for all forms
			form = append(php.Object{{"type", raw.Get("type")}}, form...)
		}
		one := ReadSchema(form)
		// In files of cmsgen, a form in oneOf has no additionalProperties. So a form with
		// properties allows no other properties.
		one.Open = one.Open && one.Props == nil
		out.OneOf = append(out.OneOf, one)
	}
	if enum := Texts(raw.Get("enum")); len(enum) > 0 {
		out.Enum = enum
	}
	out.Format, _ = raw.Get("format").(string)
	out.Pattern, _ = raw.Get("pattern").(string)
	out.Min, out.Max = limit(raw.Get("minimum")), limit(raw.Get("maximum"))
	out.Excluded = raw.Get("exclusiveMinimum") == true
	out.MinLength, out.MinItems, out.MaxItems = size(raw, "minLength"), size(raw, "minItems"), size(raw, "maxItems")
	out.Unique = raw.Get("uniqueItems") == true
	out.Required = Texts(raw.Get("required"))
	out.Items = new(Schema)
	if items := raw.Child("items"); items != nil {
		*out.Items = ReadSchema(items)
	}
	out.Props = AllDescribed(raw.Child("properties"))
	switch others := raw.Get("additionalProperties").(type) {
	case php.Object:
		out.others = new(ReadSchema(others))
	default:
		out.Open = others != false
	}
	return out
}

var known = []string{"integer", "number", "string", "boolean", "array", "object"}

func limit(value any) *float64 {
	if n, ok := php.ToNumber(value); ok {
		return &n
	}
	return nil
}

func size(raw php.Object, name string) int {
	n, _ := php.ToInt(raw.Get(name))
	return int(n)
}

// Texts returns the strings of a list or of the members of an object. A single string becomes a
// list.
func Texts(value any) []string {
	var out []string
	switch v := value.(type) {
	case string:
		return []string{v}
	case php.Object:
		for _, m := range v {
			out = append(out, Texts(m.Value)...)
		}
	case []any:
		for _, e := range v {
			if text, ok := e.(string); ok {
				out = append(out, text)
			}
		}
	}
	return out
}
