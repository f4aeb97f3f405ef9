package worker

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
)

// A worker asks the store whether it was replaced, and does not believe its clock.
func TestWorkerWhoseClockJumpsAtEachLookKeepsItsJob(t *testing.T) {
	t.Parallel()
	server, j, password := site(t, "blog", 150)
	// One page outlasts a tick, which comes after a third of AckWait.
	server.Fail(cmstest.Fault{Route: "/cms/v2/posts", Delay: 3500 * time.Millisecond, Times: 1})
	w, said := newWorker(t, map[string]string{"FLEET_blog": password}, queue.Config{AckWait: 9 * time.Second})
	var calls atomic.Int64
	w.Now = func() time.Time { return time.Unix(0, 0).Add(time.Duration(calls.Add(1)) * time.Hour) }
	drain(t, w, j)
	got := copied(t, w, "posts")
	for name, times := range got {
		if times != 1 {
			t.Errorf("The store has %s %d times, want once", name, times)
		}
	}
	if len(got) != 150 || strings.Contains(said.String(), "left to another worker") {
		t.Errorf("The store has %d posts, want 150, and no job left to another worker\n%s", len(got), said)
	} else if calls.Load() < 2 {
		t.Errorf("The worker looked at the clock %d times, want twice or more\n%s", calls.Load(), said)
	}
}
