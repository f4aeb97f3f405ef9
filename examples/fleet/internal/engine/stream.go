package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// Stream opens a stream. If config has replicas, it makes the stream or changes it.
// Otherwise it takes the stream as it is, and makes one with one replica if it is absent.
func Stream(ctx context.Context, js jetstream.JetStream, config jetstream.StreamConfig) (jetstream.Stream, error) {
	if config.Replicas == 0 {
		stream, err := js.Stream(ctx, config.Name)
		if !errors.Is(err, jetstream.ErrStreamNotFound) {
			return stream, err
		}
		config.Replicas = 1
	}
	stream, err := js.CreateOrUpdateStream(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("the store cannot be opened: %w", err)
	}
	return stream, nil
}
