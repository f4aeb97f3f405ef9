package cms

import (
	"maps"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Meta is the meta member of a record.
type Meta struct {
	// Footnotes is the footnotes of a post, page or block, as JSON text.
	Footnotes string `json:"footnotes,omitzero"`
	// Extra holds what the site and its plugins register besides.
	Extra Extra `json:",embed"`
}

// metaObject is Meta without its methods.
type metaObject Meta

// UnmarshalJSONFrom reads the object. A server writes an empty one as [].
func (m *Meta) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*m = Meta{}
	return wire.UnmarshalObject(dec, (*metaObject)(m))
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (m *Meta) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, m) }

// MarshalJSON writes the object, the members of Extra beside the known one.
func (m Meta) MarshalJSON() ([]byte, error) { return wire.Marshal(metaObject(m)) }

// MetaParams is what is written of a meta member; the server leaves alone what
// is not named, and ignores what nobody registered.
type MetaParams struct {
	// Footnotes is the footnotes as JSON text; "" removes them.
	Footnotes *string `json:"footnotes,omitzero"`
	// Extra holds members that the site and its plugins register: see [Extra.Set].
	// A JSON null deletes one.
	Extra Extra `json:",embed"`
}

// params turns meta as read into what is written of it.
func (m Meta) params() *MetaParams {
	return &MetaParams{Footnotes: &m.Footnotes, Extra: maps.Clone(m.Extra)}
}
