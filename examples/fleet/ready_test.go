package main

import (
	"errors"
	"sync"
	"testing"

	"github.com/nats-io/nats.go"
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
		t.Errorf("connect before serve is ready: connected %t, error %v, want ErrNotReady", f != nil, err)
	}
	if names := streams(t, e.Access()); len(names) > 0 {
		t.Errorf("connect before serve is ready made the streams %v, want none", names)
	}
	var group sync.WaitGroup
	group.Go(func() {
		if out, err := do(t, "status", "-dir", folder); err != nil {
			t.Errorf("fleet status before serve is ready: error %v, want none\n%s", err, out)
		}
	})
	f, err := connect(t.Context(), e.Access(), queue.Config{Replicas: 1}) // as serve does
	if err != nil {
		t.Fatal(err)
	}
	f.close()
	group.Wait()
}

// Nodes that start at once would write the same at once. A cluster then sends one response.
func TestNodeOfAFleetThatIsReadyWritesOnlyWhatChanges(t *testing.T) {
	t.Parallel()
	e, err := engine.Start(engine.Config{Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	watcher, err := e.Access().Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(watcher.Close)
	writes := make(chan *nats.Msg, 64)
	for _, subject := range []string{"$JS.API.STREAM.CREATE.>", "$JS.API.STREAM.UPDATE.>", "$JS.API.CONSUMER.CREATE.>"} {
		if _, err := watcher.ChanSubscribe(subject, writes); err != nil {
			t.Fatal(err)
		}
	}
	if err := watcher.Flush(); err != nil { // the server has the subscriptions before the first write
		t.Fatal(err)
	}
	for _, one := range []struct {
		overall int
		want    int // writes
	}{{64, 7}, {64, 0}, {3, 1}, {0, 0}} {
		f, err := connect(t.Context(), e.Access(), queue.Config{Replicas: 1, Overall: one.overall})
		if err != nil {
			t.Fatal(err)
		}
		f.close()
		if err := watcher.Flush(); err != nil {
			t.Fatal(err)
		}
		if got := len(writes); got != one.want {
			t.Errorf("overall %d: %d writes, want %d", one.overall, got, one.want)
		}
		for len(writes) > 0 {
			<-writes
		}
	}
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
