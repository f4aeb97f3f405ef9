package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// collector takes what is sent to the path of metrics of OTLP.
type collector struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// ServeHTTP keeps the bodies of the requests. Their texts are readable in protobuf.
func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	body := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		if unpacked, err := gzip.NewReader(body); err == nil {
			body = unpacked
		}
	}
	c.text.WriteString(r.URL.Path + "\n")
	_, _ = c.text.ReadFrom(body)
	w.Header().Set("Content-Type", "application/x-protobuf")
}

func TestMetricsGoToACollectorOrAFileWithTheNameOfTheService(t *testing.T) {
	t.Parallel()
	c := &collector{}
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	file, secrets := fleetOf(t, newSite(t, cmstest.WithSample()))
	path := filepath.Join(t.TempDir(), "metrics")
	for _, to := range []string{server.URL, path} {
		mustDo(t, "run", "-sites", file, "-secrets", secrets, "-dir", t.TempDir(), "-job", "drift", "-metrics", to)
	}
	written, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, got := range map[string]string{"the collector": c.text.String(), "the file": string(written)} {
		for _, want := range []string{"fleet.jobs", "service.name", "fontcms-fleet", "site0"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s got %q, want %q in it", name, got, want)
			}
		}
	}
	if got := c.text.String(); !strings.HasPrefix(got, "/v1/metrics\n") {
		t.Errorf("the collector got %q, want a request of /v1/metrics", got)
	}
}

func TestAddressOfACollectorHoldsNoPassword(t *testing.T) {
	t.Parallel()
	_, err := do(t, "run", "-metrics", "https://ada:s3cret@collector.example.org")
	if !program.IsMistake(err) || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("fleet run with a password in -metrics: error %v, want a mistake without the password", err)
	}
}
