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
		t.Errorf("nothing joined is %v, want nil", err)
	}
	var all []error
	for i := range 900 {
		all = append(all, nil, fmt.Errorf("record %d: %s", i, strings.Repeat("x", 100)))
	}
	err := Join(append(all, io.ErrUnexpectedEOF)...)
	text := err.Error()
	switch {
	case len(text) > 4<<10:
		t.Errorf("Join: text of %d bytes, want at most %d", len(text), 4<<10)
	case !strings.HasPrefix(text, "record 0: x"):
		t.Errorf("Join: text %.200q, want the prefix %q", text, "record 0: x")
	case !strings.Contains(text, "; record 1: x"):
		t.Errorf("Join: text %.200q, want %q in it", text, "; record 1: x")
	}
	shown := strings.Count(text, "record ")
	if want := fmt.Sprintf("; and %d more", 901-shown); !strings.HasSuffix(text, want) || shown < 20 {
		t.Errorf("%d are shown, and it ends with %q, expected %q", shown, text[len(text)-40:], want)
	}
	wrapped, ok := err.(interface{ Unwrap() []error })
	switch {
	case !ok:
		t.Errorf("Join: error %T has no Unwrap() []error, want one", err)
	case len(wrapped.Unwrap()) != 901:
		t.Errorf("Join: %d wrapped errors, want 901", len(wrapped.Unwrap()))
	case !errors.Is(err, io.ErrUnexpectedEOF):
		t.Errorf("errors are lost: error %v, want ErrUnexpectedEOF", err)
	}
	if got := Join(nil, io.EOF).Error(); got != "EOF" {
		t.Errorf("Join of one error: %q, want %q", got, "EOF")
	}
}

func TestJoinedErrorsAreNeverLongerThanTheLimit(t *testing.T) {
	t.Parallel()
	for size := range 200 {
		var all []error
		for range 2000 {
			all = append(all, errors.New("e"+strings.Repeat("x", size)))
		}
		if text := Join(all...).Error(); len(text) > MaxError {
			t.Errorf("Join of errors of %d bytes: %d bytes, want at most %d", size+1, len(text), MaxError)
		}
	}
}

func TestJoinedSentencesAreSeparatedOnce(t *testing.T) {
	t.Parallel()
	sentence := func(text string) error { return errors.New(text + ".") }
	if got, want := Join(sentence("one"), sentence("two")).Error(), "one; two."; got != want {
		t.Errorf("Join of two sentences: %q, want %q", got, want)
	}
}

func TestJoinedErrorsAreCutToLeaveRoomForOthers(t *testing.T) {
	t.Parallel()
	long := errors.New(strings.Repeat("x", 5000))
	for number, each := range map[int]int{1: MaxError, 2: MaxReason / 2, 3: MaxReason / 2} {
		var all []error
		want := make([]string, number)
		for i := range want {
			all = append(all, long)
			want[i] = strings.Repeat("x", each) + "…"
		}
		if got := Join(all...).Error(); got != strings.Join(want, "; ") {
			t.Errorf("Join of %d long errors: %d bytes, want %d bytes of each", number, len(got), each)
		}
	}
}
