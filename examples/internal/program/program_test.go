package program

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestWithoutASiteThereIsOneInMemory(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	site, end, err := (&Site{Prefix: "wp"}).Connect(t.Context(), Environment{Out: &out, Err: &out})
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	if n, err := site.Posts.Count(t.Context(), nil); err != nil || n == 0 {
		t.Errorf("Count of the posts of a site in memory: %d, error %v, want some", n, err)
	}
	if !strings.HasPrefix(out.String(), "site: a server in memory at http://127.0.0.1:") {
		t.Errorf("Connect without a site printed %q, want the address of a server in memory", out.String())
	}
}

func TestSiteIsFoundFromAnyOfItsPages(t *testing.T) {
	t.Parallel()
	refusal := &cmstest.Fault{Route: "/", Times: 2, Status: http.StatusUnauthorized,
		Code: "rest_not_logged_in", Message: "No."}
	for name, test := range map[string]struct {
		options []cmstest.Option
		page    string
		fault   *cmstest.Fault
	}{
		"prefix of the specification": {page: "/"},
		"prefix of WordPress":         {[]cmstest.Option{cmstest.WithPrefix("wp")}, "/?p=1", nil},
		"a folder": {[]cmstest.Option{cmstest.WithPrefix("wp"), cmstest.WithPath("/blog")},
			"/2026/kerning/", nil},
		"plain permalinks":         {[]cmstest.Option{cmstest.WithPrefix("wp"), cmstest.WithPlainPermalinks()}, "", nil},
		"an index for known users": {[]cmstest.Option{cmstest.WithPrefix("wp")}, "", refusal},
		"known users, plain permalinks": {[]cmstest.Option{cmstest.WithPrefix("wp"), cmstest.WithPlainPermalinks()},
			"/a/page/", refusal},
	} {
		server := cmstest.NewServer(test.options...)
		defer server.Close()
		if test.fault != nil {
			server.Fail(*test.fault)
		}
		target := &Site{Address: server.URL + test.page, User: "editor"}
		site, end, err := target.Connect(t.Context(), Environment{Password: server.AppPassword("editor"), Err: io.Discard})
		if err != nil {
			t.Errorf("Connect with %s: %v", name, err)
			continue
		}
		defer end()
		if me, err := site.Verify(t.Context()); err != nil || me.Username != "editor" {
			t.Errorf("Verify with %s: %+v, error %v, want the user editor", name, me, err)
		}
	}
}

func TestWrongPasswordIsFoundOut(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	defer server.Close()
	target := &Site{Address: server.URL, User: "editor", Prefix: "cms"}
	site, end, err := target.Connect(t.Context(), Environment{Password: "wrong", Out: io.Discard, Err: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	if _, err := site.Posts.Count(t.Context(), nil); !errors.Is(err, cms.ErrCredentialsRejected) {
		t.Errorf("Count with an invalid password: error %v, want ErrCredentialsRejected", err)
	}
}

func TestClientOfADryRunWritesNothing(t *testing.T) {
	t.Parallel()
	for _, dry := range []bool{true, false} {
		flags := Flags("recipe", "Cooks.", "recipe", "")
		target := SiteFlags(flags)
		DryRun(flags)
		if err := Parse(flags, []string{fmt.Sprintf("-dry-run=%t", dry)}, Environment{}); err != nil {
			t.Fatal(err)
		}
		site, end, err := target.Connect(t.Context(), Environment{Out: io.Discard, Err: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		defer end()
		_, err = site.Posts.Create(t.Context(), &cms.PostParams{Title: new("A")})
		if errors.Is(err, cms.ErrDryRun) != dry {
			t.Errorf("Create with -dry-run=%t: error %v, ErrDryRun %t, want %t", dry, err, !dry, dry)
		}
	}
}

func TestMistakesInTheArgumentsEndWithTwo(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-unknown"}, {"stray"}, {"-n", "x"}} {
		flags := Flags("recipe", "Cooks.", "recipe", "")
		flags.Int("n", 0, "")
		var out, messages bytes.Buffer
		status := end(&messages, "recipe", Parse(flags, args, Environment{Out: &out, Err: &out}))
		if lines := strings.Split(messages.String(), "\n"); status != misused || len(lines) != 3 {
			t.Errorf("Parse of %q: status %d, messages %q, want %d and two lines", args, status, messages.String(), misused)
		} else if lines[1] != "recipe -help lists the flags." || out.Len() > 0 {
			t.Errorf("Parse of %q: output %q, messages %q, want no output, and the way to the help", args, out.String(),
				messages.String())
		}
	}
	for _, name := range []string{"sites", "fonts", "dir"} {
		for _, args := range [][]string{{"-" + name, ""}, nil} {
			flags := Flags("recipe", "Cooks.", "recipe", "")
			flags.String(name, "", "")
			if err := Parse(flags, args, Environment{}); IsMistake(err) != (args != nil) {
				t.Errorf("Parse of %q with the flag -%s: error %v, want a mistake for the empty one", args, name, err)
			}
		}
	}
	flags := Flags("recipe", "Cooks.", "recipe", "")
	SiteFlags(flags)
	if err := Parse(flags, []string{"-site", "http://127.0.0.1", "-user", "editor"}, Environment{}); err != nil {
		t.Error(err)
	}
}

func TestHelpNamesThePasswordOnlyIfTheRecipeReadsOne(t *testing.T) {
	t.Parallel()
	for _, passwordRead := range []bool{true, false} {
		flags, site := Flags("recipe", "Cooks.", "recipe", ""), &Site{}
		if passwordRead {
			SiteFlags(flags)
		} else {
			site.AddressFlags(flags)
			flags.StringVar(&site.User, "user", "", "who approves")
		}
		var out bytes.Buffer
		if err := Parse(flags, []string{"-help"}, Environment{Out: &out, Err: &out}); !errors.Is(err, flag.ErrHelp) {
			t.Fatal(err)
		}
		line := "\na real WordPress: -site https://example.org"
		if passwordRead {
			line += " -user NAME, the password in FONTCMS_APP_PASSWORD"
		}
		if !strings.Contains(out.String(), line+"\n") {
			t.Errorf("Help of a recipe with a password, %t: %s, want %q", passwordRead, &out, line)
		}
	}
}

func TestStatusesTellWhatAnErrorEnded(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, 0}, {flag.ErrHelp, 0}, {broken, stopped}, {Mistake("no"), misused}, {Status(broken, Incomplete), Incomplete},
		{errors.Join(Status(broken, Incomplete), broken), Incomplete}, {Status(context.Canceled, Incomplete), stopped},
	} {
		var messages bytes.Buffer
		if got := end(&messages, "recipe", test.err); got != test.want || (got == 0) != (messages.Len() == 0) {
			t.Errorf("Error %v: status %d, messages %q, want %d, and messages only of a failure",
				test.err, got, messages.String(), test.want)
		}
	}
}

func TestStatusWrapsTheError(t *testing.T) {
	t.Parallel()
	err := Status(io.ErrUnexpectedEOF, 3)
	coded, ok := errors.AsType[statusError](err)
	if !ok || coded.status != 3 {
		t.Errorf("Status of an error: %#v, want one with the status 3", err)
	} else if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Status of an error: %#v, want it to wrap io.ErrUnexpectedEOF", err)
	}
	if Status(nil, 3) != nil {
		t.Error("Status of no error returned one, want nil")
	}
}
