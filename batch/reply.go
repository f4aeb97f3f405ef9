package batch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/relay"
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
// body, unless the items are secret: it may name what was created.
func parse(ctx context.Context, body json.RawMessage, n int, secret bool, response *cms.Response) (answer reply, err error) {
	if len(body) == 0 {
		err = errEmpty
	} else {
		answer, err = decode(ctx, body, reply{Responses: responses{most: n}})
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
			Body:      clip(body, secret),
			Reason:    unusable(ctx, err, secret),
		}
	}
	return answer, nil
}

// decode decodes JSON into v, which a context ends if the JSON is large.
func decode[T any](ctx context.Context, data []byte, v T) (T, error) {
	type decoded struct {
		v   T
		err error
	}
	d, err := relay.Decode(ctx, len(data), func() decoded {
		d := decoded{v: v}
		d.err = cms.Unmarshal(data, &d.v)
		return d
	})
	return d.v, cmp.Or(err, d.err)
}

// errEmpty is an answer without content.
var errEmpty = errors.New("the answer is empty")

// unusable is the reason of an error about an answer that says nothing of what
// was done. It quotes nothing of one that is secret.
func unusable(ctx context.Context, cause error, secret bool) error {
	switch {
	case errors.Is(cause, errEmpty):
		return fmt.Errorf("%w: %w: %w", cms.ErrOutcomeUnknown, cms.ErrNotREST, cause)
	case secret:
		return fmt.Errorf("%w: %w", cms.ErrOutcomeUnknown, cms.ErrDecode)
	}
	if ctx.Err() != nil && errors.Is(cause, context.Cause(ctx)) {
		return fmt.Errorf("%w: %w", cms.ErrOutcomeUnknown, cause)
	}
	return fmt.Errorf("%w: %w: %w", cms.ErrOutcomeUnknown, cms.ErrDecode, cause)
}

// clip cuts what an error keeps of an answer, as cms does: nothing of one that is
// secret.
func clip(body []byte, secret bool) []byte {
	if secret {
		return nil
	}
	return bytes.Clone(body[:min(len(body), 64<<10)])
}

// replyItem is the answer to one item.
type replyItem struct {
	Body    json.RawMessage `json:"body"`
	Status  int             `json:"status"`
	Headers headers         `json:"headers"`
}

func isNull(raw jsontext.Value) bool { return raw.Kind() == 'n' }

// fill takes over the answer to an item.
func (r *Result) fill(ctx context.Context, item cms.BatchItem, raw jsontext.Value) {
	answer, err := decode(ctx, raw, replyItem{Headers: headers{}})
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
			Body:      clip(raw, item.Secret),
			Reason:    unusable(ctx, err, item.Secret),
		}
		return
	}
	r.Status, r.Header = answer.Status, http.Header(answer.Headers)
	r.Value, r.Err = item.Accept(ctx, r.Status, r.Header, answer.Body)
}

// headers are an object whose values are strings, numbers or lists; [] if there are
// none. What has another shape is no header.
type headers http.Header

func (h *headers) UnmarshalJSON(data []byte) error {
	*h = headers{}
	members := map[string]jsontext.Value{}
	if cms.Unmarshal(data, &members) != nil {
		return nil //nolint:nilerr // it is no header, as the comment says
	}
	for name, value := range members {
		var values cms.StringList
		if cms.Unmarshal(value, &values) == nil && len(values) > 0 {
			(*h)[http.CanonicalHeaderKey(name)] = values
		}
	}
	return nil
}
