package resilience

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

const workers = 4 // each with its own servers and clients

// TestNothingIsLeftOfCalls makes 400 calls. If FONTCMS_SOAK is set it makes 1,300, in
// which every kind meets every trouble. FONTCMS_LEAK_CALLS is another number.
func TestNothingIsLeftOfCalls(t *testing.T) { //nolint:paralleltest // it counts the goroutines of the process
	total := 400
	if os.Getenv("FONTCMS_SOAK") != "" {
		total = 1300
	}
	if text := os.Getenv("FONTCMS_LEAK_CALLS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		total = n
	}
	houses := make([]*house, workers)
	for i := range houses {
		houses[i] = newHouse(t)
		if err := houses[i].call(t.Context(), 0); err != nil { // what is made once is made now
			t.Fatal(err)
		}
	}
	before := rested(houses, func(s restState) bool { return s.connections == 0 })
	t.Logf("before: %v", before)

	var succeeded, failed atomic.Int64
	var running sync.WaitGroup
	for i, h := range houses {
		running.Go(func() {
			for n := i; n < total; n += workers {
				if h.call(t.Context(), n) == nil {
					succeeded.Add(1)
				} else {
					failed.Add(1)
				}
			}
		})
	}
	running.Wait()

	after := rested(houses, func(s restState) bool { return s.connections == 0 && s.goroutines <= before.goroutines })
	opened := int64(0)
	for _, h := range houses {
		opened += h.opened.Load()
	}
	t.Logf("after %d calls of %d kinds (%d succeeded, %d failed) over %d connections: %v", total, len(houseCalls()),
		succeeded.Load(), failed.Load(), opened, after)
	if after.connections != before.connections || after.goroutines != before.goroutines {
		var stacks bytes.Buffer
		_ = pprof.Lookup("goroutine").WriteTo(&stacks, 1)
		t.Errorf("After the calls: %[2]v, want %[1]v as before\n%.4000[3]s", before, after, stacks.String())
	}
	if after.heap > before.heap+growth {
		t.Errorf("After the calls: the heap grew from %d to %d bytes, want at most %d more", before.heap, after.heap, growth)
	}
	if all := succeeded.Load() + failed.Load(); all != int64(total) ||
		total >= 1300 && min(succeeded.Load(), failed.Load()) < all/5 {
		t.Errorf("After the calls: %d succeeded and %d failed, want %d in all and a fifth of each", succeeded.Load(),
			failed.Load(), total)
	}
}

// restState is what is there while no call is on its way.
type restState struct {
	goroutines, connections int
	heap                    uint64
}

func (s restState) String() string {
	return fmt.Sprintf("%d goroutines, %d connections, %d KiB of heap", s.goroutines, s.connections, s.heap>>10)
}

// rested is the state once it is as it should be, or when that has taken too long:
// both ends of a connection learn a moment later that it was closed.
func rested(houses []*house, good func(restState) bool) restState {
	for end := time.Now().Add(settle); ; time.Sleep(10 * time.Millisecond) {
		if s := rest(houses); good(s) || time.Now().After(end) {
			return s
		}
	}
}

func rest(houses []*house) (s restState) {
	for _, h := range houses {
		h.site.CloseIdleConnections()
		h.fonts.CloseIdleConnections()
		s.connections += int(h.open.Load())
	}
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	s.goroutines, s.heap = runtime.NumGoroutine(), memory.HeapAlloc
	return s
}

// house is a site and a catalogue, behind a door that counts and spoils, and the
// clients of both.
type house struct {
	backend      *cmstest.Server
	fresh        *cmstest.Snapshot
	site         *cms.Client
	fonts        *fonts.Client
	trouble      atomic.Pointer[trouble]
	open, opened atomic.Int64 // connections
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{backend: cmstest.NewServer(cmstest.WithPrefix("wp"))}
	t.Cleanup(h.backend.Close)
	if err := h.backend.Load([]byte(content())); err != nil {
		t.Fatal(err)
	}
	h.fresh = h.backend.Snapshot()
	h.trouble.Store(&trouble{})
	door := func(next http.Handler) string {
		server := httptest.NewUnstartedServer(h.spoil(next))
		server.Config.ConnState = h.count
		server.Start()
		t.Cleanup(server.Close)
		return server.URL
	}
	retry := struct{ min, max time.Duration }{time.Microsecond, 100 * time.Microsecond}
	var err error
	h.site, err = cms.New(door(h.backend.Handler()), cms.WithPrefix("wp"),
		cms.WithApplicationPassword("admin", h.backend.AppPassword("admin")),
		cms.WithMaxResponseSize(leakLimit),
		cms.WithRetry(cms.Retry{Attempts: 2, MinWait: retry.min, MaxWait: retry.max, MaxRetryAfter: retry.max}))
	if err != nil {
		t.Fatal(err)
	}
	records := make([]map[string]any, 25)
	for i := range records {
		records[i] = map[string]any{"id": strconv.Itoa(i + 1), "name": "Font"}
	}
	h.fonts, err = fonts.New(door(fontstest.NewHandler(fontstest.WithFonts(records))),
		fonts.WithMaxResponseSize(leakLimit),
		fonts.WithRetry(fonts.Retry{Attempts: 2, MinWait: retry.min, MaxWait: retry.max, MaxRetryAfter: retry.max}))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// count counts the connections, from the side of the server.
func (h *house) count(_ net.Conn, s http.ConnState) {
	switch s {
	case http.StateNew:
		h.open.Add(1)
		h.opened.Add(1)
	case http.StateClosed, http.StateHijacked:
		h.open.Add(-1)
	}
}

// call makes call n of the sequence, in which every kind comes to meet every
// trouble.
func (h *house) call(ctx context.Context, n int) error {
	kinds, spoilt := houseCalls(), troubles()
	kind := kinds[n%len(kinds)]
	trouble := spoilt[(n+n/len(kinds))%len(spoilt)]
	cancel := func() {} // as a rule nothing ends the context: that would close what is left open
	if trouble.within != 0 {
		ctx, cancel = context.WithTimeout(ctx, trouble.within)
	}
	defer cancel()
	if trouble.cancelled {
		ctx, cancel = context.WithCancel(ctx)
		cancel()
	}
	h.trouble.Store(&trouble)
	err := kind(ctx, h)
	h.trouble.Store(&troubles()[0])
	h.backend.ResetRequests()
	h.backend.Restore(h.fresh)
	return err
}
