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
		t.Errorf("error text %.80q of %d bytes, want one line of at most 4 KiB", got, len(got))
	case !strings.Contains(got, "evil FAKE LINE"):
		t.Errorf("error text %.80q, want %q in it", got, "evil FAKE LINE")
	case !strings.HasSuffix(got, "names term 7, which is a different one"):
		t.Errorf("error text %.80q of %d bytes, want the suffix %q", got, len(got), "names term 7, which is a different one")
	}
}
