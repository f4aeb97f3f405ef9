package reply

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Envelope is the body of an error response. Its fields have loose types: code may be a
// number, data null or a string, an empty object []. One odd field must not hide the
// other fields.
type Envelope struct {
	Code       wire.Text       `json:"code"`
	Message    wire.Text       `json:"message"`
	Data       json.RawMessage `json:"data"`
	Additional json.RawMessage `json:"additional_errors"`
	Refused    json.RawMessage `json:"additional_data"` // the invalid values, or what the database says
}

// Detail is one error among several.
type Detail struct {
	Code    wire.Text       `json:"code"`
	Message wire.Text       `json:"message"`
	Data    json.RawMessage `json:"data"`
}

// errorData is the field data of an error response, if it is an object.
type errorData struct {
	Params  json.RawMessage `json:"params"`
	Details json.RawMessage `json:"details"`
}

// Parse reads an error envelope. ok is false if body is not an envelope.
func Parse(body []byte) (envelope Envelope, ok bool) {
	value, _, found := wire.Clean(body)
	if !found || value[0] != '{' {
		return envelope, false
	}
	err := wire.Unmarshal(value, &envelope)
	return envelope, err == nil && envelope.Code != ""
}

// Refusal reads an error envelope that came with a status of success. It returns the
// status in the envelope, 0 if value is not an envelope. An envelope has no other fields:
// records may have a code too.
func Refusal(value []byte) (envelope Envelope, status int) {
	if len(value) == 0 || value[0] != '{' || !bytes.Contains(value, []byte(`"message"`)) {
		return envelope, 0
	}
	var members map[string]jsontext.Value
	var data struct {
		Status int `json:"status"`
	}
	if wire.Unmarshal(value, &members) != nil || wire.Unmarshal(members["data"], &data) != nil || data.Status < 400 {
		return envelope, 0
	}
	for name := range members {
		switch name {
		case "code", "message", "data", "additional_errors", "additional_data":
		default:
			return envelope, 0
		}
	}
	if envelope, ok := Parse(value); ok {
		return envelope, data.Status
	}
	return envelope, 0
}

// within decodes one part of an error. All parts share the memory limit of one response.
func within[T any](raw []byte, v *T) error {
	if err := wire.Check(raw, reflect.TypeFor[T](), wire.Slack/32); err != nil {
		return err
	}
	return wire.Unmarshal(raw, v)
}

// Arguments returns the error text of each invalid argument, and the details of the
// arguments for which the site sends a code.
func (e Envelope) Arguments() (texts map[string]string, details map[string]Detail) {
	var data errorData
	if len(e.Data) == 0 || e.Data[0] != '{' || wire.Unmarshal(e.Data, &data) != nil {
		return nil, nil
	}
	if len(data.Details) == 0 || data.Details[0] != '{' || within(data.Details, &details) != nil {
		details = nil
	}
	return params(data.Params), details
}

// Further returns the additional errors of the response.
func (e Envelope) Further() (further []Detail) {
	if len(e.Additional) == 0 || e.Additional[0] != '[' || within(e.Additional, &further) != nil {
		return nil
	}
	return further
}

// params reads data.params. For invalid arguments it is an object with a text for each name. For
// missing arguments it is a list of names.
func params(raw json.RawMessage) map[string]string {
	if len(raw) == 0 {
		return nil
	}
	var named map[string]wire.Text
	if raw[0] == '{' && within(raw, &named) == nil {
		out := make(map[string]string, len(named))
		for name, message := range named {
			out[name] = string(message)
		}
		return out
	}
	var names []wire.Text
	if raw[0] == '[' && within(raw, &names) == nil && len(names) > 0 {
		out := make(map[string]string, len(names))
		for _, name := range names {
			out[string(name)] = "missing"
		}
		return out
	}
	return nil
}
