package analytics

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Number is a whole number that a server may write as a string.
type Number int64

// UnmarshalJSONFrom reads a number or a string; null and "" are 0.
func (n *Number) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	data, err := dec.ReadValue()
	if err != nil {
		return err
	}
	return n.UnmarshalJSON(data)
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (n *Number) UnmarshalJSON(data []byte) error {
	*n = 0
	digits := string(bytes.Trim(bytes.TrimSpace(data), `"`))
	if digits == "" || digits == "null" {
		return nil
	}
	i, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return fmt.Errorf("%s is no whole number", data)
	}
	*n = Number(i)
	return nil
}
