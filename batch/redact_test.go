package batch_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
)

// told is a result with something that may be told, and something that may not.
func told() batch.Result {
	return batch.Result{
		Operation: "Posts.Create", Method: http.MethodPost, Path: "/cms/v2/posts?password=secret", Status: 201,
		Header: http.Header{"Set-Cookie": {"secret"}, "X-Count": {"3"}}, Value: &cms.Nothing{}, Err: errors.New("lost"),
	}
}

func TestBatchPrintsHowManyRequestsItHolds(t *testing.T) {
	t.Parallel()
	s := newStub(t, cut)
	b := batch.New(client(t, s)).Post("a/b", map[string]string{"password": "secret"}).Delete("a/c", nil)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		if got := fmt.Sprintf(verb, *b); got != "batch.Builder(2 requests)" {
			t.Errorf("%s: Builder.Delete: %q, want %q", verb, got, "batch.Builder(2 requests)")
		}
		if got := fmt.Sprintf(verb, b); got != "batch.Builder(2 requests)" {
			t.Errorf("Builder.Delete: %s of the pointer: %s, want %q", verb, got, "batch.Builder(2 requests)")
		}
	}
}

func TestPrintingAResultOmitsSecrets(t *testing.T) {
	t.Parallel()
	for name, v := range map[string]any{
		"a result": told(), "a report": batch.Report{Results: []batch.Result{told()}, Failed: "validation"},
		"a pointer": &batch.Report{Results: []batch.Result{told()}, Failed: "validation"},
	} {
		for _, verb := range []string{"%v", "%+v", "%#v"} {
			got := fmt.Sprintf(verb, v)
			for _, part := range []string{"Posts.Create", "POST", "/cms/v2/posts", "201", "X-Count", "lost"} {
				if verb == "%#v" && part == "lost" {
					continue // Go syntax is of the pointer, not of what it says
				}
				if !strings.Contains(got, part) {
					t.Errorf("%s printed with %s: %s, want %q in it", name, verb, got, part)
				}
			}
			if name != "a result" && !strings.Contains(got, "validation") {
				t.Errorf("%s printed with %s: %s, want %q in it", name, verb, got, "validation")
			}
			if strings.Contains(got, "secret") {
				t.Errorf("%s, %s tells a secret: %s, want no %q in it", name, verb, got, "secret")
			}
		}
	}
}

func TestJSONOfAResultOmitsSecrets(t *testing.T) {
	t.Parallel()
	const whole = `{"Operation":"Posts.Create","Method":"POST","Path":"/cms/v2/posts","Status":201,` +
		`"Header":{"Set-Cookie":["[redacted]"],"X-Count":["3"]},"Value":{"a":"` + "\uFFFD" + `","b":1},"Err":"lost"}`
	r := told()
	r.Value = map[string]any{"b": 1, "a": "\xff"}
	got, err := r.MarshalJSON()
	switch {
	case err != nil:
		t.Errorf("Result.MarshalJSON: error %v, want nil", err)
	case string(got) != whole:
		t.Errorf("Result.MarshalJSON: %s, want %s", got, whole)
	}
	r.Value, r.Err, r.Path = nil, nil, "/cms/v2/posts"
	got, err = json.Marshal(r)
	switch want := `{"Operation":"Posts.Create","Method":"POST","Path":"/cms/v2/posts","Status":201,` +
		`"Header":{"Set-Cookie":["[redacted]"],"X-Count":["3"]}}`; {
	case err != nil:
		t.Errorf("json.Marshal of a Result: error %v, want nil", err)
	case string(got) != want:
		t.Errorf("json.Marshal of a Result: %s, want %s", got, want)
	}
	r.Value = func() {}
	if got, err := r.MarshalJSON(); err == nil {
		t.Errorf("a function is written as %s: error nil, want an error", got)
	}
}
