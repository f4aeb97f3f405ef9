package media

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// unmarshalObject decodes an object as [wire.Bend] does, and leaves v alone for what
// stands for an empty one. Most objects are what they should be, and bending is slow,
// so that is left for those which are not.
func unmarshalObject[T any](dec *jsontext.Decoder, v *T) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	var plain T
	if raw.Kind() == '{' && json.Unmarshal(raw, &plain, wire.Options()) == nil {
		*v = plain
		return nil
	}
	return wire.UnmarshalObject(jsontext.NewDecoder(bytes.NewReader(raw), wire.Options(), wire.Bend()), v)
}

// members reads an object into a map, nil if it is empty.
func members(dec *jsontext.Decoder, extra *cms.Extra) error {
	err := wire.UnmarshalObject(dec, extra)
	if len(*extra) == 0 {
		*extra = nil
	}
	return err
}

// bySize is an object by the names of sizes, at most 1,000, which a server writes
// as [] when it is empty.
type bySize[V any] map[string]V

func (m *bySize[V]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*m = bySize[V]{}
	return wire.Entries(dec, *m, wire.Counter{Max: wire.MaxMembers, What: "sizes"})
}

// take decodes a member out of extra into v. One that does not fit stays where
// it is.
func take[T any](extra *cms.Extra, name string, v *T) {
	raw, ok := (*extra)[name]
	if !ok {
		return
	}
	list := []byte(`[` + string(raw) + `]`) // only what stands inside of a value is bent
	var decoded [1]T
	if json.Unmarshal(list, &decoded, wire.Options(), wire.Bend()) != nil {
		return
	}
	*v = decoded[0]
	delete(*extra, name)
	if len(*extra) == 0 {
		*extra = nil
	}
}
