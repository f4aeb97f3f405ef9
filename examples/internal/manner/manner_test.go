// Package manner tests that all recipes behave alike: their help, their exit statuses,
// and what they say about the most common mistakes.
package manner

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// recipe is a program and the ways in which it differs from the others.
type recipe struct {
	name   string
	args   []string // of every run
	real   []string // further ones on a real site
	makes  []string // the folder that a run writes, as flag and value
	noSite bool     // it has no -site
	waits  bool     // a run waits for somebody
	noUser bool     // a user is not needed
	finds  bool     // what stops the others is what it looks for
	sample bool     // it uses a sample
	writes []string // of a run that writes to a site, if it has -dry-run
	typed  string   // in that run
	input  string   // of a run, "" for none
}

func recipes() []recipe {
	dir := []string{"-dir", "sample"}
	return []recipe{
		{name: "quickstart"},
		{name: "authorize", waits: true, noUser: true},
		{name: "mirror", noUser: true, makes: []string{"-dir", "copy"}},
		{name: "restore", sample: true, real: dir, writes: []string{}},
		{name: "publish", sample: true, real: dir, writes: []string{"-create-terms"}},
		{name: "photos", sample: true, real: dir, writes: []string{}},
		{name: "moderate", writes: []string{}, typed: "a\ns\nyes\n"},
		{name: "people", writes: []string{"-revoke", "-older", "9"}, typed: "revoke\n"},
		{name: "menu", sample: true, real: []string{"-file", "sample.yaml"}, writes: []string{}},
		{name: "typeface", sample: true, real: dir, writes: []string{}},
		{name: "snippets", sample: true, args: []string{"plan"}, real: dir, writes: []string{}},
		{name: "fontpicker", noSite: true, waits: true},
		{name: "report", noUser: true},
		{name: "drift", noUser: true},
		{name: "diagnose", noUser: true, finds: true},
		{name: "tracing", noUser: true},
	}
}

func TestAllRecipesAreInTheTable(t *testing.T) {
	t.Parallel()
	programs, err := filepath.Glob("../../*/main.go")
	programs = slices.DeleteFunc(programs, func(path string) bool {
		return filepath.Base(filepath.Dir(path)) == "fleet" // it runs others on many sites, and has tests of its own
	})
	if err != nil || len(programs) != len(recipes()) {
		t.Errorf("There are %d programs, error %v, and %d in the table, want as many", len(programs), err, len(recipes()))
	}
}

// each runs a test for all recipes that some condition holds for.
func each(t *testing.T, holds func(r recipe) bool, test func(t *testing.T, r recipe)) {
	t.Helper()
	for _, r := range recipes() {
		if holds(r) {
			t.Run(r.name, func(t *testing.T) {
				t.Parallel()
				test(t, r)
			})
		}
	}
}

// complains fails the test unless a run ended with a status and one line that says what
// is wanted.
func (r recipe) complains(t *testing.T, got ran, status int, want string) {
	t.Helper()
	line, rest, _ := strings.Cut(got.without(notice), "\n")
	if status == 2 {
		rest = strings.TrimPrefix(rest, r.name+" -help lists the flags.\n")
	}
	if r.finds && status == 1 && !strings.HasPrefix(want, "interrupted") {
		status, want = 3, ""
		if _, todo, _ := strings.Cut(got.out, "\n  to do: "); todo == "" || strings.Contains(line, strings.TrimSpace(todo)) {
			t.Errorf("%s does not say once what to do, want it once:\n%s%s", r.name, got.out, got.errors)
		}
	}
	if got.status != status || rest != "" {
		t.Errorf("%s: status %d, messages %q, want %d and one line", r.name, got.status, got.errors, status)
	} else if line != r.name+": "+want && !strings.HasPrefix(line, r.name+": "+want) {
		t.Errorf("%s: messages %q, want %q", r.name, got.errors, r.name+": "+want)
	}
}

// onSite is the arguments of a run on a real site, in a folder of the test.
func (r recipe) onSite(t *testing.T, address string) []string {
	t.Helper()
	args := append([]string{"-site", address}, r.real...)
	if r.name != "authorize" {
		args = append(args, "-user", "admin")
	}
	if r.real != nil {
		folder := t.TempDir() // restore and snippets write beside what they read
		if err := os.CopyFS(folder, os.DirFS(filepath.Join("..", "..", r.name))); err != nil {
			t.Fatal(err)
		}
		args[3] = filepath.Join(folder, args[3])
	}
	if r.makes != nil {
		args = append(args, r.makes[0], filepath.Join(t.TempDir(), r.makes[1]))
	}
	return args
}
