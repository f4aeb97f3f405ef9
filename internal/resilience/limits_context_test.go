package resilience

import (
	"context"
	"net"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// moment is something that keeps a call waiting.
type moment struct {
	name string
	faultRow
	sent    int  // requests that leave, before or after the context ends
	limiter bool // the rate limiter keeps the call waiting
	// atOnce is what the caller gets at once if the context has a deadline that
	// leaves no time for another attempt.
	atOnce kinds
}

// moments are all that can keep a call waiting. Their dialers and servers give
// up when released is closed, and not before.
func moments(released <-chan struct{}) []moment {
	waiting := func(ctx context.Context) (net.Conn, error) {
		select {
		case <-ctx.Done():
		case <-released:
		}
		return nil, context.Cause(ctx)
	}
	nothing, maybe := fate{again: whenever}, fate{again: ifSafe, acted: true}
	return []moment{
		{name: "for the rate limiter", faultRow: faultRow{fate: nothing}, limiter: true},
		{name: "for a connection", faultRow: faultRow{fate: nothing, dial: waiting}},
		{name: "for the request to be taken", sent: 1, faultRow: faultRow{fate: maybe, does: func(*exchange) bool {
			<-released
			return false
		}}},
		{name: "for an answer", sent: 1, faultRow: faultRow{fate: maybe, does: after((*exchange).stall)}},
		{name: "for the rest of an answer", sent: 1,
			faultRow: faultRow{fate: maybe, inBody: true, does: part(0, (*exchange).stall)}},
		{name: "for the next attempt", sent: 1, atOnce: kinds{limited, coded},
			faultRow: faultRow{fate: nothing, does: after(func(x *exchange) bool {
				return x.answer(respond(429, slowly, "Retry-After: 30"))
			})}},
	}
}

// expect is what the caller of o gets when the context ends by end.
func (m *moment) expect(o *operation, end errorKind) kinds {
	switch {
	case o.policy == single && m.atOnce != nil, end == late && m.atOnce != nil:
		return m.atOnce
	case o.traced && m.inBody:
		return kinds{end, unfinished}.sorted()
	case m.acted && (o.policy == onlyOnce || o.policy == single):
		return kinds{unknown, end}.sorted()
	}
	return kinds{end}
}

// TestContextIsObeyed ends the context of each operation while it waits for
// something. The clock is that of the bubble: it stands still while anybody works.
func TestContextIsObeyed(t *testing.T) {
	t.Parallel()
	for i := range moments(nil) {
		for end, begin := range map[errorKind]func(context.Context) (context.Context, context.CancelFunc){
			cancelled: func(ctx context.Context) (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancel(ctx)
				time.AfterFunc(time.Second, cancel)
				return ctx, cancel
			},
			late: func(ctx context.Context) (context.Context, context.CancelFunc) {
				return context.WithTimeout(ctx, time.Second)
			},
		} {
			for _, o := range operations() {
				synctest.Test(t, func(t *testing.T) {
					released := make(chan struct{})
					m := moments(released)[i]
					s, c := m.serve(o)
					e, hangUp := m.open(t, s)
					ctx, cancel := begin(t.Context())
					defer cancel()
					start := time.Now()
					err := o.call(ctx, e)
					took := time.Since(start)
					got, want := kindsOf(err), m.expect(o, end)
					for _, extra := range []errorKind{limited, coded} { // what the last attempt was answered
						if m.atOnce != nil && want[0] == cancelled {
							got = slices.DeleteFunc(got, func(k errorKind) bool { return k == extra })
						}
					}
					if got.String() != want.String() {
						t.Errorf("%s, waiting %s, %s: %v, want %v: %v", o.name, m.name, end, got, want, err)
					}
					if m.atOnce != nil && !slices.Contains(want, cancelled) {
						took += time.Second
					}
					if took < time.Second || took > time.Second+obeyed {
						t.Errorf("Call %s, waiting %s, %s: took %v, want a second", o.name, m.name, end, took)
					}
					close(released)
					hangUp()
					if !s.drained() {
						t.Errorf("Call %s, waiting %s, %s: left %d connections, want none", o.name, m.name, end, s.open.Load())
					}
					if n := s.script().count() - o.before; n != m.sent && c.dial == nil {
						t.Errorf("%s, waiting %s, %s: %d requests, want %d", o.name, m.name, end, n, m.sent)
					}
				})
			}
		}
	}
}

func (m *moment) serve(o *operation) (*faultServer, *faultRow) {
	c := &m.faultRow
	return newFaultServer(o, c, func(n int) bool { return n > o.before }), c
}

// open makes clients on pipes, some of whose ways are blocked.
func (m *moment) open(t *testing.T, s *faultServer) (*env, func()) {
	t.Helper()
	l := link{address: "http://localhost"}
	l.client = &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network,
		address string) (net.Conn, error) {
		if m.dial != nil && s.script().count() >= s.script().operation.before {
			return m.dial(ctx)
		}
		return s.pipe(ctx, network, address)
	}}}
	if m.limiter {
		l.limiter = &limiter{free: s.script().operation.before}
	}
	return l.open(t)
}

// limiter lets some through, and no more.
type limiter struct{ free int }

func (l *limiter) Wait(ctx context.Context) error {
	if l.free > 0 {
		l.free--
		return nil
	}
	<-ctx.Done()
	return context.Cause(ctx)
}

// TestCancelledCallsReturnInTime measures, over TCP and by the clock on the
// wall, what TestContextIsObeyed states: the best of some tries, since the
// machine may be busy with something else.
func TestCancelledCallsReturnInTime(t *testing.T) {
	t.Parallel()
	for _, m := range moments(nil) {
		if m.sent == 0 || m.atOnce != nil || m.name == "for the request to be taken" {
			continue
		}
		for _, o := range operations() {
			t.Run(o.name+" waiting "+m.name, func(t *testing.T) {
				t.Parallel()
				best := time.Hour
				for try := 0; try < 10 && best > obeyed; try++ {
					best = min(best, m.cancel(t, o))
				}
				if best > obeyed {
					t.Errorf("Canceled call took %v at best, want at most %v", best, obeyed)
				}
			})
		}
	}
}

// cancel makes a call, cancels it when it waits, and returns how long it then went on.
func (m *moment) cancel(t *testing.T, o *operation) time.Duration {
	t.Helper()
	s, _ := m.serve(o)
	s.listen(t)
	defer s.close()
	e, hangUp := own(s).open(t)
	defer hangUp()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error)
	go func() { ended <- o.call(ctx, e) }()
	<-s.stalled
	start := time.Now()
	cancel()
	err := <-ended
	took := time.Since(start)
	// Whether the header of the answer came first is not to be told from here.
	if got := kindsOf(err); !slices.Contains(got, cancelled) ||
		o.policy == onlyOnce && !slices.Contains(got, unknown) && !slices.Contains(got, unfinished) {
		t.Errorf("Canceled call: kinds %v, error %v, want a canceled one", got, err)
	}
	return took
}
