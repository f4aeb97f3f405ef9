package media_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

// formOf reads the body of a request.
func formOf(t testing.TB, r stub.Request) form {
	t.Helper()
	return parseForm(t, r.Header, []byte(r.Body))
}

// library returns the library of a server, through a client that waits one millisecond.
func library(t testing.TB, s *stub.Server) *media.Library {
	t.Helper()
	return media.New(s.Client(t))
}

// oneByOne sends each request its own status, headers and body.
func oneByOne(answers ...[]string) func(int, http.ResponseWriter, *http.Request) {
	return func(n int, w http.ResponseWriter, _ *http.Request) {
		answer := answers[min(n, len(answers))-1]
		status := 0
		for _, digit := range answer[0] {
			status = status*10 + int(digit-'0')
		}
		stub.Reply(w, status, answer[1:]...)
	}
}

// cut ends the connection without a response.
func cut(_ int, w http.ResponseWriter, _ *http.Request) { stub.Cut(w) }

const (
	created  = `{"id":7}`
	outage   = `{"code":"internal_server_error","message":"critical","data":{"status":500}}`
	stored7  = "X-WP-Upload-Attachment-ID: 7"
	canceled = "context canceled"
)

// picture is a file of a few bytes.
func picture() media.File { return media.Bytes("a.png", []byte("picture")) }

// plainly is a file of the same that can be read once and tells nothing.
func plainly(content string) media.File {
	return media.File{Name: "a.png", Reader: io.MultiReader(strings.NewReader(content))}
}

// opened is a file that says how often it was opened and closed.
type opened struct {
	mu            sync.Mutex
	opens, closes int
	content       []byte
}

func (o *opened) file() media.File {
	return media.File{Name: "a.png", Size: int64(len(o.content)), Open: func() (io.ReadCloser, error) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.opens++
		return struct {
			io.Reader
			io.Closer
		}{bytes.NewReader(o.content), o}, nil
	}}
}

func (o *opened) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closes++
	return nil
}

// soon is a context that no test needs to outlast.
func soon(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}
