package appearance

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Tree is the JSON of settings or styles in the form of theme.json: objects within
// objects. A nil Tree is absent. The zero bytes of a response, such as [] for an empty
// object, become {}.
//
// Names are given one by one: Set("red", "color", "text") sets {"color":{"text":"red"}}.
type Tree json.RawMessage

// Get decodes the value at a path into v, and reports whether there is one. Without a
// path it decodes the whole tree. Errors: the value does not fit v.
func (t Tree) Get(v any, path ...string) (ok bool, err error) {
	raw := json.RawMessage(t)
	for _, name := range path {
		raw = members(raw)[name]
	}
	if len(raw) == 0 {
		return false, nil
	}
	return true, cms.Unmarshal(raw, v)
}

// Set sets the value at a path, and makes the objects on the way. What is at the path, or
// on the way and is not an object, is replaced. The other values are not changed. Errors:
// [cms.ErrInvalidArgument] for an empty path, and for a value that has no JSON form.
func (t *Tree) Set(v any, path ...string) error {
	value, err := cms.Marshal(v)
	if err != nil {
		return &cms.ArgumentError{Argument: strings.Join(path, "."), Reason: err.Error()}
	}
	return t.put(value, path)
}

// Remove removes the value at a path. It does nothing if there is none. Errors:
// [cms.ErrInvalidArgument] for an empty path.
func (t *Tree) Remove(path ...string) error {
	if ok, _ := t.Get(new(json.RawMessage), path...); !ok && len(path) > 0 {
		return nil
	}
	return t.put(nil, path)
}

// put sets the value at a path. If value is nil, it removes the member.
func (t *Tree) put(value json.RawMessage, path []string) error {
	if len(path) == 0 {
		return &cms.ArgumentError{Argument: "path", Reason: "must not be empty"}
	}
	next, err := replaced(json.RawMessage(*t), value, path)
	if err != nil {
		return &cms.ArgumentError{Argument: strings.Join(path, "."), Reason: err.Error()}
	}
	*t = Tree(next)
	return nil
}

// replaced returns an object with a new value at a path. If value is nil, the member at
// the path is removed.
func replaced(object, value json.RawMessage, path []string) (json.RawMessage, error) {
	all := maps.Clone(members(object))
	if all == nil {
		all = map[string]json.RawMessage{}
	}
	if len(path) > 1 {
		var err error
		if value, err = replaced(all[path[0]], value, path[1:]); err != nil {
			return nil, err
		}
	}
	delete(all, path[0])
	if value != nil {
		all[path[0]] = value
	}
	return cms.Marshal(all)
}

// Equal reports whether a site would show both trees alike. The order of names, empty
// objects, empty lists and the two spellings of a reference to a preset make no difference.
func (t Tree) Equal(other Tree) bool {
	return reflect.DeepEqual(canonical(value(t)), canonical(value(other)))
}

// canonical prepares a value for a comparison. It removes the members for which [hollow]
// returns true. It writes each reference to a preset in a single spelling: see [spelled].
func canonical(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, member := range v {
			if !hollow(member) {
				out[name] = canonical(member)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = canonical(v[i])
		}
		return out
	}
	return spelled(v)
}

// members returns the members of an object, or nil if raw is not an object.
func members(raw json.RawMessage) map[string]json.RawMessage {
	if jsontext.Value(raw).Kind() != '{' {
		return nil
	}
	var all map[string]json.RawMessage
	if cms.Unmarshal(raw, &all) != nil {
		return nil
	}
	return all
}

// String returns the JSON.
func (t Tree) String() string { return string(t) }

// errNoObject is the error for a value that is not a tree.
var errNoObject = errors.New("it is not an object")

// UnmarshalJSONFrom reads an object. A site writes an empty object as []. Errors: any other
// value except null.
func (t *Tree) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*t = Tree("{}")
	switch raw.Kind() {
	case '{':
		*t = Tree(bytes.Clone(raw))
	case 'n':
	case '[':
		if len(bytes.TrimSpace(raw[1:len(raw)-1])) > 0 {
			return errNoObject
		}
	default:
		return errNoObject
	}
	return nil
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (t *Tree) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, t) }

// MarshalJSON writes the JSON, or {} for an empty tree.
func (t Tree) MarshalJSON() ([]byte, error) {
	if len(t) == 0 {
		return []byte("{}"), nil
	}
	return []byte(t), nil
}
