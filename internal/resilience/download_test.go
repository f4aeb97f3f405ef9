package resilience

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// giver answers requests for a file on a connection, the n-th from 1. It returns when
// the connection is to be closed.
type giver func(conn net.Conn, r *http.Request, n int64)

// forever writes the beginning, and the rest again and again until nobody reads it.
func forever(beginning, rest string) giver {
	many := strings.Repeat(rest, max(1, 32<<10/max(1, len(rest))))
	return func(conn net.Conn, _ *http.Request, _ int64) {
		_, err := io.WriteString(conn, beginning)
		for err == nil {
			_, err = io.WriteString(conn, many)
		}
	}
}

// once writes a text for each request, and closes the connection.
func once(text func(n int64, r *http.Request) string) giver {
	return func(conn net.Conn, r *http.Request, n int64) { _, _ = io.WriteString(conn, text(n, r)) }
}

// packed is 64 MiB of nothing by gzip.
func packed() string {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	for range 64 {
		_, _ = w.Write(make([]byte, 1<<20))
	}
	_ = w.Close()
	return out.String()
}

const fileHead = "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n"

// givers are what servers do with somebody who wants a file.
func givers() map[string]giver {
	wanted := func(r *http.Request) (from int64) {
		_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
		return from
	}
	return map[string]giver{
		"a file that never ends":   forever(fileHead+"\r\n", "x"),
		"a header that never ends": forever(fileHead, "X-A: yyyyyyyyyyyyyyyyyyyyyyyy\r\n"),
		"a line that never ends":   forever(fileHead+"X-A: ", "y"),
		"hints that never end":     forever("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
		"small chunks":             forever(fileHead+"Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
		"a size that never ends":   forever(fileHead+"Transfer-Encoding: chunked\r\n\r\n", "0"),
		"trailers that never end":  forever(fileHead+"Transfer-Encoding: chunked\r\n\r\n0\r\n", "X-A: yyyyyyyy\r\n"),
		"a gzip bomb":              forever(fileHead+"Content-Encoding: gzip\r\n\r\n", packed()),
		"a name in gzip without end": forever(fileHead+
			"Content-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\x00", "a"),
		"gzip that says nothing": forever(fileHead+
			"Content-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00", "\x00\x00\x00\xff\xff"),
		"silence": func(_ net.Conn, r *http.Request, _ int64) { <-r.Context().Done() },
		"a body of no bytes, each cut": once(func(int64,
			*http.Request) string {
			return fileHead + "Content-Length: 1000\r\n\r\n"
		}),
		"a byte each time": once(func(_ int64, r *http.Request) string {
			from := wanted(r)
			if from == 0 {
				return fileHead + "Content-Length: 1000000000\r\n\r\nx"
			}
			return fmt.Sprintf("HTTP/1.1 206 Partial Content\r\nContent-Range: bytes %d-999999999/1000000000\r\n\r\nx", from)
		}),
		"the whole each time, a byte more": once(func(n int64, _ *http.Request) string {
			return fileHead + "Content-Length: 1000000000\r\n\r\n" + strings.Repeat("x", int(n))
		}),
		"another part each time": once(func(n int64, _ *http.Request) string {
			if n == 1 {
				return fileHead + "Content-Length: 1000\r\n\r\nx"
			}
			return "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 7-999/1000\r\n\r\nx"
		}),
		"a part before its beginning": once(func(int64, *http.Request) string {
			return "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes -9223372036854775808-1/-1\r\nContent-Length: " +
				"10\r\n\r\nx"
		}),
		"another size each time": once(func(n int64, r *http.Request) string {
			return fmt.Sprintf("HTTP/1.1 206 Partial Content\r\nContent-Range: bytes %d-99/%d\r\n\r\nx", wanted(r), 1000+n)
		}),
		"redirects without end": once(func(n int64, _ *http.Request) string {
			return fmt.Sprintf("HTTP/1.1 302 Found\r\nLocation: /%d\r\nContent-Length: 0\r\n\r\n", n)
		}),
		"the whole is there, it says": once(func(n int64, _ *http.Request) string {
			if n == 1 {
				return fileHead + "Content-Length: 1000\r\n\r\nx"
			}
			return "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */1000\r\nContent-Length: 0\r\n\r\n"
		}),
		"refusals": once(func(int64, *http.Request) string {
			return "HTTP/1.1 503 Unavailable\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"
		}),
	}
}

// give starts a server, and returns its address and how many requests have come.
func give(t *testing.T, answer giver) (address string, asked *atomic.Int64) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked = &atomic.Int64{}
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	t.Cleanup(func() { cancel(); _ = listener.Close(); all.Wait() })
	all.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			all.Go(func() {
				defer conn.Close()
				defer context.AfterFunc(ctx, func() { conn.Close() })()
				if r, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
					answer(conn, r.WithContext(ctx), asked.Add(1))
				}
			})
		}
	})
	return "http://" + listener.Addr().String(), asked
}

