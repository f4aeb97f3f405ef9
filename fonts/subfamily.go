package fonts

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Subfamily is the field fontSubfamily. Servers send a string or an array of strings. A
// string becomes a list of one name, "" an empty list, and null a nil list. It is
// encoded as an array, nil as null. [ParseStyle] parses the names.
type Subfamily []string

// String joins the names by commas.
func (s Subfamily) String() string { return strings.Join(s, ", ") }

// UnmarshalJSON reads a string, an array of strings or null.
func (s *Subfamily) UnmarshalJSON(data []byte) error {
	return s.UnmarshalJSONFrom(jsontext.NewDecoder(bytes.NewBuffer(data), wire.Options()))
}

// UnmarshalJSONFrom reads a string, an array of strings or null.
func (s *Subfamily) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	names, err := wire.Strings(dec)
	if err != nil {
		return err
	}
	if len(names) == 1 && names[0] == "" {
		names = []string{}
	}
	*s = names
	return nil
}

// MarshalJSON writes an array, or null for nil.
func (s Subfamily) MarshalJSON() ([]byte, error) {
	return wire.Marshal(s)
}

// MarshalJSONTo writes an array, or null for nil.
func (s Subfamily) MarshalJSONTo(enc *jsontext.Encoder) error {
	return json.MarshalEncode(enc, []string(s), json.FormatNilSliceAsNull(true))
}
