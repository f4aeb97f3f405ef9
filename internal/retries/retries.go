// Package retries tells a walk that a request for one of its pages is retried, before the
// wait is over.
package retries

import (
	"context"
	"time"
)

type key struct{}

// Watch returns a context. Before a request in it waits for a retry, told is called with the
// length of the wait.
func Watch(ctx context.Context, told func(wait time.Duration)) context.Context {
	return context.WithValue(ctx, key{}, told)
}

// Tell calls the function that [Watch] put into ctx, if there is one.
func Tell(ctx context.Context, wait time.Duration) {
	if told, ok := ctx.Value(key{}).(func(time.Duration)); ok {
		told(wait)
	}
}
