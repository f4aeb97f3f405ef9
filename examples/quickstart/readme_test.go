package main

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// The README of the recipes shows what the program prints. Numbers, times and the end of an address
// differ from run to run.
func TestReadmeShowsWhatIsPrinted(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(page), "\n```text\n")
	shown, _, _ = strings.Cut(shown, "```\n")
	var out bytes.Buffer
	if err := run(t.Context(), nil, program.Environment{Out: &out, Err: io.Discard}); err != nil {
		t.Fatal(err)
	}
	same := regexp.MustCompile(`quickstart-\w+|[\d.]+[mµ]?s?`)
	if got, want := same.ReplaceAllString(out.String(), "#"), same.ReplaceAllString(shown, "#"); got != want {
		t.Errorf("printed\n%swant\n%s", out.String(), shown)
	}
}
