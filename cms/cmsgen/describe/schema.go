package describe

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Schema is the JSON schema of a value, as far as types follow from it.
type Schema struct {
	Title       string         `json:"title,omitzero"`
	Description string         `json:"description,omitzero"`
	Types       []string       `json:"type,omitzero"`
	Format      string         `json:"format,omitzero"`
	Context     []string       `json:"context,omitzero"`
	ReadOnly    bool           `json:"readonly,omitzero"`
	Required    bool           `json:"required,omitzero"`
	Default     jsontext.Value `json:"default,omitzero"`
	Enum        []string       `json:"enum,omitzero"`  // if all of them are strings
	Items       *Schema        `json:"items,omitzero"` // of an array
	Properties  Schemas        `json:"properties,omitzero"`
	Additional  *Schema        `json:"additionalProperties,omitzero"`
	Variants    []*Schema      `json:"oneOf,omitzero"` // anyOf, too
	Limits
}

// Limits are those of a value, as the site writes them.
type Limits struct {
	Minimum   jsontext.Value `json:"minimum,omitzero"`
	Maximum   jsontext.Value `json:"maximum,omitzero"`
	MinLength jsontext.Value `json:"minLength,omitzero"`
	MaxLength jsontext.Value `json:"maxLength,omitzero"`
	MinItems  jsontext.Value `json:"minItems,omitzero"`
	MaxItems  jsontext.Value `json:"maxItems,omitzero"`
	Pattern   jsontext.Value `json:"pattern,omitzero"`
}

// set takes a limit over, if it is one.
func (l *Limits) set(name string, value jsontext.Value) {
	field, kind := map[string]*jsontext.Value{
		"minimum": &l.Minimum, "maximum": &l.Maximum, "minLength": &l.MinLength, "maxLength": &l.MaxLength,
		"minItems": &l.MinItems, "maxItems": &l.MaxItems, "pattern": &l.Pattern,
	}[name], jsontext.Kind('0')
	if name == "pattern" {
		kind = '"'
	}
	if field != nil && value.Kind() == kind && len(value) < maxTextLength {
		*field = written(value)
	}
}

// Schemas are schemas by name, in the order of the site.
type Schemas []NamedSchema

// NamedSchema is the schema of a member or an argument.
type NamedSchema struct {
	Name   string
	Schema *Schema
}

// Named returns the schema of a name, nil if there is none.
func (all Schemas) Named(name string) *Schema {
	for _, one := range all {
		if one.Name == name {
			return one.Schema
		}
	}
	return nil
}

// AnyType stands in Types for a word that is no type of JSON Schema.
const AnyType = "mixed"

const (
	maxSchemaDepth = 64      // what is deeper is of no known type
	maxSchemas     = 200_000 // of one description
	maxMembers     = 1_000   // of one object, or arguments of a request
	maxRoutes      = 10_000
	maxTextLength  = 400 // of one description, in bytes
	maxEnumValues  = 200 // more are a list of the site's own content
)

// ErrHuge is the error of [Load] and [Of] for a description that no site would send: one
// of more than 200,000 schemas, 1,000 members of an object or 10,000 routes.
var ErrHuge = fmt.Errorf("the description holds more than %d schemas, %d members of an object or %d routes", maxSchemas, maxMembers, maxRoutes)

// reader reads schemas as sites write them: plugins bend everything.
type reader struct{ schemas int }

