package cms_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// some sends a part of content, as an answer to a request for a part.
func some(w http.ResponseWriter, from, end, of int) {
	w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, end-1, of))
	w.WriteHeader(http.StatusPartialContent)
	_, _ = w.Write(content[from:end])
}

func TestDownloadIsTheWholeFileOrAnError(t *testing.T) {
	t.Parallel()
	packedBy := func(w http.ResponseWriter, encoding string, size int) {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write(content)
		_ = z.Close()
		w.Header().Set("Content-Encoding", encoding)
		w.Header().Set("Content-Length", fmt.Sprint(b.Len()))
		_, _ = w.Write(b.Bytes()[:min(size, b.Len())])
	}
	packed := func(w http.ResponseWriter, size int) { packedBy(w, "gzip", size) }
	for name, test := range map[string]struct {
		odd  func(n int, w http.ResponseWriter, r *http.Request) bool
		want error // nil for the whole file
	}{
		"less comes than was asked for, again and again": {odd: func(n int, w http.ResponseWriter, r *http.Request) bool {
			if n == 1 {
				cutAfter(w, 0, 100_000, "")
			}
			from := 0
			_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
			some(w, from, min(from+50_000, len(content)), len(content))
			return true
		}},
		"a part that ends early is the first to tell the size": {
			odd: func(n int, w http.ResponseWriter, _ *http.Request) bool {
				switch n {
				case 1: // no length, and cut
					_, _ = w.Write(content[:100])
					_ = http.NewResponseController(w).Flush()
					panic(http.ErrAbortHandler)
				case 2: // a part that says how much there is, and holds less than it says
					w.Header().Set("Content-Range", fmt.Sprintf("bytes 100-%d/%d", len(content)-1, len(content)))
					w.WriteHeader(http.StatusPartialContent)
					_, _ = w.Write(content[100:200])
					_ = http.NewResponseController(w).Flush()
				default:
					some(w, 200, len(content), len(content))
				}
				return true
			}},
		"it is cut behind its last byte": {odd: func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n > 1 {
				return false
			}
			w.Header().Set("Last-Modified", time.Unix(1_790_000_000, 0).UTC().Format(http.TimeFormat))
			_, _ = w.Write(content)
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}},
		"the server packs it": {odd: func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			packed(w, len(content))
			return true
		}},
		"the server packs it, and says so in an old way": {odd: func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			packedBy(w, "X-GZip", len(content))
			return true
		}},
		"the server says that it does not pack it": {odd: func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Content-Encoding", "identity")
			return false
		}},
		"the server packs the second answer alone": {odd: func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n == 1 {
				cutAfter(w, 0, 100_000, "")
			}
			packed(w, len(content))
			return true
		}, want: cms.ErrConflict},
		"a part of a file without a size": {odd: func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n == 1 {
				cutAfter(w, 0, 100_000, "")
			}
			w.Header().Set("Content-Range", fmt.Sprintf("bytes 100000-%d/*", len(content)-1))
			w.WriteHeader(http.StatusPartialContent)
			_, _ = w.Write(content[100_000:])
			return true
		}},
		"a part without a size that ends early": {odd: func(n int, w http.ResponseWriter, _ *http.Request) bool {
			switch n {
			case 1:
				cutAfter(w, 0, 100_000, "")
			case 2:
				w.Header().Set("Content-Range", "bytes 100000-100049/*")
				w.WriteHeader(http.StatusPartialContent)
				_, _ = w.Write(content[100_000:100_050])
			default:
				some(w, 100_050, len(content), len(content))
			}
			return true
		}},
		"a part holds more than the file": {odd: func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n == 1 {
				cutAfter(w, 0, 100_000, "")
			}
			w.Header().Set("Content-Range", fmt.Sprintf("bytes 100000-%d/%d", len(content)-1, len(content)))
			w.WriteHeader(http.StatusPartialContent)
			_, _ = w.Write(append(content[100_000:len(content):len(content)], '.'))
			return true
		}, want: cms.ErrDecode},
		"a part that says nothing of itself": {odd: func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n == 1 {
				cutAfter(w, 0, 100_000, "")
			}
			w.WriteHeader(http.StatusPartialContent)
			_, _ = w.Write(content[100_000:])
			return true
		}, want: cms.ErrDecode},
		"the server packs it, and what is packed is cut and odd": {
			odd: func(n int, w http.ResponseWriter, _ *http.Request) bool {
				if n > 1 && n < 4 {
					w.Header().Set("Content-Encoding", "gzip")
					_, _ = w.Write([]byte("no gzip"))
					return true
				}
				packed(w, n*60_000)
				return true
			}},
		"the server packs it, and the connection is cut": {odd: func(n int, w http.ResponseWriter, r *http.Request) bool {
			if r.Header.Get("Range") != "" {
				t.Errorf(`a part of what is packed was asked for: Header.Get("Range") %q, want an empty string`,
					r.Header.Get("Range"))
			}
			packed(w, n*40_000)
			return true
		}},
		"the server packs it in another way": {odd: func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Content-Encoding", "br")
			_, _ = w.Write(content)
			return true
		}, want: cms.ErrDecode},
		"a part comes that nobody asked for": {odd: func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			some(w, 0, 100, len(content))
			return true
		}, want: cms.ErrDecode},
		"no content comes": {odd: func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(http.StatusNoContent)
			return true
		}, want: cms.ErrDecode},
		"it becomes shorter, and nothing else tells": {odd: func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n == 1 {
				cutAfter(w, 0, 100_000, "")
			}
			some(w, 100_000, 100_050, 100_050)
			return true
		}, want: cms.ErrConflict},
		"it becomes shorter than what there is": {odd: func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n == 1 {
				cutAfter(w, 0, 100_000, "")
			}
			w.Header().Set("Content-Range", "bytes */5000")
			w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
			return true
		}, want: cms.ErrConflict},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, address := files(t, true, test.odd)
			var got bytes.Buffer
			n, err := client.Download(t.Context(), address, &got)
			switch {
			case !errors.Is(err, test.want):
				t.Errorf("Client.Download: %d bytes of %d, error %v, want %v", n, len(content), err, test.want)
			case n != int64(got.Len()):
				t.Errorf("Client.Download: %d bytes, want the %d written", n, got.Len())
			case (err == nil) != bytes.Equal(got.Bytes(), content):
				t.Errorf("Client.Download: %d of %d bytes, error %v, want nil if and only if the file is whole", n, len(content),
					err)
			}
		})
	}
}

