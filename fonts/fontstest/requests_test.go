package fontstest

import (
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"weak"
)

func TestRequestsKeepsTheLatestTenThousand(t *testing.T) {
	t.Parallel()
	s := &Server{requests: new(requestLog)}
	handler := newHandler(newConfig([]Option{WithFonts(nil)}), s.requests)
	for i := range 10_003 {
		path := "/old"
		if i >= 3 {
			path = "/new"
		}
		handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
		if i == 9_999 && (len(s.Requests()) != 10_000 || s.Requests()[0].Path != "/old") {
			t.Fatalf("Requests after 10000: %d kept, want all, /old first", len(s.Requests()))
		}
	}
	got := s.Requests()
	if len(got) != 10_000 || got[0].Path != "/new" {
		t.Errorf("Requests after 10003: %d, the first for %s, want 10000, /new first", len(got), got[0].Path)
	}
}

func TestRequestsThatAreNotKeptTakeNoMemory(t *testing.T) {
	t.Parallel()
	var log requestLog
	first := []byte(strings.Repeat("x", 1<<20))
	gone := weak.Make(&first[0])
	log.add(Request{Body: first})
	first = nil
	for range maxRequests - 1 {
		log.add(Request{})
	}
	runtime.GC()
	if gone.Value() == nil {
		t.Fatal("The body of the oldest request is gone, want it in memory")
	}
	log.add(Request{})
	runtime.GC()
	if gone.Value() != nil {
		t.Error("The body of a request that is not kept is in memory, want it freed")
	}
	runtime.KeepAlive(&log)
}

func TestConnectionThatEndsAfterCloseIsLetGo(t *testing.T) {
	t.Parallel()
	s := NewServer(WithFonts(nil))
	ours, theirs := net.Pipe()
	defer ours.Close()
	s.track(theirs, http.StateNew)
	s.Close()
	if _, err := theirs.Write([]byte{0}); err == nil {
		t.Error("Write to a connection without a request after Close: no error, want one")
	}
	s.track(theirs, http.StateClosed)
	if len(s.fresh) != 0 {
		t.Errorf("Close left %d connections, want none", len(s.fresh))
	}
}
