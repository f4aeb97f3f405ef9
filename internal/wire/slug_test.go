package wire_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/internal/wire"
)

func TestUntrashedRemovesTheSuffixAndItsNumber(t *testing.T) {
	t.Parallel()
	for slug, want := range map[string]string{
		"":                          "",
		"kerning":                   "kerning",
		"kerning-2":                 "kerning-2",
		"kerning__trashed":          "kerning",
		"kerning__trashed-2":        "kerning",
		"kerning-2__trashed-10":     "kerning-2",
		"__trashed":                 "",
		"__trashed-3":               "",
		"kerning__trashed__trashed": "kerning__trashed",
		"kerning__trashed-":         "kerning__trashed-",
		"kerning__trashed2":         "kerning__trashed2",
		"kerning__trashed-two":      "kerning__trashed-two",
	} {
		if got := wire.Untrashed(slug); got != want {
			t.Errorf("Untrashed(%q): %q, want %q", slug, got, want)
		}
	}
}
