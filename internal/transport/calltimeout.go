package transport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"
)

// ErrCallTimeout means that a call took longer than Config.CallTimeout. It is a net.Error
// with Timeout, and a context.DeadlineExceeded.
var ErrCallTimeout = errors.New("the call took too long")

// callTimeoutError is the cause of a context that ended because of Config.CallTimeout.
type callTimeoutError struct{ limit time.Duration }

func (e *callTimeoutError) Error() string {
	return fmt.Sprintf("the call took longer than the %v of WithCallTimeout", e.limit)
}

func (e *callTimeoutError) Is(target error) bool {
	return target == ErrCallTimeout || target == context.DeadlineExceeded
}

func (*callTimeoutError) Timeout() bool   { return true }
func (*callTimeoutError) Temporary() bool { return true }

// ErrAttemptTimeout means that an attempt took longer than PerCall.Timeout. It is a net.Error
// with Timeout, and wraps the error of net/http.
var ErrAttemptTimeout = errors.New("the attempt took too long")

// attemptTimeoutError is the error of an attempt that took longer than PerCall.Timeout.
type attemptTimeoutError struct {
	limit time.Duration
	err   error
}

func (e *attemptTimeoutError) Error() string {
	return fmt.Sprintf("no whole response arrived within the %v of Timeout", e.limit)
}

func (e *attemptTimeoutError) Unwrap() error      { return e.err }
func (*attemptTimeoutError) Is(target error) bool { return target == ErrAttemptTimeout }
func (*attemptTimeoutError) Timeout() bool        { return true }
func (*attemptTimeoutError) Temporary() bool      { return true }

// timedOut returns err. If PerCall.Timeout has ended the attempt, it returns an error that
// names PerCall.Timeout and wraps err.
func (s *sending) timedOut(err error) error {
	limit := s.call.Timeout
	failed, ok := errors.AsType[net.Error](err)
	if limit == 0 || !ok || !failed.Timeout() || time.Now().Before(s.deadline) {
		return err
	}
	return &attemptTimeoutError{limit, err}
}

// timedCall is the context of a call with the limit Config.CallTimeout.
type timedCall struct {
	context.Context
	client   *Client
	deadline time.Time
}

type timedCallKey struct{}

func (c *timedCall) Value(key any) any {
	if key == (timedCallKey{}) {
		return c
	}
	return c.Context.Value(key)
}

// CallContext returns a context that ends after Config.CallTimeout. It returns ctx if c has no
// such limit, and if ctx is already a context of CallContext: several requests of one call
// then share one limit.
func (c *Client) CallContext(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := c.cfg.CallTimeout
	outer, _ := ctx.Value(timedCallKey{}).(*timedCall)
	if limit == 0 || outer != nil && outer.client == c {
		return ctx, func() {}
	}
	deadline := time.Now().Add(limit)
	timed, cancel := context.WithDeadlineCause(ctx, deadline, &callTimeoutError{limit})
	return &timedCall{timed, c, deadline}, cancel
}

// deadlineName returns a name of the deadline of ctx. The name is part of the text that says
// why a call is not retried.
func deadlineName(ctx context.Context, deadline time.Time) string {
	if call, ok := ctx.Value(timedCallKey{}).(*timedCall); ok && call.deadline.Equal(deadline) {
		return "the deadline of WithCallTimeout"
	}
	return "the deadline"
}
