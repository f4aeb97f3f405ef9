package cmstest

import (
	"fmt"
	"slices"
	"strings"
)

// schema says what a parameter may be.
type schema struct {
	kind     string // integer, string, boolean, array, object; "" takes anything
	nullable bool
	format   string // date-time
	enum     []string
	min, max int64 // both zero: no limit
	items    *schema
	unique   bool
	props    []param  // of an object; no others are allowed
	oneOf    []schema // exactly one must match
}

// param is one argument of an endpoint.
type param struct {
	name string
	schema
	def any
	// early arguments are validated together, before any of the others is looked at.
	early bool
	// check replaces validation by the schema.
	check func(*call, any) *problem
	// clean replaces conversion by the schema.
	clean func(*call, any) (any, *problem)
	// raw arguments reach the handler as they were sent.
	raw bool
}

func invalidType(name, want string) *problem {
	return &problem{"rest_invalid_type", fmt.Sprintf("%s must be of type %s.", name, want), object{{"param", name}}}
}

func (s *schema) validate(name string, value any) *problem {
	if s.oneOf != nil {
		return s.validateOneOf(name, value)
	}
	if value == nil && s.nullable {
		return nil
	}
	switch s.kind {
	case "integer":
		n, ok := toInt(value)
		if !ok {
			return invalidType(name, s.kind)
		}
		return s.validateRange(name, n)
	case "boolean":
		if _, ok := toBool(value); !ok {
			return invalidType(name, s.kind)
		}
	case "string":
		text, ok := value.(string)
		if !ok {
			return invalidType(name, s.kind)
		}
		if s.enum != nil && !slices.Contains(s.enum, text) {
			return &problem{"rest_not_in_enum", fmt.Sprintf("%s must be one of: %s.", name, strings.Join(s.enum, ", ")), nil}
		}
		if s.format == "date-time" && !validDate(text) {
			return &problem{"rest_invalid_date", name + " is not a date and time.", nil}
		}
	case "array":
		list, ok := toList(value)
		if !ok {
			return invalidType(name, s.kind)
		}
		return s.validateItems(name, list)
	case "object":
		return s.validateObject(name, value)
	}
	return nil
}

func (s *schema) validateRange(name string, n int64) *problem {
	switch {
	case s.min != 0 && s.max != 0 && (n < s.min || n > s.max):
		return &problem{"rest_out_of_bounds", fmt.Sprintf("%s must lie between %d and %d, both included.", name, s.min, s.max), nil}
	case s.min != 0 && n < s.min:
		return &problem{"rest_out_of_bounds", fmt.Sprintf("%s must be %d or more.", name, s.min), nil}
	}
	return nil
}

func (s *schema) validateItems(name string, list []any) *problem {
	for i, e := range list {
		if why := s.items.validate(fmt.Sprintf("%s[%d]", name, i), e); why != nil {
			return why
		}
		if s.unique && slices.Contains(list[:i], e) {
			return &problem{"rest_duplicate_items", name + " names an item twice.", nil}
		}
	}
	return nil
}

func (s *schema) validateObject(name string, value any) *problem {
	members, ok := toObject(value)
	if !ok {
		return invalidType(name, s.kind)
	}
	for _, m := range members {
		p := s.property(m.name)
		if p == nil {
			return &problem{"rest_additional_properties_forbidden", fmt.Sprintf("%s has no property %s.", name, m.name), nil}
		}
		if why := p.validate(fmt.Sprintf("%s[%s]", name, m.name), m.value); why != nil {
			return why
		}
	}
	return nil
}

func (s *schema) property(name string) *param {
	for i := range s.props {
		if s.props[i].name == name {
			return &s.props[i]
		}
	}
	return nil
}

func (s *schema) validateOneOf(name string, value any) *problem {
	var positions, near []any
	for i := range s.oneOf {
		switch why := s.oneOf[i].validate(name, value); {
		case why == nil:
			positions = append(positions, i)
		case why.code != "rest_invalid_type" || why.data.(object).get("param") != name:
			near = append(near, i) // it was of the right type, and wrong inside
		}
	}
	switch len(positions) {
	case 1:
		return nil
	case 0:
		var data any
		if len(near) == 1 {
			data = object{{"position", near[0]}}
		}
		return &problem{"rest_no_matching_schema", name + " has none of the expected forms.", data}
	}
	return &problem{"rest_one_of_multiple_matches", name + " could be read in more than one way.", object{{"positions", positions}}}
}

// convert turns a valid value into its type: int64, bool, string, []any, object.
func (s *schema) convert(value any) any {
	for i := range s.oneOf {
		if s.oneOf[i].validate("", value) == nil {
			return s.oneOf[i].convert(value)
		}
	}
	if value == nil && s.nullable {
		return nil
	}
	switch s.kind {
	case "integer":
		n, _ := toInt(value)
		return n
	case "boolean":
		b, _ := toBool(value)
		return b
	case "string":
		text, _ := value.(string)
		return text
	case "array":
		list, _ := toList(value)
		out := make([]any, 0, len(list))
		for _, e := range list {
			out = append(out, s.items.convert(e))
		}
		return out
	case "object":
		members, _ := toObject(value)
		out := object{}
		for _, m := range members {
			if p := s.property(m.name); p != nil {
				out.add(m.name, p.convert(m.value))
			}
		}
		return out
	}
	return value
}

// describe is the argument as the index shows it.
func (s *schema) describe() object {
	var out object
	switch {
	case s.oneOf != nil:
		out.add("type", []string{"object", "array"})
		var forms []any
		for i := range s.oneOf {
			forms = append(forms, s.oneOf[i].describe())
		}
		out.add("oneOf", forms)
	case s.nullable:
		out.add("type", []string{s.kind, "null"})
	case s.kind != "":
		out.add("type", s.kind)
	}
	if s.format != "" {
		out.add("format", s.format)
	}
	if s.enum != nil {
		out.add("enum", s.enum)
	}
	if s.items != nil {
		out.add("items", s.items.describe())
	}
	if s.unique {
		out.add("uniqueItems", true)
	}
	if s.min != 0 {
		out.add("minimum", s.min)
	}
	if s.max != 0 {
		out.add("maximum", s.max)
	}
	if s.props != nil && s.kind == "object" {
		var props object
		for _, p := range s.props {
			one := p.describe()
			if p.def != nil {
				one.add("default", p.def)
			}
			props.add(p.name, one)
		}
		out.add("properties", props)
		out.add("additionalProperties", false)
	}
	return out
}
