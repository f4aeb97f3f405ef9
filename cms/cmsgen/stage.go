package main

import (
	"context"
	"sync"
)

// maxReads is the number of routes that are read concurrently.
const maxReads = 4

// apply changes the descriptions of other routes after a response. It may be nil.
type apply = func()

// stage reads routes concurrently.
type stage struct {
	source
	name        string
	routes      []string
	done, total int // numbers of routes, counted over all stages with the same name
}

// run calls read for each route, concurrently. Then it calls the functions that read has
// returned, in the order of the routes. So the result does not depend on the order of the
// responses. Errors go to warn, unless the context has ended.
func (s *stage) run(ctx context.Context, read func(ctx context.Context, route string) (apply, error)) error {
	applied, errs := make([]apply, len(s.routes)), make([]error, len(s.routes))
	next := make(chan int)
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range min(maxReads, len(s.routes)) {
		workers.Go(func() {
			for i := range next {
				if ctx.Err() == nil {
					applied[i], errs[i] = read(ctx, s.routes[i])
				}
				mu.Lock()
				s.done++
				if s.count != nil {
					s.count(s.name, s.done, s.total)
				}
				mu.Unlock()
			}
		})
	}
	for i := range s.routes {
		next <- i
	}
	close(next)
	workers.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for i := range s.routes {
		if errs[i] != nil {
			s.warn(errs[i])
		} else if applied[i] != nil {
			applied[i]()
		}
	}
	return nil
}
