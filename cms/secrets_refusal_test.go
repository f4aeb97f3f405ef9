package cms_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// secretFailure is the error of a secret request that gets a response.
func secretFailure(t *testing.T, status int, body string) *cms.Error {
	t.Helper()
	s := stub.New(t, stub.Always(status, body))
	_, err := cms.Do(t.Context(), s.Client(t, cms.WithRetry(cms.Retry{Attempts: 1})),
		cms.Request[cms.Post]{Method: "POST", Path: "cms/v2/posts", Secret: true})
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		t.Fatalf("%d: cms.Do: error %v, want a *cms.Error", status, err)
	}
	return e
}

func TestSecretRequestErrorKeepsTheTextsOfTheSite(t *testing.T) {
	t.Parallel()
	e := secretFailure(t, 400,
		`{"code":"rest_invalid_param","message":"Wrong.","data":{"status":400,"params":{"a":"wrong"},
		"details":{"a":{"code":"c","message":"m","data":"secret"}}},"additional_errors":[{"code":"d","message":"n",`+
			`"data":"secret"}]}`)
	switch {
	case e.Body != nil:
		t.Errorf("error of a secret request: Body %s, want nil", e.Body)
	case e.Data != nil:
		t.Errorf("error of a secret request: Data %s, want nil", e.Data)
	case e.Hint == "":
		t.Errorf("body %q, data %q, hint %q: Hint empty, want a text", e.Body, e.Data, e.Hint)
	case strings.HasPrefix(e.Hint, ";"):
		t.Errorf("body %q, data %q, hint %q, want no prefix %q", e.Body, e.Data, e.Hint, ";")
	}
	switch {
	case e.Message != "Wrong.":
		t.Errorf("secretFailure: Message %q, want %q", e.Message, "Wrong.")
	case e.Params["a"] != "wrong":
		t.Errorf(`secretFailure: Params["a"] %q, want %q`, e.Params["a"], "wrong")
	}
	switch one := e.Details["a"]; {
	case one.Code != "c" || one.Message != "m":
		t.Errorf("secretFailure: Code %v, Message %q, want %v and %q", one.Code, one.Message, "c", "m")
	case one.Data != nil:
		t.Errorf("secretFailure: Data %s, want nil", one.Data)
	}
	switch {
	case len(e.Additional) != 1:
		t.Errorf("secretFailure: %d additional errors, want 1", len(e.Additional))
	case e.Additional[0].Code != "d":
		t.Errorf("secretFailure: Additional[0].Code %v, want %v", e.Additional[0].Code, "d")
	case e.Additional[0].Message != "n":
		t.Errorf("secretFailure: Additional[0].Message %q, want %q", e.Additional[0].Message, "n")
	case e.Additional[0].Data != nil:
		t.Errorf("secretFailure: Additional[0].Data %s, want nil", e.Additional[0].Data)
	}
}

