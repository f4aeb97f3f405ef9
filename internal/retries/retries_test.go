package retries_test

import (
	"context"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/internal/retries"
)

func TestTellCallsTheWatcherOfTheContext(t *testing.T) {
	t.Parallel()
	var waits []time.Duration
	ctx, cancel := context.WithCancel(retries.Watch(t.Context(), func(wait time.Duration) { waits = append(waits, wait) }))
	defer cancel()
	retries.Tell(ctx, time.Second)
	retries.Tell(t.Context(), time.Hour)
	if len(waits) != 1 || waits[0] != time.Second {
		t.Errorf("Tell told the watcher %v, want one second once", waits)
	}
}
