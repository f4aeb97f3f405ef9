package cms

import (
	"encoding/json"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Argument is the schema of one argument. It may hold at most 10,000 values and
// types. Of schemas within schemas 64 levels are read; deeper ones stay in Extra.
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

// maxSchemaDepth is how many schemas may lie in one another. What is deeper is made to
// keep a client busy.
const maxSchemaDepth = 64

// UnmarshalJSONFrom reads the schema. Plugins write odd ones: a member that does
// not fit its field is kept in Extra, and so is one that is nested too deep.
func (a *Argument) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*a = Argument{}
	dec, err := wire.Checked(dec, reflect.TypeFor[Argument]())
	if err != nil {
		return err
	}
	return a.read(dec, maxSchemaDepth)
}

// read reads a schema with as many levels below it. Schemas within it are read where
// they stand, so that no part of the JSON is read or copied twice.
func (a *Argument) read(dec *jsontext.Decoder, levels int) error {
	if dec.PeekKind() != '{' {
		return wire.UnmarshalObject(dec, &a.Extra)
	}
	err := eachMember(dec, func(name string) error {
		switch object := dec.PeekKind() == '{' && levels > 0; {
		case object && name == "items":
			a.Items = &Argument{}
			return a.Items.read(dec, levels-1)
		case object && name == "properties":
			a.Properties = Arguments{}
			return a.Properties.read(dec, levels-1)
		}
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if a.Extra == nil {
			a.Extra = Extra{}
		}
		a.Extra[name] = json.RawMessage(value.Clone())
		return nil
	})
	if err != nil {
		return err
	}
	a.Extra.take("type", &a.Type)
	a.Extra.take("format", &a.Format)
	a.Extra.take("description", &a.Description)
	a.Extra.take("required", &a.Required)
	a.Extra.take("default", &a.Default)
	a.Extra.take("enum", &a.Enum)
	a.Extra.take("minimum", &a.Minimum)
	a.Extra.take("maximum", &a.Maximum)
	if levels > 0 { // what stands for an empty object
		a.Extra.take("items", &a.Items)
		a.Extra.take("properties", &a.Properties)
	}
	return nil
}

// read reads schemas by name.
func (a Arguments) read(dec *jsontext.Decoder, levels int) error {
	return eachMember(dec, func(name string) error {
		var argument Argument
		err := argument.read(dec, levels)
		a[name] = argument
		return err
	})
}

// eachMember reads an object and calls each, which reads the value, for each of its names.
func eachMember(dec *jsontext.Decoder, each func(name string) error) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err == nil {
			err = each(name.String())
		}
		if err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (a *Argument) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, a) }

// MarshalJSON writes the schema, the members of Extra beside the known ones.
func (a Argument) MarshalJSON() ([]byte, error) { return wire.MarshalMisfits(argumentObject(a)) }

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
