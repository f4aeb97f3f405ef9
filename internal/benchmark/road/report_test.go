package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestFunctionNamesHaveTheirReceiver(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a.go")
	source := "package a\n\nfunc plain() {\n\tx := func() {\n\t\tprintln()\n\t}\n\tx()\n}\n\nfunc (b *box[T]) open() { println() }\n\nfunc declared()\n"
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := declared(file)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, place := range []place{at(4, 2), at(5, 3), at(10, 27), at(1, 1)} {
		name := "none"
		if i := slices.IndexFunc(all, func(s span) bool { return s.from <= place && place < s.to }); i >= 0 {
			name = all[i].name
		}
		got = append(got, name)
	}
	if want := []string{"plain", "plain, literal in line 4", "box.open", "none"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestReportCountsByPackage(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	report(&out, "a call", []function{{"cms", "b.go", "two", "two sends."}, {"cms", "a.go", "one", ""}, {"fonts", "a.go", "three", ""}}, true)
	want := "a call: 3 functions in 3 files\n  cms                    2 in 2\n    a.go               one\n    b.go               two                              two sends.\n" +
		"  fonts                  1 in 1\n    a.go               three\n"
	if out.String() != want {
		t.Errorf("%s", out.String())
	}
}
