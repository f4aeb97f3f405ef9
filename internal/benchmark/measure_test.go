package benchmark

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/benchmark/byhand"
	"github.com/fontcms/fontcms-go/internal/benchmark/cpu"
)

// memory answers every request with the same bytes, so that a benchmark holds
// the work of a client alone.
type memory struct {
	status int
	header http.Header
	body   []byte
}

func (m memory) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		_, _ = io.Copy(io.Discard, req.Body)
		_ = req.Body.Close()
	}
	return &http.Response{
		StatusCode: m.status, Header: m.header, ContentLength: int64(len(m.body)),
		Body: io.NopCloser(bytes.NewReader(m.body)), Request: req, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}, nil
}

const (
	user     = "editor"
	password = "abcd EFGH 1234 ijkl"
	site     = "http://localhost:8080"
)

// both are the SDK and the program written by hand, in front of the same answer.
func both(tb testing.TB, status int, header http.Header, body []byte) (*cms.Client, *byhand.Site) {
	tb.Helper()
	client := &http.Client{Transport: memory{status, header, body}}
	sdk, err := cms.New(site, cms.WithPrefix("wp"), cms.WithApplicationPassword(user, password),
		cms.WithHTTPClient(client))
	if err != nil {
		tb.Fatal(err)
	}
	return sdk, &byhand.Site{Client: client, Root: site + "/wp-json", User: user, Password: password}
}

// jsonHeader is that of an answer with JSON.
func jsonHeader() http.Header {
	return http.Header{"Content-Type": {"application/json; charset=UTF-8"}}
}

// measure runs one side of a comparison.
func measure(b *testing.B, name string, work func() error) {
	b.Helper()
	b.Run(name, func(b *testing.B) {
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
