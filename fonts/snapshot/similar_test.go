package snapshot_test

import (
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

func similarNames(text string, names ...string) string {
	var list []fonts.Font
	for _, name := range names {
		list = append(list, fonts.Font{FontFamily: name})
	}
	var found []string
	for _, font := range snapshot.New(time.Time{}, list).Similar(text) {
		found = append(found, font.FontFamily)
	}
	return strings.Join(found, ", ")
}

func TestSimilarFindsTheNameOfAMisspeltText(t *testing.T) {
	t.Parallel()
	catalogue := []string{"Arimo", "DejaVu Sans", "EB Garamond", "Helvetica", "Helvetica Neue", "Open Sans", "Roboto",
		"Times New Roman"}
	for text, want := range map[string]string{
		"helvtica":        "Helvetica, Helvetica Neue", // a letter is missing
		"hevletica":       "Helvetica, Helvetica Neue", // two are in the wrong order
		"robotto":         "Roboto",                    // one too many
		"opne sanz":       "Open Sans",                 // two errors
		"open-sans":       "Open Sans",
		"tims new romann": "Times New Roman",
		"gramond":         "EB Garamond", // a later word
		"helvt":           "Helvetica, Helvetica Neue",
		"DÉJAVU":          "DejaVu Sans",
		"zzzzzz":          "",
		"xyzrobo":         "",
		"op":              "",
		"":                "",
		" - ":             "",
	} {
		if got := similarNames(text, catalogue...); got != want {
			t.Errorf("Similar to %q: %q, want %q", text, got, want)
		}
	}
}

func TestSimilarPutsTheClosestNameFirst(t *testing.T) {
	t.Parallel()
	if got, want := similarNames("latto", "Platto", "Latta", "Lato Latin", "Lato"),
		"Lato, Latta, Platto, Lato Latin"; got != want {
		t.Errorf("Similar to latto: %q, want %q", got, want)
	}
}

func TestSimilarReadsTextsOfAnyLength(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a ", 500_000)
	if got := similarNames(strings.Repeat("b", 64), long, "\xff\xfe", ""); got != "" {
		t.Errorf("Similar to 64 letters: %d bytes, want nothing", len(got))
	}
	if got := similarNames(long, long); got != "" {
		t.Errorf("Similar to a text of more than 64 letters: %d bytes, want nothing", len(got))
	}
}
