// Package batched has the JSON of the batch route, POST /batch/v1: the requests of a batch,
// and the responses to them. The packages cms and batch send batches.
package batched

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Path is the route of batches, below the root.
const Path = "batch/v1"

// MaxItems is the maximum number of requests in a batch that a stock site accepts.
const MaxItems = 25

// CodeTooMany is the code of the site for a batch of too many requests, as the detail of the
// argument "requests".
const CodeTooMany = "rest_too_many_items"

// Request is the body of the batch route.
type Request struct {
	Validation string `json:"validation"`
	Requests   []Item `json:"requests"`
}

// Item is a request of a batch.
type Item struct {
	Method  string          `json:"method"`
	Path    string          `json:"path"`
	Body    json.RawMessage `json:"body,omitzero"`
	Headers map[string]any  `json:"headers,omitempty"` // a string or a list of strings
}

// Add adds a request.
func (r *Request) Add(method, path string, body json.RawMessage, header http.Header) {
	headers := map[string]any{}
	for name, values := range header {
		headers[name] = values
		if len(values) == 1 {
			headers[name] = values[0]
		}
	}
	r.Requests = append(r.Requests, Item{method, path, body, headers})
}

// Response is the response of the batch route. Its items are parts of Body.
type Response struct {
	Failed    string
	Responses []Reply
	Body      []byte
}

// Reply is the response to one item. Its members are decoded later: a member that cannot
// be decoded must not hide the other items.
type Reply struct{ Whole, Code, Headers, Body jsontext.Value }

// IsNull reports whether the site sent null, because it did not run the item.
func (i Reply) IsNull() bool { return i.Whole.Kind() == 'n' }

// DecodeWhole implements [wire.Whole]. It allows few responses, so it needs no
// [wire.Check], which would count the size of a Reply for each element in a record.
func (r *Response) DecodeWhole(data []byte) error {
	*r = Response{Body: data}
	dec, err := wire.OpenObject(data)
	for err == nil {
		var name []byte
		if name, err = wire.Member(dec); name == nil {
			break
		}
		switch string(name) {
		case "failed":
			err = jsonv2.UnmarshalDecode(dec, &r.Failed)
		case "responses":
			err = r.read(dec)
		default:
			err = dec.SkipValue()
		}
	}
	if err != nil {
		return err
	}
	return wire.End(dec)
}

// read reads the list of responses, or null.
func (r *Response) read(dec *jsontext.Decoder) error {
	r.Responses = nil
	if dec.PeekKind() != '[' {
		return jsonv2.UnmarshalDecode(dec, &r.Responses)
	}
	_, err := dec.ReadToken()
	for count := (wire.Limit{Max: wire.MaxMembers, What: "responses"}); err == nil && dec.PeekKind() != ']'; {
		if err = count.Add(); err == nil {
			var item Reply
			item, err = readItem(dec, r.Body)
			r.Responses = append(r.Responses, item)
		}
	}
	if err == nil {
		_, err = dec.ReadToken()
	}
	return err
}

// readItem reads the response to one item of the batch. dec must be a decoder of data. The
// response may be an object or any other value.
func readItem(dec *jsontext.Decoder, data []byte) (i Reply, err error) {
	begin := dec.InputOffset()
	if dec.PeekKind() != '{' {
		err = dec.SkipValue()
	} else if _, err = dec.ReadToken(); err == nil {
		for err == nil {
			var name []byte
			if name, err = wire.Member(dec); name == nil {
				break
			}
			other := jsontext.Value(nil)
			member := &other
			switch string(name) {
			case "status":
				member = &i.Code
			case "headers":
				member = &i.Headers
			case "body":
				member = &i.Body
			}
			*member, err = wire.Part(dec, data)
		}
	}
	i.Whole = bytes.TrimLeft(data[begin:dec.InputOffset()], " \t\r\n,")
	return i, err
}

// Status returns the HTTP status of the response, 0 if the site sent none.
func (i Reply) Status() int {
	status, err := strconv.Atoi(string(i.Code))
	if err != nil || status < 100 || status > 599 {
		return 0
	}
	return status
}

// Header reads an object whose values are strings, numbers or lists; an empty object may be [].
// Other values are skipped.
func (i Reply) Header() http.Header {
	raw := i.Headers
	header := http.Header{}
	if len(raw) <= len("{}") {
		return header
	}
	var members map[string]jsontext.Value
	_ = wire.Unmarshal(raw, &members)
	for name, value := range members {
		var values texts
		if wire.Unmarshal(value, &values) == nil && len(values) > 0 {
			header[http.CanonicalHeaderKey(name)] = values
		}
	}
	return header
}

// texts is a list of strings. A site may send one string instead of a list.
type texts []string

// UnmarshalJSONFrom reads a list or a string. An empty string is an empty list.
func (t *texts) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	list, err := wire.Strings(dec)
	if len(list) == 1 && list[0] == "" {
		list = nil
	}
	*t = list
	return err
}
