package cmstest

import (
	"fmt"
	"net"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// schema says what a parameter may be.
type schema struct {
	kind      string // integer, number, string, boolean, array, object, string|array, boolean|array; "" takes anything
	nullable  bool
	format    string // date-time, email, ip, uuid; others are not looked at
	pattern   string
	minLength int
	enum      []string
	min, max  int64 // both zero: no limit
	floor     bool  // not below zero
	items     *schema
	unique    bool
	maxItems  int      // 0: no limit
	props     []param  // of an object; no others are allowed, but for
	open      bool     // any others, or
	others    *schema  // others of this form
	oneOf     []schema // exactly one must match
}

// param is one argument of an endpoint.
type param struct {
	name string
	schema
	def      any
	required bool
	// early arguments are validated together, before any of the others is looked at.
	early bool
	// check replaces validation by the schema.
	check func(*call, any) *problem
	// clean replaces conversion by the schema.
	clean func(*call, any) (any, *problem)
	// raw arguments reach the handler as they were sent.
	raw bool
	// empties arguments that are null: they are "", 0 or an empty list even where there is a default.
	empties bool
	// silent arguments have no words in the index.
	silent bool
	// about replaces the words that the index has for an argument of this name.
	about string
}

func invalidType(name, want string) *problem {
	return &problem{"rest_invalid_type", fmt.Sprintf("%s must be of type %s.", name, want), php.Object{{"param", name}}}
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
		n, ok := php.ToInt(value)
		if !ok {
			return invalidType(name, s.kind)
		}
		return s.validateRange(name, n)
	case "number":
		if _, ok := php.ToNumber(value); !ok {
			return invalidType(name, s.kind)
		}
	case "boolean":
		if _, ok := php.ToBool(value); !ok {
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
		return s.validateText(name, text)
	case "string|array", "boolean|array":
		first, _, _ := strings.Cut(s.kind, "|")
		if (&schema{kind: first}).validate(name, value) == nil {
			return nil
		}
		list, ok := php.ToList(value)
		if !ok {
			return invalidType(name, strings.ReplaceAll(s.kind, "|", ","))
		}
		return s.validateItems(name, list)
	case "array":
		list, ok := php.ToList(value)
		if !ok {
			return invalidType(name, s.kind)
		}
		return s.validateItems(name, list)
	case "object":
		return s.validateObject(name, value)
	}
	return nil
}

var (
	mailForm = regexp.MustCompile(`^[A-Za-z0-9!#$%&\'*+/=?^_` + "`" + `{|}~.-]+@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$`)
	uuidForm = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
)

// validateText looks at the form of a text.
func (s *schema) validateText(name, text string) *problem {
	switch {
	case s.format == "date-time" && !php.ValidDate(text):
		return &problem{"rest_invalid_date", name + " is not a date and time.", nil}
	case s.format == "email" && !mailForm.MatchString(text):
		return &problem{"rest_invalid_email", name + " is not an address for mail.", nil}
	case s.format == "ip" && net.ParseIP(text) == nil:
		return &problem{"rest_invalid_ip", name + " is not an address of a machine.", nil}
	case s.format == "uuid" && !uuidForm.MatchString(text):
		return &problem{"rest_invalid_uuid", name + " is not a UUID.", nil}
	case utf8.RuneCountInString(text) < s.minLength:
		return &problem{"rest_too_short", fmt.Sprintf("%s has %d characters at least.", name, s.minLength), nil}
	case s.pattern != "":
		if ok, err := regexp.MatchString(s.pattern, text); err != nil || !ok {
			return &problem{"rest_invalid_pattern", fmt.Sprintf("%s does not match %s.", name, s.pattern), nil}
		}
	}
	return nil
}

func (s *schema) validateRange(name string, n int64) *problem {
	switch {
	case s.floor && n < 0:
		return &problem{"rest_out_of_bounds", name + " must be 0 or more.", nil}
	case s.min != 0 && s.max != 0 && (n < s.min || n > s.max):
		return &problem{"rest_out_of_bounds", fmt.Sprintf("%s must lie between %d and %d, both included.", name, s.min, s.max), nil}
	case s.min != 0 && n < s.min:
		return &problem{"rest_out_of_bounds", fmt.Sprintf("%s must be %d or more.", name, s.min), nil}
	}
	return nil
}

func (s *schema) validateItems(name string, list []any) *problem {
	if s.maxItems > 0 && len(list) > s.maxItems {
		return &problem{"rest_too_many_items", fmt.Sprintf("%s takes %d items at most.", name, s.maxItems), nil}
	}
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
	members, ok := php.ToObject(value)
	if !ok {
		return invalidType(name, s.kind)
	}
	for i := range s.props {
		p := &s.props[i]
		if _, given := members.Lookup(p.name); p.required && !given {
			return &problem{"rest_property_required", fmt.Sprintf("%s must have the property %s.", name, p.name), nil}
		}
	}
	for _, m := range members {
		p := s.property(m.Name)
		if p == nil && s.open {
			continue
		}
		if p == nil && s.others != nil {
			if why := s.others.validate(fmt.Sprintf("%s[%s]", name, m.Name), m.Value); why != nil {
				return why
			}
			continue
		}
		if p == nil {
			return &problem{"rest_additional_properties_forbidden", fmt.Sprintf("%s has no property %s.", name, m.Name), nil}
		}
		if why := p.validate(fmt.Sprintf("%s[%s]", name, m.Name), m.Value); why != nil {
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
		case why.code != "rest_invalid_type" || why.data.(php.Object).Get("param") != name:
			near = append(near, i) // it was of the right type, and wrong inside
		}
	}
	switch len(positions) {
	case 1:
		return nil
	case 0:
		var data any
		if len(near) == 1 {
			data = php.Object{{"position", near[0]}}
		}
		return &problem{"rest_no_matching_schema", name + " has none of the expected forms.", data}
	}
	return &problem{"rest_one_of_multiple_matches", name + " could be read in more than one way.", php.Object{{"positions", positions}}}
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
		n, _ := php.ToInt(value)
		return n
	case "number":
		n, _ := php.ToNumber(value)
		return n
	case "boolean":
		b, _ := php.ToBool(value)
		return b
	case "boolean|array":
		if b, ok := php.ToBool(value); ok {
			return b
		}
		return (&schema{kind: "array", items: s.items}).convert(value)
	case "string":
		text, _ := value.(string)
		switch value.(type) {
		case []any, map[string]any, php.Object: // one that a check of its own let pass
			text = "Array"
		}
		if s.format == "date-time" {
			return php.PlainLine(text)
		}
		return text
	case "array":
		list, _ := php.ToList(value)
		out := make([]any, 0, len(list))
		for _, e := range list {
			out = append(out, s.items.convert(e))
		}
		return out
	case "object":
		members, _ := php.ToObject(value)
		out := php.Object{}
		for _, m := range members {
			if p := s.property(m.Name); p != nil {
				m.Value = p.convert(m.Value)
			} else if s.others != nil {
				m.Value = s.others.convert(m.Value)
			} else if !s.open {
				continue
			}
			out = append(out, m)
		}
		return out
	}
	return value
}
