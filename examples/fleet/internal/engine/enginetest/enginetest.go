// Package enginetest gives a test an engine of its own.
package enginetest

import (
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine"
)

// Start starts an engine until the test ends, and connects to it.
func Start(t *testing.T) jetstream.JetStream {
	t.Helper()
	e, err := engine.Start(engine.Config{Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	conn, err := e.Access().Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return js
}
