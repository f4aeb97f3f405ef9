package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/examples/internal/program/programtest"
)

func TestMain(m *testing.M) {
	programtest.Be(main) // with the keyring of this machine
	keyring.MockInit()
	m.Run()
}

// plain is an application password as the site sends it.
func plain(password string) string { return strings.ReplaceAll(password, " ", "") }

// with runs the program on a server in memory, with a browser.
func with(t *testing.T, b *browser, options ...cmstest.Option) (server *cmstest.Server,
	authorized func(args ...string) error) {
	t.Helper()
	b.T = t
	if b.press == "" {
		b.press = "approve"
	}
	if b.user == "" {
		b.user = "editor"
	}
	server = cmstest.NewServer(options...)
	t.Cleanup(server.Close)
	return server, func(args ...string) error {
		return run(t.Context(), append(args, "-site", server.URL), program.Environment{Out: b, Err: b})
	}
}

func TestApprovalGivesAPasswordThatIsPrintedOnce(t *testing.T) {
	t.Parallel()
	b := &browser{}
	server, authorized := with(t, b)
	if err := authorized(); err != nil {
		t.Fatal(err)
	}
	out, password := b.output(), plain(server.AppPassword("editor"))
	if !strings.HasSuffix(out, "\nauthorized as editor (user 2)\nFONTCMS_APP_PASSWORD='"+password+"'\n") ||
		strings.Count(out, password) != 1 {
		t.Errorf("authorize printed %s, want the user and the password last, and the password once", out)
	}
	if !strings.HasPrefix(b.last, "http://127.0.0.1:") || !strings.HasSuffix(b.last, "/done") {
		t.Errorf("The browser ended at %s, want the page /done of 127.0.0.1", b.last)
	}
}

func TestStoreWritesThePasswordOnlyToTheKeyring(t *testing.T) {
	t.Parallel()
	b := &browser{}
	server, authorized := with(t, b)
	if err := authorized("-store"); err != nil {
		t.Fatal(err)
	}
	password := plain(server.AppPassword("editor"))
	if got, err := keyring.Get("fontcms", "editor@"+server.URL); err != nil || got != password {
		t.Errorf("The keyring has %q, error %v, want the password of the site", got, err)
	}
	if out := b.output(); strings.Contains(out, password) {
		t.Errorf("authorize -store printed %s, want it without the password", out)
	}
}

func TestStoreFailsFirstIfThereIsNoKeyring(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("it would write to the keyring of this machine")
	}
	command := programtest.Command(t.Context(), "", "-store")
	command.Env = append(command.Env, "DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent")
	out, err := command.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "nothing was asked for") {
		t.Errorf("authorize -store without a keyring: error %v, want that nothing was asked for: %s", err, out)
	} else if strings.Contains(string(out), "app_name") {
		t.Errorf("authorize -store without a keyring printed %s, want no address", out)
	}
}

func TestRejectionEndsTheWait(t *testing.T) {
	t.Parallel()
	b := &browser{press: "reject"}
	_, authorized := with(t, b)
	if err := authorized(); !errors.Is(err, errRejected) {
		t.Errorf("authorize that is rejected: error %v, want errRejected", err)
	}
	if out := b.output(); strings.Contains(out, "PASSWORD") {
		t.Errorf("authorize that is rejected printed %s, want no password", out)
	}
}

func TestCallWithoutTheStateIsRefusedAndTheWaitGoesOn(t *testing.T) {
	t.Parallel()
	var statuses []int
	b := &browser{}
	b.first = func(success *url.URL) {
		for _, state := range []string{"", "state=&", "state=guess&", "state=" + strings.Repeat("A", 26) + "&"} {
			for _, path := range []string{"/granted", "/rejected"} {
				status, err := call(b.Context(),
					"http://"+success.Host+path+"?"+state+"site_url=x&user_login=admin&password=stolen")
				if err != nil {
					b.Error(err)
				}
				statuses = append(statuses, status)
			}
		}
	}
	_, authorized := with(t, b)
	if err := authorized(); err != nil {
		t.Fatal(err)
	}
	if out := b.output(); !strings.Contains(out, "authorized as editor") {
		t.Errorf("authorize after calls without the state printed %s, want the editor authorized", out)
	}
	for _, status := range statuses {
		if status != http.StatusForbidden {
			t.Errorf("Calls without the state got the statuses %v, want 403 each", statuses)
		}
	}
}