// fetch downloads a file until its context ends, some time after the first request.
func fetch(t *testing.T, answer giver, after time.Duration) (late time.Duration, asked int64, err error) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	var ended atomic.Int64
	var first sync.Once
	address, requests := give(t, func(conn net.Conn, r *http.Request, n int64) {
		first.Do(func() {
			time.AfterFunc(after, func() {
				ended.Store(time.Now().UnixNano())
				cancel(errEnded)
			})
		})
		answer(conn, r, n)
	})
	site, err := cms.New(address, cms.WithRetry(cms.Retry{MinWait: time.Millisecond, MaxWait: time.Millisecond}))
	if err != nil {
		t.Fatal(err)
	}
	_, err = site.Download(ctx, address+"/file.bin", io.Discard)
	now := time.Now().UnixNano()
	if at := ended.Load(); at > 0 {
		late = time.Duration(now - at)
	}
	return late, requests.Load(), err
}

// TestDownloadEndsWithItsContextWhateverTheServerSends has servers that never end. What
// they send goes to the caller piece by piece.
func TestDownloadEndsWithItsContextWhateverTheServerSends(t *testing.T) {
	t.Parallel()
	definite := map[string]error{ // what is known to be wrong ends the download itself
		"a header that never ends": nil, "a line that never ends": nil, "hints that never end": nil,
		"a size that never ends":  nil,
		"trailers that never end": nil, "a name in gzip without end": nil, "a body of no bytes, each cut": nil,
		"refusals":               nil,
		"another part each time": cms.ErrDecode, "a part before its beginning": cms.ErrDecode,
		"another size each time": cms.ErrDecode,
		"redirects without end":  cms.ErrRedirected, "the whole is there, it says": cms.ErrConflict,
	}
	for name, answer := range givers() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, asked, err := fetch(t, answer, 100*time.Millisecond)
			want, ends := definite[name]
			switch {
			case err == nil:
				t.Errorf("Download: no error after %d requests, want one", asked)
			case errors.Is(err, errEnded):
			case !ends, want != nil && !errors.Is(err, want):
				t.Errorf("Download: error %[2]v after %[1]d requests, want %[3]v or that of the context", asked, err, want)
			}
			if ends && asked > 20 {
				t.Errorf("Download: %d requests, want at most 20", asked)
			}
		})
	}
}

// TestTableOfHostileDownloads prints how long after the end of its context a download
// returns, and what it takes of the heap, where FONTCMS_HOSTILE_TABLE is set.
func TestTableOfHostileDownloads(t *testing.T) { //nolint:paralleltest // it measures times and the heap
	if os.Getenv("FONTCMS_HOSTILE_TABLE") == "" {
		t.Skip("FONTCMS_HOSTILE_TABLE is not set")
	}
	for name, answer := range givers() {
		for _, after := range []time.Duration{5 * time.Millisecond, 50 * time.Millisecond, time.Second} {
			top := watch()
			late, asked, err := fetch(t, answer, after)
			_, _ = fmt.Fprintf(os.Stdout, "row\tDownload\t%s\t%d\t%d\t%d\t%d\t%.80q\n", name, after.Milliseconds(), asked,
				late.Milliseconds(), top()>>20, fmt.Sprint(err))
		}
	}
}
