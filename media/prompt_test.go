package media

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOnlyAContentThatMayKeepWaitingTakesAGoroutine shows which contents are read as
// they are.
func TestOnlyAContentThatMayKeepWaitingTakesAGoroutine(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	open := func(name string) *os.File {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Close() })
		return f
	}
	closed := open(name)
	_ = closed.Close()
	pipe, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = pipe.Close(), end.Close() })
	inMemory, err := Bytes("a", []byte("x")).Open()
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		content io.Reader
		prompt  bool
	}{
		"Bytes":          {inMemory, true},
		"bytes.Reader":   {bytes.NewReader(nil), true},
		"bytes.Buffer":   {new(bytes.Buffer), true},
		"strings.Reader": {strings.NewReader(""), true},
		"a file":         {open(name), true},
		"a closed file":  {closed, false},
		"a device":       {open(os.DevNull), false},
		"a pipe":         {pipe, false},
		"a reader":       {io.LimitReader(nil, 1), false},
	} {
		if same := newPatient(t.Context(), test.content) == test.content; same != test.prompt {
			t.Errorf("%s: read as it is: %t", name, same)
		}
	}
}
