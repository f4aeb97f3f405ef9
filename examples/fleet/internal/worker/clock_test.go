package worker

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
)

// A clock that jumps makes a worker believe that it was replaced.
func TestWorkerWhoseClockJumpsLosesAndDoublesNothing(t *testing.T) {
	t.Parallel()
	server, j, password := site(t, "blog", 150)
	server.Fail(cmstest.Fault{Route: "/cms/v2/posts", Delay: 600 * time.Millisecond}) // two pages outlast a tick
	w, said := newWorker(t, map[string]string{"FLEET_blog": password}, queue.Config{AckWait: 3 * time.Second})
	var calls atomic.Int64
	w.Now = func() time.Time { // an hour passes after the first look, in the first job
		return time.Unix(0, 0).Add(time.Duration(min(calls.Add(1), 2)) * time.Hour)
	}
	drain(t, w, j)
	got := copied(t, w, "posts")
	for name, times := range got {
		if times != 1 {
			t.Errorf("%s was stored %d times", name, times)
		}
	}
	if len(got) != 150 || !strings.Contains(said.String(), "left to another worker") {
		t.Errorf("%d posts\n%s", len(got), said)
	}
}
