package wire

import (
	stdjson "encoding/json"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// UnmarshalMisfits decodes an object into a struct that has a field for the members
// without one. A member that does not fit its field, and null, are kept there as they
// came, and do not hide the others; [MarshalMisfits] writes them again. What a PHP server
// writes for an empty object leaves the struct empty. With [Bend] more members fit.
func UnmarshalMisfits(dec *jsontext.Decoder, into any, options ...json.Options) error {
	v := reflect.ValueOf(into).Elem()
	v.SetZero()
	raw, err := dec.ReadValue()
	switch {
	case err != nil:
		return err
	case raw.Kind() == 'n' || isEmptyPHP(raw):
		return nil
	case raw.Kind() != '{':
		return fmt.Errorf("found %v where %v was due", raw.Kind(), jsontext.Kind('{'))
	}
	var members map[string]stdjson.RawMessage
	if err := unmarshal(raw, &members); err != nil {
		return err
	}
	options = append(options, Options())
	var rest reflect.Value
	for field := range Fields(v.Type()) {
		if field.Rest {
			rest = v.FieldByIndex(field.Index)
			continue
		}
		member, ok := members[field.Name]
		if !ok || string(member) == "null" {
			continue
		}
		list := reflect.New(reflect.ArrayOf(1, field.Type)) // Bend changes only the inside of a value
		if json.Unmarshal([]byte("["+string(member)+"]"), list.Interface(), options...) == nil {
			v.FieldByIndex(field.Index).Set(list.Elem().Index(0))
			delete(members, field.Name)
		}
	}
	if len(members) > 0 {
		rest.Set(reflect.ValueOf(members).Convert(rest.Type()))
	}
	return nil
}
