package fault

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/internal/transport"
)

func TestErrorsArePrintable(t *testing.T) {
	t.Parallel()
	const evil = "\x1b[2J\u202eevil\r\nFAKE LINE"
	for _, err := range []error{&Argument{Argument: evil, Reason: evil}} {
		if got := err.Error(); got != transport.Line(got, transport.MaxError) {
			t.Errorf("got %q, want %q", got, transport.Line(got, transport.MaxError))
		}
	}
}

func TestArgumentIsNamedBeforeItsReason(t *testing.T) {
	t.Parallel()
	if got := (&Argument{Argument: "slug", Reason: "it is empty"}).Error(); got != "slug: it is empty" {
		t.Errorf("got %q, want %q", got, "slug: it is empty")
	}
}

func TestArgumentWrapsItsSentinel(t *testing.T) {
	t.Parallel()
	if err := error(&Argument{Argument: "orderby", Err: ErrUnstableOrder}); !errors.Is(err, ErrUnstableOrder) {
		t.Error(err)
	}
}
