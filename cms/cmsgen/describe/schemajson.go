package describe

import (
	"cmp"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

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
