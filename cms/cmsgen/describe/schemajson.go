package describe

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// MarshalJSONTo writes an object in the order of the site.
func (all Schemas) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, one := range all {
		if err := enc.WriteToken(jsontext.String(one.Name)); err != nil {
			return err
		}
		if err := json.MarshalEncode(enc, one.Schema); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndObject)
}

// MarshalJSON is MarshalJSONTo for encoding/json.
func (all Schemas) MarshalJSON() ([]byte, error) { return json.Marshal(all) }
