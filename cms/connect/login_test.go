package connect_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestLoginByBodyNeedsASuccessfulResponse(t *testing.T) {
	t.Parallel()
	fault := func(name string, code int) string {
		return fmt.Sprintf(
			"<methodResponse><fault><value><struct><member><name>%s</name><value><int>%d</int></value></member></struct>"+
				"</value></fault></methodResponse>", name, code)
	}
	for name, test := range map[string]struct {
		status int
		body   string
		right  bool
		cause  connect.Cause
	}{
		"right": {200, "<methodResponse><params><param/></params></methodResponse>", true,
			connect.CauseHeaderDropped},
		"wrong":                {200, fault("faultCode", 403), false, connect.CauseWrongPassword},
		"switched off":         {200, fault("faultCode", 405), false, connect.CauseUnknownUser},
		"a fault without code": {200, fault("faultString", 403), false, connect.CauseUnknownUser},
		"neither":              {200, "<methodResponse/>", false, connect.CauseUnknownUser},
		"other XML":            {200, "<html><params/></html>", false, connect.CauseUnknownUser},
		"no XML":               {200, "XML-RPC server accepts POST requests only.", false, connect.CauseUnknownUser},
		"refused":              {403, "<html>No.</html>", false, connect.CauseUnknownUser},
		"refused, but in words": {403, "<methodResponse><params><param/></params></methodResponse>", false,
			connect.CauseUnknownUser},
		"nothing": {404, "", false, connect.CauseUnknownUser},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
			site := stub.Dial(t, before(t, server.URL, func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.HasSuffix(r.URL.Path, "xmlrpc.php") {
					return dropping(w, r)
				}
				w.Header().Set("Content-Type", "text/xml")
				w.WriteHeader(test.status)
				_, _ = io.WriteString(w, test.body)
				return true
			}), cms.WithApplicationPassword("editor", server.AppPassword("editor")))
			d, err := connect.Diagnose(t.Context(), site)
			if err != nil {
				t.Fatal(err)
			}
			asked := 0
			for _, probe := range d.Probes {
				if probe.Path != "/xmlrpc.php" {
					continue
				}
				if asked++; probe.OK != test.right || probe.Status != test.status {
					t.Errorf("connect.Diagnose(site): probe.OK is %t, probe.Status %d, want %t and %d", probe.OK, probe.Status,
						test.right, test.status)
				}
			}
			switch {
			case asked != 1:
				t.Errorf("asked %d times, the cause is %q, not %q: asked %d, want 1", asked, d.Cause(), test.cause, asked)
			case d.Cause() != test.cause:
				t.Errorf("asked %d times, the cause is %q, not %q: d.Cause() %q, want %q", asked, d.Cause(), test.cause, d.Cause(),
					test.cause)
			}
		})
	}
}

// routed serves a REST API: a function for each path, an index for all others.
func routed(t *testing.T, routes map[string]func(w http.ResponseWriter, r *http.Request)) *stub.Server {
	t.Helper()
	return stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if route, ok := routes[r.URL.Path]; ok {
			route(w, r)
			return
		}
		stub.Reply(w, http.StatusOK,
			`{"name":"S","namespaces":["cms/v2"],"authentication":{"application-passwords":{"endpoints":{"authorization":"x"}`+
				`}}}`)
	})
}

const notLoggedIn = `{"code":"rest_not_logged_in","message":"You are not currently logged in.","data":{"status":401}}`

func TestDiagnoseTellsARefusedHeaderFromAFirewall(t *testing.T) {
	t.Parallel()
	refused := func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			page(w, http.StatusForbidden, "Forbidden")
			return
		}
		stub.Reply(w, http.StatusUnauthorized, notLoggedIn)
	}
	s := routed(t, map[string]func(http.ResponseWriter, *http.Request){"/cms-json/cms/v2/users/me": refused,
		"/cms-json/cms/v2/posts": refused})
	d, err := connect.Diagnose(t.Context(), s.Client(t, cms.WithApplicationPassword("editor", "secret")))
	switch {
	case err != nil:
		t.Errorf("%v: connect.Diagnose: error %v, want nil", d, err)
	case d.Cause() != connect.CauseHeaderRefused:
		t.Errorf("Diagnosis.Cause: %q, want %q", d.Cause(), connect.CauseHeaderRefused)
	case !strings.Contains(d.String(), "Authorization"):
		t.Errorf("connect.Diagnose: %q, want %q in it", d.String(), "Authorization")
	case strings.Contains(said(d.Findings[0]), "this machine"):
		t.Errorf("connect.Diagnose: d.Findings[0] %q, want no %q in it", said(d.Findings[0]), "this machine")
	}
}

