package cms

import (
	"context"
	"sync"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// Lock waits for the lock with a name, no longer than ctx lasts, and returns the
// function that gives it back. It is for procedures of several requests that may not
// run twice at once, such as reading a document without versions, changing it and
// writing it. A lock counts for c and all clients that [Client.With] derives from it,
// or c was derived from, in this process alone. Who holds a lock and asks for it
// again waits for itself.
//
// Error: that of the context, with its cause.
func (c *Client) Lock(ctx context.Context, name string) (unlock func(), err error) {
	unlock, err = c.locks.lock(ctx, "Lock "+name)
	if err != nil {
		return nil, err
	}
	return sync.OnceFunc(unlock), nil
}

// locks holds a lock for each name that is in use.
type locks struct {
	mu   sync.Mutex
	held map[string]*namedLock
}

type namedLock struct {
	turn  chan struct{} // holds one element while the lock is free
	users int
}

// lock waits for its turn, no longer than the context lasts.
func (l *locks) lock(ctx context.Context, name string) (unlock func(), err error) {
	l.mu.Lock()
	if l.held == nil {
		l.held = map[string]*namedLock{}
	}
	one := l.held[name]
	if one == nil {
		one = &namedLock{turn: make(chan struct{}, 1)}
		one.turn <- struct{}{}
		l.held[name] = one
	}
	one.users++
	l.mu.Unlock()

	leave := func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if one.users--; one.users == 0 {
			delete(l.held, name)
		}
	}
	select {
	case <-one.turn:
		return func() { one.turn <- struct{}{}; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, transport.ContextError(ctx)
	}
}
