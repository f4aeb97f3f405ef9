package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mit is the licence of this repository.
func mit(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestLicencesAreThoseOfThePackageAndOfItsModule(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		files map[string]string
		want  []string
		fails string // a part of the error
	}{
		"of the module": {files: map[string]string{"LICENSE": mit(t), "a/b/c.go": ""}, want: []string{"MIT"}},
		"of a package too": {
			files: map[string]string{"LICENSE.md": mit(t), "a/b/COPYING": mit(t)},
			want:  []string{"MIT", "MIT"},
		},
		"none":    {files: map[string]string{"README": mit(t), "a/b/c.go": ""}, fails: "no file with a licence"},
		"unknown": {files: map[string]string{"LICENCE": "Ask the author.", "a/b/c.go": ""}, fails: "0 % of the text"},
		"one that is not allowed": {
			files: map[string]string{"LICENSE": "https://creativecommons.org/licenses/by-nc/4.0/", "a/b/c.go": ""},
			fails: "CC-BY-NC-4.0 is not allowed",
		},
		"a choice": {
			files: map[string]string{"LICENSE": "is subject to your choice of exactly one of\n * The FreeType License, or\n * " +
				"The GNU General Public License", "a/b/c.go": ""},
			want: []string{"FTL"},
		},
		"code with such a name": {
			files: map[string]string{"LICENSE": mit(t), "a/b/license.go": "package b"},
			want:  []string{"MIT"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := repository(t, test.files)
			got, err := licencesOf(filepath.Join(module, "a", "b"), module)
			switch {
			case test.fails != "" && (err == nil || !strings.Contains(err.Error(), test.fails)):
				t.Errorf("licencesOf: error %v, want one with %q", err, test.fails)
			case test.fails == "" && err != nil:
				t.Errorf("licencesOf: error %v, want nil", err)
			case test.fails == "" && !slices.Equal(got, test.want):
				t.Errorf("licencesOf: %q, want %q", got, test.want)
			}
		})
	}
}

func TestLicencesListsTheModulesThatThisProgramLinks(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := printLicences(&out, []string{"."}); err != nil {
		t.Fatalf("printLicences of this program: error %v, want nil", err)
	}
	if !strings.Contains(out.String(), "golang.org/x/tools v") || !strings.Contains(out.String(), " BSD-3-Clause\n") {
		t.Errorf("printLicences of this program: printed\n%swant golang.org/x/tools with BSD-3-Clause", &out)
	}
}
