package transport

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestJoinWrapsEveryErrorInOneLine(t *testing.T) {
	t.Parallel()
	if err := Join(nil, nil); err != nil {
		t.Errorf("nothing joined is %v", err)
	}
	var all []error
	for i := range 900 {
		all = append(all, nil, fmt.Errorf("record %d: %s", i, strings.Repeat("x", 100)))
	}
	err := Join(append(all, io.ErrUnexpectedEOF)...)
	text := err.Error()
	if len(text) > 4<<10 || !strings.HasPrefix(text, "record 0: x") || !strings.Contains(text, "; record 1: x") {
		t.Errorf("%d bytes: %.200q", len(text), text)
	}
	shown := strings.Count(text, "record ")
	if want := fmt.Sprintf("; and %d more", 901-shown); !strings.HasSuffix(text, want) || shown < 20 {
		t.Errorf("%d are shown, and it ends with %q, expected %q", shown, text[len(text)-40:], want)
	}
	wrapped, ok := err.(interface{ Unwrap() []error })
	if !ok || len(wrapped.Unwrap()) != 901 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error("errors are lost")
	}
	if got := Join(nil, io.EOF).Error(); got != "EOF" {
		t.Errorf("one alone is %q", got)
	}
}
