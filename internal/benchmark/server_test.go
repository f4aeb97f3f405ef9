package benchmark

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// BenchmarkServerList reads a hundred posts in the edit context: from the server in
// memory, and from a server that sends the same bytes without making them.
func BenchmarkServerList(b *testing.B) {
	memory := cmstest.NewServer(cmstest.WithTest(b), cmstest.WithSample())
	const path = "/cms-json/cms/v2/posts?context=edit&per_page=100"
	fetch := func(address string) ([]byte, error) {
		req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, address+path, nil)
		if err != nil {
			return nil, err
		}
		req.SetBasicAuth("editor", memory.AppPassword("editor"))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		return io.ReadAll(resp.Body)
	}
	body, err := fetch(memory.URL)
	if err != nil || len(body) < 100_000 {
		b.Fatalf("GET of the list: %d bytes, error %v, want at least 100000", len(body), err)
	}
	static := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=UTF-8")
		_, _ = w.Write(body)
	}))
	b.Cleanup(static.Close)
	for _, side := range []struct{ name, address string }{{"memory", memory.URL}, {"static", static.URL}} {
		measure(b, side.name, func() error {
			_, err := fetch(side.address)
			memory.ResetRequests()
			return err
		})
	}
}
