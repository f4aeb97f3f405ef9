package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/fontcms/fontcms-go/internal/relay"
)

// upload is a body that a caller gave. net/http reads and closes it in goroutines of
// its own, where a panic would end the process.
type upload struct {
	*relay.Reader
	s    *sending
	body io.Closer
}

// guarded returns a body that cannot end the process nor keep the call waiting, if a
// caller gave it. One that could do neither is read directly.
func (s *sending) guarded(ctx context.Context, body io.ReadCloser) io.ReadCloser {
	if body == nil || body == http.NoBody || s.call.Body == nil || s.call.Body.Bytes != nil {
		return body
	}
	if once := s.call.Body.Reader; once == nil && relay.Direct(body) || once != nil && relay.Direct(once) {
		return body
	}
	return &upload{relay.NewReader(ctx, body, s.ended), s, body}
}

// ended notes that the content of the call panicked or ended its goroutine. Do does
// the same in the goroutine of its caller.
func (s *sending) ended(exit func()) { s.exit.Store(&exit) }

// Close closes the body in a goroutine of its own, and waits for it.
func (u *upload) Close() (err error) {
	done := make(chan struct{})
	go relay.Run(func() { err = u.body.Close() }, func(exit func()) {
		if exit != nil {
			u.s.ended(exit)
		}
		close(done)
	})
	<-done
	return err
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
