package manner

import (
	"strings"
	"testing"
)

func TestHelpSaysWhatItDoesAndEndsWithZero(t *testing.T) {
	t.Parallel()
	each(t, func(recipe) bool { return true }, func(t *testing.T, r recipe) {
		t.Helper()
		for _, flag := range []string{"-help", "-h"} {
			got := r.run(t, "", flag)
			first, rest, _ := strings.Cut(got.out, "\n")
			if got.status != 0 || got.errors != "" {
				t.Errorf("Run with %s: status %d, errors %q, want 0 and no errors", flag, got.status, got.errors)
			} else if !strings.HasSuffix(first, ".") || len(first) > 110 {
				t.Errorf("Run with %s: first line %q, want a sentence of at most 110 bytes", flag, first)
			}
			for _, want := range []string{
				"\nexample: ", "go run ", "\nflags:\n", "\nexit status:\n  0  done\n  1  ", "\n  2  ",
			} {
				if !strings.Contains(rest, want) {
					t.Errorf("Run with %s: the help lacks %q, want it:\n%s", flag, want, got.out)
				}
			}
		}
	})
}

func TestMistakeInTheFlagsEndsWithTwo(t *testing.T) {
	t.Parallel()
	each(t, func(recipe) bool { return true }, func(t *testing.T, r recipe) {
		t.Helper()
		r.complains(t, r.run(t, "", "-unknown"), 2, "flag provided but not defined: -unknown")
		r.complains(t, r.run(t, "", "stray"), 2, `unexpected argument "stray"`)
	})
}

func TestUserWithoutASiteIsRefused(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return !r.noSite }, func(t *testing.T, r recipe) {
		t.Helper()
		r.complains(t, r.run(t, "", "-user", "ada"), 2, "-user needs -site: ")
	})
}

// A job of CI without its variables gives empty flags. It would pass, and have published to a site in memory.
func TestEmptySiteIsRefused(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return !r.noSite }, func(t *testing.T, r recipe) {
		t.Helper()
		r.complains(t, r.run(t, "", "-site", "", "-user", ""), 2, "-site is empty: ")
	})
}

func TestSiteWithoutTheUserThatIsNeededIsRefused(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return !r.noSite && !r.noUser }, func(t *testing.T, r recipe) {
		t.Helper()
		args := append([]string{"-site", "http://127.0.0.1:1"}, r.real...)
		r.complains(t, r.run(t, "", args...), 2, "-user is missing: "+r.name+" needs a")
	})
}
