package fonts

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// envelope is the outer object of every response. In the specification, the table of
// fields and the example contradict each other about the types of code and message. So
// both may be strings or numbers.
type envelope struct {
	Code    wire.Text `json:"code"`
	Message wire.Text `json:"message"`
	Data    payload   `json:"data"`
	fonts   []Font
}

// payload is the value of the field "data". If this value is not an object, odd keeps it, and
// decoding does not fail. So the code of the envelope can still be read.
type payload struct {
	DataList  jsontext.Value `json:"dataList"`
	Page      number         `json:"page"`
	PageTotal number         `json:"pageTotal"`
	Total     number         `json:"total"`
	Extra     Extra          `json:",embed"`
	found     bool
	odd       jsontext.Value
}

func (p *payload) UnmarshalJSONFrom(dec *jsontext.Decoder) (err error) {
	type object payload
	if p.found = dec.PeekKind() == '{'; p.found {
		return json.UnmarshalDecode(dec, (*object)(p))
	}
	p.odd, err = dec.ReadValue()
	p.odd = bytes.Clone(p.odd)
	return err
}

// good reports whether the code is 200. If there is no code, good reports whether the field
// "data" is an object.
func (e *envelope) good() bool {
	if e.Code == "" {
		return e.Data.found
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(string(e.Code)), 64)
	return err == nil && n == 200
}

// parseEnvelope reads a response. size is the page size of the request. noise is the text
// around the JSON. The error is [ErrNotJSON] or [ErrDecode]. With ErrDecode, e may still
// hold the code and the message.
func parseEnvelope(body []byte, size int) (e *envelope, noise []byte, err error) {
	e = new(envelope)
	if wire.Unmarshal(body, e) != nil {
		value, around, ok := wire.Clean(body)
		if !ok {
			return nil, nil, ErrNotJSON
		}
		e, noise = new(envelope), around
		if err := wire.Unmarshal(value, e); err != nil {
			return nil, noise, transport.Because(ErrDecode, err)
		}
	}
	switch {
	case !nothing(e.Data.odd):
		err = fmt.Errorf("found %.40s instead of an object", e.Data.odd)
	case e.Code == "" && !e.Data.found:
		err = errors.New("there is neither a code nor a list of fonts")
	case !nothing(e.Data.DataList):
		e.fonts, err = parseList(e.Data.DataList, size)
		e.Data.DataList = nil
	}
	if err != nil {
		err = transport.Because(ErrDecode, err)
	}
	return e, noise, err
}

// parseList reads the field dataList. It leaves out elements that set no field of a Font.
func parseList(raw []byte, size int) (fonts []Font, err error) {
	into := reflect.ValueOf(&fonts).Elem()
	if err = wire.List(raw, size, into); err != nil {
		err = wire.List(raw, size, into, lenient())
	}
	i := -1
	return slices.DeleteFunc(fonts, func(Font) bool { i++; return into.Index(i).IsZero() }), err
}

// nothing reports whether raw is one of the values that PHP writes for an absent value.
func nothing(raw jsontext.Value) bool {
	if raw.Kind() == '[' || raw.Kind() == '{' {
		return len(bytes.TrimSpace(raw[1:len(raw)-1])) == 0
	}
	return slices.Contains([]string{"", "null", "false", `""`}, string(raw))
}

// lenient returns options that read any value into a string. A list of strings becomes
// one string, joined by commas.
func lenient() json.Options {
	return json.WithUnmarshalers(json.UnmarshalFromFunc(func(dec *jsontext.Decoder, s *string) error {
		raw, err := dec.ReadValue()
		texts, odd := wire.Strings(jsontext.NewDecoder(bytes.NewReader(raw), wire.Options()))
		if odd != nil {
			texts = []string{string(raw)}
		}
		*s = strings.Join(texts, ",")
		return err
	}))
}

// number is an integer that a server may write as a string. Its value is nil if the server
// sent no integer, or a negative integer.
type number struct{ value *int }

func (n *number) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if kind := dec.PeekKind(); kind == '{' || kind == '[' {
		return dec.SkipValue()
	}
	value, ok, err := wire.Integer(dec)
	if ok && value >= 0 {
		n.value = &value
	}
	return err
}

// orUnknown returns the number, or -1 if the server did not send it. records is the number
// of records on the page. If the page has records, a zero counts as not sent.
func (n number) orUnknown(records int) int {
	if n.value == nil || *n.value == 0 && records > 0 {
		return -1
	}
	return *n.value
}
