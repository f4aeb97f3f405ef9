package relay_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/internal/relay"
)

func TestOnlyMemoryAndRegularFilesAreReadDirectly(t *testing.T) {
	t.Parallel()
	pipe, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = pipe.Close(), end.Close() })
	folder, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = folder.Close() })
	file, err := os.Create(filepath.Join(t.TempDir(), "a"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		content io.Reader
		want    bool
	}{
		"bytes":            {bytes.NewReader(nil), true},
		"a text":           {strings.NewReader(""), true},
		"a file":           {file, true},
		"a body of these":  {relay.Directly(io.MultiReader(file, strings.NewReader("")), file), true},
		"no bytes":         {(*bytes.Reader)(nil), false},
		"no text":          {(*strings.Reader)(nil), false},
		"no file":          {(*os.File)(nil), false},
		"nothing":          {nil, false},
		"a pipe":           {pipe, false},
		"a folder":         {folder, false},
		"a file in a type": {struct{ *os.File }{file}, false},
		"a caller's type":  {io.MultiReader(file), false},
	} {
		if got := relay.Direct(c.content); got != c.want {
			t.Errorf("Direct of %s: %t, want %t", name, got, c.want)
		}
	}
	_ = file.Close()
	if relay.Direct(file) {
		t.Error("Direct of a closed file: true, want false")
	}
}
