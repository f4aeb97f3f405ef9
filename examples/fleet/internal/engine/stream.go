package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrNotReady is the error of a fleet whose streams are absent.
var ErrNotReady = errors.New("the fleet is not ready: wait until `fleet serve` prints ready")

// Stream opens a stream. If config has replicas, it makes the stream or changes their number.
// Otherwise it takes the stream as it is. Errors: [ErrNotReady] if it is absent.
//
// It looks first, and writes only what is to change: if several nodes write a stream at the
// same time, a cluster sends one response.
func Stream(ctx context.Context, js jetstream.JetStream, config jetstream.StreamConfig) (jetstream.Stream, error) {
	stream, err := js.Stream(ctx, config.Name)
	absent := errors.Is(err, jetstream.ErrStreamNotFound)
	switch {
	case absent && config.Replicas == 0:
		return nil, ErrNotReady
	case absent:
		stream, err = js.CreateStream(ctx, config)
	case err == nil && config.Replicas > 0 && config.Replicas != stream.CachedInfo().Config.Replicas:
		stream, err = js.UpdateStream(ctx, config)
	}
	if err != nil {
		return nil, fmt.Errorf("the store cannot be opened: %w", err)
	}
	return stream, nil
}
