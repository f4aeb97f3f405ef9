package transport

import "context"

// Attempt says which request middleware has before it.
type Attempt struct {
	Operation string // of the call
	Number    int    // of the attempt, from 1; a redirect is no new one
}

type attemptKey struct{}

// AttemptFrom returns the attempt of a request by its context. It is false
// where there is none.
func AttemptFrom(ctx context.Context) (Attempt, bool) {
	a, ok := ctx.Value(attemptKey{}).(Attempt)
	return a, ok
}
