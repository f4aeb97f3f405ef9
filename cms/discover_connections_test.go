package cms_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// A discovery that fails, and a diagnosis, return no client whose connections a
// caller could close.
func TestALookAroundLeavesNoConnectionThatNobodyCanClose(t *testing.T) {
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
	if _, err := cms.Discover(t.Context(), server.URL); err == nil {
		t.Fatal("a site was found")
	}
	site, err := cms.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.Diagnose(t.Context()); err != nil {
		t.Fatal(err)
	}
	site.CloseIdleConnections()
	for end := time.Now().Add(10 * time.Second); open.Load() > 0 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if n := open.Load(); n != 0 || opened.Load() == 0 {
		t.Errorf("%d of %d connections are left", n, opened.Load())
	}
}