// schema reads a schema. What is none, true for example, is that of any value.
func (p *reader) schema(raw jsontext.Value, depth int) (*Schema, error) {
	s := &Schema{}
	if p.schemas++; p.schemas > maxSchemas {
		return nil, ErrHuge
	}
	if raw.Kind() == '[' { // some plugins put it into a list
		if list := Elements(raw); len(list) > 0 {
			raw = list[0]
		}
	}
	if depth > maxSchemaDepth {
		return s, nil
	}
	var err, failed error
	keep := func(schema *Schema, e error) *Schema {
		failed = errors.Join(failed, e)
		return schema
	}
	for _, member := range Members(raw) {
		value := member.Value
		switch member.Name {
		case "title":
			s.Title = Text(value)
		case "description":
			s.Description = Plain(Text(value))
		case "type":
			s.addTypes(value)
		case "format":
			s.Format = Text(value)
		case "context":
			s.Context = append([]string{}, texts(value)...) // an empty one is no context at all
		case "readonly", "readOnly":
			s.ReadOnly = truth(value)
		case "required":
			s.Required = truth(value)
		case "default":
			if kind := value.Kind(); kind != '{' && kind != '[' && len(value) < maxTextLength {
				s.Default = written(value)
			}
		case "enum":
			s.addEnum(value)
		case "items":
			s.Items = keep(p.schema(value, depth+1))
		case "properties":
			s.Properties, err = p.schemasOf(value, depth+1)
			failed = errors.Join(failed, err)
		case "additionalProperties", "patternProperties":
			s.addAdditional(p, member, depth, keep)
		case "oneOf", "anyOf":
			for _, variant := range Elements(value) {
				s.Variants = append(s.Variants, keep(p.schema(variant, depth+1)))
			}
		default:
			s.set(member.Name, value)
		}
		if failed != nil {
			return nil, failed
		}
	}
	return s, nil
}

// addAdditional reads what members without a name of their own are.
func (s *Schema) addAdditional(p *reader, member NamedValue, depth int, keep func(*Schema, error) *Schema) {
	value := member.Value
	if patterns := Members(value); member.Name == "patternProperties" && len(patterns) > 0 {
		value = patterns[0].Value
	}
	if value.Kind() == '{' && len(Members(value)) > 0 {
		s.Additional = keep(p.schema(value, depth+1))
	}
}

// schemasOf reads schemas by name. An empty list stands for none.
func (p *reader) schemasOf(raw jsontext.Value, depth int) (Schemas, error) {
	var all Schemas
	named := Members(raw)
	if len(named) > maxMembers {
		return nil, ErrHuge
	}
	for _, member := range named {
		s, err := p.schema(member.Value, depth)
		if err != nil {
			return nil, err
		}
		all = append(all, NamedSchema{member.Name, s})
	}
	return all, nil
}

// addTypes adds the types of JSON Schema, and what plugins write for them.
func (s *Schema) addTypes(raw jsontext.Value) {
	for _, name := range texts(raw) {
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
}

// addEnum adds the values that a text may have. Others make no type.
func (s *Schema) addEnum(raw jsontext.Value) {
	values := Elements(raw)
	if len(values) > maxEnumValues {
		return
	}
	for _, value := range values {
		switch value.Kind() {
		case '"':
			if name := Text(value); !slices.Contains(s.Enum, name) && len(name) < maxTextLength {
				s.Enum = append(s.Enum, name)
			}
		case 'n':
		default:
			s.Enum = nil
			return
		}
	}
}

// Is reports whether values have this type alone, or this type and null.
func (s *Schema) Is(name string) bool {
	types := s.ValueTypes()
	return len(types) == 1 && types[0] == name
}

// ValueTypes returns the types of the values without null. Where the schema names none,
// they follow from its properties, items or enum.
func (s *Schema) ValueTypes() []string {
	var types []string
	for _, name := range s.Types {
		if name != "null" {
			types = append(types, name)
		}
	}
	switch {
	case len(types) > 0:
	case len(s.Properties) > 0:
		types = []string{"object"}
	case s.Items != nil:
		types = []string{"array"}
	case len(s.Enum) > 0:
		types = []string{"string"}
	}
	return types
}

// Nullable reports whether the schema, or a variant of it, allows null.
func (s *Schema) Nullable() bool {
	if slices.Contains(s.Types, "null") {
		return true
	}
	for _, variant := range s.Variants {
		if variant.Nullable() {
			return true
		}
	}
	return false
}

// Each visits the schema and all that are in it. A nil Schema has none.
func (s *Schema) Each(visit func(*Schema)) {
	if s == nil {
		return
	}
	visit(s)
	s.Items.Each(visit)
	s.Additional.Each(visit)
	for _, property := range s.Properties {
		property.Schema.Each(visit)
	}
	for _, variant := range s.Variants {
		variant.Each(visit)
	}
}