// call gets an address and returns the status.
func call(ctx context.Context, address string) (int, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, err
	}
	resp, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	resp.Body.Close()
	return resp.StatusCode, nil
}

func TestWrongCallbackIsRejected(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ argument, value, reason string }{
		"another site":     {"site_url", "https://evil.example", "calls itself"},
		"a wrong password": {"password", "wrongwrongwrong", "does not work"},
		"no password":      {"password", "", "without a user or a password"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := &browser{change: func(back *url.URL) {
				query := back.Query()
				query.Set(test.argument, test.value)
				back.RawQuery = query.Encode()
			}}
			server, authorized := with(t, b)
			err := authorized()
			if err == nil || !strings.Contains(err.Error(), test.reason) {
				t.Fatalf("authorize with %s: error %v, want %q", name, err, test.reason)
			}
			for _, secret := range []string{"wrongwrongwrong", plain(server.AppPassword("editor"))} {
				if strings.Contains(err.Error(), secret) || strings.Contains(b.output(), secret) {
					t.Errorf("authorize with %s: error %v, output\n%s\nwant no password in them", name, err, b.output())
				}
			}
		})
	}
}

func TestSiteWithoutApplicationPasswordsIsExplained(t *testing.T) {
	t.Parallel()
	_, authorized := with(t, &browser{}, cmstest.WithoutApplicationPasswords())
	err := authorized()
	if !errors.Is(err, errNotOffered) || !strings.Contains(err.Error(), string(connect.CauseInsecureHTTP)) {
		t.Errorf("authorize on a site without application passwords: error %v, want errNotOffered and the cause", err)
	}
}

func TestWaitForApprovalEnds(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	err := run(t.Context(), []string{"-site", server.URL, "-timeout", "1ms"},
		program.Environment{Out: io.Discard, Err: io.Discard})
	if !errors.Is(err, errTimeout) {
		t.Errorf("authorize that waits too long: error %v, want errTimeout", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	out := writer(func(text string) {
		if strings.Contains(text, "app_name=") {
			cancel()
		}
	})
	if err := run(ctx, []string{"-site", server.URL}, program.Environment{Out: out, Err: out}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("authorize whose context ends: error %v, want context.Canceled", err)
	}
}

type writer func(text string)

func (w writer) Write(p []byte) (int, error) { w(string(p)); return len(p), nil }

func TestPasswordCanBePasted(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	var out strings.Builder
	env := program.Environment{Password: server.AppPassword("author"), Out: &out, Err: &out}
	if err := run(t.Context(), []string{"-site", server.URL, "-paste", "-user", "author"}, env); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "authorized as author") || strings.Contains(out.String(), "success_url") {
		t.Errorf("authorize -paste printed %s, want the author authorized, and no success_url", out.String())
	}
}

func TestOnlySafePagesAreOpened(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		site, page string
		ok         bool
	}{
		{"https://site.test", "https://site.test/wp-admin/authorize-application.php", true},
		{"https://site.test", "https://admin.site.test/authorize", true},
		{"http://localhost", "http://localhost/wp-admin/authorize-application.php", true},
		{"https://site.test", "http://site.test/wp-admin/authorize-application.php", false},
		{"https://site.test", "javascript:alert(1)", false},
		{"https://site.test", "file:///etc/passwd", false},
		{"https://site.test", "--version", false},
	} {
		site, err := cms.New(test.site)
		if err != nil {
			t.Fatal(err)
		}
		offered := &cms.ApplicationPasswords{}
		offered.Endpoints.Authorization = test.page
		_, err = authorizationPage(t.Context(), site,
			&cms.Index{Authentication: cms.Authentication{ApplicationPasswords: offered}})
		if (err == nil) != test.ok {
			t.Errorf("authorizationPage of %s, offered by %s: error %v, want success: %t", test.page, test.site, err, test.ok)
		}
	}
}
