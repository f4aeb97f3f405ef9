package connect_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// loginKinds are the ways in which a program can give a client an invalid login.
func loginKinds(t *testing.T, address string) map[string][]cms.Option {
	t.Helper()
	const token, cookie = "old-token", "wordpress_logged_in_1=old-session"
	signing := func(name, value string) cms.Option {
		return cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return stub.Carrier(func(req *http.Request) (*http.Response, error) {
				req = req.Clone(req.Context())
				req.Header.Set(name, value)
				return next.RoundTrip(req)
			})
		})
	}
	home, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	jar.SetCookies(home, []*http.Cookie{{Name: "wordpress_logged_in_1", Value: "old-session"}})
	fixed := func(c cms.Credentials) func(context.Context) (cms.Credentials, error) {
		return func(context.Context) (cms.Credentials, error) { return c, nil }
	}
	return map[string][]cms.Option{
		"application password": {cms.WithApplicationPassword("editor", "abcd EFGH 1234 ijkl MNOP 5678")},
		"token":                {cms.WithToken(token)},
		"function":             {cms.WithCredentials(cms.CredentialsFunc(fixed(cms.Credentials{Token: token})))},
		"cache":                {cms.WithCredentials(cms.CacheCredentials(fixed(cms.Credentials{Token: token})))},
		"session":              {cms.WithCredentials(cms.Credentials{Cookie: cookie, Nonce: "0123456789"})},
		"middleware, Bearer":   {signing("Authorization", "Bearer "+token)},
		"middleware, Basic":    {signing("Authorization", "Basic ZWRpdG9yOndyb25n")},
		"middleware, cookie":   {signing("Cookie", cookie)},
		"jar":                  {cms.WithHTTPClient(&http.Client{Jar: jar})},
		"transport": {cms.WithHTTPClient(&http.Client{Transport: stub.Carrier(func(req *http.Request) (*http.Response,
			error) {
			req = req.Clone(req.Context())
			req.Header.Set("Authorization", "Bearer "+token)
			return http.DefaultTransport.RoundTrip(req)
		})})},
	}
}

// TestEachKindOfLoginIsKnownWhereItFails has sites that refuse a login, and sites that treat
// it as anonymous. The refusals are written by hand after what plugins send on WordPress 7.1.
func TestEachKindOfLoginIsKnownWhereItFails(t *testing.T) {
	t.Parallel()
	refuse := func(status int, body string) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, r *http.Request) bool {
			if r.Header.Get("Authorization") == "" && r.Header.Get("Cookie") == "" {
				return false
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
			return true
		}
	}
	for how, test := range map[string]struct {
		front func(http.ResponseWriter, *http.Request) bool
		cause connect.Cause
	}{
		"403 jwt_auth_invalid_token": {
			refuse(403, `{"code":"jwt_auth_invalid_token","message":"Expired token","data":{"status":403}}`),
			connect.CauseTokenRefused},
		"400 with error_code": {refuse(400, `{"success":false,"data":{"message":"Expired token","error_code":14}}`),
			connect.CauseTokenRefused},
		"401 with error_code": {refuse(401, `{"success":false,"data":{"message":"Revoked","error_code":55}}`),
			connect.CauseTokenRefused},
		"403 rest_cookie_invalid_nonce": {
			refuse(403, `{"code":"rest_cookie_invalid_nonce","message":"no","data":{"status":403}}`), connect.CauseTokenRefused},
		"ignored": {func(_ http.ResponseWriter, r *http.Request) bool {
			r.Header.Del("Cookie")
			return false
		}, connect.CauseTokenIgnored},
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
			address := before(t, server.URL, test.front)
			for kind, options := range loginKinds(t, address) {
				site := stub.Dial(t, address, options...)
				verified, err := site.With(cms.WithVerifiedLogin())
				if err != nil {
					t.Fatal(err)
				}
				_, err = site.Verify(t.Context())
				if !errors.Is(err, cms.ErrCredentialsRejected) || errors.Is(err, cms.ErrForbidden) {
					t.Errorf("Verify by %s: error %v, want ErrCredentialsRejected and not ErrForbidden", kind, err)
				}
				if _, err = verified.Posts.List(t.Context(), nil); !errors.Is(err, cms.ErrCredentialsRejected) {
					t.Errorf("List WithVerifiedLogin by %s: error %v, want ErrCredentialsRejected", kind, err)
				}
				want := test.cause
				if kind == "application password" && want == connect.CauseTokenIgnored {
					want = connect.CauseWrongPassword
				}
				d, err := connect.Diagnose(t.Context(), site)
				if err != nil {
					t.Fatal(err)
				}
				if d.Cause() != want {
					t.Errorf("Diagnose by %s: %v, want first %q", kind, d, want)
				}
			}
		})
	}
}

// TestLoginOfTheServerInFrontIsNamedByDiagnose has a server in front with a login of its own.
func TestLoginOfTheServerInFrontIsNamedByDiagnose(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
	address := before(t, server.URL, func(w http.ResponseWriter, r *http.Request) bool {
		if user, password, _ := r.BasicAuth(); user != "front" || password != "door" {
			w.Header().Set("Www-Authenticate", `Basic realm="Staging"`)
			return page(w, http.StatusUnauthorized, "Authorization Required")
		}
		r.Header.Set("Authorization", r.Header.Get("X-Authorization"))
		return false
	})
	right := cms.Credentials{User: "front", Password: "door"}
	good := cms.WithApplicationPassword("editor", server.AppPassword("editor"))
	header := cms.WithCredentialsHeader("X-Authorization")
	for name, test := range map[string]struct {
		options []cms.Option
		cause   connect.Cause
	}{
		"no login for the server": {[]cms.Option{good}, connect.CauseServerPassword},
		"a wrong login for the server": {[]cms.Option{good, header,
			cms.WithProxyCredentials("Authorization", cms.Credentials{User: "front", Password: "wrong"})},
			connect.CauseServerPassword},
		"a wrong login for the site": {[]cms.Option{header, cms.WithProxyCredentials("Authorization", right),
			cms.WithToken("old-token")}, connect.CauseTokenIgnored},
		"both":                        {[]cms.Option{good, header, cms.WithProxyCredentials("Authorization", right)}, ""},
		"only a login for the server": {[]cms.Option{cms.WithProxyCredentials("Authorization", right)}, ""},
	} {
		d, err := connect.Diagnose(t.Context(), stub.Dial(t, address, test.options...))
		if err != nil {
			t.Fatal(err)
		}
		if d.Cause() != test.cause {
			t.Errorf("Diagnose with %s: %v, want first %q", name, d, test.cause)
		}
	}
}
