package fonts

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// envelope is what every answer comes in (specification, section 2). Its field
// table and its example contradict each other on the types of code and message.
type envelope struct {
	Code    wire.Text `json:"code"`
	Message wire.Text `json:"message"`
	Data    payload   `json:"data"`
}

// payload is the member data. found says that it was an object with a list.
type payload struct {
	dataFields
	found bool
}

type dataFields struct {
	DataList  fontList `json:"dataList"`
	Page      number   `json:"page"`
	PageTotal number   `json:"pageTotal"`
	Total     number   `json:"total"`
	Extra     Extra    `json:",embed"`
}

// good reports that the code is 200, or that there is none and a list instead.
func (e *envelope) good() bool {
	if e.Code == "" {
		return e.Data.found
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(string(e.Code)), 64)
	return err == nil && n == 200
}

// parseEnvelope reads an answer, and returns what stood around the JSON. Its
// errors are [ErrNotJSON] and [ErrDecode]; after ErrDecode code and message may
// still be there.
//
// size is the size of the page that was asked for, 0 if none was.
func parseEnvelope(body []byte, size int) (e *envelope, noise []byte, err error) {
	if e := newEnvelope(size); wire.Unmarshal(body, e) == nil {
		return e, nil, e.check()
	}
	value, noise, ok := wire.Clean(body)
	if !ok {
		return nil, nil, ErrNotJSON
	}
	e = newEnvelope(size)
	if err = wire.Check(value, reflect.TypeFor[envelope]()); err != nil {
		return nil, noise, &reason{ErrDecode, err}
	}
	if err = json.Unmarshal(value, e, wire.Options(), json.WithUnmarshalers(lenient())); err == nil {
		return e, noise, e.check()
	}
	err = &reason{ErrDecode, err}
	// One odd member must not hide what the server says is wrong.
	var bare struct {
		Code    wire.Text `json:"code"`
		Message wire.Text `json:"message"`
	}
	if wire.Unmarshal(value, &bare) != nil {
		return nil, noise, err
	}
	return &envelope{Code: bare.Code, Message: bare.Message}, noise, err
}

func newEnvelope(size int) *envelope {
	e := new(envelope)
	e.Data.DataList.most = wire.MaxElements(size)
	return e
}

// check refuses what is no envelope at all.
func (e *envelope) check() error {
	if e.Code == "" && !e.Data.found {
		return &reason{ErrDecode, errors.New("there is neither a code nor a list of fonts")}
	}
	return nil
}

// lenient reads numbers and booleans where strings are due, a list of strings
// as one with commas, and anything else as it is written. It is slow, and used
// only where the plain way has failed.
func lenient() *json.Unmarshalers {
	return json.UnmarshalFromFunc(func(dec *jsontext.Decoder, s *string) error {
		raw, err := dec.ReadValue()
		if err != nil {
			return err
		}
		inner := jsontext.NewDecoder(bytes.NewReader(raw), wire.Options())
		switch raw.Kind() {
		case '{':
			*s = string(raw)
		case '[':
			list, err := wire.Strings(inner)
			if err != nil {
				list = []string{string(raw)}
			}
			*s = strings.Join(list, ",")
		default:
			*s, err = wire.Scalar(inner)
		}
		return err
	})
}

// UnmarshalJSONFrom reads an object; null, false, "" and [] are none.
func (p *payload) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() == '{' {
		p.found = true
		return json.UnmarshalDecode(dec, &p.dataFields)
	}
	return nothing(dec)
}

// fontList reads dataList: an array, or an object, which is how PHP writes a
// list with holes. Elements that are null or [] are none.
type fontList struct {
	fonts []Font
	most  int // how many elements there may be
}

func (l *fontList) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	kind := dec.PeekKind()
	if kind != '[' && kind != '{' {
		return nothing(dec)
	}
	_, _ = dec.ReadToken() // the bracket
	count := wire.Counter{Max: l.most, What: "elements in dataList"}
	for dec.PeekKind() != ']' && dec.PeekKind() != '}' {
		if kind == '{' {
			_, _ = dec.ReadToken() // the name; if there is none, no value follows
		}
		if err := count.Add(); err != nil {
			return err
		}
		if dec.PeekKind() != '{' {
			if err := nothing(dec); err != nil {
				return err
			}
			continue
		}
		l.fonts = append(l.fonts, Font{})
		if err := json.UnmarshalDecode(dec, &l.fonts[len(l.fonts)-1]); err != nil {
			return err
		}
	}
	l.fonts = wire.Fit(l.fonts)
	_, err := dec.ReadToken()
	return err
}

// nothing reads what stands for no value, and refuses what stands for one.
func nothing(dec *jsontext.Decoder) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	switch compact := bytes.TrimSpace(raw); string(compact) {
	case "null", "false", `""`:
		return nil
	default:
		if compact[0] == '[' && len(bytes.TrimSpace(compact[1:len(compact)-1])) == 0 {
			return nil
		}
	}
	return fmt.Errorf("found %.40s where an object or list was due", raw)
}

// number is a whole number that a server may write as a string.
type number struct {
	value  int
	stated bool
}

func (n *number) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	switch dec.PeekKind() {
	case '{', '[':
		return dec.SkipValue()
	}
	var err error
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
