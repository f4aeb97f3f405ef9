package conformance_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// check compares the error of a call with the answer to the same request by hand. Where the site refuses nothing,
// there is no error.
func (r refused) check(t *testing.T) {
	t.Helper()
	name := r.method + " " + r.path + " as " + r.as + ": " + r.name
	env := os.Getenv
	user, password := env(strings.ToUpper(r.as)+"_USER"), env(strings.ToUpper(r.as)+"_PASS")
	if r.as == "stranger" {
		user, password = env("ADMIN_USER"), "abcd EFGH 1234 ijkl MNOP 5678"
	}
	options := []cms.Option{cms.WithPrefix(env("FONTCMS_PREFIX")), cms.WithRetry(cms.Retry{Attempts: 1})}
	if user != "" {
		options = append(options, cms.WithApplicationPassword(user, password))
	} else if r.as != "nobody" {
		t.Skip("the environment names no " + r.as)
	}
	site, err := cms.New(env("FONTCMS_SITE"), options...)
	if err != nil {
		t.Fatal(err)
	}
	defer site.CloseIdleConnections()

	request, err := http.NewRequestWithContext(t.Context(), r.method, env("API")+"/"+env("FONTCMS_PREFIX")+"/v2/"+r.path,
		strings.NewReader(r.body))
	if err != nil {
		t.Fatal(err)
	}
	if r.body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if user != "" {
		request.SetBasicAuth(user, password)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	got := r.call(t.Context(), site)
	if response.StatusCode < 400 {
		if got != nil {
			t.Errorf("Call %s: error %v, want none since the site responded with %d", name, got, response.StatusCode)
		}
		return
	}
	var want struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Data    struct {
			Params  json.RawMessage            `json:"params"`
			Details map[string]cms.ErrorDetail `json:"details"`
		} `json:"data"`
	}
	_ = json.Unmarshal(body, &want) // details may be a list, which is an empty object
	e, ok := errors.AsType[*cms.Error](got)
	if !ok {
		t.Errorf("Call %s: error %v, want a *cms.Error as in %s", name, got, body)
		return
	}
	if e.Status != response.StatusCode || string(e.Code) != want.Code {
		t.Errorf("Call %s: error %v, want the status %d and the code of %s", name, got, response.StatusCode, body)
	} else if want.Code == "" || e.Message != want.Message {
		t.Errorf("Call %s: error %v, want a code and the message of %s", name, got, body)
	} else if !errors.Is(got, cms.ErrorCode(want.Code)) {
		t.Errorf("Call %s: errors.Is(%v, %s) is false, want true", name, got, want.Code)
	}
	if params := paramsIn(want.Data.Params); !maps.Equal(e.Params, params) {
		t.Errorf("Call %s: params %q, want those of %s", name, e.Params, body)
	}
	if !slices.Equal(slices.Sorted(maps.Keys(e.Details)), slices.Sorted(maps.Keys(want.Data.Details))) {
		t.Errorf("Call %s: details %v, want those of %s", name, e.Details, body)
	}
	for argument, detail := range want.Data.Details {
		if e.Details[argument].Code != detail.Code || e.Details[argument].Message != detail.Message {
			t.Errorf("Call %s: detail of %s is %+v, want the code and the message of %s", name, argument, e.Details[argument],
				body)
		} else if !bytes.Equal(e.Details[argument].Data, detail.Data) {
			t.Errorf("Call %s: detail of %s is %+v, want the data of %s", name, argument, e.Details[argument], body)
		}
	}
	is := sentinel(response.StatusCode, want.Code)
	for _, one := range []error{
		cms.ErrBadRequest, cms.ErrUnauthorized, cms.ErrForbidden, cms.ErrNotFound, cms.ErrNoRoute, cms.ErrConflict,
		cms.ErrGone, cms.ErrTrashUnsupported, cms.ErrUnavailable,
		cms.ErrRateLimited, cms.ErrOutcomeUnknown, cms.ErrPartlyWritten, cms.ErrDecode, cms.ErrNotREST, cms.ErrRedirected,
		cms.ErrInvalidArgument,
	} {
		want := one == is //nolint:errorlint // which of them it is
		if errors.Is(got, one) != want {
			t.Errorf("Call %s: errors.Is with %q is %v for %v, want %t", name, one, errors.Is(got, one), got, want)
		}
	}
}

// paramsIn reads the arguments that an answer names: messages, or names of those that are missing.
func paramsIn(raw json.RawMessage) map[string]string {
	out := map[string]string{}
	var names []string
	if json.Unmarshal(raw, &names) == nil {
		for _, name := range names {
			out[name] = "missing"
		}
		return out
	}
	_ = json.Unmarshal(raw, &out)
	return out
}

// sentinel is what the documentation of the errors says of a status and a code.
func sentinel(status int, code string) error {
	switch {
	case code == "rest_no_route":
		return cms.ErrNoRoute
	case code == "rest_trash_not_supported":
		return cms.ErrTrashUnsupported
	}
	switch status {
	case 400:
		return cms.ErrBadRequest
	case 401:
		return cms.ErrUnauthorized
	case 403:
		return cms.ErrForbidden
	case 404:
		return cms.ErrNotFound
	case 409:
		return cms.ErrConflict
	case 410:
		return cms.ErrGone
	}
	return nil
}
