package program

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// target returns the site that flags name.
func target(t *testing.T, args ...string) (*Site, error) {
	t.Helper()
	flags := Flags("recipe", "Cooks.", "recipe", "")
	site := SiteFlags(flags)
	return site, Parse(flags, args, Environment{Out: io.Discard, Err: io.Discard})
}

func TestSourceIsTheSampleOnlyWithoutASite(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"sample/below/a.md": {Data: []byte("text")}}
	for _, test := range []struct{ site, given, want string }{
		{"", "mine", "mine"}, {"http://127.0.0.1", "mine", "mine"}, {"http://127.0.0.1", "", "usual"},
	} {
		var out bytes.Buffer
		var args []string
		if test.site != "" {
			args = []string{"-site", test.site}
		}
		site, err := target(t, args...)
		if err != nil {
			t.Fatal(err)
		}
		got, end, err := site.Source(Environment{Out: &out, Err: &out}, test.given, "usual", files)
		if err != nil || got != test.want {
			t.Errorf("Source with -site %q, given %q: %q, error %v, want %q", test.site, test.given, got, err, test.want)
		} else if out.Len() > 0 {
			t.Errorf("Source with -site %q, given %q printed %q, want nothing", test.site, test.given, out.String())
		}
		end()
	}
	var out bytes.Buffer
	site, err := target(t)
	if err != nil {
		t.Fatal(err)
	}
	folder, end, err := site.Source(Environment{Out: &out, Err: &out}, "", "usual", files)
	if err != nil {
		t.Fatal(err)
	}
	if content, err := os.ReadFile(folder + "/below/a.md"); err != nil || string(content) != "text" {
		t.Errorf("A file of the sample: %q, error %v, want \"text\"", content, err)
	}
	if got := out.String(); got != "sample: a copy of examples/recipe/sample, removed at the end\n" {
		t.Errorf("Source of the sample printed %q, want that it is a copy", got)
	}
	end()
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Stat of the copy after its end: error %v, want ErrNotExist", err)
	}
}

func TestUserFlagNeedsASiteAndMayBeRequired(t *testing.T) {
	t.Parallel()
	if _, err := target(t, "-user", "editor"); !errors.As(err, new(usageError)) ||
		!strings.Contains(err.Error(), "-user needs -site") {
		t.Errorf("Parse of -user without -site: error %v, want a mistake that names both", err)
	}
	for args, want := range map[string]string{"": "", "-site http://127.0.0.1 -user ada": "",
		"-site http://127.0.0.1": "-user is missing: recipe needs an editor"} {
		site, err := target(t, strings.Fields(args)...)
		if err != nil {
			t.Fatal(err)
		}
		switch err := site.NeedUser("an editor"); {
		case want == "" && err != nil:
			t.Errorf("NeedUser with %q: error %v, want none", args, err)
		case want != "" && (err == nil || err.Error() != want || !errors.As(err, new(usageError))):
			t.Errorf("NeedUser with %q: error %v, want %q", args, err, want)
		}
	}
}
