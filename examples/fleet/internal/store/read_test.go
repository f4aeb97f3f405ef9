package store

import (
	"testing"

	"github.com/nats-io/nats.go/jetstream"
)

// The engine forgets a consumer after a minute without a request, or with its node.
func TestRunIsReadToItsEndThoughTheEngineForgetsItsConsumers(t *testing.T) {
	t.Parallel()
	const pages = 600
	s := open(t)
	lease := claim(t, s)
	for i := range pages {
		if err := lease.Commit(t.Context(), page(i+1)); err != nil {
			t.Fatal(err)
		}
	}
	read := 0
	err := s.Each(t.Context(), "run", func(string, Page) error {
		if read++; read > 1 {
			return nil
		}
		return forgetConsumers(t, s.pages)
	})
	if err != nil || read != pages {
		t.Errorf("Each of the run: %d pages, error %v, want %d", read, err, pages)
	}
}

func forgetConsumers(t *testing.T, stream jetstream.Stream) error {
	t.Helper()
	names := stream.ConsumerNames(t.Context())
	for name := range names.Name() {
		if err := stream.DeleteConsumer(t.Context(), name); err != nil {
			return err
		}
	}
	return names.Err()
}
