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

func TestTheAuthorizePageReturnsWithAPasswordThatWorks(t *testing.T) {
	t.Parallel()
	site := cmstest.NewServer(cmstest.WithTest(t))
	asked := url.Values{"app_name": {"A & B"}, "success_url": {"http://127.0.0.1:9/ok?state=7"}}
	if status, _, body := visit(t, site, "GET", asked); status != 200 || !strings.Contains(body, "A &amp; B") ||
		!strings.Contains(body, "<option>editor</option>") {
		t.Errorf("%d %s", status, body)
	}
	asked["approve"], asked["user_login"] = []string{"1"}, []string{"editor"}
	status, location, _ := visit(t, site, "POST", asked)
	back, err := url.Parse(location)
	if err != nil || status != 302 || !strings.HasPrefix(location, "http://127.0.0.1:9/ok?state=7&site_url=") {
		t.Fatalf("%d to %s, %v", status, location, err)
	}
	got := back.Query()
	if got.Get("site_url") != site.URL || got.Get("user_login") != "editor" ||
		got.Get("password") != strings.ReplaceAll(site.AppPassword("editor"), " ", "") {
		t.Errorf("returned to %s", location)
	}
}

func TestTheAuthorizePageRefusesAndRejects(t *testing.T) {
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
				t.Errorf("%d to %q: %s", status, location, body)
			}
		})
	}
	if _, _, body := visit(t, site, "POST",
		url.Values{"app_name": {"x"}, "approve": {"1"}, "user_login": {"admin"}}); !strings.Contains(body,
		strings.ReplaceAll(site.AppPassword("admin"), " ", "")) {
		t.Errorf("no password in %s", body)
	}
	without := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithoutApplicationPasswords())
	if status, _, _ := visit(t, without, "GET", url.Values{"app_name": {"x"}}); status != 501 {
		t.Errorf("status %d without application passwords", status)
	}
}

func TestTheAuthorizePageMakesANewPassword(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.RevokeAppPassword("editor")
	if a := c.do("", "POST", c.site.URL+"/wp-admin/authorize-application.php", "a=%zz"); a.status != 400 {
		t.Errorf("a form that cannot be read: %d %s", a.status, a.body)
	}
	asked := url.Values{"app_name": {"A"}, "approve": {"1"}, "user_login": {"editor"}}
	status, _, body := visit(t, c.site, "POST", asked)
	password := c.site.AppPassword("editor")
	if status != 200 || password == "" ||
		!strings.Contains(body, "<code>"+strings.ReplaceAll(password, " ", "")+"</code>") {
		t.Errorf("%d %q in %s", status, password, body)
	}
	if a := c.get("editor", "/users/me"); a.status != 200 {
		t.Errorf("the new password: %d %s", a.status, a.body)
	}
}
