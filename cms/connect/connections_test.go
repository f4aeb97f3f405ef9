package connect_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// A discovery that fails, and a diagnosis, return no client whose connections a
// caller could close.
func TestDiscoverLeavesNoConnectionOpen(t *testing.T) {
	t.Parallel()
	var open, opened atomic.Int64
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			open.Add(1)
			opened.Add(1)
		case http.StateClosed:
			open.Add(-1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	if _, err := connect.Discover(t.Context(), server.URL); err == nil {
		t.Fatal("a site was found: error nil, want an error")
	}
	site, err := cms.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := connect.Diagnose(t.Context(), site); err != nil {
		t.Fatal(err)
	}
	site.CloseIdleConnections()
	for end := time.Now().Add(10 * time.Second); open.Load() > 0 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	switch n := open.Load(); {
	case n != 0:
		t.Errorf("%d of %d connections are still open, want 0", n, opened.Load())
	case opened.Load() == 0:
		t.Error("no connection was opened, want at least 1")
	}
}

func TestDiscoveredClientKeepsTheConnectionOfTheSearch(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]cms.Option{
		"of its own":                  nil,
		"of the caller's HTTP client": {cms.WithHTTPClient(&http.Client{Timeout: time.Minute})},
	} {
		var opened atomic.Int64
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			stub.Reply(w, http.StatusOK, `{"id":5,"namespaces":["cms/v2"]}`)
		}))
		server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				opened.Add(1)
			}
		}
		server.Start()
		t.Cleanup(server.Close)
		site, err := connect.Discover(t.Context(), server.URL, options...)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(site.CloseIdleConnections)
		if _, err := site.Posts.Get(t.Context(), 5); err != nil {
			t.Error(err)
		}
		if n := opened.Load(); n != 1 {
			t.Errorf("connections %s: %d were opened, want 1", name, n)
		}
	}
}
