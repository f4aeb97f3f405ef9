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

// TestDiagnoseKnowsTokens puts the refusals of plugins before a site. They are written by
// hand after what the plugins send on WordPress 7.1.
func TestDiagnoseKnowsTokens(t *testing.T) {
	t.Parallel()
	bearing := cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return stub.Carrier(func(req *http.Request) (*http.Response, error) {
			req = req.Clone(req.Context())
			req.Header.Set("Authorization", "Bearer old-token")
			return next.RoundTrip(req)
		})
	})
	for name, test := range map[string]struct {
		status int
		body   string
		cause  connect.Cause
	}{
		"403": {403, `{"code":"jwt_auth_invalid_token","message":"Expired token","data":{"status":403}}`,
			connect.CauseTokenRefused},
		"400":     {400, `{"success":false,"data":{"message":"Expired token","error_code":14}}`, connect.CauseTokenRefused},
		"ignored": {0, "", connect.CauseTokenIgnored},
	} {
		for way, login := range map[string]cms.Option{"option": cms.WithToken("old-token"), "middleware": bearing} {
			server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
			site := stub.Dial(t, before(t, server.URL, func(w http.ResponseWriter, r *http.Request) bool {
				if test.status == 0 || r.Header.Get("Authorization") == "" {
					r.Header.Del("Authorization")
					return false
				}
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(test.status)
				_, _ = io.WriteString(w, test.body)
				return true
			}), login)
			d, err := connect.Diagnose(t.Context(), site)
			if err != nil {
				t.Fatal(err)
			}
			if len(d.Findings) != 1 || d.Findings[0].Cause != test.cause {
				t.Errorf("Diagnose of a token (%s) by %s: %v, want only %q", name, way, d, test.cause)
			}
		}
	}
}

// Plugins for tokens refuse every Authorization header that holds no token.
func TestDiagnoseKnowsPluginsThatTakeAPasswordForAToken(t *testing.T) {
	t.Parallel()
	for name, response := range map[string]struct {
		status int
		body   string
	}{
		"JWT Authentication": {403, `{"code":"jwt_auth_bad_auth_header","message":"m","data":{"status":403}}`},
		"JWT Auth": {403,
			`{"success":false,"statusCode":403,"code":"jwt_auth_bad_auth_header","message":"m","data":[]}`},
		"Simple JWT Login": {400, `{"success":false,"data":{"message":"Wrong number of segments","errorCode":14}}`},
	} {
		server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
		site := stub.Dial(t, before(t, server.URL, func(w http.ResponseWriter, r *http.Request) bool {
			if r.Header.Get("Authorization") == "" {
				return false
			}
			stub.Reply(w, response.status, response.body)
			return true
		}), cms.WithApplicationPassword("editor", "abcd EFGH 1234 ijkl MNOP 6789"))
		d, err := connect.Diagnose(t.Context(), site)
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Findings) != 1 || !strings.Contains(d.Findings[0].Remedy, "deactivate this plugin") {
			t.Errorf("Diagnose of a password on a site with %s: %v, want only that plugin", name, d)
		}
		if _, err := site.Posts.Get(t.Context(), 1); !strings.Contains(fmt.Sprint(err), "deactivate this plugin") {
			t.Errorf("Get with a password on a site with %s: error %v, want the plugin in it", name, err)
		}
	}
}
