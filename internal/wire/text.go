package wire

import "github.com/go-json-experiment/json/jsontext"

// Text is a string that a server may write as a number or boolean. What is no
// scalar is "".
type Text string

// UnmarshalJSONFrom reads a scalar.
func (t *Text) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	switch dec.PeekKind() {
	case '{', '[':
		*t = ""
		return dec.SkipValue()
	}
	s, err := Scalar(dec)
	*t = Text(s)
	return err
}
