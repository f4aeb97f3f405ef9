package resilience

import (
	"runtime"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// TestMemoryIsBounded offers ten gigabytes to every operation, and counts what
// is set aside on both sides meanwhile.
func TestMemoryIsBounded(t *testing.T) { //nolint:paralleltest // the memory is that of the whole process
	_, _ = gzipBomb(), spaces()
	for _, c := range floods(t) {
		for _, o := range operations() {
			var out outcome
			allocated := allocates(func() { out = run(t, o, &c, persisting) })
			want, _ := expect(o, &c, persisting)
			if out.sent != want.sent || allocated > floodAllocated {
				t.Errorf("Call %s, %s: sent %d, allocated %d bytes, error %v, want %d sent and at most %d bytes", o.name, c.name,
					out.sent, allocated, out.err, want.sent, floodAllocated)
			} else if out.written > floodTaken*int64(out.sent) {
				t.Errorf("Call %s, %s: took %d bytes, want at most %d", o.name, c.name, out.written, floodTaken*int64(out.sent))
			}
		}
	}
}

// TestMemoryIsBoundedByDefault does the same to a client with no limit of its own.
func TestMemoryIsBoundedByDefault(t *testing.T) { //nolint:paralleltest // the memory is that of the whole process
	for _, c := range floods(t) {
		if strings.Contains(c.name, "error") {
			continue
		}
		s := newFaultServer(operations()[0], &c, func(int) bool { return true })
		s.listen(t)
		site, err := cms.New(own(s).address)
		if err != nil {
			t.Fatal(err)
		}
		var posted error
		allocated := allocates(func() { _, posted = site.Posts.Get(t.Context(), 5) })
		if got := kindsOf(posted); got.String() != c.gets.String() || allocated > floodByDefault {
			t.Errorf("Get under %s: error %v, %d bytes allocated, want %v and at most %d", c.name, posted, allocated, c.gets,
				floodByDefault)
		}
		site.CloseIdleConnections()
		s.close()
	}
}

// floods are the faults that send without end.
func floods(t *testing.T) []faultRow {
	t.Helper()
	var all []faultRow
	for _, c := range faults() {
		if c.floods() {
			all = append(all, c)
		}
	}
	if len(all) != 3 {
		t.Fatalf("Floods among the faults: %d, want 3", len(all))
	}
	return all
}

func (c *faultRow) floods() bool {
	return strings.Contains(c.name, "GiB") || strings.Contains(c.name, "bomb")
}

// allocates counts all that is set aside, also what is given back.
func allocates(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
