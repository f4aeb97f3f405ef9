// Package retries tells a walk that a request for one of its pages is retried, before the
// wait is over.
package retries

import (
	"context"
	"time"
)

type key struct{}

// Watch returns a context in which told is called whenever a request is to be retried
// after a wait.
func Watch(ctx context.Context, told func(wait time.Duration)) context.Context {
	return context.WithValue(ctx, key{}, told)
}

// Tell calls what watches ctx, if anything does.
func Tell(ctx context.Context, wait time.Duration) {
	if told, ok := ctx.Value(key{}).(func(time.Duration)); ok {
		told(wait)
	}
}
