package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// diagnosed runs the program, and returns what it prints.
func diagnosed(ctx context.Context, password string, args ...string) (string, error) {
	var out bytes.Buffer
	err := run(ctx, args, program.Environment{Password: password, Out: &out, Err: io.Discard})
	return out.String(), err
}

func TestEachFindingSaysWhatWasSeenAndWhatToDo(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithPrefix("wp"))
	limited := cmstest.NewServer(cmstest.WithTest(t))
	limited.Fail(cmstest.Fault{Route: "/cms/v2/users/me", Status: http.StatusTooManyRequests})
	pages := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<!DOCTYPE html><html><head><title>Shop</title></head><body>Welcome</body></html>")
	}))
	t.Cleanup(pages.Close)
	const wrong = "abcd EFGH 1234 ijkl MNOP 5678"
	for name, test := range map[string]struct {
		address, user, password string
		args                    []string
		want                    connect.Cause
		todo                    string
	}{
		"a site":         {server.URL, "editor", server.AppPassword("editor"), nil, "", ""},
		"a visitor":      {server.URL, "", "", nil, "", ""},
		"wrong password": {server.URL, "editor", wrong, nil, connect.CauseWrongPassword, "create a new application password"},
		"capability": {
			server.URL, "contributor", server.AppPassword("contributor"), []string{"-needs", "edit_posts,publish_posts"},
			connect.CauseCapability, "Give the user the role ",
		},
		"no site":     {pages.URL, "", "", nil, connect.CauseWrongAddress, "or of any of its pages, in -site"},
		"prefix":      {server.URL, "", "", []string{"-prefix", "cms"}, connect.CausePrefix, "Leave out -prefix"},
		"unreachable": {"http://127.0.0.1:1", "", "", nil, connect.CauseUnreachable, "Check the name and the port"},
		"rate limit": {limited.URL, "editor", limited.AppPassword("editor"), nil, connect.CauseRateLimited,
			"and send fewer requests"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := append([]string{"-site", test.address}, test.args...)
			if test.user != "" {
				args = append(args, "-user", test.user)
			}
			said, err := diagnosed(t.Context(), test.password, args...)
			if test.want == "" {
				if err != nil || !strings.HasSuffix(said, "\nnothing is wrong\n") {
					t.Errorf("diagnose: error %v, want none, and \"nothing is wrong\" last\n%s", err, said)
				} else if strings.Contains(said, "no   ") {
					t.Errorf("diagnose printed\n%s\nwant no line that begins with no", said)
				}
				return
			}
			if err == nil || !strings.HasPrefix(err.Error(), string(test.want)+": ") {
				t.Errorf("diagnose: error %v, want the cause %s first", err, test.want)
			}
			for _, part := range []string{"\n" + string(test.want) + "\n  seen:  ", "\n  to do: ", test.todo} {
				if !strings.Contains(said, part) {
					t.Errorf("diagnose printed\n%s\nwant %q", said, part)
				}
			}
			if strings.Contains(said, "With") || strings.Contains(said, "connect.") {
				t.Errorf("diagnose printed\n%s\nwant no names of Go functions", said)
			}
		})
	}
}

func TestDiagnosisSendsNothingThatWrites(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	defer server.Close()
	before := server.Document()
	said, err := diagnosed(t.Context(), server.AppPassword("editor"), "-site", server.URL, "-user", "editor")
	if err != nil || !bytes.Equal(before, server.Document()) {
		t.Errorf("diagnose: error %v, want none, and the site unchanged\n%s", err, said)
	}
}

// TestLiveWordPressIsInOrder looks at a site by its address alone.
func TestLiveWordPressIsInOrder(t *testing.T) {
	t.Parallel()
	site := os.Getenv("FONTCMS_SITE")
	if site == "" {
		t.Skip("FONTCMS_SITE names no site")
	}
	login := []string{"-site", site, "-user", os.Getenv("FONTCMS_USER"), "-needs", "manage_options"}
	said, err := diagnosed(t.Context(), os.Getenv("FONTCMS_APP_PASSWORD"), login...)
	if err != nil || !strings.HasSuffix(said, "\nnothing is wrong\n") {
		t.Errorf("diagnose with the password: error %v, want none, and \"nothing is wrong\" last\n%s", err, said)
	}
	said, err = diagnosed(t.Context(), "abcd EFGH 1234 ijkl MNOP 5678", login...)
	if err == nil || !strings.Contains(err.Error(), string(connect.CauseWrongPassword)) {
		t.Errorf("diagnose with an invalid password: error %v, want the cause %s\n%s", err, connect.CauseWrongPassword, said)
	}
}
