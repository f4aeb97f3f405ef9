package faultmatrix

import (
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"
)

// TestCallsLeaveNothingBehind makes calls of all kinds with two clients, well
// and under all faults that pass, and counts goroutines and connections before
// and after. FONTCMS_CALLS is how many, if not some.
func TestCallsLeaveNothingBehind(t *testing.T) { //nolint:paralleltest // the goroutines are those of the whole process
	calls := 1000
	if n, err := strconv.Atoi(os.Getenv("FONTCMS_CALLS")); err == nil {
		calls = n
	}
	rows := operations()
	faults := []*column{nil}
	all := columns(t)
	for i := range all {
		if c := &all[i]; !c.floods() && !c.fake && c.waits == 0 && c.dial == nil {
			faults = append(faults, c)
		}
	}
	s := newServer(rows[0], &all[0], func(int) bool { return false })
	s.listen(t)
	defer s.close()
	e, hangUp := own(s).open(t)
	before := runtime.NumGoroutine()
	most := int64(0)
	for i := range calls {
		o, c := rows[i%len(rows)], faults[i/len(rows)%len(faults)]
		s.rewrite(o, c)
		err := o.call(t.Context(), e)
		if (c == nil || c.of(o).again == fine) && err != nil {
			t.Errorf("%s: %v", o.name, err)
		}
		most = max(most, s.open.Load())
	}
	hangUp()
	if !s.drained() || most > 8 {
		t.Errorf("%d connections are left, and there were up to %d", s.open.Load(), most)
	}
	after := runtime.NumGoroutine()
	for try := 0; try < 500 && after > before; try++ {
		time.Sleep(10 * time.Millisecond)
		after = runtime.NumGoroutine()
	}
	if after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
	t.Logf("%d calls, %d requests, up to %d connections: %d goroutines before, %d after, %d connections after", calls, s.total.Load(), most, before, after, s.open.Load())
}
