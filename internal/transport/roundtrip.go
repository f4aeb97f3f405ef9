package transport

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// limitTransport is the outermost round tripper: it waits for a free slot and for the
// rate limiter, and ends a response that stalls.
type limitTransport struct {
	cfg   *Config
	slots chan struct{}
	next  http.RoundTripper
}

func (t *limitTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	parent := req.Context()
	s := sendingOf(parent)
	if t.slots != nil || t.cfg.Limiter != nil {
		arrived := time.Now()
		err := t.enter(parent)
		if s != nil {
			s.waited += time.Since(arrived)
		}
		if err != nil {
			closeBody(req)
			return nil, &localError{err}
		}
	}
	ctx := &attempt{slots: t.slots}
	ctx.Context, ctx.cancel = context.WithCancelCause(parent)
	if s != nil {
		s.at, s.cookies = req.URL, req.Header["Cookie"]
		s.reach(inside)
		ctx.which = Attempt{s.call.Operation, s.attempts + 1}
	}
	// All attempts share one request: a clone keeps what middleware changes in
	// one of them out of the next.
	outgoing := req.WithContext(ctx)
	if len(t.cfg.Middleware) > 0 {
		outgoing = req.Clone(ctx)
	}
	if s != nil {
		outgoing.Body = s.guarded(ctx, req.Body)
	}
	carried := false
	defer func() { // also if middleware panics
		if !carried {
			ctx.release()
		}
	}()
	resp, err := t.next.RoundTrip(outgoing)
	if err != nil || resp == nil {
		return nil, err // http.Client has an error for nil, nil
	}
	carried = true
	if resp.StatusCode/100 == 3 {
		dropBadLocation(req, resp)
	}
	body := &idleBody{ReadCloser: resp.Body, ctx: parent, limit: t.cfg.IdleTimeout, attempt: ctx}
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
func (t *limitTransport) enter(ctx context.Context) error {
	if t.slots != nil {
		select {
		case t.slots <- struct{}{}:
		case <-ctx.Done():
			return ContextError(ctx)
		}
	}
	if t.cfg.Limiter == nil {
		return nil
	}
	admitted := false
	defer func() { // also if the limiter panics
		if !admitted && t.slots != nil {
			<-t.slots
		}
	}()
	if err := t.cfg.Limiter.Wait(ctx); err != nil {
		return fmt.Errorf("rate limiter: %w", err)
	}
	admitted = true
	return nil
}

// dropBadLocation makes a redirect without a usable target an ordinary response.
// http.Client would return an error whose text has the address and its arguments.
func dropBadLocation(req *http.Request, resp *http.Response) {
	if _, err := req.URL.Parse(resp.Header.Get("Location")); err != nil {
		resp.Header.Del("Location")
	}
}
