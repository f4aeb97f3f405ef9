package program

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestWithoutASiteThereIsOneInMemory(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	site, end, err := (&Site{Prefix: "wp"}).Connect(Environment{Out: &out})
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	if n, err := site.Posts.Count(t.Context(), nil); err != nil || n == 0 {
		t.Errorf("%d posts, error %v", n, err)
	}
	if !strings.HasPrefix(out.String(), "site: a server in memory at http://127.0.0.1:") {
		t.Errorf("said %q", out.String())
	}
}

func TestAWrongPasswordIsFoundOut(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	defer server.Close()
	target := &Site{Address: server.URL, User: "editor", Prefix: "cms"}
	site, end, err := target.Connect(Environment{Password: "wrong", Out: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	if _, err := site.Posts.Count(t.Context(), nil); !errors.Is(err, cms.ErrCredentialsRejected) {
		t.Errorf("error %v", err)
	}
}

func TestMistakesInTheArgumentsAreToldFromOthers(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-unknown"}, {"stray"}} {
		flags := flag.NewFlagSet("recipe", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		if err := Parse(flags, args); !errors.As(err, new(usageError)) {
			t.Errorf("%v: error %v", args, err)
		}
	}
	flags := flag.NewFlagSet("recipe", flag.ContinueOnError)
	SiteFlags(flags)
	if err := Parse(flags, []string{"-site", "http://127.0.0.1", "-user", "editor"}); err != nil {
		t.Error(err)
	}
}

func TestAnErrorKeepsWhatItIsBesideItsStatus(t *testing.T) {
	t.Parallel()
	err := Status(io.ErrUnexpectedEOF, 3)
	coded, ok := errors.AsType[statusError](err)
	if !ok || coded.status != 3 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%#v", err)
	}
	if Status(nil, 3) != nil {
		t.Error("no error became one")
	}
}
