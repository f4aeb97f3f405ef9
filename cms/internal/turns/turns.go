// Package turns has locks by name, for procedures of several requests that must not run
// twice at once in one process.
package turns

import (
	"context"
	"sync"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// Turns holds a lock for each name that is in use. The zero value is ready.
type Turns struct {
	mu   sync.Mutex // guards the map held, and the field users of each turn
	held map[string]*turn
}

type turn struct {
	free  chan struct{} // holds one element while the lock is free
	users int           // number of holders and waiters
}

// Wait waits for the lock with a name, until ctx ends. Locks are not reentrant. Call
// unlock once.
//
// Errors: the error of the context, with its cause.
func (t *Turns) Wait(ctx context.Context, name string) (unlock func(), err error) {
	one := t.join(name)
	select {
	case <-one.free:
		return func() { one.free <- struct{}{}; t.leave(name, one) }, nil
	case <-ctx.Done():
		t.leave(name, one)
		return nil, transport.ContextError(ctx)
	}
}

func (t *Turns) join(name string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held == nil {
		t.held = map[string]*turn{}
	}
	one := t.held[name]
	if one == nil {
		one = &turn{free: make(chan struct{}, 1)}
		one.free <- struct{}{}
		t.held[name] = one
	}
	one.users++
	return one
}

func (t *Turns) leave(name string, one *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if one.users--; one.users == 0 {
		delete(t.held, name)
	}
}
