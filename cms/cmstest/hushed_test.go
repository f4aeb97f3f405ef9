package cmstest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestPrintingARequestOmitsItsSecrets(t *testing.T) {
	t.Parallel()
	r := cmstest.Request{Method: "POST", Path: "/wp-json/x", Query: "a=1&password=hush",
		Body: []byte(`{"password":"hush","title":"kept"}`),
		Header: http.Header{"Authorization": {"Basic hush"}, "Cookie": {"hush"}, "Content-Type": {"application/json"},
			"User-Agent": {"kept/1"}}}
	text := fmt.Sprintf("%+v %s", r, r)
	for _, kept := range []string{"POST", "/wp-json/x", "a=1&password=REDACTED", "Basic REDACTED", "kept/1",
		`{"password":"REDACTED","title":"kept"}`} {
		if !strings.Contains(text, kept) {
			t.Errorf("Print of a request: no %s in %s, want it kept", kept, text)
		}
	}
	if strings.Contains(text, "hush") {
		t.Errorf("Print of a request: %s, want no secret in it", text)
	} else if r.Header.Get("Cookie") != "hush" || !strings.Contains(string(r.Body), "hush") {
		t.Errorf("Request after its print: %v %s, want its secrets unchanged", r.Header["Cookie"], r.Body)
	}
}
