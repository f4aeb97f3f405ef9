package fonts

import (
	"errors"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/internal/transport"
)

func TestInnerErrorsArePrintable(t *testing.T) {
	t.Parallel()
	err := transport.Because(ErrDecode, errors.New("\x1b[2J\u202eevil\r\nFAKE LINE"+strings.Repeat(" x", 10<<10)))
	if got := err.Error(); got != transport.Line(got, 4<<10) || !strings.Contains(got, "evil FAKE LINE") {
		t.Errorf("Because: text %.80q of %d bytes, want one line of at most 4 KiB with %q", got, len(got), "evil FAKE LINE")
	}
}
