package cms

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Argument is the schema of one argument. It may hold at most 10,000 values and
// types, and what is nested deeper than 64 levels stays in Extra.
type Argument struct {
	Type        StringList      `json:"type,omitzero"` // one or several
	Format      string          `json:"format,omitzero"`
	Description string          `json:"description,omitzero"`
	Required    Required        `json:"required,omitzero"`
	Default     json.RawMessage `json:"default,omitzero"`
	Enum        Values          `json:"enum,omitzero"`
	Minimum     *float64        `json:"minimum,omitzero"`
	Maximum     *float64        `json:"maximum,omitzero"`
	Items       *Argument       `json:"items,omitzero"`
	Properties  Arguments       `json:"properties,omitzero"`
	Extra       Extra           `json:",embed"`
}

// argumentObject is Argument without its methods.
type argumentObject Argument

// UnmarshalJSONFrom reads the schema. Plugins write odd ones: a member that does
// not fit its field is kept in Extra, and so is one that is nested too deep.
func (a *Argument) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*a = Argument{}
	dec, err := wire.Checked(dec, reflect.TypeFor[Argument]())
	if err != nil {
		return err
	}
	if err := wire.UnmarshalObject(dec, &a.Extra); err != nil {
		return err
	}
	if len(a.Extra) == 0 {
		a.Extra = nil
	}
	a.Extra.take("type", &a.Type)
	a.Extra.take("format", &a.Format)
	a.Extra.take("description", &a.Description)
	a.Extra.take("required", &a.Required)
	a.Extra.take("default", &a.Default)
	a.Extra.take("enum", &a.Enum)
	a.Extra.take("minimum", &a.Minimum)
	a.Extra.take("maximum", &a.Maximum)
	// Each level is decoded anew by the one above it.
	if shallow(a.Extra["items"]) {
		a.Extra.take("items", &a.Items)
	}
	if shallow(a.Extra["properties"]) {
		a.Extra.take("properties", &a.Properties)
	}
	return nil
}

// maxSchemaDepth is how many objects and lists in one another a schema may hold
// to be read. What is deeper is made to keep a client busy.
const maxSchemaDepth = 64

func shallow(raw []byte) bool {
	dec := jsontext.NewDecoder(bytes.NewReader(raw), wire.Options())
	for {
		if _, err := dec.ReadToken(); err != nil {
			return true
		}
		if dec.StackDepth() > maxSchemaDepth {
			return false
		}
	}
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (a *Argument) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, a) }

// MarshalJSON writes the schema, the members of Extra beside the known ones.
func (a Argument) MarshalJSON() ([]byte, error) { return wire.Marshal(argumentObject(a)) }

// Values are JSON values, at most 10,000. A server writes a list with holes as an
// object.
type Values []json.RawMessage

// UnmarshalJSONFrom reads a list, or the values of an object in their order.
func (v *Values) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*v = nil
	kind := dec.PeekKind()
	if kind != '[' && kind != '{' {
		return dec.SkipValue()
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	var values Values
	count := wire.Counter{Max: maxValues, What: "values"}
	for dec.PeekKind() != ']' && dec.PeekKind() != '}' {
		if kind == '{' {
			if _, err := dec.ReadToken(); err != nil {
				return err
			}
		}
		value, err := dec.ReadValue()
		if err == nil {
			err = count.Add()
		}
		if err != nil {
			return err
		}
		values = append(values, json.RawMessage(value.Clone()))
	}
	*v = wire.Fit(values)
	_, err := dec.ReadToken()
	return err
}

// maxValues is how many values an argument may have: sites list their time zones
// and their terms.
const maxValues = 10_000

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (v *Values) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, v) }

// Required says what has to be given: the argument itself, or in the schema of
// an object the members with these names.
type Required struct {
	Itself  bool
	Members []string
}

// UnmarshalJSONFrom reads a boolean or a list of names.
func (r *Required) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*r = Required{}
	if dec.PeekKind() == '[' {
		list, err := wire.Strings(dec)
		r.Members = list
		return err
	}
	text, err := wire.Scalar(dec)
	r.Itself = text == "true" || text == "1"
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (r *Required) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, r) }

// MarshalJSON writes a boolean or a list of names.
func (r Required) MarshalJSON() ([]byte, error) {
	if r.Members != nil {
		return wire.Marshal(r.Members)
	}
	return wire.Marshal(r.Itself)
}
