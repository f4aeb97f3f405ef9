package hostile_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// TestCompressedBombIsRefused reads 60 MB that took some 60 KB on the wire.
func TestCompressedBombIsRefused(t *testing.T) { //nolint:paralleltest // it measures the heap
	skipUnderRace(t)
	const decoded = 60 << 20
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	chunk := []byte(strings.Repeat(`{},`, 1<<16))
	_, _ = zip.Write([]byte("["))
	for n := 0; n < decoded; n += len(chunk) {
		_, _ = zip.Write(chunk)
	}
	_, _ = zip.Write([]byte("{}]"))
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(packed.Bytes())
	}))
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithPrefix("wp"), cms.WithRetry(cms.Retry{Attempts: 1}))
	if err != nil {
		t.Fatal(err)
	}
	before, allocatedBefore := heap()
	page, err := site.Posts.List(t.Context(), &cms.PostListOptions{PerPage: 100})
	after, allocated := heap()
	t.Logf("%d bytes on the wire, %d decoded: live heap %d, allocated %d", packed.Len(), decoded, after-before, allocated-allocatedBefore)
	if !errors.Is(err, cms.ErrDecode) || after-before > little {
		t.Errorf("%d bytes are kept, %v", after-before, err)
	}
	if used := allocated - allocatedBefore; used > 6*decoded {
		t.Errorf("reading %d bytes took %d", decoded, used)
	}
	runtime.KeepAlive(page)
	runtime.KeepAlive(err)
}