func TestDownloadWithOneAttemptSendsOneRequest(t *testing.T) {
	t.Parallel()
	requests := make(chan int, 10)
	client, address := files(t, true, func(n int, w http.ResponseWriter, _ *http.Request) bool {
		requests <- n
		cutAfter(w, 0, 0, "")
		return true
	})
	client, err := client.With(cms.WithRetry(cms.Retry{Attempts: 1}))
	if err != nil {
		t.Fatal(err)
	}
	switch _, err := client.Download(t.Context(), address, &bytes.Buffer{}); {
	case err == nil:
		t.Errorf("Client.Download: %d requests, error %v: error nil, want an error", len(requests), err)
	case len(requests) != 1:
		t.Errorf("Client.Download with one attempt: %d requests (error %v), want 1", len(requests), err)
	}
}

// TestDownloadKeepsTheCompressionOfAFile has a server that names the compression of the file itself in
// the header of the response, as Apache does with AddEncoding.
func TestDownloadKeepsTheCompressionOfAFile(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(content)
	_ = z.Close()
	for path, want := range map[string][]byte{
		"/backup.tar.gz": packed.Bytes(), "/backup.TGZ": packed.Bytes(), "/logo.svgz": packed.Bytes(), "/logo.svg": content,
	} {
		s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "x-gzip")
			if n == 1 { // the connection breaks, so the rest is requested, or the whole file
				w.Header().Set("Content-Length", fmt.Sprint(packed.Len()))
				_, _ = w.Write(packed.Bytes()[:1000])
				_ = http.NewResponseController(w).Flush()
				panic(http.ErrAbortHandler)
			}
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(packed.Bytes()))
		})
		var got bytes.Buffer
		if _, err := s.Client(t).Download(t.Context(), s.URL+path, &got); err != nil || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("Download of %s: %d bytes, error %v, want %d bytes as the server has them", path, got.Len(), err, len(want))
		}
	}
}
