package conformance

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// body is what a request brings.
type body map[string]any

// send writes to a route below that of the collection and returns the answer.
func send[T any](t *testing.T, c *cms.Client, method, path string, b any) *T {
	t.Helper()
	answer, err := try[T](t.Context(), c, method, path, b)
	if err != nil {
		t.Fatalf("Request %s %s: error %v, want none", method, path, err)
	}
	return answer
}

func try[T any](ctx context.Context, c *cms.Client, method, path string, b any) (*T, error) {
	path, query, _ := strings.Cut(path, "?")
	r := cms.Request[T]{Method: method, Path: "cms/v2/" + path}
	var err error
	if r.Query, err = url.ParseQuery(query); err != nil {
		return nil, err
	}
	if b != nil {
		r.Body = b
	}
	return cms.Do(ctx, c, r)
}

// ask sends a request that no package makes, and returns the answer as it came.
func ask(ctx context.Context, c *cms.Client, method, path string, query url.Values, body any) (json.RawMessage, error) {
	out, err := cms.Do(ctx, c, cms.Request[json.RawMessage]{
		Operation: "conformance", Method: method, Path: path, Query: query, Body: body, Repeat: cms.RepeatUnsent,
	})
	if err != nil {
		return nil, err
	}
	return *out, nil
}

// do makes a request of no type the call of a refusal.
func do(ask cms.Request[cms.Raw], options ...cms.CallOption) func(context.Context, *site, *cms.Client) error {
	return func(ctx context.Context, _ *site, client *cms.Client) error {
		_, err := cms.Do(ctx, client, ask, options...)
		return err
	}
}

// rawCollection is a collection whose records come as the JSON that was received.
func rawCollection(c *cms.Client, kind string) *cms.Collection[record, struct{}, cms.PostListOptions] {
	return cms.NewCollection[record, struct{}, cms.PostListOptions](c, "cms/v2/"+kind)
}
