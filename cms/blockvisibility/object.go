package blockvisibility

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// beside writes the members of extra behind those of an object. Left are those that
// have no field, or do not fit it.
func beside(object any, extra, left cms.Extra) ([]byte, error) {
	known, err := cms.Marshal(object)
	if err != nil {
		return nil, err
	}
	var members cms.Extra
	if err := cms.Unmarshal(known, &members); err != nil {
		return nil, err
	}
	for name, raw := range extra {
		_, set := members[name]
		if _, misfit := left[name]; len(raw) > 0 && (set || !misfit) {
			return nil, fmt.Errorf("%s may not stand in Extra: it is a field", name)
		}
	}
	others, err := cms.Marshal(extra)
	switch {
	case err != nil || len(extra) == 0 || string(others) == "{}":
		return known, err
	case len(members) == 0:
		return others, nil
	}
	return slices.Concat(known[:len(known)-1], []byte{','}, others[1:]), nil
}

// object decodes an object into v. A PHP server writes an empty one as [], and
// null is none.
func object(dec *jsontext.Decoder, v any) error {
	if dec.PeekKind() == 'n' {
		return dec.SkipValue()
	}
	if dec.PeekKind() == '[' {
		list := []jsontext.Value{}
		if err := json.UnmarshalDecode(dec, &list); err != nil {
			return err
		}
		if len(list) > 0 {
			return errors.New("a list stands where an object is due")
		}
		return nil
	}
	return json.UnmarshalDecode(dec, v)
}

// entries decodes an object into m, member by member.
func entries[K ~string, V any](dec *jsontext.Decoder, m map[K]V) error {
	if dec.PeekKind() != '{' {
		return object(dec, &m)
	}
	return wire.Entries(dec, m, wire.Counter{Max: wire.MaxMembers, What: "members"})
}

// members returns the members of an object. It returns nil for any other value.
func members(dec *jsontext.Decoder) (extra cms.Extra, err error) {
	if err := object(dec, &extra); err != nil {
		return nil, err
	}
	if len(extra) == 0 {
		extra = nil
	}
	return extra, nil
}

// take decodes a member out of extra into v. One that does not fit stays where
// it is, so that it is written again.
func take[T any](extra *cms.Extra, name string, v *T) {
	raw, ok := (*extra)[name]
	if !ok || jsontext.Value(raw).Kind() == 'n' {
		return
	}
	var decoded T
	if cms.Unmarshal(raw, &decoded) != nil {
		return
	}
	*v = decoded
	delete(*extra, name)
	if len(*extra) == 0 {
		*extra = nil
	}
}
