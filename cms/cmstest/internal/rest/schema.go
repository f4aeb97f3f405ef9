package rest

import (
	"fmt"
	"net"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Zero returns the value of a field that was never set.
func (p *Param) Zero() any {
	switch {
	case p.Def != nil:
		return p.Def
	case p.Nullable:
		return nil
	}
	switch p.Kind {
	case "string":
		return ""
	case "integer", "number":
		return 0
	case "boolean":
		return false
	case "array", "object": // PHP encodes an empty object as an empty list
		return []any{}
	}
	return nil
}

// Validate returns the first problem of a value, or nil.
func (s *Schema) Validate(name string, value any) *Problem {
	if s.OneOf != nil {
		if why := s.validateOneOf(name, value); why != nil || s.Kind != "object" {
			return why
		}
	}
	if value == nil && s.Nullable {
		return nil
	}
	switch s.Kind {
	case "", "object|array":
		return nil
	case "integer":
		n, ok := php.ToInt(value)
		if !ok {
			return InvalidType(name, s.Kind)
		}
		return s.validateRange(name, float64(n))
	case "number":
		n, ok := php.ToNumber(value)
		if !ok {
			return InvalidType(name, s.Kind)
		}
		return s.validateRange(name, n)
	case "boolean":
		if _, ok := php.ToBool(value); !ok {
			return InvalidType(name, s.Kind)
		}
		return nil
	case "string":
		text, ok := value.(string)
		if !ok {
			return InvalidType(name, s.Kind)
		}
		if s.Enum != nil && !slices.Contains(s.Enum, text) {
			return &Problem{"rest_not_in_enum", fmt.Sprintf("%s must be one of: %s.", name, strings.Join(s.Enum, ", ")), nil}
		}
		return s.validateText(name, text)
	case "array":
		list, ok := php.ToList(value)
		if !ok {
			return InvalidType(name, s.Kind)
		}
		return s.validateItems(name, list)
	case "object":
		return s.validateObject(name, value)
	}
	if one := s.oneKind(value); one != nil {
		return one.Validate(name, value)
	}
	return InvalidType(name, strings.ReplaceAll(s.Kind, "|", ","))
}

// oneKind returns a copy of the schema with the first of its types that fits a value, or nil if
// no type fits.
func (s *Schema) oneKind(value any) *Schema {
	for kind := range strings.SplitSeq(s.Kind, "|") {
		if (&Schema{Kind: kind, Items: &Schema{}, Open: true}).Validate("", value) == nil {
			one := *s
			one.Kind = kind
			return &one
		}
	}
	return nil
}

var (
	// MailForm matches email addresses.
	MailForm = regexp.MustCompile(`^[A-Za-z0-9!#$%&\'*+/=?^_` + "`" +
		`{|}~.-]+@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$`)
	uuidForm = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
)

func (s *Schema) validateText(name, text string) *Problem {
	switch {
	case s.Format == "date-time" && !php.ValidDate(text):
		return &Problem{"rest_invalid_date", name + " is not a date and time.", nil}
	case s.Format == "email" && !MailForm.MatchString(text):
		return &Problem{"rest_invalid_email", name + " is not an address for mail.", nil}
	case s.Format == "ip" && net.ParseIP(text) == nil:
		return &Problem{"rest_invalid_ip", name + " is not an address of a machine.", nil}
	case s.Format == "uuid" && !uuidForm.MatchString(text):
		return &Problem{"rest_invalid_uuid", name + " is not a UUID.", nil}
	case utf8.RuneCountInString(text) < s.MinLength:
		return &Problem{"rest_too_short", fmt.Sprintf("%s has %d characters at least.", name, s.MinLength), nil}
	case s.Pattern != "":
		if ok, err := regexp.MatchString(s.Pattern, text); err != nil || !ok {
			return &Problem{"rest_invalid_pattern", fmt.Sprintf("%s does not match %s.", name, s.Pattern), nil}
		}
	}
	return nil
}

func (s *Schema) validateRange(name string, n float64) *Problem {
	low := s.Min != nil && (n < *s.Min || s.Excluded && n == *s.Min)
	high := s.Max != nil && (n > *s.Max || s.Excluded && n == *s.Max)
	if low || high {
		return &Problem{"rest_out_of_bounds", name + " is out of its bounds.", nil}
	}
	return nil
}

func (s *Schema) validateItems(name string, list []any) *Problem {
	if len(list) < s.MinItems {
		return &Problem{"rest_too_few_items", fmt.Sprintf("%s takes %d items at least.", name, s.MinItems), nil}
	}
	if s.MaxItems > 0 && len(list) > s.MaxItems {
		return &Problem{"rest_too_many_items", fmt.Sprintf("%s takes %d items at most.", name, s.MaxItems), nil}
	}
	for i, e := range list {
		if why := s.Items.Validate(fmt.Sprintf("%s[%d]", name, i), e); why != nil {
			return why
		}
		if s.Unique && slices.Contains(list[:i], e) {
			return &Problem{"rest_duplicate_items", name + " names an item twice.", nil}
		}
	}
	return nil
}

func (s *Schema) validateObject(name string, value any) *Problem {
	members, ok := php.ToObject(value)
	if !ok {
		return InvalidType(name, s.Kind)
	}
	required := slices.Clone(s.Required)
	for i := range s.Props {
		if s.Props[i].Required {
			required = append(required, s.Props[i].Name)
		}
	}
	for _, wanted := range required {
		if _, given := members.Lookup(wanted); !given {
			return &Problem{"rest_property_required", fmt.Sprintf("%s must have the property %s.", name, wanted), nil}
		}
	}
	for _, m := range members {
		p := s.Property(m.Name)
		if p == nil && s.Open {
			continue
		}
		if p == nil && s.others != nil {
			if why := s.others.Validate(fmt.Sprintf("%s[%s]", name, m.Name), m.Value); why != nil {
				return why
			}
			continue
		}
		if p == nil {
			return &Problem{"rest_additional_properties_forbidden", fmt.Sprintf("%s has no property %s.", name, m.Name), nil}
		}
		if why := p.Validate(fmt.Sprintf("%s[%s]", name, m.Name), m.Value); why != nil {
			return why
		}
	}
	return nil
}

// Property returns the property with a name, or nil if there is none.
func (s *Schema) Property(name string) *Param {
	for i := range s.Props {
		if s.Props[i].Name == name {
			return &s.Props[i]
		}
	}
	return nil
}

func (s *Schema) validateOneOf(name string, value any) *Problem {
	var positions, near []any
	for i := range s.OneOf {
		switch why := s.OneOf[i].Validate(name, value); {
		case why == nil:
			positions = append(positions, i)
		case why.Code != "rest_invalid_type" || why.Data.(php.Object).Get("param") != name:
			near = append(near, i) // the type is right, but a value inside is not
		}
	}
	switch len(positions) {
	case 1:
		return nil
	case 0:
		var data any
		if _, members := value.(map[string]any); len(near) == 1 || members && len(near) > 0 {
			data = php.Object{{"position", near[0]}}
		}
		return &Problem{"rest_no_matching_schema", name + " has none of the expected forms.", data}
	}
	return &Problem{"rest_one_of_multiple_matches", name + " could be read in more than one way.",
		php.Object{{"positions", positions}}}
}

// Convert converts a valid value to the type of the schema: int64, float64, bool, string, []any or
// Object.
func (s *Schema) Convert(value any) any {
	for i := range s.OneOf {
		if s.OneOf[i].Validate("", value) == nil {
			return s.OneOf[i].Convert(value)
		}
	}
	if value == nil && s.Nullable {
		return nil
	}
	switch s.Kind {
	case "integer":
		n, _ := php.ToInt(value)
		return n
	case "number":
		n, _ := php.ToNumber(value)
		return n
	case "boolean":
		b, _ := php.ToBool(value)
		return b
	case "string":
		text, _ := value.(string)
		switch value.(type) {
		// PHP converts a list or an object to "Array". Such a value reaches this case only if a
		// Check of the route has accepted it.
		case []any, map[string]any, php.Object:
			text = "Array"
		}
		if s.Format == "date-time" {
			return php.PlainLine(text)
		}
		return text
	case "array":
		list, _ := php.ToList(value)
		out := make([]any, 0, len(list))
		for _, e := range list {
			out = append(out, s.Items.Convert(e))
		}
		return out
	case "object":
		members, _ := php.ToObject(value)
		out := php.Object{}
		for _, m := range members {
			if p := s.Property(m.Name); p != nil {
				m.Value = p.Convert(m.Value)
			} else if s.others != nil {
				m.Value = s.others.Convert(m.Value)
			} else if !s.Open {
				continue
			}
			out = append(out, m)
		}
		return out
	}
	if one := s.oneKind(value); s.Kind != "" && s.Kind != "object|array" && one != nil {
		return one.Convert(value)
	}
	return value
}
