package cms

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Number is a whole number that a server may write as a string, "423", as
// plugins do that take it straight from a database.
type Number int

// UnmarshalJSONFrom reads a number or a string; null and "" are 0.
func (n *Number) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	text, err := wire.Scalar(dec)
	if err != nil {
		return err
	}
	*n = 0
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	i, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("%.40q is no whole number", text)
	}
	*n = Number(i)
	return nil
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (n *Number) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, n) }
