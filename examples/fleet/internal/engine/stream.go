package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrNotReady is the error of a fleet whose streams are absent.
var ErrNotReady = errors.New("the fleet is not ready: wait until `fleet serve` prints ready")

// Stream opens a stream. If config has replicas, it makes the stream or changes it.
// Otherwise it takes the stream as it is. Errors: [ErrNotReady] if it is absent.
func Stream(ctx context.Context, js jetstream.JetStream, config jetstream.StreamConfig) (jetstream.Stream, error) {
	if config.Replicas == 0 {
		stream, err := js.Stream(ctx, config.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			err = ErrNotReady
		}
		return stream, err
	}
	stream, err := js.CreateOrUpdateStream(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("the store cannot be opened: %w", err)
	}
	return stream, nil
}
