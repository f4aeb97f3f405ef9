package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// repository writes files into a folder, and returns it.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

const contributing = "# Contributing\n\n## Terms\n\n| write | for | not |\n|---|---|---|\n" +
	"| response | what comes back | `reply*`, `sends back` |\n| call | a method | – |\n\n## Changes\n\n| a | b | `code` " +
	"|\n"

func TestWordsReportsTermsAndLongLines(t *testing.T) {
	t.Parallel()
	folder := repository(t, map[string]string{
		"CONTRIBUTING.md": contributing,
		"README.md": "short\n" + strings.Repeat("x", 121) + "\n| " + strings.Repeat("y ", 50) + "| " +
			strings.Repeat("z ", 50) + "|\n",
		"a/a.go": "// Package a has code of a caller.\npackage a\n\n// Replies are names here.\n//\n// What the server " +
			"sends\n// back.\n" +
			"func Replies() error { return errorOf(\"no reply came\", \"replies\") }\n\n// See reply/reply.go.\n",
		"a/a_test.go":          "package a\n\n// The reply.\n",
		"a/testdata/broken.go": "package",
	})
	var out bytes.Buffer
	err := printWords(&out, []string{folder})
	if err == nil {
		t.Error("printWords returned no error, want one with the number of findings")
	}
	want := "README.md:2: 121 columns, more than 120\n" +
		"a/a.go:4: \"sends\\nback\": write \"response\"\n" +
		"a/a.go:8: \"reply\": write \"response\"\n"
	if out.String() != want {
		t.Errorf("printWords printed\n%s\nwant\n%s", out.String(), want)
	}
}

func TestWordsFailsWithoutTableOfTerms(t *testing.T) {
	t.Parallel()
	folder := repository(t, map[string]string{"CONTRIBUTING.md": "# Contributing\n"})
	var out bytes.Buffer
	if err := printWords(&out, []string{folder}); err == nil {
		t.Error("printWords without a table returned no error, want one")
	}
}
