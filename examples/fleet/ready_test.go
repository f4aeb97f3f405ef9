package main

import (
	"errors"
	"sync"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
)

// In a cluster such streams would have one copy.
func TestCommandBeforeServeIsReadyMakesNoStreamsAndWaitsForThem(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	e, err := engine.Start(engine.Config{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	if f, err := connect(t.Context(), e.Access(), queue.Config{}); !errors.Is(err, engine.ErrNotReady) {
		t.Errorf("connected %v, error %v", f != nil, err)
	}
	if names := streams(t, e.Access()); len(names) > 0 {
		t.Errorf("the streams %v were made", names)
	}
	var group sync.WaitGroup
	group.Go(func() {
		if out, err := do(t, "status", "-dir", folder); err != nil {
			t.Error(err, out)
		}
	})
	f, err := connect(t.Context(), e.Access(), queue.Config{Replicas: 1}) // as serve does
	if err != nil {
		t.Fatal(err)
	}
	f.close()
	group.Wait()
}

// streams are the names of all streams.
func streams(t *testing.T, access engine.Access) (names []string) {
	t.Helper()
	conn, err := access.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	list := js.StreamNames(t.Context())
	for name := range list.Name() {
		names = append(names, name)
	}
	if list.Err() != nil {
		t.Fatal(list.Err())
	}
	return names
}
