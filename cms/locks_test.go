package cms

import (
	"context"
	"errors"
	"testing"
)

func TestAWaitForALockEndsWithItsContext(t *testing.T) {
	t.Parallel()
	var l locks
	unlock, err := l.lock(t.Context(), "posts/kerning")
	if err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(enough)
	if _, err := l.lock(ctx, "posts/kerning"); !errors.Is(err, context.Canceled) || !errors.Is(err, enough) {
		t.Error(err)
	}
	unlock()
	if len(l.held) > 0 {
		t.Errorf("%d locks are left that nobody uses", len(l.held))
	}
}