func TestDiagnoseGoesOnWhereOnlyTheUsersRoutesAreClosed(t *testing.T) {
	t.Parallel()
	for name, closed := range map[string]func(w http.ResponseWriter, r *http.Request){
		"by a page": func(w http.ResponseWriter, _ *http.Request) { page(w, http.StatusForbidden, "Forbidden") },
		"by the REST API": func(w http.ResponseWriter, _ *http.Request) {
			stub.Reply(w, http.StatusForbidden, `{"code":"rest_cannot_access","message":"No.","data":{"status":403}}`)
		},
		"by the REST API, as 401": func(w http.ResponseWriter, _ *http.Request) {
			stub.Reply(w, http.StatusUnauthorized, `{"code":"rest_user_cannot_view","message":"No.","data":{"status":401}}`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := routed(t, map[string]func(http.ResponseWriter, *http.Request){
				"/cms-json/cms/v2/users/me": closed,
				"/cms-json/cms/v2/posts": func(w http.ResponseWriter, r *http.Request) {
					if r.Header.Get("Authorization") == "" {
						stub.Reply(w, http.StatusUnauthorized, `{"code":"rest_forbidden_context","message":"No.","data":{"status":401}}`)
						return
					}
					stub.Reply(w, http.StatusOK, `[]`)
				},
				"/cms-json/cms/v2/posts/0": func(w http.ResponseWriter, _ *http.Request) {
					page(w, http.StatusMethodNotAllowed, "No.")
				},
			})
			d, err := connect.Diagnose(t.Context(), s.Client(t, cms.WithApplicationPassword("editor", "secret")))
			switch {
			case err != nil:
				t.Errorf("%v: connect.Diagnose: error %v, want nil", d, err)
			case d.Cause() != connect.CauseUsersClosed:
				t.Errorf("Diagnosis.Cause: %q, want %q", d.Cause(), connect.CauseUsersClosed)
			case !d.Has(connect.CauseMethods):
				t.Error("Diagnosis.Has(connect.CauseMethods): d.Has(connect.CauseMethods) is false, want true")
			case !strings.Contains(said(d.Findings[0]), "WithVerifiedLogin"):
				t.Errorf("connect.Diagnose: d.Findings[0] %q, want %q in it", said(d.Findings[0]), "WithVerifiedLogin")
			}
		})
	}
}

func TestDiagnoseNamesBothCausesOfARejectedPassword(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
	d, err := connect.Diagnose(t.Context(), stub.Dial(t, server.URL,
		cms.WithApplicationPassword("editor", "abcd EFGH 1234 ijkl MNOP 5678")))
	switch {
	case err != nil:
		t.Errorf("%v: connect.Diagnose: error %v, want nil", d, err)
	case d.Cause() != connect.CauseWrongPassword:
		t.Errorf("Diagnosis.Cause: %q, want %q", d.Cause(), connect.CauseWrongPassword)
	case !strings.Contains(d.Findings[0].Detail, "off for this user"):
		t.Errorf("connect.Diagnose: d.Findings[0].Detail %q, want %q in it", d.Findings[0].Detail, "off for this user")
	case !strings.Contains(said(d.Findings[0]), "new application password"):
		t.Errorf("connect.Diagnose: d.Findings[0] %q, want %q in it", said(d.Findings[0]), "new application password")
	}
	for _, code := range []string{"application_passwords_disabled_for_user", "application_passwords_disabled"} {
		s := routed(t, map[string]func(http.ResponseWriter, *http.Request){
			"/cms-json/cms/v2/users/me": func(w http.ResponseWriter, _ *http.Request) {
				stub.Reply(w, http.StatusUnauthorized, `{"code":"`+code+`","message":"Off.","data":{"status":401}}`)
			}})
		switch d, err := connect.Diagnose(t.Context(), s.Client(t, cms.WithApplicationPassword("editor", "secret"))); {
		case err != nil:
			t.Errorf("%s: connect.Diagnose: error %v, want nil", code, err)
		case d.Cause() != connect.CausePasswordsOff:
			t.Errorf("%s: Diagnosis.Cause: %q, want %q", code, d.Cause(), connect.CausePasswordsOff)
		}
	}
}
