package cmstest_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// visit sends a request to the page that gives application passwords, and follows nothing.
func visit(t *testing.T, site *cmstest.Server, method string, arguments url.Values) (status int,
	location, body string) {
	t.Helper()
	address, form := site.URL+"/wp-admin/authorize-application.php", ""
	if method == http.MethodGet {
		address += "?" + arguments.Encode()
	} else {
		form = arguments.Encode()
	}
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	content, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header.Get("Location"), string(content)
}

func TestAuthorizePageRedirectsWithAValidPassword(t *testing.T) {
	t.Parallel()
	site := cmstest.NewServer(cmstest.WithTest(t))
	asked := url.Values{"app_name": {"A & B"}, "success_url": {"http://127.0.0.1:9/ok?state=7"}}
	if status, _, body := visit(t, site, "GET", asked); status != 200 || !strings.Contains(body, "A &amp; B") {
		t.Errorf("GET of the authorize page: status %d, body %s, want 200 and the name of the program", status, body)
	} else if !strings.Contains(body, "<option>editor</option>") {
		t.Errorf("GET of the authorize page: %s, want the user editor to choose", body)
	}
	asked["approve"], asked["user_login"] = []string{"1"}, []string{"editor"}
	status, location, _ := visit(t, site, "POST", asked)
	back, err := url.Parse(location)
	if err != nil {
		t.Fatalf("POST to the authorize page returned to %s: error %v, want a valid address", location, err)
	} else if status != 302 || !strings.HasPrefix(location, "http://127.0.0.1:9/ok?state=7&site_url=") {
		t.Fatalf("POST to the authorize page: status %d, Location %s, want 302 to the success_url", status, location)
	}
	got := back.Query()
	if got.Get("site_url") != site.URL || got.Get("user_login") != "editor" {
		t.Errorf("POST to the authorize page returned to %s, want the site_url and the user editor", location)
	} else if got.Get("password") != strings.ReplaceAll(site.AppPassword("editor"), " ", "") {
		t.Errorf("POST to the authorize page returned to %s, want the password of the editor", location)
	}
}

func TestAuthorizePageRefusesInvalidRequests(t *testing.T) {
	t.Parallel()
	site := cmstest.NewServer(cmstest.WithTest(t))
	const name, ok, no = "app_name=x&", "http://127.0.0.1:9/ok", "http://127.0.0.1:9/no"
	for _, tc := range []struct {
		name, arguments string
		status          int
		location        string
	}{
		{"with an address to return to", name + "reject=1&success_url=" + ok + "&reject_url=" + no, 302, no},
		{"with one for success alone", name + "reject=1&success_url=" + ok, 302, ok + "?success=false"},
		{"with none", name + "reject=1", 302, site.URL + "/wp-admin/"},
		{"another machine without TLS", name + "approve=1&user_login=admin&success_url=http://elsewhere.example/", 500, ""},
		{"a script", name + "approve=1&user_login=admin&success_url=javascript:alert(1)", 500, ""},
		{"no name", "approve=1&user_login=admin", 200, ""},
		{"nobody", name + "approve=1&user_login=nobody&success_url=" + ok, 403, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			arguments, err := url.ParseQuery(tc.arguments)
			if err != nil {
				t.Fatal(err)
			}
			if status, location, body := visit(t, site, "POST", arguments); status != tc.status || location != tc.location {
				t.Errorf("POST to the authorize page: status %d to %q, body %s, want %d to %q", status, location, body, tc.status,
					tc.location)
			}
		})
	}
	if _, _, body := visit(t, site, "POST",
		url.Values{"app_name": {"x"}, "approve": {"1"}, "user_login": {"admin"}}); !strings.Contains(body,
		strings.ReplaceAll(site.AppPassword("admin"), " ", "")) {
		t.Errorf("POST to the authorize page without success_url: %s, want a page that shows the password", body)
	}
	without := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithoutApplicationPasswords())
	if status, _, _ := visit(t, without, "GET", url.Values{"app_name": {"x"}}); status != 501 {
		t.Errorf("GET of the authorize page without application passwords: status %d, want 501", status)
	}
}

func TestAuthorizePageMakesANewPassword(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.RevokeAppPassword("editor")
	if a := c.do("", "POST", c.site.URL+"/wp-admin/authorize-application.php", "a=%zz"); a.status != 400 {
		t.Errorf("POST of an invalid form: status %d, body %s, want 400", a.status, a.body)
	}
	asked := url.Values{"app_name": {"A"}, "approve": {"1"}, "user_login": {"editor"}}
	status, _, body := visit(t, c.site, "POST", asked)
	password := c.site.AppPassword("editor")
	if status != 200 || password == "" {
		t.Errorf("POST to the authorize page: status %d, password %q, body %s, want 200 and a password", status, password,
			body)
	} else if !strings.Contains(body, "<code>"+strings.ReplaceAll(password, " ", "")+"</code>") {
		t.Errorf("POST to the authorize page: %s, want a page that shows the password %q", body, password)
	}
	if a := c.get("editor", "/users/me"); a.status != 200 {
		t.Errorf("GET of /users/me with the new password: status %d, body %s, want 200", a.status, a.body)
	}
}
