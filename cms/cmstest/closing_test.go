package cmstest_test

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// TestCloseEndsUnusedConnectionsAndServesRequestsInProgress closes a server that has a connection without a request,
// and one with a request in progress.
func TestCloseEndsUnusedConnectionsAndServesRequestsInProgress(t *testing.T) {
	t.Parallel()
	begun, goOn := make(chan struct{}), make(chan struct{})
	site := cmstest.NewServer(cmstest.WithRoute("GET slow", func(w http.ResponseWriter, _ *http.Request) {
		close(begun)
		<-goOn
		w.WriteHeader(http.StatusTeapot)
	}))
	unused, err := net.Dial("tcp", strings.TrimPrefix(site.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer unused.Close()
	status := make(chan int, 1)
	go func() {
		resp, err := http.Get(site.URL + "/cms-json/slow")
		if err != nil {
			t.Error(err)
			status <- 0
			return
		}
		status <- resp.StatusCode
		resp.Body.Close()
	}()
	<-begun
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		site.Close()
	}()
	if _, err := unused.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("the connection without a request is not closed: %v", err)
	}
	close(goOn)
	if got := <-status; got != http.StatusTeapot {
		t.Errorf("the request in progress got %d", got)
	}
	<-closed
}
