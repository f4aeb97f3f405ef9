package cmstest_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestWhatIsPrintedTellsNoPassword(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"title": "One", "password": "hush"})
	header := http.Header{"Authorization": {"Basic hush"}, "X-Kept": {"kept"}}
	fault := cmstest.Fault{Route: "/kept", Status: 503, Header: header}
	request := cmstest.Request{Method: "GET", Path: "/kept", Query: "password=hush", Header: header}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "fault", fault)
	raw, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		text string
		kept []string
	}{
		"server": {fmt.Sprintf("%v %+v %#v %d", c.site, c.site, c.site, c.site),
			[]string{strings.Repeat("cmstest.Server("+c.site.URL+") ", 3)}},
		"snapshot": {fmt.Sprintf("%v %#v", c.site.Snapshot(), c.site.Snapshot()),
			[]string{"cmstest.Snapshot(5 users, 1 records) cmstest.Snapshot(5 users, 1 records)"}},
		"fault":   {fmt.Sprintf("%v", fault), []string{"/kept", "503", "kept", "REDACTED"}},
		"fault +": {fmt.Sprintf("%+v", fault), []string{"Route:/kept", "Status:503", "X-Kept:[kept]", "REDACTED"}},
		"logged":  {log.String(), []string{"/kept", "503", "X-Kept:[kept]", "REDACTED"}},
		"JSON": {string(raw), []string{`"Method":"GET"`, `"Path":"/kept"`, `"Query":"password=REDACTED"`,
			`"X-Kept":["kept"]`, `"Authorization":["Basic REDACTED"]`}},
	} {
		if strings.Contains(tc.text, "hush") || strings.Contains(tc.text, c.site.AppPassword("admin")) {
			t.Errorf("Print of the %s: a secret in %s, want none", name, tc.text)
		}
		for _, kept := range tc.kept {
			if !strings.Contains(tc.text, kept) {
				t.Errorf("Print of the %s: no %s in %s, want it kept", name, kept, tc.text)
			}
		}
	}
	if fault.Header.Get("Authorization") != "Basic hush" || request.Header.Get("Authorization") != "Basic hush" {
		t.Errorf("Authorization after a print: fault %q, request %q, want both unchanged", fault.Header.Get("Authorization"),
			request.Header.Get("Authorization"))
	}
}
