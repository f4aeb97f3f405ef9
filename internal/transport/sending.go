package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// sending is the state of one call on its way. [Client.Do] makes it, and each attempt
// changes it. It is the context of the requests, in which the transports find it.
type sending struct {
	context.Context
	cfg    *Config
	bodies *sync.Pool // *bytes.Buffer, for bodies of responses
	call   *Call
	limit  int // attempts at most

	retrying retryablehttp.Client
	attempts int           // that ended
	started  time.Time     // of the current attempt
	waited   time.Duration // of the current attempt, for its turns
	stage    atomic.Int32  // of the current attempt, a stage
	at       *url.URL      // of the current request
	cookies  []string      // of the jar, in the current request

	reading io.LimitedReader       // the body of the last response
	last    *Response              // the last response that arrived, also if a later attempt failed
	err     error                  // of the last attempt
	next    decision               // after the last attempt
	taken   bool                   // some attempt may have been acted on by the server
	renewed [accounts]bool         // after a refusal; once for each account
	exit    atomic.Pointer[func()] // what the body of the call did instead of returning

	evidence *evidence // of the current attempt, nil if only transports of net/http send it

	own  Sent
	sent *Sent // what authTransport sent: own, or that of the context
}

// A decision is what follows an attempt.
type decision struct {
	again bool
	wait  time.Duration
	why   string // why a repeatable outcome is final
}

// A stage is how far an attempt came, the best proof of what it may have done.
type stage int32

const (
	waiting stage = iota // for the rate limiter or for a free slot: nothing was sent
	inside               // in the middleware, which may do anything
	dialing              // at the base, which has no connection yet: nothing was sent
	sent                 // perhaps over a connection
)

// reach notes a stage of the current attempt, which only grows. s may be nil.
func (s *sending) reach(next stage) {
	for s != nil {
		now := s.stage.Load()
		if now >= int32(next) || s.stage.CompareAndSwap(now, int32(next)) {
			return
		}
	}
}

// sendingKey finds the state of a call in the context of its requests.
type sendingKey struct{}

func (s *sending) Value(key any) any {
	if key == (sendingKey{}) {
		return s
	}
	return s.Context.Value(key)
}

// sendingOf is the state of the call that a request belongs to. It is nil for one
// that middleware makes of its own.
func sendingOf(ctx context.Context) *sending {
	s, _ := ctx.Value(sendingKey{}).(*sending)
	return s
}

// Attempt says which request middleware has before it.
type Attempt struct {
	Operation string // of the call
	Number    int    // of the attempt, from 1; a redirect is no new one
}

type attemptKey struct{}

// AttemptFrom returns the attempt of a request by its context. It is false
// where there is none.
func AttemptFrom(ctx context.Context) (Attempt, bool) {
	a, ok := ctx.Value(attemptKey{}).(*attempt)
	if !ok {
		return Attempt{}, false
	}
	return a.which, a.which.Number > 0
}

// attempt is the context of an attempt in flight.
type attempt struct {
	context.Context
	which  Attempt // zero if no call made it
	cancel context.CancelCauseFunc
	slots  chan struct{} // holds a token of it, if not nil
	over   atomic.Bool
	body   idleBody // of its response
}

func (a *attempt) Value(key any) any {
	if key == (attemptKey{}) {
		return a
	}
	return a.Context.Value(key)
}

// release ends the attempt. It may be called again.
func (a *attempt) release() {
	if a.over.Swap(true) {
		return
	}
	if a.cancel(nil); a.slots != nil {
		<-a.slots
	}
}

// idleBody is the body of a response. It cancels the request if a read waits longer
// than limit. It releases the attempt at its end or when it is closed.
type idleBody struct {
	io.ReadCloser
	ctx     context.Context // of the attempt
	limit   time.Duration
	timer   *time.Timer
	stalled atomic.Bool
	closed  atomic.Bool
	attempt *attempt
}

func (b *idleBody) Read(p []byte) (int, error) {
	b.timer.Reset(b.limit)
	n, err := b.ReadCloser.Read(p)
	b.timer.Stop()
	if err == nil {
		return n, nil
	}
	if !errors.Is(err, io.EOF) { // before release, which ends the context of the request
		err = b.explain(err)
	}
	b.attempt.release()
	return n, err
}

func (b *idleBody) stall() {
	b.stalled.Store(true)
	b.attempt.cancel(ErrStalled)
}

// explain says what a read error means, which "unexpected EOF" does not.
func (b *idleBody) explain(err error) error {
	switch {
	case b.closed.Load():
		return err
	case b.ctx.Err() != nil:
		return ContextError(b.ctx)
	case b.stalled.Load():
		return ErrStalled
	}
	return fmt.Errorf("the response was cut short: %w", err)
}

func (b *idleBody) Close() error {
	b.closed.Store(true)
	b.timer.Stop()
	defer b.attempt.release()
	return b.ReadCloser.Close()
}
