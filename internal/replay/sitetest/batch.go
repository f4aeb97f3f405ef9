package sitetest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/batched"
)

// ItemRefusal is the response to one request of a batch, which was not carried out.
type ItemRefusal struct {
	Name   string
	Status int
	Code   string
	Data   string // further fields of data
	// Final means that the same request would be refused outside of a batch, too.
	Final bool
}

// ItemRefusals are written by hand.
func ItemRefusals() []ItemRefusal {
	return []ItemRefusal{
		{"an invalid value", 400, "rest_invalid_param", "", true},
		{"no right", 403, "rest_cannot_create", "", true},
		{"a part that was not written", 403, "rest_cannot_update", `,"key":"meta"`, false},
		{"not in a batch", 400, "rest_batch_not_allowed", "", false},
		{"a record that is away", 404, "busy", "", false},
		{"a site that is busy", 503, "busy", "", false},
	}
}

// Spoil returns a round trip that replaces the response to the first request of the first batch.
// The site does not get this request.
func (r ItemRefusal) Spoil(
	next func(*http.Request) (*http.Response, error),
) func(*http.Request) (*http.Response, error) {
	var done atomic.Bool
	return func(req *http.Request) (*http.Response, error) {
		if !strings.HasSuffix(req.URL.Path, batched.Path) || done.Swap(true) {
			return next(req)
		}
		var sent batched.Request
		if err := json.UnmarshalRead(req.Body, &sent); err != nil {
			return nil, err
		}
		sent.Requests = sent.Requests[1:]
		body, err := json.Marshal(sent)
		if err != nil {
			return nil, err
		}
		req = req.Clone(req.Context())
		req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		resp, err := next(req)
		if err != nil {
			return nil, err
		}
		rest, err := io.ReadAll(resp.Body)
		if err != nil {
			return nil, err
		}
		const list = `"responses":[`
		first := fmt.Sprintf(`{"status":%d,"headers":{},"body":{"code":%q,"message":"m","data":{"status":%[1]d%[3]s}}},`,
			r.Status, r.Code, r.Data)
		whole := bytes.Replace(rest, []byte(list), []byte(list+first), 1)
		resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(whole)), int64(len(whole))
		resp.Header.Del("Content-Length")
		return resp, nil
	}
}

// Check compares what came after the refusal of the first of several creates with what it means. errs are
// the errors of the records, in order. path is the end of the route of the creates.
func (r ItemRefusal) Check(t *testing.T, sent []cmstest.Request, path string, errs ...error) {
	t.Helper()
	creates := 0
	for _, request := range sent {
		if request.Method == http.MethodPost && strings.HasSuffix(request.Path, path) {
			creates++
		}
	}
	if (creates == 0) != r.Final {
		t.Errorf("after %d %s: %d creates outside of batches, want none: %t", r.Status, r.Code, creates, r.Final)
	}
	for i, err := range errs {
		if want := r.Final && i == 0; (err != nil) != want {
			t.Errorf("after %d %s: record %d has the error %v, want one: %t", r.Status, r.Code, i, err, want)
		}
	}
}
