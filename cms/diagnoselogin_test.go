package cms_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestALoginByTheBodyIsRightOnlyIfTheSiteSaysSo(t *testing.T) {
	t.Parallel()
	fault := func(name string, code int) string {
		return fmt.Sprintf("<methodResponse><fault><value><struct><member><name>%s</name><value><int>%d</int></value></member></struct></value></fault></methodResponse>", name, code)
	}
	for name, test := range map[string]struct {
		status int
		body   string
		right  bool
		cause  cms.Cause
	}{
		"right":                 {200, "<methodResponse><params><param/></params></methodResponse>", true, cms.CauseHeaderDropped},
		"wrong":                 {200, fault("faultCode", 403), false, cms.CauseWrongPassword},
		"switched off":          {200, fault("faultCode", 405), false, cms.CauseUnknownUser},
		"a fault without code":  {200, fault("faultString", 403), false, cms.CauseUnknownUser},
		"neither":               {200, "<methodResponse/>", false, cms.CauseUnknownUser},
		"other XML":             {200, "<html><params/></html>", false, cms.CauseUnknownUser},
		"no XML":                {200, "XML-RPC server accepts POST requests only.", false, cms.CauseUnknownUser},
		"refused":               {403, "<html>No.</html>", false, cms.CauseUnknownUser},
		"refused, but in words": {403, "<methodResponse><params><param/></params></methodResponse>", false, cms.CauseUnknownUser},
		"nothing":               {404, "", false, cms.CauseUnknownUser},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithSample())
			t.Cleanup(server.Close)
			site := dial(t, before(t, server.URL, func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.HasSuffix(r.URL.Path, "xmlrpc.php") {
					return dropping(w, r)
				}
				w.Header().Set("Content-Type", "text/xml")
				w.WriteHeader(test.status)
				_, _ = io.WriteString(w, test.body)
				return true
			}), cms.WithApplicationPassword("editor", server.AppPassword("editor")))
			d, err := site.Diagnose(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			asked := 0
			for _, probe := range d.Probes {
				if probe.Path != "/xmlrpc.php" {
					continue
				}
				if asked++; probe.OK != test.right || probe.Status != test.status {
					t.Errorf("%+v", probe)
				}
			}
			if asked != 1 || d.Cause() != test.cause {
				t.Errorf("asked %d times, the cause is %q, not %q", asked, d.Cause(), test.cause)
			}
		})
	}
}
