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

func TestErrorSaysThatTheOutcomeIsUnknownBeforeTheStatus(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]*cms.Error{
		"cms: Posts.Create (POST cms/v2/posts): outcome unknown; the last response was 403 rest_x: No": {
			Operation: "Posts.Create", Method: "POST", Path: "cms/v2/posts", Status: 403, Code: "rest_x", Message: "No",
			Reason: cms.ErrOutcomeUnknown,
		},
		"cms: Posts.Get (GET cms/v2/posts/1): 403 rest_x: No": {
			Operation: "Posts.Get", Method: "GET", Path: "cms/v2/posts/1", Status: 403, Code: "rest_x", Message: "No",
		},
		"cms: Posts.Get (GET cms/v2/posts/1): 502 Bad Gateway: not a response of the REST API": {
			Operation: "Posts.Get", Method: "GET", Path: "cms/v2/posts/1", Status: 502, Reason: cms.ErrNotREST,
		},
		"cms: Posts.Create (POST cms/v2/posts): outcome unknown": {
			Operation: "Posts.Create", Method: "POST", Path: "cms/v2/posts", Reason: cms.ErrOutcomeUnknown,
		},
	} {
		if got := err.Error(); got != want {
			t.Errorf("Error of an error with status %d: %q, want %q", err.Status, got, want)
		}
	}
}

func TestTextOfAnErrorIsOneShortLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("so\u202e \x1b[2J\n", 100_000)
	many := map[string]string{}
	for i := range 40_000 {
		many[fmt.Sprintf("a%05d", i)] = long
	}
	for name, e := range map[string]*cms.Error{
		"message": {Operation: "Posts.Get", Method: http.MethodGet, Status: http.StatusNotFound, Code: "x", Message: long},
		"code":    {Operation: "Posts.Get", Method: http.MethodGet, Status: http.StatusNotFound, Code: cms.ErrorCode(long)},
		"params":  {Operation: "Posts.Get", Method: http.MethodGet, Status: http.StatusBadRequest, Code: "x", Params: many},
		"a name": {Operation: "Posts.Get", Method: http.MethodGet, Status: http.StatusBadRequest, Code: "x",
			Params: map[string]string{long: "y"}},
		"reason":    {Operation: "Posts.Get", Method: http.MethodGet, Reason: errors.New(long)},
		"hint":      {Operation: "Posts.Get", Method: http.MethodGet, Hint: long},
		"operation": {Operation: long, Method: http.MethodGet},
		"path":      {Operation: "Posts.Get", Method: http.MethodGet, Path: long},
		"method":    {Operation: "Posts.Get", Method: long},
	} {
		text := e.Error()
		switch {
		case len(text) > 16<<10:
			t.Errorf("%s: error text of %d bytes, want at most %d", name, len(text), 16<<10)
		case strings.ContainsAny(text, "\r\n\t\x1b\u202e"):
			t.Errorf("%s: error text %.200q, want no control characters", name, text)
		case !strings.HasPrefix(text, "cms: "):
			t.Errorf("%s: error text %.200q, want the prefix %q", name, text, "cms: ")
		case strings.Contains(text, "  "):
			t.Errorf("%s: error text %.200q, want no double spaces in it", name, text)
		}
	}
	few := &cms.Error{Operation: "Posts.Create", Method: http.MethodPost, Path: "cms/v2/posts",
		Status: http.StatusBadRequest, Code: cms.CodeInvalidParam, Message: "Invalid\nparameter", Params: map[string]string{
			"a": "1", "b": "2", "c": "3", "d": "4", "e": "5", "f": "6", "g": "7", "h": "8", "i": "9", "j": "10", "k": "11",
			"l": "12",
		}, Attempts: 2, Reason: cms.ErrDecode, Hint: "look"}
	const want = "cms: Posts.Create (POST cms/v2/posts): 400 rest_invalid_param: a: 1; b: 2; c: 3; " +
		"d: 4; e: 5; f: 6; g: 7; h: 8; i: 9; j: 10; and 2 more: the JSON has an unexpected shape (after 2 attempts) [look]"
	if got := few.Error(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestErrorTextLeavesOutAMessageThatOnlyListsParams(t *testing.T) {
	t.Parallel()
	one, two := map[string]string{"a": "1"}, map[string]string{"a": "1", "b": "2"}
	for want, e := range map[string]cms.Error{
		"400 rest_invalid_param: No.":                 {Code: cms.CodeInvalidParam},
		"400 rest_invalid_param: a: 1":                {Code: cms.CodeInvalidParam, Params: one},
		"400 rest_invalid_param: a: 1; b: 2":          {Code: cms.CodeInvalidParam, Params: two},
		"400 rest_missing_callback_param: a: 1; b: 2": {Code: cms.CodeMissingParam, Params: two},
		"400 x: No.; a: 1":                            {Code: "x", Params: one},
		"400 x: No.; a: 1; b: 2":                      {Code: "x", Params: two},
	} {
		e.Operation, e.Method, e.Path = "Posts.Get", http.MethodGet, "cms/v2/posts/5"
		e.Status, e.Message = http.StatusBadRequest, "No."
		if got := e.Error(); !strings.HasSuffix(got, "): "+want) {
			t.Errorf("text of an error with the code %s: %q, want it to end with %q", e.Code, got, want)
		}
	}
}

func TestEndlessResponseGivesAnErrorOfOneLine(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat(`so\n`, 10_000)
	var params strings.Builder
	for i := range 3_000 {
		fmt.Fprintf(&params, `"p%04d\n":"%s",`, i, lines[:300])
	}
	for status, body := range map[int]string{
		http.StatusBadRequest: `{"code":"x\ny","message":"` + lines + `","data":{"status":400,"params":{` + params.String() +
			`"z":"y"}}}`,
		http.StatusOK:        `{"code":"x\ny","message":"` + lines + `","data":{"status":403}}`,
		http.StatusForbidden: strings.Repeat("<p>so\n", 100_000),
	} {
		s := stub.New(t, stub.Always(status, body))
		_, err := s.Client(t).Posts.Get(t.Context(), 5)
		switch {
		case err == nil:
			t.Errorf("Posts.Get(5): %d: %d bytes of error: %.200q: error nil, want an error", status, len(fmt.Sprint(err)),
				fmt.Sprint(err))
		case len(err.Error()) > 16<<10:
			t.Errorf("status %d: error text of %d bytes: %.200q, want at most %d", status, len(err.Error()), err, 16<<10)
		case strings.ContainsAny(err.Error(), "\r\n"):
			t.Errorf("Posts.Get(5): %d: %d bytes of error: %.200q: error %v, want no character of %q", status,
				len(fmt.Sprint(err)), fmt.Sprint(err), err, "\r\n")
		}
	}
}
