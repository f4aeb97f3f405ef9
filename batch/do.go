package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Do sends the batch: POST /batch/v1. Nothing is sent for an empty batch, and
// nothing if any item is refused: more than [MaxItems] without
// [Builder.SplitLarge], a method or route that a batch does not take, params
// with an id; the error is then a [*cms.ArgumentError].
//
// Otherwise the error is that of the round trip. The report then says how far
// it got: items that were not sent are [ErrNotRun]. The error of a single item
// is in the report alone.
func (b *Builder) Do(ctx context.Context, options ...cms.CallOption) (*Report, error) {
	items, err := b.prepare()
	if err != nil {
		return nil, err
	}
	report := newReport(items)
	done := 0
	for chunk := range slices.Chunk(items, MaxItems) {
		results := report.Results[done : done+len(chunk)]
		stop, err := b.send(ctx, chunk, results, report, options)
		if err != nil {
			return report, err
		}
		if stop {
			break
		}
		done += len(chunk)
	}
	return report, nil
}

// request is the body of the batch route.
type request struct {
	Validation string        `json:"validation"`
	Requests   []requestItem `json:"requests"`
}

type requestItem struct {
	Method  string                `json:"method"`
	Path    string                `json:"path"`
	Body    json.RawMessage       `json:"body,omitzero"`
	Headers map[string]headerItem `json:"headers,omitzero"`
}

// headerItem is one value as a string, several as a list.
type headerItem []string

func (h headerItem) MarshalJSON() ([]byte, error) {
	if len(h) == 1 {
		return wire.Marshal(h[0])
	}
	return wire.Marshal([]string(h))
}

// reply is the answer of the batch route.
type reply struct {
	Failed    string       `json:"failed"`
	Responses []*replyItem `json:"responses"`
}

type replyItem struct {
	Body    json.RawMessage `json:"body"`
	Status  int             `json:"status"`
	Headers replyHeader     `json:"headers"`
}

// replyHeader is an object, or [] if there is none. Its values are strings,
// numbers or lists.
type replyHeader http.Header

func (h *replyHeader) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*h = nil
	members := map[string]jsontext.Value{}
	if err := wire.UnmarshalObject(dec, &members); err != nil {
		return err
	}
	header := http.Header{}
	for name, raw := range members {
		values, err := wire.Strings(jsontext.NewDecoder(bytesOf(raw), wire.Options()))
		if err != nil {
			continue // a value of another shape is no header
		}
		header[http.CanonicalHeaderKey(name)] = values
	}
	*h = replyHeader(header)
	return nil
}

// send sends one batch and fills its results. stop says that those after it must
// not be sent.
func (b *Builder) send(ctx context.Context, items []cms.BatchItem, results []Result, report *Report, options []cms.CallOption) (stop bool, err error) {
	body := request{Validation: b.validation}
	for _, item := range items {
		entry := requestItem{Method: item.Method, Path: item.Path, Body: item.Body}
		for name, values := range item.Header {
			if entry.Headers == nil {
				entry.Headers = map[string]headerItem{}
			}
			entry.Headers[name] = values
		}
		body.Requests = append(body.Requests, entry)
	}
	answer, err := cms.Do(ctx, b.site, cms.Request[reply]{
		Operation: "batch",
		Method:    http.MethodPost,
		Path:      "batch/v1",
		Body:      body,
		Repeat:    cms.RepeatUnsent,
	}, options...)
	if err != nil && b.singly && blocked(err) {
		return false, singly(ctx, items, results, options)
	}
	if err != nil {
		return true, err
	}
	if len(answer.Responses) != len(items) {
		return true, fmt.Errorf("batch: %w: %d answers to %d requests: %w", cms.ErrDecode, len(answer.Responses), len(items), cms.ErrOutcomeUnknown)
	}
	if answer.Failed != "" {
		report.Failed = answer.Failed
	}
	for i, response := range answer.Responses {
		if response == nil {
			continue // stays ErrNotRun
		}
		results[i].Status, results[i].Header = response.Status, http.Header(response.Headers)
		results[i].Value, results[i].Err = items[i].Accept(response.Status, http.Header(response.Headers), response.Body)
		if answer.Failed != "" && results[i].Err == nil {
			results[i].Err = ErrNotRun // valid, and named so by an older server
		}
	}
	return answer.Failed != "", nil
}

// blocked reports that the batch route itself was refused, so that nothing ran.
func blocked(err error) bool {
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		return false
	}
	switch e.Status {
	case http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return true
	}
	return false
}

// singly sends the items by themselves. Those after one whose round trip failed
// are not sent.
func singly(ctx context.Context, items []cms.BatchItem, results []Result, options []cms.CallOption) error {
	for i, item := range items {
		var response cms.Response
		results[i].Value, results[i].Err = item.Send(ctx, append(slices.Clone(options), cms.Capture(&response))...)
		results[i].Status, results[i].Header = response.Status, response.Header
		if err := results[i].Err; err != nil && response.Status == 0 {
			return err
		}
	}
	return nil
}
