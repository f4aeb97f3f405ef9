package media_test

import (
	"context"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/media"
)

type reading func([]byte) (int, error)

func (r reading) Read(p []byte) (int, error) { return r(p) }

// TestAContentThatMisbehavesEndsItsUpload gives contents whose first Read does what no
// Read may. It ran in a goroutine where nobody could recover, or waited for ever.
func TestAContentThatMisbehavesEndsItsUpload(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		read reading
		want string
	}{
		"it panics":             {func([]byte) (int, error) { panic("a misstep") }, "a misstep"},
		"it ends its goroutine": {func([]byte) (int, error) { runtime.Goexit(); return 0, nil }, "ended its goroutine"},
		"it read too much":      {func(p []byte) (int, error) { return len(p) + 1, io.EOF }, "says that it read"},
		"it read less than 0":   {func([]byte) (int, error) { return -1, io.EOF }, "says that it read"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				w.WriteHeader(http.StatusBadRequest)
			})
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			_, err := s.library(t).Upload(ctx, media.File{Name: "a.txt", Type: "text/plain", Reader: test.read, Size: 100}, nil)
			if err == nil || !strings.Contains(err.Error(), test.want) || ctx.Err() != nil {
				t.Errorf("%v does not say %q", err, test.want)
			}
		})
	}
}
