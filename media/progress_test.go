package media_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

// told keeps what a progress callback was told.
type told struct {
	mu    sync.Mutex
	sent  []int64
	total int64
}

func (p *told) tell(sent, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent, p.total = append(p.sent, sent), total
}

func TestProgressCountsTheContentAndStartsAgainWithEachAttempt(t *testing.T) {
	t.Parallel()
	content := bytes.Repeat([]byte("x"), 200_000)
	for _, raw := range []bool{false, true} {
		s := stub.New(t, oneByOne([]string{"429", "{}"}, []string{"201", created}))
		var p told
		file := media.Bytes("a.png", content)
		file.Progress, file.Raw = p.tell, raw
		if _, err := library(t, s).Upload(t.Context(), file, everything()); err != nil {
			t.Fatal(err)
		}
		if n := len(s.Seen()); n != 2 {
			t.Fatalf("%d requests, want 2", n)
		}
		again := slices.Index(p.sent[1:], 0) + 1
		switch {
		case p.sent[0] != 0:
			t.Errorf("raw %t: first progress %d of %v, want 0", raw, p.sent[0], p.sent)
		case again == 0:
			t.Errorf("raw %v: told %v of %d: again 0, want more than 0", raw, p.sent, p.total)
		case p.sent[again-1] != 200_000:
			t.Errorf("raw %v: told %v of %d: sent[again-1] %d, want 200_000", raw, p.sent, p.total, p.sent[again-1])
		case p.sent[len(p.sent)-1] != 200_000:
			t.Errorf("raw %v: told %v of %d: sent[len(p.sent)-1] %d, want 200_000", raw, p.sent, p.total, p.sent[len(p.sent)-1])
		case p.total != 200_000:
			t.Errorf("raw %v: told %v of %d, want 200_000", raw, p.sent, p.total)
		}
		switch {
		case !slices.IsSorted(p.sent[:again]):
			t.Errorf("raw %t: progress before the retry told %v, want rising numbers", raw, p.sent[:again])
		case !slices.IsSorted(p.sent[again:]):
			t.Errorf("raw %t: progress after the retry told %v, want rising numbers", raw, p.sent[again:])
		case len(p.sent) < 6:
			t.Errorf("raw %v: told %v: %d requests, want at least 6", raw, p.sent, len(p.sent))
		}
	}
	s := stub.New(t, stub.Always(201, created))
	var p told
	file := plainly("1234")
	file.Progress = p.tell
	if _, err := library(t, s).Upload(t.Context(), file, nil); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.sent, []int64{0, 4}) || p.total != -1 {
		t.Errorf("progress told %v of %d, want %v of -1", p.sent, p.total, []int64{0, 4})
	}
}

// dripping gives a byte for each token, and tells when it is waiting for one.
type dripping struct{ tokens chan struct{} }

func (d dripping) Read(p []byte) (int, error) {
	if _, ok := <-d.tokens; !ok {
		return 0, io.EOF
	}
	p[0] = 'x'
	return 1, nil
}

func TestUploadEndsWithItsContext(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(201, created))
	ctx, cancel := context.WithCancel(soon(t))
	defer cancel()
	tokens := make(chan struct{}, 3)
	tokens <- struct{}{}
	tokens <- struct{}{}
	after := make(chan int64, 100)
	file := media.File{Name: "a.png", Reader: dripping{tokens}, Progress: func(sent, _ int64) {
		after <- sent
		if sent == 2 {
			cancel()
		}
	}}
	_, err := library(t, s).Upload(ctx, file, nil)
	switch {
	case !errors.Is(err, context.Canceled):
		t.Errorf("Library.Upload(file): error %v, want Canceled", err)
	case !strings.Contains(err.Error(), canceled):
		t.Errorf("Library.Upload(file): error %v, want %q in it", err, canceled)
	case !errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("Library.Upload(file): error %v, want ErrOutcomeUnknown", err)
	}
	told := len(after)
	tokens <- struct{}{} // the reading that was going on ends after all
	close(tokens)
	if told != 3 || len(after) > 3 {
		t.Errorf("progress was told %d times, %d in all, want 3 and at most 3 in all", told, len(after))
	}
	switch _, err := library(t, s).Upload(ctx, picture(), nil); {
	case !errors.Is(err, context.Canceled):
		t.Errorf("before the start: %v, want Canceled", err)
	case errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("before the start: %v, want an error other than ErrOutcomeUnknown", err)
	}
}

func TestUploadFromAnOpenPipeEndsWithItsContext(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(201, created))
	pipe, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pipe.Close() })
	if _, err := end.WriteString("half"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(soon(t))
	defer cancel()
	file := media.File{Name: "a.png", Reader: pipe, Progress: func(sent, _ int64) {
		if sent == 4 {
			cancel()
		}
	}}
	returned := make(chan error, 1)
	go func() {
		_, err := library(t, s).Upload(ctx, file, nil)
		returned <- err
	}()
	select {
	case err = <-returned:
	case <-time.After(10 * time.Second):
		t.Error("Upload waits for a pipe into which nobody writes, want the error of its context")
	}
	_ = end.Close() // a Read that waits ends
	if err == nil {
		err = <-returned
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want Canceled", err)
	}
}

func TestProgressIsNotCalledAfterTheCallReturns(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(context.Context, *media.Library, media.File) error{
		"Upload": func(ctx context.Context, all *media.Library, file media.File) error {
			_, err := all.Upload(ctx, file, nil)
			return err
		},
		"Sideload": func(ctx context.Context, all *media.Library, file media.File) error {
			_, err := all.Sideload(ctx, 5, file, &media.SideloadParams{ImageSize: []string{"thumbnail"}})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			progressEnds(t, call)
		})
	}
}

// progressEnds makes a call that the site refuses before it has read the file.
func progressEnds(t *testing.T, call func(context.Context, *media.Library, media.File) error) {
	t.Helper()
	s := stub.New(t, nil)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { // it does not wait for the body
		stub.Reply(w, 413, "Connection: close", `{"code":"too_large","message":"no"}`)
	})
	tokens := make(chan struct{}, 3)
	tokens <- struct{}{}
	read := make(chan struct{}, 3)
	var p told
	file := media.File{Name: "a.png", Progress: p.tell, Reader: io.TeeReader(dripping{tokens}, signal(read))}
	if err := call(soon(t), library(t, s), file); !errors.Is(err, cms.ErrorCode("too_large")) {
		t.Fatal(err)
	}
	p.mu.Lock()
	before := len(p.sent)
	p.mu.Unlock()
	tokens <- struct{}{}
	close(tokens)
	for range 2 { // the first byte and the one after the end, unless the body was given up before
		select {
		case <-read:
		case <-time.After(100 * time.Millisecond):
		}
	}
	time.Sleep(20 * time.Millisecond)
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.sent) != before {
		t.Errorf("told %v: %d requests, want %d", p.sent, len(p.sent), before)
	}
}

// signal is told of each writing.
type signal chan struct{}

func (s signal) Write(p []byte) (int, error) {
	s <- struct{}{}
	return len(p), nil
}
