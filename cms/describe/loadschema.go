package describe

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// schema reads a schema at the given depth. For a value that is not a schema, such as
// true, it returns a schema that accepts any value.
func (p *reader) schema(depth int) (*Schema, error) {
	s := &Schema{}
	if p.PeekKind() != '[' {
		_, err := s.read(p, depth)
		return s, err
	}
	n := 0
	err := p.elements(func() (err error) { // some plugins send the schema inside a list
		if n++; n > 1 {
			return p.SkipValue()
		}
		_, err = s.read(p, depth)
		return err
	})
	return s, err
}

// UnmarshalJSONFrom reads an object as sent by a site. Errors: [ErrHuge].
func (all *Schemas) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	data, err := dec.ReadValue()
	if err == nil {
		*all, err = newReader(data).schemasOf(0)
	}
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (all *Schemas) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, all) }

// schemasOf reads an object whose members are schemas. It also reads [], because PHP writes an
// empty object as [].
func (p *reader) schemasOf(depth int) (all Schemas, err error) {
	at := map[string]int{}
	err = p.members(func(name string) error {
		s, err := p.schema(depth)
		if i, ok := at[name]; ok {
			all[i].Schema = s
			return err
		}
		if len(all) == maxMembers {
			return ErrHuge
		}
		at[name] = len(all)
		all = append(all, NamedSchema{name, s})
		return err
	})
	return all, err
}

// read reads a schema. says reports whether the schema has any member.
func (s *Schema) read(p *reader, depth int) (says bool, err error) {
	if p.schemas++; p.schemas > maxSchemas {
		return false, ErrHuge
	}
	if depth > maxSchemaDepth {
		return true, p.SkipValue()
	}
	required := map[string]bool{} // names of required properties
	err = p.members(func(name string) (err error) {
		says = true
		switch name {
		case "title":
			return p.text(&s.Title)
		case "description":
			return p.prose(&s.Description)
		case "format":
			return p.text(&s.Format)
		case "type":
			return s.addTypes(p)
		case "context":
			s.Context, err = p.texts()
			// An empty list means that no context shows the value. Nil means that the schema does
			// not name contexts.
			s.Context = append([]string{}, s.Context...)
		case "required":
			if kind := p.PeekKind(); kind == '[' || kind == '{' {
				names, err := p.texts()
				for _, name := range names {
					required[name] = true
				}
				return err
			}
			s.Required, err = p.truth()
		case "readonly", "readOnly":
			s.ReadOnly, err = p.truth()
		case "enum":
			return s.addEnum(p)
		case "items":
			s.Items, err = p.schema(depth + 1)
		case "properties":
			s.Properties, err = p.schemasOf(depth + 1)
		case "additionalProperties":
			return s.addAdditional(p, depth+1)
		case "patternProperties":
			n := 0
			return p.members(func(string) error {
				if n++; n > 1 {
					return p.SkipValue()
				}
				return s.addAdditional(p, depth+1)
			})
		case "oneOf", "anyOf":
			return p.elements(func() error {
				variant, err := p.schema(depth + 1)
				s.Variants = append(s.Variants, variant)
				return err
			})
		default:
			value, err := p.ReadValue()
			s.set(name, value)
			return err
		}
		return err
	})
	for _, property := range s.Properties {
		property.Schema.Required = property.Schema.Required || required[property.Name]
	}
	return says, err
}

// addAdditional reads the schema of the members that the keyword properties does not list.
func (s *Schema) addAdditional(p *reader, depth int) error {
	if p.PeekKind() != '{' {
		return p.SkipValue()
	}
	additional := &Schema{}
	says, err := additional.read(p, depth)
	if says {
		s.Additional = additional
	}
	return err
}

// addTypes reads the types of a value. It also reads words of plugins that JSON Schema does
// not define, such as "bool".
func (s *Schema) addTypes(p *reader) error {
	names, err := p.texts()
	s.Types = nil
	for _, name := range names {
		switch name {
		case "bool":
			name = "boolean"
		case "int":
			name = "integer"
		case "float", "double":
			name = "number"
		case "date-time", "date", "uri", "email":
			s.Format, name = name, "string"
		case "string", "integer", "number", "boolean", "array", "object", "null":
		default:
			name = AnyType
		}
		if !slices.Contains(s.Types, name) {
			s.Types = append(s.Types, name)
		}
	}
	return err
}

// addEnum reads the possible values of a schema.
func (s *Schema) addEnum(p *reader) error {
	s.Enum = nil
	seen := map[string]bool{}
	return p.elements(func() error {
		value, err := p.ReadValue()
		if value.Kind() == 'n' || seen[string(value)] {
			return err
		}
		seen[string(value)] = true
		s.Enum = append(s.Enum, written(value))
		return err
	})
}

// set stores a value if name is the keyword of a default or a limit. It ignores other
// keywords.
func (s *Schema) set(name string, value jsontext.Value) {
	l, kind := &s.Limits, value.Kind()
	field, ok := map[string]*jsontext.Value{
		"minimum": &l.Minimum, "maximum": &l.Maximum, "minLength": &l.MinLength, "maxLength": &l.MaxLength,
		"minItems": &l.MinItems, "maxItems": &l.MaxItems, "pattern": &l.Pattern, "default": &s.Default,
	}[name]
	switch {
	case !ok || len(value) >= maxTextLength:
	case name == "default" && kind != '{' && kind != '[',
		name == "pattern" && kind == '"',
		name != "default" && name != "pattern" && kind == '0':
		*field = written(value)
	}
}
