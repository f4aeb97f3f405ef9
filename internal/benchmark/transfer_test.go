package benchmark

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/benchmark/cpu"
	"github.com/fontcms/fontcms-go/media"
)

// size is what is carried over the loopback: a gibibyte, or FONTCMS_TRANSFER bytes.
func size() int64 {
	if n, err := strconv.ParseInt(os.Getenv("FONTCMS_TRANSFER"), 10, 64); err == nil {
		return n
	}
	return 1 << 30
}

// zeros is a content without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// BenchmarkUpload sends a file to a server that throws it away, beside the same
// file copied over a bare connection, and posted by net/http.
func BenchmarkUpload(b *testing.B) {
	path := upload(b, httptest.NewServer)
	carry(b, "io.Copy", func() error {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		return copied(struct{ io.Reader }{file}) // no sendfile, which TLS has not either
	})
}

// BenchmarkUploadTLS is BenchmarkUpload over TLS, without the bare connection.
func BenchmarkUploadTLS(b *testing.B) { upload(b, httptest.NewTLSServer) }

// upload sends a file to a server that start starts, and returns its path.
func upload(b *testing.B, start func(http.Handler) *httptest.Server) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "film.mp4")
	write(b, path, size())
	record := answer(b, "media/testdata/media_upload_multipart_201.http.json")
	server := start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n, err := io.Copy(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{r.Body}); err != nil || n < size() {
			b.Errorf("Reading an upload: %d bytes, error %v, want at least %d", n, err, size())
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write(record)
	}))
	b.Cleanup(server.Close)
	client, err := cms.New(server.URL, cms.WithPrefix("wp"), cms.WithApplicationPassword(user, password),
		cms.WithHTTPClient(server.Client()))
	if err != nil {
		b.Fatal(err)
	}
	library := media.New(client)
	for name, raw := range map[string]bool{"sdk, form": false, "sdk, raw": true} {
		carry(b, name, func() error {
			file, err := media.LocalFile(path)
			if err != nil {
				return err
			}
			file.Raw = raw
			_, err = library.Upload(b.Context(), file, &media.Params{GenerateSubSizes: new(false)})
			return err
		})
	}
	carry(b, "net/http", func() error {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(b.Context(), http.MethodPost, server.URL, file)
		if err != nil {
			return err
		}
		req.ContentLength = size()
		resp, err := server.Client().Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
	return path
}

// BenchmarkDownload reads a file of a site to nowhere.
func BenchmarkDownload(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", strconv.FormatInt(size(), 10))
		_, _ = io.Copy(w, io.LimitReader(zeros{}, size()))
	}))
	defer server.Close()
	client, err := cms.New(server.URL, cms.WithPrefix("wp"))
	if err != nil {
		b.Fatal(err)
	}
	carry(b, "sdk", func() error {
		n, err := client.Download(b.Context(), server.URL+"/film.mp4", io.Discard)
		if err == nil && n != size() {
			err = fmt.Errorf("%d bytes", n)
		}
		return err
	})
	carry(b, "net/http", func() error {
		req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, server.URL, nil)
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		_, err = io.Copy(io.Discard, resp.Body)
		return err
	})
	carry(b, "io.Copy", func() error { return copied(io.LimitReader(zeros{}, size())) })
}

// copied copies a content over a bare connection to this machine.
func copied(content io.Reader) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }()
	arrived := make(chan error, 1)
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			arrived <- err
			return
		}
		defer conn.Close()
		n, err := io.Copy(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{conn})
		if err == nil && n != size() {
			err = fmt.Errorf("%d bytes arrived", n)
		}
		arrived <- err
	}()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		return err
	}
	_, err = io.Copy(conn, content)
	if ended := conn.Close(); err == nil {
		err = ended
	}
	if err != nil {
		return err
	}
	return <-arrived
}

func carry(b *testing.B, name string, work func() error) {
	b.Helper()
	b.Run(name, func(b *testing.B) {
		b.SetBytes(size())
		b.ReportAllocs()
		began := cpu.Time()
		for b.Loop() {
			if err := work(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(cpu.Time()-began)/float64(b.N), "cpu-ns/op")
	})
}

func write(b *testing.B, path string, n int64) {
	b.Helper()
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	_, err = io.CopyN(file, zeros{}, n)
	if err := errors.Join(err, file.Close()); err != nil {
		b.Fatal(err)
	}
}
