package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// gate is the outermost round tripper: it waits for a free slot and for the
// rate limiter, and ends an answer that falls silent.
type gate struct {
	cfg   *Config
	slots chan struct{}
	next  http.RoundTripper
}

func (g *gate) RoundTrip(req *http.Request) (*http.Response, error) {
	parent := req.Context()
	x, ours := parent.Value(exchangeKey{}).(*exchange)
	if g.slots != nil || g.cfg.Limiter != nil {
		arrived := time.Now()
		err := g.enter(parent)
		if ours {
			x.waited += time.Since(arrived)
		}
		if err != nil {
			closeBody(req)
			return nil, &localError{err}
		}
	}
	ctx, cancel := context.WithCancelCause(parent)
	release := sync.OnceFunc(func() {
		cancel(nil)
		if g.slots != nil {
			<-g.slots
		}
	})
	if ours {
		x.at, x.cookies = req.URL, req.Header["Cookie"]
		x.reach(inside)
		ctx = context.WithValue(ctx, attemptKey{}, Attempt{x.call.Operation, x.attempts + 1})
	}
	// All attempts share one request: a clone keeps what middleware changes in
	// one of them out of the next.
	attempt := req.WithContext(ctx)
	if len(g.cfg.Middleware) > 0 {
		attempt = req.Clone(ctx)
	}
	if ours {
		attempt.Body = x.guarded(ctx, req.Body)
	}
	carried := false
	defer func() { // also if middleware panics
		if !carried {
			release()
		}
	}()
	resp, err := g.next.RoundTrip(attempt)
	if err != nil || resp == nil {
		return nil, err // http.Client has an error for nil, nil
	}
	carried = true
	if resp.StatusCode/100 == 3 {
		dropBadLocation(req, resp)
	}
	body := &idleBody{ReadCloser: resp.Body, ctx: parent, limit: g.cfg.IdleTimeout, cancel: cancel, release: release}
	if resp.Body == nil {
		body.ReadCloser = http.NoBody
	}
	body.timer = time.AfterFunc(body.limit, body.stall)
	body.timer.Stop()
	resp.Body = body
	return resp, nil
}

// enter waits for the turn of an attempt: a slot first, so that the limiter
// counts attempts when they are sent.
func (g *gate) enter(ctx context.Context) error {
	if g.slots != nil {
		select {
		case g.slots <- struct{}{}:
		case <-ctx.Done():
			return ContextError(ctx)
		}
	}
	if g.cfg.Limiter == nil {
		return nil
	}
	admitted := false
	defer func() { // also if the limiter panics
		if !admitted && g.slots != nil {
			<-g.slots
		}
	}()
	if err := g.cfg.Limiter.Wait(ctx); err != nil {
		return fmt.Errorf("rate limiter: %w", err)
	}
	admitted = true
	return nil
}

// closeBody does what a RoundTripper owes a request that it does not send.
func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
}

// dropBadLocation makes a redirect to nowhere an answer. http.Client would
// make it an error, with the address, arguments included, in its text.
func dropBadLocation(req *http.Request, resp *http.Response) {
	if _, err := req.URL.Parse(resp.Header.Get("Location")); err != nil {
		resp.Header.Del("Location")
	}
}

// idleBody is the body of an answer. It cancels the request when a read waits
// longer than limit, and lets go of the attempt at its end or when closed.
type idleBody struct {
	io.ReadCloser
	ctx     context.Context // of the attempt
	limit   time.Duration
	timer   *time.Timer
	stalled atomic.Bool
	closed  atomic.Bool
	cancel  context.CancelCauseFunc
	release func()
}

func (b *idleBody) Read(p []byte) (int, error) {
	b.timer.Reset(b.limit)
	n, err := b.ReadCloser.Read(p)
	b.timer.Stop()
	if err == nil {
		return n, nil
	}
	if !errors.Is(err, io.EOF) { // looked at before release, which ends the context of the request
		err = b.explain(err)
	}
	b.release()
	return n, err
}

func (b *idleBody) stall() {
	b.stalled.Store(true)
	b.cancel(ErrStalled)
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
	return fmt.Errorf("the answer was cut short: %w", err)
}

func (b *idleBody) Close() error {
	b.closed.Store(true)
	b.timer.Stop()
	defer b.release()
	return b.ReadCloser.Close()
}
