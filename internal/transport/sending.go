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

// sending is the state of one call. [Client.Do] creates it, and each attempt changes it. It is
// the context of the requests, so that the round trippers can find it.
type sending struct {
	context.Context
	cfg    *Config
	bodies *sync.Pool // pool of *bytes.Buffer for bodies of responses
	call   *Call
	limit  int // largest number of attempts

	retrying retryablehttp.Client
	attempts int           // attempts that have ended
	started  time.Time     // start of the current attempt
	deadline time.Time     // the earlier one of the deadlines of the attempt and of the call; zero if none
	waited   time.Duration // how long the current attempt waited for a slot and the limiter
	stage    atomic.Int32  // stage of the current attempt
	at       *url.URL      // address of the current request
	cookies  []string      // cookies of the jar in the current request

	reading io.LimitedReader       // reads the body of a response up to a limit
	last    *Response              // the last response that arrived, also if a later attempt failed
	err     error                  // error of the last attempt
	next    decision               // decision after the last attempt
	taken   bool                   // the server may have acted on an attempt
	renewed [accounts]bool         // whether the login of an account was renewed
	exit    atomic.Pointer[func()] // panics or ends the goroutine, as the body did; nil if the body did neither

	evidence *evidence // evidence of the current attempt, nil if only net/http sends it

	own  Sent
	sent *Sent // logins and keys that authTransport has sent
}

// decision tells whether another attempt follows, and after which wait.
type decision struct {
	again bool
	wait  time.Duration
	why   string // the reason why there is no retry although the outcome would allow one
}

// stage is the progress of an attempt. It shows what the server may have received.
type stage int32

const (
	waiting stage = iota // waits for the rate limiter or a slot: nothing was sent
	inside               // in middleware, which may send anything
	dialing              // in the base transport, without a connection: nothing was sent
	sent                 // may have been sent over a connection
)

// reach records that the current attempt has reached a stage. s may be nil.
func (s *sending) reach(next stage) {
	for s != nil {
		now := s.stage.Load()
		if now >= int32(next) || s.stage.CompareAndSwap(now, int32(next)) {
			return
		}
	}
}

// sendingKey is the context key with which the requests of a call find its state.
type sendingKey struct{}

func (s *sending) Value(key any) any {
	if key == (sendingKey{}) {
		return s
	}
	return s.Context.Value(key)
}

// sendingOf returns the state of the call to which a request belongs. It returns nil for a
// request that middleware itself has created.
func sendingOf(ctx context.Context) *sending {
	s, _ := ctx.Value(sendingKey{}).(*sending)
	return s
}

// Attempt identifies the call, and the attempt within the call, of a request in middleware.
type Attempt struct {
	Operation string // operation of the call
	Number    int    // number of the attempt, from 1; a redirect does not count
}

type attemptKey struct{}

// AttemptFrom returns the attempt of a request with this context. ok is false if there is
// no such attempt.
func AttemptFrom(ctx context.Context) (Attempt, bool) {
	a, ok := ctx.Value(attemptKey{}).(*attempt)
	if !ok {
		return Attempt{}, false
	}
	return a.which, a.which.Number > 0
}

// attempt is the context of a running attempt.
type attempt struct {
	context.Context
	which  Attempt // zero if the request does not belong to a call
	cancel context.CancelCauseFunc
	slots  chan struct{} // if not nil, the attempt holds one token of slots
	over   atomic.Bool
	body   idleBody // body of the response

	evidence evidence // used only if middleware or a transport of the caller may send the request
}

func (a *attempt) Value(key any) any {
	if key == (attemptKey{}) {
		return a
	}
	return a.Context.Value(key)
}

// release ends the attempt and frees its slot. It may be called several times.
func (a *attempt) release() {
	if a.over.Swap(true) {
		return
	}
	if a.cancel(nil); a.slots != nil {
		<-a.slots
	}
}

// idleBody is the body of a response. It cancels the request if a Read waits longer than
// limit. It releases the attempt when a Read returns an error or io.EOF, or when it is closed.
type idleBody struct {
	io.ReadCloser
	ctx     context.Context // context of the request; it does not end when the attempt is cancelled
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
	if !errors.Is(err, io.EOF) { // io.EOF is the usual end of the body
		err = b.explain(err)
	}
	b.attempt.release()
	return n, err
}

func (b *idleBody) stall() {
	b.stalled.Store(true)
	b.attempt.cancel(ErrStalled)
}

// explain returns a clearer error than "unexpected EOF".
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
	defer b.attempt.release()
	return b.ReadCloser.Close()
}
