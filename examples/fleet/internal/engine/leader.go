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

// WithLeader calls do until it has an error other than [ErrNotReady] and that of a cluster
// without a leader, for 20 s at most. After a node has died, the others choose a leader
// within seconds.
func WithLeader(ctx context.Context, do func() error) error {
	const patience, pause = 20 * time.Second, time.Second
	passes := func(err error) bool { return leaderless(err) || errors.Is(err, ErrNotReady) }
	err := repeat(ctx, patience, pause, passes, do)
	if leaderless(err) && ctx.Err() == nil {
		return fmt.Errorf("the fleet does not respond: most of its nodes have to run (%w)", err)
	}
	return err
}

// WhenFree calls do until it has an error other than [ErrInUse], for ten seconds at most.
// A command such as status has a folder open for a moment.
func WhenFree(ctx context.Context, do func() error) error {
	const patience, pause = 10 * time.Second, 50 * time.Millisecond
	return repeat(ctx, patience, pause, func(err error) bool { return errors.Is(err, ErrInUse) }, do)
}

// repeat calls do until its error does not pass, or the patience is over.
func repeat(ctx context.Context, patience, pause time.Duration, passes func(error) bool, do func() error) error {
	for end := time.Now().Add(patience); ; {
		err := do()
		if !passes(err) || time.Now().After(end) {
			return err
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
