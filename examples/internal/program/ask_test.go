package program

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestAskReturnsOneLineAfterTheOther(t *testing.T) {
	t.Parallel()
	var questions bytes.Buffer
	env := Environment{In: strings.NewReader(" a \r\n\nyes"), Err: &questions}
	for _, want := range []string{"a", "", "yes"} {
		if got, err := env.Ask(t.Context(), "well? "); got != want || err != nil {
			t.Errorf("Ask: %q, error %v, want %q", got, err, want)
		}
	}
	if _, err := env.Ask(t.Context(), "well? "); !errors.Is(err, io.EOF) {
		t.Errorf("Ask after the end of the input: error %v, want io.EOF", err)
	}
	if want := "well? well? well? well? \n"; questions.String() != want {
		t.Errorf("Ask printed %q, want %q", questions.String(), want)
	}
}

func TestAskEndsWithItsContext(t *testing.T) {
	t.Parallel()
	in, out := io.Pipe() // nothing is typed
	defer func() { _ = out.Close() }()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Environment{In: in, Err: io.Discard}).Ask(ctx, "well? "); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
