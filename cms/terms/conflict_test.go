package terms

import (
	"errors"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestConflictIsPrintable(t *testing.T) {
	t.Parallel()
	err := &conflict{errors.New("\x1b[2J\u202eevil\r\nFAKE LINE" + strings.Repeat(" x", 10<<10)), &Term{ID: 7}}
	switch got := err.Error(); {
	case got != cms.Line(got, 4<<10):
		t.Errorf("%d bytes: %.80q: %q, want %q", len(got), got, got, cms.Line(got, 4<<10))
	case !strings.Contains(got, "evil FAKE LINE"):
		t.Errorf("%d bytes: %.80q: %q, want %q in it", len(got), got, got, "evil FAKE LINE")
	case !strings.HasSuffix(got, "names term 7, which is a different one"):
		t.Errorf("%d bytes: %.80q: %q, want the suffix %q", len(got), got, got, "names term 7, which is a different one")
	}
}
