package cms_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// secretFailure is the error of a secret request that gets a response.
func secretFailure(t *testing.T, status int, body string) *cms.Error {
	t.Helper()
	s := newStub(t, always(status, body))
	_, err := cms.Do(t.Context(), s.client(t, cms.WithRetry(cms.Retry{Attempts: 1})),
		cms.Request[cms.Post]{Method: "POST", Path: "cms/v2/posts", Secret: true})
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		t.Fatalf("%d: %v", status, err)
	}
	return e
}

func TestSecretRequestErrorKeepsTheTextsOfTheSite(t *testing.T) {
	t.Parallel()
	e := secretFailure(t, 400, `{"code":"rest_invalid_param","message":"Wrong.","data":{"status":400,"params":{"a":"wrong"},
		"details":{"a":{"code":"c","message":"m","data":"secret"}}},"additional_errors":[{"code":"d","message":"n","data":"secret"}]}`)
	if e.Body != nil || e.Data != nil || e.Hint == "" || strings.HasPrefix(e.Hint, ";") {
		t.Errorf("body %q, data %q, hint %q", e.Body, e.Data, e.Hint)
	}
	if e.Message != "Wrong." || e.Params["a"] != "wrong" {
		t.Errorf("%q, %q", e.Message, e.Params)
	}
	if one := e.Details["a"]; one.Code != "c" || one.Message != "m" || one.Data != nil {
		t.Errorf("%+v", one)
	}
	if len(e.Additional) != 1 || e.Additional[0].Code != "d" || e.Additional[0].Message != "n" || e.Additional[0].Data != nil {
		t.Errorf("%+v", e.Additional)
	}
}

func TestErrorOfASecretRequestKeepsOnlyTheCodeOfAnOutage(t *testing.T) {
	t.Parallel()
	e := secretFailure(t, 500, `{"code":"internal_server_error","message":"secret","data":{"params":{"a":"secret"},
		"details":{"a":{"code":"secret"}}},"additional_errors":[{"code":"secret"}]}`)
	if e.Code != "internal_server_error" || e.Message != "" || e.Params != nil || e.Details != nil || e.Additional != nil ||
		e.Body != nil || e.Data != nil {
		t.Errorf("%+v", e)
	}
	if hint := secretFailure(t, 500, "").Hint; hint == e.Hint {
		t.Errorf("a response without a body has the hint %q", hint)
	}
}

func TestSecretRequestErrorNamesTheReasonWithoutTheBody(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]error{
		`{"id":"secret"}`:              cms.ErrDecode,
		`{"id":5,"slug":{"a":secret}}`: cms.ErrNotREST,
		`["secret"]`:                   cms.ErrDecode,
		`{"slug":"secret"}`:            cms.ErrDecode,
		`<p>secret</p>`:                cms.ErrNotREST,
		``:                             cms.ErrNotREST,
		`{"code":"rest_forbidden","message":"No.","data":{"status":403,"x":"secret"}}`: cms.ErrForbidden,
	} {
		var answer cms.Response
		s := newStub(t, always(200, body))
		_, err := cms.Do(t.Context(), s.client(t),
			cms.Request[cms.Post]{Method: "PUT", Path: "cms/v2/posts/7", ID: 7, Secret: true}, cms.Capture(&answer))
		e, ok := errors.AsType[*cms.Error](err)
		forbidden := errors.Is(want, cms.ErrForbidden)
		if !ok || !forbidden && !errors.Is(err, want) || forbidden && (e.Code != "rest_forbidden" || e.Message != "No.") {
			t.Errorf("%s: %v", body, err)
			continue
		}
		if e.Body != nil || answer.Noise != "" || strings.Contains(err.Error(), "secret\"") || strings.Contains(err.Error(), "secret<") {
			t.Errorf("%s is quoted: %v, %q", body, err, answer.Noise)
		}
		for reason := error(e); reason != nil; reason = errors.Unwrap(reason) {
			if broken, ok := reason.(*cms.BrokenRecordError); ok && broken.Raw != nil { //nolint:errorlint // each of the chain
				t.Errorf("%s is in the error", body)
			}
		}
	}
}

func TestErrorOfASecretUpdateNamesTheRecordWithoutItsJSON(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{"id":7,"slug":"hushed",`+crowd()+`}`))
	_, err := cms.Do(t.Context(), s.client(t),
		cms.Request[cms.Post]{Method: "POST", Path: "cms/v2/posts/7", ID: 7, Secret: true})
	broken, ok := errors.AsType[*cms.BrokenRecordError](err)
	if !ok || broken.ID != 7 || broken.Raw != nil || !errors.Is(err, cms.ErrDecode) || errors.Is(err, cms.ErrOutcomeUnknown) ||
		strings.Contains(err.Error(), "hushed") {
		t.Errorf("%+v, %v", broken, err)
	}
}
