package cms

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// commanding is a text that a terminal would obey, and long.
func commanding() string {
	return "\x1b[2J\x1b]0;owned\x07\u202eevil\r\nFAKE LINE" + strings.Repeat(" x", 10<<10)
}

func TestInnerErrorsArePrintable(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"refused200": &refused200{envelope: reply.Envelope{Message: wire.Text(commanding())}},
		"joined":     &joined{[]error{errors.New(commanding()), errors.New(commanding())}},
	} {
		if got := err.Error(); got != Line(got, 4<<10) || !strings.Contains(got, "evil FAKE") {
			t.Errorf("%s: %d bytes: %.80q", name, len(got), got)
		}
	}
}

func TestJoinSaysOneLineAndKeepsEveryError(t *testing.T) {
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

func TestEmbeddedErrorsAreOneLine(t *testing.T) {
	t.Parallel()
	one, err := json.Marshal(map[string]any{"code": commanding(), "message": commanding(), "data": map[string]int{"status": 404}})
	if err != nil {
		t.Fatal(err)
	}
	list := "[" + strings.Repeat(string(one)+",", 30) + string(one) + "]"
	_, err = EmbeddedAs[User](Embedded{"author": json.RawMessage(list)}, "author")
	if got := fmt.Sprint(err); got != Line(got, 4<<10) || !strings.Contains(got, "more") {
		t.Errorf("%d bytes: %.80q", len(got), got)
	}
}
