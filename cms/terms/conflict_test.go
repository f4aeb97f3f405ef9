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
	if got := err.Error(); got != cms.Line(got, 4<<10) || !strings.Contains(got, "evil FAKE LINE") || !strings.HasSuffix(got, "names term 7, which is a different one") {
		t.Errorf("%d bytes: %.80q", len(got), got)
	}
}
