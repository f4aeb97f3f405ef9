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

// reply is the response of the batch route.
type reply struct {
	Failed string `json:"failed"`
	// Responses are decoded one by one: a broken one must not hide the others.
	Responses []jsontext.Value `json:"responses"`
}

// decode decodes JSON until the context ends.
func decode[T any](ctx context.Context, data []byte) (T, error) {
	type decoded struct {
		v   T
		err error
	}
	d, err := relay.Decode(ctx, len(data), func() (d decoded) {
		d.err = cms.Unmarshal(data, &d.v)
		return d
	})
	return d.v, cmp.Or(err, d.err)
}

// unusable returns the error of a response that does not tell what became of an item or
// of the batch. It keeps nothing of a secret response.
func unusable(ctx context.Context, item cms.BatchItem, response cms.Response, body []byte, cause error) error {
	reason := fmt.Errorf("%w: %w: %w", cms.ErrOutcomeUnknown, cms.ErrDecode, cause)
	switch {
	case len(body) == 0:
		reason = fmt.Errorf("%w: %w: the response is empty", cms.ErrOutcomeUnknown, cms.ErrNotREST)
	case item.Secret:
		body, reason = nil, fmt.Errorf("%w: %w", cms.ErrOutcomeUnknown, cms.ErrDecode)
	case ctx.Err() != nil && errors.Is(cause, context.Cause(ctx)):
		reason = fmt.Errorf("%w: %w", cms.ErrOutcomeUnknown, cause)
	}
	path, _, _ := strings.Cut(strings.TrimPrefix(item.Path, "/"), "?")
	return &cms.Error{
		Operation: item.Operation, Method: item.Method, Path: path, Status: response.Status, Attempts: response.Attempts,
		Body: bytes.Clone(body[:min(len(body), 64<<10)]), Reason: reason,
	}
}

// replyItem is the response to one item.
type replyItem struct {
	Body    json.RawMessage `json:"body"`
	Status  int             `json:"status"`
	Headers jsontext.Value  `json:"headers"`
}

func isNull(raw jsontext.Value) bool { return raw.Kind() == 'n' }

// fill stores the response to an item.
func (r *Result) fill(ctx context.Context, item cms.BatchItem, raw jsontext.Value) {
	answer, err := decode[replyItem](ctx, raw)
	if err == nil && (answer.Status < 100 || answer.Status > 599) {
		err = fmt.Errorf("%d is not an HTTP status", answer.Status)
	}
	if err != nil {
		r.Err = unusable(ctx, item, cms.Response{Attempts: 1}, raw, err)
		return
	}
	r.Status, r.Header = answer.Status, headersOf(answer.Headers)
	r.Value, r.Err = item.Accept(ctx, r.Status, r.Header, answer.Body)
}

// headersOf reads an object whose values are strings, numbers or lists; an empty one may
// be []. Other values are skipped.
func headersOf(raw jsontext.Value) http.Header {
	header, members := http.Header{}, map[string]jsontext.Value{}
	_ = cms.Unmarshal(raw, &members)
	for name, value := range members {
		var values cms.StringList
		if cms.Unmarshal(value, &values) == nil && len(values) > 0 {
			header[http.CanonicalHeaderKey(name)] = values
		}
	}
	return header
}
