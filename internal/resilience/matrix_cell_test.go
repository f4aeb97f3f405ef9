package resilience

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/fonts"
)

// outcome is what came of a cell.
type outcome struct {
	cell
	err      error
	took     time.Duration
	written  int64 // bytes of answers that were taken
	problems []string
}

func (o *outcome) problem(format string, args ...any) {
	o.problems = append(o.problems, fmt.Sprintf(format, args...))
}

// run plays one pass of a cell.
func run(t *testing.T, o *operation, c *faultRow, p pass) (out outcome) {
	t.Helper()
	faulty := func(n int) bool {
		return n > o.before && (p == persisting || n == o.before+1)
	}
	s := newFaultServer(o, c, faulty)
	if p == acting { // once the fault has acted, nothing is left
		s.script().sound = o.nothing
	}
	if c.fake || c.waits > 0 {
		synctest.Test(t, func(t *testing.T) { out = s.play(t, o, c, pipes(c, s)) })
		return out
	}
	s.listen(t)
	defer s.close()
	options := own(s)
	if c.dial != nil {
		options = through(s, c)
	}
	name := strings.ReplaceAll(o.name+" "+c.name+" "+string(p), `"`, "")
	pprof.Do(t.Context(), pprof.Labels("cell", name), func(context.Context) { out = s.play(t, o, c, options) })
	if left := goroutines(name); left != "" {
		out.problem("goroutines were left behind:\n%s", left)
	}
	return out
}

// link is how a client reaches a server.
type link struct {
	address string
	retry   cms.Retry
	client  *http.Client // nil for the SDK's own
	limiter cms.Limiter  // nil for none
}

// own is a link over TCP with the connections that the SDK makes by itself.
func own(s *faultServer) link {
	return link{"http://" + s.listener.Addr().String(),
		cms.Retry{MinWait: time.Microsecond, MaxWait: time.Microsecond}, nil, nil}
}

// through is a link over TCP on which dialling fails where the fault is due.
func through(s *faultServer, c *faultRow) link {
	l := own(s)
	l.client = &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network,
		address string) (net.Conn, error) {
		if script := s.script(); script.faulty(script.count() + 1) {
			script.next()
			return c.dial(ctx)
		}
		var d net.Dialer
		return d.DialContext(ctx, network, address)
	}}}
	return l
}

// pipes is a link in memory, on which an attempt may take ten seconds, unless
// what is waited for is the SDK's own patience.
func pipes(c *faultRow, s *faultServer) link {
	l := link{address: "http://localhost", client: &http.Client{Transport: &http.Transport{DialContext: s.pipe}}}
	if c.name == "stalled headers" {
		l.client.Timeout = 10 * time.Second
	}
	return l
}

// open makes the clients that a call may need.
func (l link) open(t *testing.T) (*env, func()) {
	t.Helper()
	cmsOptions := []cms.Option{
		cms.WithApplicationPassword("editor", "secret"), cms.WithRetry(l.retry), cms.WithMaxResponseSize(maxResponse),
	}
	fontOptions := []fonts.Option{fonts.WithRetry(fonts.Retry(l.retry)), fonts.WithMaxResponseSize(maxResponse)}
	if l.client != nil {
		cmsOptions = append(cmsOptions, cms.WithHTTPClient(l.client))
		fontOptions = append(fontOptions, fonts.WithHTTPClient(l.client))
	}
	if l.limiter != nil {
		cmsOptions = append(cmsOptions, cms.WithLimiter(l.limiter))
		fontOptions = append(fontOptions, fonts.WithLimiter(l.limiter))
	}
	site, err := cms.New(l.address, cmsOptions...)
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := fonts.New(l.address, fontOptions...)
	if err != nil {
		t.Fatal(err)
	}
	return &env{site: site, fonts: catalogue}, func() {
		site.CloseIdleConnections()
		catalogue.CloseIdleConnections()
	}
}

// play makes the call of the cell and looks at what it leaves behind.
func (s *faultServer) play(t *testing.T, o *operation, c *faultRow, l link) (out outcome) {
	t.Helper()
	e, hangUp := l.open(t)
	start := time.Now()
	out.err = o.call(t.Context(), e)
	out.took = time.Since(start)
	hangUp()
	if !s.drained() {
		out.problem("%d connections were left open", s.open.Load())
	}
	out.sent, out.gets, out.done = s.script().count()-o.before, kindsOf(out.err), e.done
	if wrong := s.script().wrong; wrong != nil {
		out.problem("%v", wrong)
	}
	if n := s.strayed.Load(); n > 0 {
		out.problem("%d connections to another address", n)
	}
	out.written = s.written.Load()
	if n := e.answer.Attempts; out.err != nil && o.before == 0 && errorFacts(out.err).attempts != n &&
		!slices.Contains(out.gets, unfinished) && !slices.Contains(out.gets, vanished) {
		out.problem("the error says that there were %d attempts, the response %d", errorFacts(out.err).attempts, n)
	}
	return out
}

// drained waits until no connection is open: the server closes none that the
// client might still use.
func (s *faultServer) drained() bool {
	for range 5000 {
		if s.open.Load() == 0 {
			return true
		}
		time.Sleep(time.Millisecond)
	}
	return false
}

// goroutines returns those that carry the label of a cell and do not end.
func goroutines(name string) string {
	label := []byte(fmt.Sprintf("{%q:%q}", "cell", name))
	var profile bytes.Buffer
	for range 500 {
		profile.Reset()
		if err := pprof.Lookup("goroutine").WriteTo(&profile, 1); err != nil {
			return err.Error()
		}
		if !bytes.Contains(profile.Bytes(), label) {
			return ""
		}
		time.Sleep(10 * time.Millisecond)
	}
	return profile.String()
}

// compareCell says what differs from what was stated.
func compareCell(got outcome, want cell, o *operation, c *faultRow, p pass) error {
	var all []error
	if got.sent != want.sent || got.gets.String() != want.gets.String() || got.done != want.done {
		all = append(all, fmt.Errorf("%v, not %v, the error is %q", got.cell, want, fmt.Sprint(got.err)))
	}
	if c.waits > 0 && got.gets == nil == (want.gets == nil) {
		f := c.of(o)
		repeated := f.times(o.policy) - 1
		if p != persisting {
			repeated = min(repeated, 1)
		}
		// A date has no fractions of a second.
		if off := got.took - time.Duration(repeated)*c.waits; off > 0 || off < -time.Duration(repeated)*time.Second {
			all = append(all, fmt.Errorf("waited %v, not %d times %v", got.took, repeated, c.waits))
		}
	}
	for _, problem := range got.problems {
		all = append(all, errors.New(problem))
	}
	return errors.Join(all...)
}

func (c cell) String() string {
	s := fmt.Sprintf("sent %d, gets %v", c.sent, c.gets)
	if c.done {
		s += ", done before"
	}
	return s
}
