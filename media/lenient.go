package media

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
)

// unmarshal decodes one value as the client itself decodes answers.
func unmarshal(data []byte, v any) error {
	return json.Unmarshal(data, v, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// unmarshalObject decodes an object in which numbers may be text and text may be
// a number. A server writes an empty object as [], and some null, false or "" for
// none: any list, null, false and any string leave v alone. Most objects are what
// they should be, and being lenient is slow, so that is left for those which are not.
func unmarshalObject[T any](dec *jsontext.Decoder, v *T) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	return unmarshalValue(raw, v)
}

// unmarshalValue is unmarshalObject for a value that was read.
func unmarshalValue[T any](raw jsontext.Value, v *T) error {
	switch raw.Kind() {
	case '[', 'n', 'f', '"':
		return nil
	}
	if unmarshal(raw, v) == nil {
		return nil
	}
	var fresh T
	*v = fresh
	return json.Unmarshal(raw, v, lenient(), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// members reads an object into a map, nil if it is empty.
func members(dec *jsontext.Decoder, extra *cms.Extra) error {
	err := unmarshalObject(dec, (*map[string]stdjson.RawMessage)(extra))
	if len(*extra) == 0 {
		*extra = nil
	}
	return err
}

// bySize is an object by the names of sizes, at most 1,000, which a server writes
// as [] when it is empty.
type bySize[V any] map[string]V

const maxSizes = 1000

func (m *bySize[V]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*m = bySize[V]{}
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if bytes.Count(raw, []byte{','}) >= maxSizes && !few(raw, maxSizes) {
		return fmt.Errorf("there are more than %d sizes", maxSizes)
	}
	return unmarshalValue(raw, (*map[string]V)(m))
}

// few reports that an object has at most so many members.
func few(raw []byte, most int) bool {
	dec := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if token, err := dec.ReadToken(); err != nil || token.Kind() != '{' {
		return true
	}
	for n := 0; dec.PeekKind() != '}'; n++ {
		if n == most {
			return false
		}
		if errors.Join(dec.SkipValue(), dec.SkipValue()) != nil { // the name and the value
			return true
		}
	}
	return true
}

// lenient is the option that reads scalars for what they are meant to be.
func lenient() json.Options {
	return json.WithUnmarshalers(json.JoinUnmarshalers(
		json.UnmarshalFromFunc(func(dec *jsontext.Decoder, s *string) error {
			text, err := scalar(dec)
			*s = text
			return err
		}),
		json.UnmarshalFromFunc(func(dec *jsontext.Decoder, n *int) error {
			whole, err := integer(dec)
			*n = int(whole)
			return err
		}),
		json.UnmarshalFromFunc(func(dec *jsontext.Decoder, n *int64) error {
			whole, err := integer(dec)
			*n = whole
			return err
		}),
	))
}

// scalar reads a string, or a number or boolean as its text; null is "".
func scalar(dec *jsontext.Decoder) (string, error) {
	switch kind := dec.PeekKind(); kind {
	case 'n':
		return "", dec.SkipValue()
	case '"', 't', 'f', '0':
		token, err := dec.ReadToken()
		if err != nil {
			return "", err
		}
		return token.String(), nil
	default:
		return "", fmt.Errorf("found %v where text was due", kind)
	}
}

// integer reads a whole number, which may be written as text or with a fraction
// of zero; "", false and null are 0.
func integer(dec *jsontext.Decoder) (int64, error) {
	text, err := scalar(dec)
	if err != nil {
		return 0, err
	}
	text = strings.TrimSpace(text)
	if text == "" || text == "false" {
		return 0, nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != float64(int64(f)) {
		return 0, fmt.Errorf("%q is no whole number", text)
	}
	return int64(f), nil
}

// take decodes a member out of extra into v. One that does not fit stays where
// it is.
func take[T any](extra *cms.Extra, name string, v *T) {
	raw, ok := (*extra)[name]
	if !ok {
		return
	}
	var decoded T
	err := json.Unmarshal(raw, &decoded, lenient(), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return
	}
	*v = decoded
	delete(*extra, name)
	if len(*extra) == 0 {
		*extra = nil
	}
}
