package cms

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// StringList is a list of at most 10,000 strings that a server may also write as
// one string, or as an object when it has taken elements out of the middle. The
// list of one empty string is an empty one.
type StringList []string

// UnmarshalJSONFrom reads a list, a string, the values of an object, or null.
func (l *StringList) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	list, err := wire.Strings(dec)
	if len(list) == 1 && list[0] == "" {
		list = []string{} // how a site writes an empty one
	}
	*l = list
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (l *StringList) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, l) }
