package turns

import (
	"context"
	"errors"
	"sync"
	"testing"
)

func TestWaitEndsWithItsContext(t *testing.T) {
	t.Parallel()
	var turns Turns
	unlock, err := turns.Wait(t.Context(), "posts/kerning")
	if err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(enough)
	if _, err := turns.Wait(ctx, "posts/kerning"); !errors.Is(err, context.Canceled) || !errors.Is(err, enough) {
		t.Error(err)
	}
	unlock()
	if len(turns.held) > 0 {
		t.Errorf("%d locks are left that nobody uses: turns.held %v, want an empty list", len(turns.held), turns.held)
	}
}

func TestLockExcludesOnlyTheSameName(t *testing.T) {
	t.Parallel()
	var turns Turns
	inside := map[string]int{} // each count is guarded by the lock of its name
	var mu sync.Mutex          // guards the map
	step := func(name string, by int) int {
		mu.Lock()
		defer mu.Unlock()
		inside[name] += by
		return inside[name]
	}
	var group sync.WaitGroup
	for i := range 90 {
		name := []string{"a", "b", "c"}[i%3]
		group.Go(func() {
			unlock, err := turns.Wait(t.Context(), name)
			if err != nil {
				t.Error(err)
				return
			}
			defer unlock()
			if n := step(name, 1); n != 1 {
				t.Errorf("%d goroutines hold the lock of %s, want 1", n, name)
			}
			step(name, -1)
		})
	}
	group.Wait()
	if len(turns.held) > 0 {
		t.Errorf("%d locks are left that nobody uses: turns.held %v, want an empty list", len(turns.held), turns.held)
	}
}
