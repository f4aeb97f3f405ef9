package cms

import (
	"context"
	"sync"

	"github.com/fontcms/fontcms-go/internal/transport"
)

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
