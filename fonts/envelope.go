package fonts

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// envelope is what every response comes in (specification, section 2). Its field
// table and its example contradict each other on the types of code and message.
type envelope struct {
	Code    wire.Text `json:"code"`
	Message wire.Text `json:"message"`
	Data    *payload  `json:"data"` // nil for null, and for what PHP writes in place of it

	fonts []Font
}

// payload is the member data.
type payload struct {
	DataList  jsontext.Value `json:"dataList"`
	Page      number         `json:"page"`
	PageTotal number         `json:"pageTotal"`
	Total     number         `json:"total"`
	Extra     Extra          `json:",embed"`
}

// good reports that the code is 200, or that there is none and a list instead.
func (e *envelope) good() bool {
	if e.Code == "" {
		return e.Data != nil
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(string(e.Code)), 64)
	return err == nil && n == 200
}

// parseEnvelope reads a response, and returns what stood around the JSON. Its
// errors are [ErrNotJSON] and [ErrDecode]; after ErrDecode code and message may
// still be there. size is the page size of the request, 0 if there was none.
func parseEnvelope(body []byte, size int) (e *envelope, noise []byte, err error) {
	e = new(envelope)
	if wire.Unmarshal(body, e) != nil {
		value, around, ok := wire.Clean(body)
		if !ok {
			return nil, nil, ErrNotJSON
		}
		*e, noise = envelope{}, around
		if err := wire.Object(value, e, wire.Bend()); err != nil {
			return bare(value), noise, &reason{ErrDecode, err}
		}
	}
	if e.Code == "" && e.Data == nil {
		return e, noise, &reason{ErrDecode, errors.New("there is neither a code nor a list of fonts")}
	}
	if err := e.list(size); err != nil {
		return e, noise, &reason{ErrDecode, err}
	}
	return e, noise, nil
}

// bare reads code and message alone, nil if that is impossible: one odd member must
// not hide the reason of a failure.
func bare(value []byte) *envelope {
	var e struct {
		Code    wire.Text `json:"code"`
		Message wire.Text `json:"message"`
	}
	if wire.Unmarshal(value, &e) != nil {
		return nil
	}
	return &envelope{Code: e.Code, Message: e.Message}
}

// list reads dataList: an array, or an object, which is how PHP writes a list with
// holes. Elements without any field are left out.
func (e *envelope) list(size int) error {
	if e.Data == nil {
		return nil
	}
	raw := e.Data.DataList
	switch string(raw) {
	case "", "null", "false", `""`, "{}":
		return nil
	}
	into := reflect.ValueOf(&e.fonts).Elem()
	if wire.List(raw, size, into) != nil {
		if err := wire.List(raw, size, into, lenient()); err != nil {
			return err
		}
	}
	e.Data.DataList = nil
	e.fonts = slices.DeleteFunc(e.fonts, func(f Font) bool { return reflect.ValueOf(f).IsZero() })
	return nil
}

// lenient reads any value where a string is due: a list of strings as one with
// commas, which wire.Bend refuses, and an object as it is written. It is slow, and
// used only where the plain way has failed.
func lenient() json.Options {
	text := json.UnmarshalFromFunc(func(dec *jsontext.Decoder, s *string) error {
		raw, err := dec.ReadValue()
		if err != nil {
			return err
		}
		list := []string{string(raw)}
		if raw.Kind() != '{' {
			if read, err := wire.Strings(jsontext.NewDecoder(bytes.NewReader(raw), wire.Options())); err == nil {
				list = read
			}
		}
		*s = strings.Join(list, ",")
		return nil
	})
	none := json.UnmarshalFromFunc(func(dec *jsontext.Decoder, _ *Font) error {
		if dec.PeekKind() != 'f' {
			return errors.ErrUnsupported
		}
		return dec.SkipValue()
	})
	return json.WithUnmarshalers(json.JoinUnmarshalers(text, none))
}

// number is a whole number that a server may write as a string.
type number struct {
	value  int
	stated bool
}

func (n *number) UnmarshalJSONFrom(dec *jsontext.Decoder) (err error) {
	switch dec.PeekKind() {
	case '{', '[':
		return dec.SkipValue()
	}
	n.value, n.stated, err = wire.Integer(dec)
	return err
}

// orUnknown is the number, -1 if the server did not state one. A total of zero
// beside records says nothing either.
func (n number) orUnknown(records int) int {
	if !n.stated || n.value < 0 || n.value == 0 && records > 0 {
		return -1
	}
	return n.value
}
