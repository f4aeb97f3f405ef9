package media_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

type reading func([]byte) (int, error)

func (r reading) Read(p []byte) (int, error) { return r(p) }

func TestContentThatReadsAnImpossibleNumberOfBytesEndsItsUpload(t *testing.T) {
	t.Parallel()
	for name, read := range map[string]reading{
		"too many":    func(p []byte) (int, error) { return len(p) + 1, io.EOF },
		"less than 0": func([]byte) (int, error) { return -1, io.EOF },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				w.WriteHeader(http.StatusBadRequest)
			})
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			_, err := library(t, s).Upload(ctx, media.File{Name: "a.txt", Type: "text/plain", Reader: read, Size: 100}, nil)
			switch {
			case err == nil || !strings.Contains(err.Error(), "reported"):
				t.Errorf("the error is %v, want %q in it", err, "reported")
			case ctx.Err() != nil:
				t.Errorf("Upload ended with its context: error %v, want an earlier end", err)
			}
		})
	}
}

func TestContentOfUnknownTypeIsGivenUpWhenTheContextEnds(t *testing.T) {
	t.Parallel()
	content, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = end.Close(), content.Close() })
	s := stub.New(t, stub.Always(http.StatusCreated, created))
	for name, file := range map[string]media.File{
		"Reader": {Name: "a", Reader: content},
		"Open":   {Name: "a", Open: func() (io.ReadCloser, error) { return io.NopCloser(content), nil }},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		_, err := library(t, s).Upload(ctx, file, nil)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: Library.Upload(file): error %v, want DeadlineExceeded", name, err)
		}
	}
}

// TestContentThatPanicsDoesSoInTheGoroutineOfItsCaller reads a content for its type.
func TestContentThatPanicsDoesSoInTheGoroutineOfItsCaller(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusCreated, created))
	fails := reading(func([]byte) (int, error) { panic("the caller's own") })
	opened := media.File{Name: "a", Open: func() (io.ReadCloser, error) { return io.NopCloser(fails), nil }}
	upload := func(file media.File) func() {
		return func() { _, _ = library(t, s).Upload(t.Context(), file, nil) }
	}
	for name, read := range map[string]func(){
		"ContentType":            func() { _, _ = opened.ContentType() },
		"Upload":                 upload(opened),
		"Upload with a Reader":   upload(media.File{Name: "a", Reader: fails}),
		"Upload of a known type": upload(media.File{Name: "a.png", Reader: fails}),
	} {
		func() {
			defer func() {
				if recovered := recover(); !strings.Contains(fmt.Sprint(recovered), "the caller's own") {
					t.Errorf("%s of a content that panics: panic %v, want its own", name, recovered)
				}
			}()
			read()
			t.Errorf("%s of a content that panics returned, want a panic", name)
		}()
	}
}