func TestErrorOfASecretRequestKeepsOnlyTheCodeOfAnOutage(t *testing.T) {
	t.Parallel()
	e := secretFailure(t, 500, `{"code":"internal_server_error","message":"secret","data":{"params":{"a":"secret"},
		"details":{"a":{"code":"secret"}}},"additional_errors":[{"code":"secret"}]}`)
	switch {
	case e.Code != "internal_server_error" || e.Message != "":
		t.Errorf("secretFailure: Code %v, Message %q, want %v and an empty string", e.Code, e.Message,
			"internal_server_error")
	case e.Params != nil:
		t.Errorf("secretFailure: Params %v, want nil", e.Params)
	case e.Details != nil:
		t.Errorf("secretFailure: Details %v, want nil", e.Details)
	case e.Additional != nil:
		t.Errorf("secretFailure: Additional %v, want nil", e.Additional)
	case e.Body != nil:
		t.Errorf("secretFailure: Body %s, want nil", e.Body)
	case e.Data != nil:
		t.Errorf("secretFailure: Data %s, want nil", e.Data)
	}
	if hint := secretFailure(t, 500, "").Hint; hint == e.Hint {
		t.Errorf("a response without a body has the hint %q, want a value other than %q", hint, e.Hint)
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
		s := stub.New(t, stub.Always(200, body))
		_, err := cms.Do(t.Context(), s.Client(t),
			cms.Request[cms.Post]{Method: "PUT", Path: "cms/v2/posts/7", ID: 7, Secret: true}, cms.Capture(&answer))
		e, ok := errors.AsType[*cms.Error](err)
		forbidden := errors.Is(want, cms.ErrForbidden)
		switch {
		case !ok:
			t.Errorf("%s: cms.Do: error %v, want a *cms.Error", body, err)
			continue
		case !forbidden && !errors.Is(err, want):
			t.Errorf("response %s: error %v, want %v", body, err, want)
			continue
		case forbidden && (e.Code != "rest_forbidden" || e.Message != "No."):
			t.Errorf("response %s: code %q, message %q, want %q and %q", body, e.Code, e.Message, "rest_forbidden", "No.")
			continue
		}
		switch {
		case e.Body != nil:
			t.Errorf("cms.Do: %s is quoted: Body %s, want nil", body, e.Body)
		case answer.Noise != "":
			t.Errorf("cms.Capture: %s is quoted: %v, %q, want an empty string", body, err, answer.Noise)
		case strings.Contains(err.Error(), "secret\""):
			t.Errorf("response %s: error %v, want no %q in it", body, err, "secret\"")
		case strings.Contains(err.Error(), "secret<"):
			t.Errorf("response %s: error %v, want no %q in it", body, err, "secret<")
		}
		for reason := error(e); reason != nil; reason = errors.Unwrap(reason) {
			if broken, ok := reason.(*cms.BrokenRecordError); ok && broken.Raw != nil { //nolint:errorlint // each of the chain
				t.Errorf("%s is in the error: Raw %s, want nil", body, broken.Raw)
			}
		}
	}
}

func TestErrorOfASecretUpdateNamesTheRecordWithoutItsJSON(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":7,"slug":"hushed",`+crowd()+`}`))
	_, err := cms.Do(t.Context(), s.Client(t),
		cms.Request[cms.Post]{Method: "POST", Path: "cms/v2/posts/7", ID: 7, Secret: true})
	broken, ok := errors.AsType[*cms.BrokenRecordError](err)
	switch {
	case !ok:
		t.Errorf("cms.Do: error %v, want a *cms.BrokenRecordError", err)
	case broken.ID != 7 || broken.Raw != nil:
		t.Errorf("cms.Do: ID %d, Raw %s, want 7 and nil", broken.ID, broken.Raw)
	case !errors.Is(err, cms.ErrDecode):
		t.Errorf("cms.Do: error %v, want ErrDecode", err)
	case errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("cms.Do: error %v, want an error other than ErrOutcomeUnknown", err)
	case strings.Contains(err.Error(), "hushed"):
		t.Errorf("cms.Do: error %v, want no %q in it", err, "hushed")
	}
}

// TestBrokenRecordThatRepeatsALoginIsRedacted has a plugin that stores the token of a request
// in a record that cannot be read.
func TestBrokenRecordThatRepeatsALoginIsRedacted(t *testing.T) {
	t.Parallel()
	const token = "a-token-of-nobody"
	type named struct {
		Name string `json:"name"`
		Size int    `json:"size"`
	}
	const record = `{"name":"` + token + `","size":"` + token + `"}`
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		body := record
		if r.Method == http.MethodGet {
			body = "[" + record + `,{"name":"b","size":1}]`
		}
		stub.Reply(w, http.StatusOK, body)
	})
	records := cms.NewCatalog[named, map[string]any, struct{}](s.Client(t, cms.WithToken(token)), "a/v1/records", "name")
	for name, call := range map[string]func() error{
		"List":   func() error { return second(records.List(t.Context(), nil)) },
		"Create": func() error { return second(records.Create(t.Context(), &map[string]any{"size": 1})) },
	} {
		err := call()
		broken, ok := errors.AsType[*cms.BrokenRecordError](err)
		if !ok {
			t.Fatalf("%s of a record that cannot be read: error %v, want a *cms.BrokenRecordError", name, err)
		}
		if !strings.Contains(string(broken.Raw), "redacted") || !strings.Contains(broken.Name, "redacted") {
			t.Errorf("%s of a record with the token: Name %q, Raw %s, want the token redacted", name, broken.Name, broken.Raw)
		}
		if text := broken.Error() + err.Error() + string(broken.Raw); strings.Contains(text, token) {
			t.Errorf("%s of a record with the token: %s, want no token", name, text)
		}
	}
}

