package batch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
)

// reply is the answer of the batch route.
type reply struct {
	Failed string `json:"failed"`
	// Responses are decoded one by one: an odd one must not hide the others.
	Responses responses `json:"responses"`
}

// responses are the answers to the items, at most as many as were asked for.
type responses struct {
	list []jsontext.Value
	most int
}

// UnmarshalJSONFrom reads the list.
func (r *responses) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if kind := dec.PeekKind(); kind != '[' {
		return fmt.Errorf("found %v where a list was due", kind)
	}
	_, _ = dec.ReadToken() // the bracket
	for dec.PeekKind() != ']' {
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if len(r.list) == r.most {
			return fmt.Errorf("more than %d answers to as many requests", r.most)
		}
		r.list = append(r.list, value.Clone())
	}
	_, err := dec.ReadToken()
	return err
}

// parse decodes the answer to n items. The error is a *cms.Error that holds the
// body: it may name what was created.
func parse(body json.RawMessage, n int, response *cms.Response) (answer reply, err error) {
	answer.Responses.most = n
	if len(body) == 0 {
		err = errEmpty
	} else {
		err = cms.Unmarshal(body, &answer)
	}
	if err == nil && len(answer.Responses.list) != n {
		err = fmt.Errorf("%d answers to %d requests", len(answer.Responses.list), n)
	}
	if err != nil {
		return reply{}, &cms.Error{
			Operation: operation,
			Method:    http.MethodPost,
			Path:      route,
			Status:    response.Status,
			Attempts:  response.Attempts,
			Body:      clip(body),
			Reason:    unusable(err),
		}
	}
	return answer, nil
}

// errEmpty is an answer without content.
var errEmpty = errors.New("the answer is empty")

// unusable is the reason of an error about an answer that says nothing of what
// was done.
func unusable(cause error) error {
	if errors.Is(cause, errEmpty) {
		return fmt.Errorf("%w: %w: %w", cms.ErrOutcomeUnknown, cms.ErrNotREST, cause)
	}
	return fmt.Errorf("%w: %w: %w", cms.ErrOutcomeUnknown, cms.ErrDecode, cause)
}

// clip cuts what an error keeps of an answer, as cms does.
func clip(body []byte) []byte { return bytes.Clone(body[:min(len(body), 64<<10)]) }

// replyItem is the answer to one item.
type replyItem struct {
	Body    json.RawMessage `json:"body"`
	Status  int             `json:"status"`
	Headers jsontext.Value  `json:"headers"`
}

func isNull(raw jsontext.Value) bool { return raw.Kind() == 'n' }

// fill takes over the answer to an item.
func (r *Result) fill(item cms.BatchItem, raw jsontext.Value) {
	var answer replyItem
	err := cms.Unmarshal(raw, &answer)
	if err == nil && (answer.Status < 100 || answer.Status > 599) {
		err = fmt.Errorf("%d is no status", answer.Status)
	}
	if err != nil {
		path, _, _ := strings.Cut(strings.TrimPrefix(item.Path, "/"), "?")
		r.Err = &cms.Error{
			Operation: item.Operation,
			Method:    item.Method,
			Path:      path,
			Attempts:  1,
			Body:      clip(raw),
			Reason:    unusable(err),
		}
		return
	}
	r.Status, r.Header = answer.Status, headerOf(answer.Headers)
	r.Value, r.Err = item.Accept(r.Status, r.Header, answer.Body)
}

// headerOf reads an object whose values are strings, numbers or lists; [] if there
// are none. What has another shape is no header.
func headerOf(raw jsontext.Value) http.Header {
	header := http.Header{}
	members := map[string]jsontext.Value{}
	if cms.Unmarshal(raw, &members) != nil {
		return header
	}
	for name, value := range members {
		var values cms.StringList
		if cms.Unmarshal(value, &values) == nil && len(values) > 0 {
			header[http.CanonicalHeaderKey(name)] = values
		}
	}
	return header
}
