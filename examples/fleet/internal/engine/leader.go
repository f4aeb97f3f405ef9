package engine

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// WithLeader calls do until it has an error other than that of a cluster without a leader.
// After a node has died, the others choose a leader within seconds.
func WithLeader(ctx context.Context, do func() error) error {
	const patience, pause = 20 * time.Second, time.Second
	for end := time.Now().Add(patience); ; {
		err := do()
		if !leaderless(err) {
			return err
		}
		if time.Now().After(end) {
			return fmt.Errorf("the fleet does not respond: most of its nodes have to run (%w)", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// leaderless reports whether an error passes when the nodes have chosen a leader.
func leaderless(err error) bool {
	if e, ok := errors.AsType[*jetstream.APIError](err); ok {
		return e.Code == http.StatusServiceUnavailable
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrNoResponders)
}
