package describe

import (
	"cmp"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Schema is the JSON schema of a value, as far as it determines types.
type Schema struct {
	Title       string   `json:"title,omitzero"`
	Description string   `json:"description,omitzero"`
	Types       []string `json:"type,omitzero"`
	Format      string   `json:"format,omitzero"`
	Context     []string `json:"context,omitzero"`
	ReadOnly    bool     `json:"readonly,omitzero"`
	Required    bool     `json:"required,omitzero"`
	// Default is a string, a number, a boolean or null, of less than 400 bytes.
	Default jsontext.Value `json:"default,omitzero"`
	// Enum holds the possible values, without null. See [Schema.Words].
	Enum       []jsontext.Value `json:"enum,omitzero"`
	Items      *Schema          `json:"items,omitzero"` // the elements of an array
	Properties Schemas          `json:"properties,omitzero"`
	Additional *Schema          `json:"additionalProperties,omitzero"`
	Variants   []*Schema        `json:"oneOf,omitzero"` // oneOf or anyOf
	Limits
}

// Limits are the limits of a value, as the site writes them.
type Limits struct {
	Minimum   jsontext.Value `json:"minimum,omitzero"`
	Maximum   jsontext.Value `json:"maximum,omitzero"`
	MinLength jsontext.Value `json:"minLength,omitzero"`
	MaxLength jsontext.Value `json:"maxLength,omitzero"`
	MinItems  jsontext.Value `json:"minItems,omitzero"`
	MaxItems  jsontext.Value `json:"maxItems,omitzero"`
	Pattern   jsontext.Value `json:"pattern,omitzero"`
}

// Schemas are schemas by name, in the order of the site.
type Schemas []NamedSchema

// NamedSchema is the schema of a field or an argument.
type NamedSchema struct {
	Name   string
	Schema *Schema
}

// Named returns the schema with a name, or nil.
func (all Schemas) Named(name string) *Schema {
	for _, one := range all {
		if one.Name == name {
			return one.Schema
		}
	}
	return nil
}

// AnyType stands in Types of a [Schema] for a type that JSON Schema does not define.
const AnyType = "mixed"

// MarshalJSONTo writes an object in the order of the site.
func (all Schemas) MarshalJSONTo(enc *jsontext.Encoder) error {
	err := enc.WriteToken(jsontext.BeginObject)
	for _, one := range all {
		err = cmp.Or(err, enc.WriteToken(jsontext.String(one.Name)), json.MarshalEncode(enc, one.Schema))
	}
	return cmp.Or(err, enc.WriteToken(jsontext.EndObject))
}

// MarshalJSON is MarshalJSONTo for encoding/json.
func (all Schemas) MarshalJSON() ([]byte, error) { return json.Marshal(all) }

// Words returns the values of Enum if all of them are strings, and nil otherwise.
func (s *Schema) Words() []string {
	var words []string
	for _, value := range s.Enum {
		if value.Kind() != '"' {
			return nil
		}
		words = append(words, Text(value))
	}
	return words
}

// Is reports whether values have only this type, or this type and null.
func (s *Schema) Is(name string) bool {
	types := s.ValueTypes()
	return len(types) == 1 && types[0] == name
}

// ValueTypes returns the types of the values without null. If the schema has no types,
// they are derived from its properties, items or enum.
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
	case len(s.Words()) > 0:
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

// Each calls visit for the schema and all schemas in it. A nil Schema has none.
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
