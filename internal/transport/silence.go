package transport

import (
	"io"
	"net/http"
	"sync"
	"time"
)

// UploadSilence is how long an upload, or another slow call, waits for the server to accept
// more of the body, and how long it waits for the response after the last byte. Sites process
// a file for minutes before they respond.
const UploadSilence = 5 * time.Minute

var (
	errNoResponse error = &stalledError{
		"no response arrived within " + UploadSilence.String() + " after the last byte was sent",
	}
	errNotTaken error = &stalledError{"the server took no further byte of the body within " + UploadSilence.String()}
)

// timedBody is the body of a slow attempt. It cancels the attempt if the server is silent for
// [UploadSilence]. The timer starts whenever the transport has read a piece of the body. It
// stops while the transport waits for the next piece, because the content may be slow.
type timedBody struct {
	io.ReadCloser
	attempt *attempt

	mu    sync.Mutex
	timer *time.Timer // nil before the first call of start
	ended bool        // the whole body was read
	over  bool
	err   error // the reason why the attempt was cancelled
}

func (b *timedBody) Read(p []byte) (int, error) {
	b.pause()
	n, err := b.ReadCloser.Read(p)
	b.start(err != nil)
	return n, err
}

func (b *timedBody) pause() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.timer != nil {
		b.timer.Stop()
	}
}

func (b *timedBody) start(ended bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = b.ended || ended
	switch {
	case b.over:
	case b.timer == nil:
		b.timer = time.AfterFunc(UploadSilence, b.expire)
	default:
		b.timer.Reset(UploadSilence)
	}
}

func (b *timedBody) expire() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over {
		return
	}
	if b.err = errNotTaken; b.ended {
		b.err = errNoResponse
	}
	b.attempt.cancel(b.err)
}

// done stops the timer when the attempt has a response or an error. If the timer has cancelled
// the attempt, done returns the reason.
func (b *timedBody) done() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over = true; b.timer != nil {
		b.timer.Stop()
	}
	return b.err
}

// timed limits how long the server may be silent during a slow call. It sets no limit and
// returns nil if the call is not slow, or has PerCall.Timeout.
func (s *sending) timed(ctx *attempt, outgoing *http.Request) *timedBody {
	if s == nil || s.call.Timeout > 0 || !s.call.slow() {
		return nil
	}
	timed := &timedBody{ReadCloser: outgoing.Body, attempt: ctx}
	if outgoing.Body == nil || outgoing.Body == http.NoBody {
		timed.start(true) // without a body, the wait for the response begins at once
	} else {
		outgoing.Body = timed
	}
	return timed
}