// TestResponseWithStatus200ThatRepeatsALoginIsRedacted has hosts that turn each status
// into 200.
func TestResponseWithStatus200ThatRepeatsALoginIsRedacted(t *testing.T) {
	t.Parallel()
	const token = "a-token-of-nobody"
	for name, body := range map[string]string{
		"code":    `{"code":"x-TOKEN","message":"No.","data":{"status":403}}`,
		"message": `{"code":"x","message":"No TOKEN.","data":{"status":403}}`,
		"data":    `{"code":"x","message":"No.","data":{"status":403,"token":"TOKEN"}}`,
		"params":  `{"code":"x","message":"No.","data":{"status":400,"params":{"a":"not TOKEN"}}}`,
		"details": `{"code":"x","message":"No.","data":{"status":400,"details":` +
			`{"a":{"code":"TOKEN","message":"TOKEN","data":"TOKEN"}}}}`,
		"additional": `{"code":"x","message":"No.","data":{"status":403},` +
			`"additional_errors":[{"code":"y","message":"TOKEN","data":"TOKEN"}]}`,
		"a web page": `<html><title>No TOKEN</title><body>TOKEN</body></html>`,
	} {
		s := stub.New(t, stub.Always(http.StatusOK, strings.ReplaceAll(body, "TOKEN", token)))
		_, err := s.Client(t, cms.WithToken(token)).Posts.Get(t.Context(), 5)
		e, ok := errors.AsType[*cms.Error](err)
		if !ok {
			t.Errorf("Get with the token in %s: error %v, want a *cms.Error", name, err)
			continue
		}
		text := fmt.Sprintf("%v %q %s %s %q %q %q %q", err, e.Code, e.Data, e.Body, e.Params, e.Details, e.Additional, e.Hint)
		if strings.Contains(text, token) {
			t.Errorf("Get with the token in %s: %s, want no token", name, text)
		}
		if detail := e.Details["a"]; strings.Contains(string(detail.Data), token) {
			t.Errorf("Get with the token in %s: the data of a detail is %s, want it redacted", name, detail.Data)
		} else if name == "details" && !strings.Contains(detail.Message, "redacted") {
			t.Errorf("Get with the token in %s: the message of a detail is %q, want it redacted", name, detail.Message)
		}
		for i, detail := range e.Additional {
			if strings.Contains(string(detail.Data), token) || !strings.Contains(detail.Message, "redacted") {
				t.Errorf("Get with the token in %s %d: %q and %s, want it redacted", name, i, detail.Message, detail.Data)
			}
		}
	}
}

func TestReasonThatQuotesALoginIsRedacted(t *testing.T) {
	t.Parallel()
	const token = "a-token-of-nobody"
	s := stub.New(t, stub.Always(http.StatusOK, `{"name":"`+token+`"}`))
	type named struct {
		Name string `json:"name"`
	}
	records := cms.NewCatalog[named, map[string]any, struct{}](s.Client(t, cms.WithToken(token)), "a/v1/records", "name")
	_, err := records.Get(t.Context(), "a")
	if !errors.Is(err, cms.ErrForeignRecord) {
		t.Fatalf("Get of a record with another name: error %v, want ErrForeignRecord", err)
	}
	if e, ok := errors.AsType[*cms.Error](err); !ok || strings.Contains(fmt.Sprint(err, e.Reason), token) {
		t.Errorf("Get of a record with the token as its name: error %v, want no token in it", err)
	}
}
