package cmstest

import (
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

// TestClosedServerKeepsNoUnusedConnection follows connections past the end of the server:
// it closes those without a request, also those that come late, and none that is still served.
func TestClosedServerKeepsNoUnusedConnection(t *testing.T) {
	t.Parallel()
	var c connections
	open := func() (here, there net.Conn) {
		here, there = net.Pipe()
		t.Cleanup(func() { _ = errors.Join(here.Close(), there.Close()) })
		c.track(here, http.StateNew)
		return here, there
	}
	_, waiting := open()
	served, _ := open()
	c.track(served, http.StateActive)
	c.closeUnused()
	_, late := open()
	for name, peer := range map[string]net.Conn{"a connection without a request": waiting, "one that comes late": late} {
		if _, err := peer.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
			t.Errorf("Read from %s: error %v, want EOF since it is closed", name, err)
		}
	}
	if err := served.SetDeadline(time.Time{}); err != nil {
		t.Errorf("a connection that is served was closed: %v", err)
	}
	c.track(served, http.StateClosed)
	if len(c.unused) != 1 || !c.closed { // the one that was closed has not told of it
		t.Errorf("Unused connections after closeUnused: %d, want 1 and a closed list", len(c.unused))
	}
}
