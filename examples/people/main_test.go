package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// start is a site on which the editor (2) and the author (3) have application passwords of several ages.
func start(t *testing.T) (*cmstest.Server, *cms.Client) {
	t.Helper()
	var ago atomic.Int64 // days
	server := cmstest.NewServer(cmstest.WithClock(func() time.Time { return time.Now().Add(-days(int(ago.Load()))) }))
	t.Cleanup(server.Close)
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []struct {
		user          int64
		login, name   string
		created, used int64 // days ago; -1 for never
	}{
		{2, "editor", "old and unused", 200, -1},
		{2, "editor", "old \x1b[2Jand used", 100, 1},
		{3, "author", "old and long unused", 100, 50},
		{3, "author", "new", 10, -1},
	} {
		ago.Store(p.created)
		made, err := users.New(site).Passwords(p.user).Create(t.Context(), &users.PasswordParams{Name: &p.name})
		if err != nil {
			t.Fatal(err)
		}
		if p.used >= 0 {
			ago.Store(p.used)
			as, err := site.With(cms.WithApplicationPassword(p.login, made.Secret.Reveal()))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := users.New(as).Me(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	ago.Store(0)
	server.ResetRequests()
	return server, site
}

// people runs the program with what is typed, and returns what it says.
func people(t *testing.T, server *cmstest.Server, typed string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	args = append([]string{"-site", server.URL, "-prefix", "cms", "-user", "admin"}, args...)
	err := run(t.Context(), args, program.Environment{Password: server.AppPassword("admin"), In: strings.NewReader(typed),
		Out: &out, Err: &out})
	return out.String(), err
}

// kept are the passwords of the editor and the author by their names.
func kept(t *testing.T, site *cms.Client) []string {
	t.Helper()
	var names []string
	for _, id := range []int64{2, 3} {
		list, err := users.New(site).Passwords(id).List(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			if strings.HasPrefix(p.Name, "old") || p.Name == "new" {
				names = append(names, p.Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	server, _ := start(t)
	out, err := people(t, server, "")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out, "\n")
	for i, want := range [][]string{
		{"ID", "USER", "ROLES", "SINCE", "MAY"},
		{"1", "admin", "administrator", "settings, users, plugins", "posts of others, comments, publish, upload"},
		{"2", "editor", "editor", "posts of others, comments, publish, upload"},
		{"3", "author", "author", "publish, upload"},
		{"4", "contributor", "contributor"},
		{"5", "subscriber", "subscriber"},
	} {
		for _, part := range want {
			if !strings.Contains(lines[i], part) {
				t.Errorf("people printed the line %q, want %q in it", lines[i], part)
			}
		}
	}
	if strings.Contains(lines[3], "posts of others") || strings.Contains(lines[2], "settings") {
		t.Errorf("people printed\n%s\nwant no posts of others for the author, and no settings for the editor", out)
	}
}

func TestPasswordsAreFoundByTheirAge(t *testing.T) {
	t.Parallel()
	all := []string{"new", "old and long unused", "old and unused", "old and used"}
	for args, want := range map[string][]string{
		"-older 90":             {"old and long unused", "old and unused", "old and used"},
		"-older 150":            {"old and unused"},
		"-unused 30":            {"old and long unused", "old and unused"},
		"-unused 5":             {"new", "old and long unused", "old and unused"},
		"-older 90 -unused 30":  {"old and long unused", "old and unused"},
		"-older 9 -unused 1000": nil,
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			server, site := start(t)
			out, err := people(t, server, "", strings.Fields(args)...)
			if err != nil {
				t.Fatal(err)
			}
			out = strings.ReplaceAll(out, "[2J", "")
			for _, name := range all {
				if strings.Contains(out, name) != slices.Contains(want, name) {
					t.Errorf("people with %s printed\n%s\nwant %q in it: %t", args, out, name, slices.Contains(want, name))
				}
			}
			if strings.Contains(out, "\x1b") {
				t.Errorf("people with %s printed %q, want no escape characters", args, out)
			}
			if got := kept(t, site); len(got) != len(all) {
				t.Errorf("After people with %s the site has the passwords %q, want all", args, got)
			}
		})
	}
}

func TestPasswordsAreRevokedOnAWord(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]int{"revoke\n": 2, "revoke": 2, "yes\n": 4, "Revoke\n": 4, "": 4, "\n": 4} {
		t.Run(fmt.Sprintf("%q", typed), func(t *testing.T) {
			t.Parallel()
			server, site := start(t)
			out, err := people(t, server, typed, "-unused", "30", "-revoke")
			if err != nil {
				t.Fatal(err)
			}
			if got := kept(t, site); len(got) != want || strings.Contains(out, "nothing was revoked") != (want == 4) {
				t.Errorf("After %q the site has the passwords %q, want %d\n%s", typed, got, want, out)
			}
		})
	}
}

func TestOwnPasswordIsKept(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithClock(func() time.Time { return time.Now().Add(-days(1000)) }))
	t.Cleanup(server.Close)
	first, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]*users.Password{}
	for _, name := range []string{"mine", "another"} {
		if made[name], err = users.New(first).MyPasswords.Create(t.Context(),
			&users.PasswordParams{Name: &name}); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	err = run(t.Context(), []string{"-site", server.URL, "-prefix", "cms", "-user", "admin", "-older", "1", "-revoke"},
		program.Environment{Password: made["mine"].Secret.Reveal(), In: strings.NewReader("revoke\n"), Out: &out, Err: &out})
	if err != nil || !strings.Contains(out.String(), `revoke     "another" of admin`) {
		t.Errorf("people -revoke: error %v, want the other password revoked\n%s", err, out.String())
	} else if strings.Contains(out.String(), "mine") {
		t.Errorf("people -revoke printed\n%s\nwant no line of the own password", out.String())
	}
	mine, err := first.With(cms.WithApplicationPassword("admin", made["mine"].Secret.Reveal()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := users.New(mine).MyPasswords.Get(t.Context(), made["mine"].UUID); err != nil {
		t.Errorf("Get of the own password: %v", err)
	}
}

func TestOneFailingUserDoesNotStopTheOthers(t *testing.T) {
	t.Parallel()
	server, site := start(t)
	server.Fail(cmstest.Fault{Method: http.MethodGet, Route: "/cms/v2/users/2/application-passwords",
		Status: http.StatusForbidden, Code: "rest_cannot_list_application_passwords"})
	out, err := people(t, server, "revoke\n", "-unused", "30", "-revoke")
	server.ResetFaults()
	if err == nil || !strings.Contains(err.Error(), "passwords of editor: ") {
		t.Errorf("people with a user that fails: error %v, want one about the editor", err)
	}
	if got := kept(t, site); len(got) != 3 || slices.Contains(got, "old and long unused") {
		t.Errorf("The site has the passwords %q, want three, without the unused one of the author\n%s", got, out)
	}
}

func TestNothingIsRevokedIfTheUsedPasswordIsUnknown(t *testing.T) {
	t.Parallel()
	server, site := start(t)
	server.Fail(cmstest.Fault{Route: "/cms/v2/users/me/application-passwords/introspect", Status: http.StatusForbidden,
		Code: "rest_cannot_introspect_app_password"})
	if out, err := people(t, server, "revoke\n", "-older", "1", "-revoke"); err == nil ||
		strings.Contains(out, "revoke  ") {
		t.Errorf("people -revoke without the own password: error %v, want one, and nothing revoked\n%s", err, out)
	}
	server.ResetFaults()
	if got := kept(t, site); len(got) != 4 {
		t.Errorf("The site has the passwords %q, want all four", got)
	}
}

// introspecting stands in front of a site, and answers introspect itself.
func introspecting(t *testing.T, site string, status int, body string) string {
	t.Helper()
	address, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	through := httputil.NewSingleHostReverseProxy(address)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/introspect") {
			through.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(front.Close)
	return front.URL
}

func TestNothingIsRevokedUnlessTheOwnPasswordIsKnown(t *testing.T) {
	t.Parallel()
	const none = `{"code":"rest_no_authenticated_app_password","message":"m","data":{"status":404}}`
	for name, c := range map[string]struct {
		status  int
		body    string
		revokes bool
	}{
		"no application password was used": {http.StatusNotFound, none, true},
		"a site without the route": {http.StatusNotFound,
			`{"code":"rest_no_route","message":"m","data":{"status":404}}`, false},
		"no user of this id": {http.StatusNotFound,
			`{"code":"rest_user_invalid_id","message":"m","data":{"status":404}}`, false},
		"no such password": {http.StatusNotFound,
			`{"code":"rest_application_password_not_found","message":"m","data":{"status":404}}`, false},
		"a page":          {http.StatusNotFound, `<html>not found</html>`, false},
		"nothing at all":  {http.StatusOK, ``, false},
		"an empty object": {http.StatusOK, `{}`, false},
		"an empty list":   {http.StatusOK, `[]`, false},
		"no uuid":         {http.StatusOK, `{"name":"mine","app_id":""}`, false},
		"an empty uuid":   {http.StatusOK, `{"uuid":"","name":"mine"}`, false},
		"a password that no list has": {http.StatusOK,
			`{"uuid":"0f3a3c0e-6c2b-4e64-9d0f-7f2f6f0a5b11","name":"mine"}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, site := start(t)
			out, err := people(t, server, "revoke\n", "-older", "9", "-revoke", "-site",
				introspecting(t, server.URL, c.status, c.body))
			want := 4
			if c.revokes {
				want = 0
			}
			if got := kept(t, site); len(got) != want || (err == nil) != c.revokes {
				t.Errorf("people -revoke with %s: error %v, the passwords %q, want %d, and success: %t\n%s",
					name, err, got, want, c.revokes, out)
			}
		})
	}
}

func TestPasswordsWhoseDatesCannotBeReadAreNotFound(t *testing.T) {
	t.Parallel()
	a := age{now: time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC), older: days(1)}
	for _, p := range []users.Password{{}, {Created: "soon"}, {Created: "2020-01-01T00:00:00", LastUsed: "never"}} {
		if a.wants(&p) {
			t.Errorf("wants of %+v: true, want false", p)
		}
	}
	if !a.wants(&users.Password{Created: "2020-01-01T00:00:00"}) {
		t.Error("wants of an old password: false, want true")
	}
}

func TestFlagsThatMakeNoSense(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"-revoke", "-older -1", "-unused -1", "more"} {
		if err := run(t.Context(), strings.Fields(args),
			program.Environment{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}); err == nil {
			t.Errorf("run with %s: no error, want one", args)
		}
	}
}

func TestSampleHasPasswordsThatAreOldOrUnused(t *testing.T) {
	t.Parallel()
	for args, want := range map[string][]string{
		"-unused 30":           {"old phone", "trial of a desktop editor"},
		"-older 90":            {"old phone", "publishing from CI"},
		"-older 90 -unused 30": {"old phone"},
	} {
		var out bytes.Buffer
		if err := run(t.Context(), strings.Fields(args), program.Environment{Out: &out, Err: io.Discard}); err != nil {
			t.Fatalf("people %s: %v", args, err)
		}
		var got []string
		for _, name := range []string{"new laptop", "old phone", "publishing from CI", "trial of a desktop editor"} {
			if strings.Contains(out.String(), name) {
				got = append(got, name)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("people %s found %q, want %q", args, got, want)
		}
	}
}
